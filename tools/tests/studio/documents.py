"""Changing use cases in the page that stand in documents: the document gets that line."""

import pathlib
import re
import subprocess
import tempfile
import zipfile

from editing import add_row, changed_lines, field, press, said, saved
from playwright.sync_api import TimeoutError
from server import edition, open_studio, Studio
from support import check, close, OUT, violations, wait

MARKDOWN = """# UC2 Pay for a room

**Primary actor:** Guest

## Main success scenario
1. Guest enters the *PIN* of the card.
2. System charges the card.
3. System shows the receipt.

## Extensions
2a. The card is refused
2a1. Resumes at step 1.
"""

ASCIIDOC = """= UC3 Leave a room

*Primary actor:* Guest

== Main success scenario
. Guest hands over the key.
. System prints the bill.

== Extensions
2a. The minibar is empty
2a1. Resumes at step 1.
"""


# Each paragraph in two pieces, as Word leaves them.
WORD = [
    ("Heading1", "UC4 ", "Return a key"),
    ("Heading2", "Main success ", "scenario"),
    ("Normal", "1. Guest puts the key ", "into the box."),
    ("Normal", "2. System reads ", "the number of the key."),
    ("Heading2", "Exten", "sions"),
    ("Normal", "2a. The key is not of this ", "house: Resumes at step 1."),
]


def write_word(path):
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    text = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>'
        f'<w:r><w:t xml:space="preserve">{first}</w:t></w:r><w:r><w:t>{last}</w:t></w:r></w:p>'
        for style, first, last in WORD
    )
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/>'
        "</w:style>"
        for level in (1, 2)
    )
    with zipfile.ZipFile(path, "w") as archive:
        document = f'<w:document xmlns:w="{w}"><w:body>{text}</w:body></w:document>'
        archive.writestr("word/document.xml", document)
        archive.writestr("word/styles.xml", f'<w:styles xmlns:w="{w}">{styles}</w:styles>')


def words(path):
    """The text of a document of Word."""
    text = zipfile.ZipFile(path).read("word/document.xml").decode()
    assert zipfile.ZipFile(path).testzip() is None
    paragraphs = [part for part in text.split("</w:p>") if "<w:t" in part]
    return [re.sub("<[^>]*>", "", paragraph) for paragraph in paragraphs]


def studio_of_documents(folder, flow="UC2"):
    flows = pathlib.Path(folder) / "Flows"
    flows.mkdir()
    write_word(flows / "key.docx")
    (flows / "pay.md").write_text(MARKDOWN)
    (flows / "leave.adoc").write_text(ASCIIDOC)
    for command in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=A", "-c", "user.email=a@localhost", "commit", "-qm", "First"],
    ):
        subprocess.run(["git", "-C", str(folder), *command], check=True)
    return Studio(folder, flow=flow)


def open_row(page, row):
    """Opens the fields of a line, whatever kind it is."""
    line = row.split(":")[1]
    place = page.locator(
        f'tr[data-row="{row}"], tr[data-step="{row}"], tr[data-kind][data-id="{line}"]'
    ).first
    for attempt in range(3):
        try:
            place.hover(timeout=5000)
            place.locator("button.edit").click(timeout=5000)
            break
        except TimeoutError:
            assert attempt < 2
    page.wait_for_selector("form.fields")


@check
def a_document_is_changed_in_the_page_where_it_stands(browser, site):
    with tempfile.TemporaryDirectory() as folder, studio_of_documents(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        open_row(page, "UC2:2")
        assert field(page, "system").input_value() == "charges the card"
        field(page, "system").fill("charges the card of the guest")
        assert not violations(page)
        page.screenshot(path=OUT / "edit-document.png")
        page.keyboard.press("Enter")
        now = saved(page, now)
        one = ["-2. System charges the card.", "+2. System charges the card of the guest."]
        assert changed_lines(studio) == one, changed_lines(studio)
        assert one[1] in said(page), said(page)
        # Where a line leads.
        open_row(page, "UC2:2a.1")
        field(page, "next").fill("3")
        page.keyboard.press("Enter")
        now = saved(page, now)
        two = one + ["-2a1. Resumes at step 1.", "+2a1. Resumes at step 3."]
        assert changed_lines(studio) == two, changed_lines(studio)
        # Another alternative.
        open_row(page, "UC2:2")
        add_row(page, "The bank does not answer", "1")
        now = saved(page, now)
        added = ["+2b. The bank does not answer", "+2b1. Resumes at step 1."]
        assert changed_lines(studio)[-2:] == added, changed_lines(studio)
        for _ in range(3):
            page.locator(".changed button", has_text="Undo").click()
            now = saved(page, now)
        assert changed_lines(studio) == [], changed_lines(studio)
        assert (studio.flows / "pay.md").read_text() == MARKDOWN
        close(page)


@check
def what_a_document_cannot_say_is_written_beside_it_in_the_page(browser, site):
    with tempfile.TemporaryDirectory() as folder, studio_of_documents(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        open_row(page, "UC2:2")
        page.get_by_label("Another key").select_option("action")
        field(page, "action").fill("card.charge")
        page.keyboard.press("Enter")
        saved(page, now)
        beside = (studio.flows / "UC2.bind.yaml").read_text().splitlines()
        assert beside[-4:] == [
            "rows:",
            "  '2':",
            "    says: System charges the card",
            "    action: card.charge",
        ], beside
        assert (studio.flows / "pay.md").read_text() == MARKDOWN
        # What would say something else is refused, and the fields stay.
        open_row(page, "UC2:3")
        field(page, "system").fill("goes back to step 1")
        press(page, "Save")
        wait(page, "() => document.querySelector('form.fields [role=alert]').textContent !== ''")
        told = page.locator("form.fields [role=alert]").inner_text()
        assert "pay.md:8" in told, told
        page.problems = [text for text in page.problems if "409" not in text]
        close(page)


@check
def a_document_in_asciidoc_is_changed_in_the_page(browser, site):
    with tempfile.TemporaryDirectory() as folder, studio_of_documents(folder, "UC3") as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        open_row(page, "UC3:2")
        field(page, "system").fill("prints the bill of the minibar")
        page.keyboard.press("Enter")
        now = saved(page, now)
        open_row(page, "UC3:2a")
        field(page, "case").fill("The minibar is full")
        page.keyboard.press("Enter")
        saved(page, now)
        assert changed_lines(studio) == [
            "-. System prints the bill.",
            "+. System prints the bill of the minibar.",
            "-2a. The minibar is empty",
            "+2a. The minibar is full",
        ], changed_lines(studio)
        close(page)


@check
def a_document_of_word_is_changed_in_the_page(browser, site):
    with tempfile.TemporaryDirectory() as folder, studio_of_documents(folder, "UC4") as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        file = studio.flows / "key.docx"
        before = file.read_bytes()
        plain = [first + last for _, first, last in WORD]
        open_row(page, "UC4:2")
        field(page, "system").fill("reads the number & the name of the key")
        page.keyboard.press("Enter")
        now = saved(page, now)
        plain[3] = "2. System reads the number &amp; the name of the key."
        assert words(file) == plain, words(file)
        assert "+2. System reads the number & the name of the key." in said(page), said(page)
        assert page.locator(".changed button", has_text="Copy as patch").count() == 0
        page.screenshot(path=OUT / "edit-word.png")
        open_row(page, "UC4:2")
        add_row(page, "The box is full", "1")
        now = saved(page, now)
        plain.append("2b. The box is full: Resumes at step 1.")
        assert words(file) == plain, words(file)
        for _ in range(2):
            page.locator(".changed button", has_text="Undo").click()
            now = saved(page, now)
        assert file.read_bytes() == before
        close(page)
