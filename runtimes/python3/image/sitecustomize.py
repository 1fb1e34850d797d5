"""Ends the interpreter where a program would begin: what comes before is the interpreter's own check of the source.

Only the compile step has this file on its path. The source is read as it will be when it is judged, by the same
interpreter from a file, so that what passes here will start there, and what does not is told in the same words
(`compile()` is laxer: it takes bytes that are not text inside comments).
"""

import os
import sys


def _stop(event, arguments):
    if event == "exec":
        code = arguments[0]
        if code.co_name == "<module>" and code.co_filename == "/tmp/main.py":
            sys.stderr.flush()
            os._exit(0)


sys.addaudithook(_stop)
