"""The HTTP API: a Flask application, served by gunicorn with gevent."""
