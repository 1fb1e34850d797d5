#: tries = "writes what would command a terminal, a log or a web page that shows it, and bytes that are no text"
#: expect = ["WRONG_ANSWER"]
import sys

sys.stdout.buffer.write(b"\x1b]0;title\x07\x1b[2J\x00\xff\xfe\xed\xa0\x80\r\nCONTAINED\n<script>alert(1)</script>\n")
