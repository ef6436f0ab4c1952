"""Lays out the pages of the repository for the generator of the site.

Copies them into a folder with their pictures, and leads links that leave the documentation to the
repository, or, without its address, makes them code.
"""

import os
import re
import shutil
from pathlib import Path, PurePosixPath

# Pages outside of `docs`, and where the site has them.
OTHERS = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "project/architecture.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "Integrations/server/README.md": "project/server.md",
    "Integrations/temporal/README.md": "project/temporal.md",
    "Integrations/web/README.md": "project/web.md",
}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def place(source):
    """Where the site has a page or picture of the repository. None if it has not."""
    path = PurePosixPath(source)
    if source in OTHERS:
        return OTHERS[source]
    if path.parts[0] == "docs" and path.suffix in (".md", ".png", ".svg", ".gif", ".json"):
        return "pages.md" if source == "docs/README.md" else str(path.relative_to("docs"))
    return None


def sources(root):
    pages = [name for name in OTHERS if (root / name).exists()]
    pages += [str(path.relative_to(root)) for path in sorted((root / "docs").rglob("*.md"))]
    return pages


def resolved(source, target):
    """The path in the repository that a link of a page means."""
    return os.path.normpath(os.path.join(os.path.dirname(source), target))


def rewritten(text, source, root, repository):
    """The text of a page with its links as the site needs them."""
    here = PurePosixPath(place(source)).parent

    def link(match):
        bang, words, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match.group()
        name, hash_, anchor = target.partition("#")
        path = resolved(source, name)
        if (root / path).is_dir() and (root / path / "README.md").exists():
            path += "/README.md"
        to = place(path)
        if to and (root / path).exists():
            return f"{bang}[{words}]({os.path.relpath(to, here)}{hash_}{anchor})"
        if repository:
            return f"{bang}[{words}]({repository.rstrip('/')}/{path}{hash_}{anchor})"
        return words if "`" in words else f"{words} (`{path}`)"

    out, fenced = [], False
    for line in text.split("\n"):
        if re.match(r"\s*(```|~~~)", line):
            fenced = not fenced
        out.append(line if fenced else LINK.sub(link, line))
    return "\n".join(out)


def lay_out(root, stage, repository):
    """Writes all pages and pictures into a folder. Returns the pages as the site calls them."""
    shutil.rmtree(stage, ignore_errors=True)
    pages = {}
    for source in sources(root):
        text = rewritten((root / source).read_text(), source, root, repository)
        target = stage / place(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        pages[place(source)] = text
    for path in (root / "docs").rglob("*"):
        name = str(path.relative_to(root))
        if path.is_file() and path.suffix != ".md" and place(name):
            target = stage / place(name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    return pages


def title(text):
    return re.search(r"^# (.*)$", text, re.MULTILINE).group(1).replace("`", "")


def summary(text):
    """The first sentence of a page, without marks."""
    body = re.sub(r"```.*?```", "", text, flags=re.S)
    for paragraph in re.split(r"\n\s*\n", body):
        paragraph = " ".join(paragraph.split())
        if paragraph and not re.match(r"[#|!>\-*\d]", paragraph):
            plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
            plain = re.sub(r"[*`]", "", plain)
            return re.split(r"(?<=[.:])\s", plain)[0].rstrip(":")
    return ""
