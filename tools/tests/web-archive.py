"""Puts a page of HTML and a picture into one file, as MIME has it, and prints that."""

import email.mime.image
import email.mime.multipart
import email.mime.text
import pathlib
import sys

archive = email.mime.multipart.MIMEMultipart("related")
archive["Subject"] = "Exported From Confluence"
page = email.mime.text.MIMEText("", "html")
del page["Content-Transfer-Encoding"]
page["Content-Transfer-Encoding"] = sys.argv[2] if len(sys.argv) > 2 else "quoted-printable"
archive.attach(page)
archive.attach(email.mime.image.MIMEImage(b"\x89PNG", "png"))
text = pathlib.Path(sys.argv[1]).read_text()
page.set_payload(text, "utf-8")
sys.stdout.write(archive.as_string())
