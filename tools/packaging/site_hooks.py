"""What MkDocs does besides: a Markdown twin of each page, also for the button that copies it, and
`llms.txt`."""

from pathlib import Path

import site_pages

written = {}


def on_page_markdown(markdown, page, config, files):
    written[page.file.src_uri] = page
    page.meta["twin"] = markdown
    return markdown


def on_post_build(config):
    site, stage = Path(config["site_dir"]), Path(config["docs_dir"])
    base = config["site_url"] or ""
    texts = {name: (stage / name).read_text() for name in written}
    for name, text in texts.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text)
    lines = ["# flowrun", "", "> " + site_pages.summary(texts["index.md"]), ""]
    rest = dict(texts)
    for entry in config["nav"]:
        for heading, pages in entry.items():
            lines += [f"## {heading}", ""]
            for name in flat(pages):
                if name in rest:
                    text = rest.pop(name)
                    lines.append(line(base, name, text))
            lines.append("")
    if rest:
        lines += ["## Optional", ""]
        lines += [line(base, name, text) for name, text in sorted(rest.items())] + [""]
    (site / "llms.txt").write_text("\n".join(lines))


def line(base, name, text):
    about = site_pages.summary(text)
    return f"- [{site_pages.title(text)}]({base}{name})" + (f": {about}" if about else "")


def flat(pages):
    if isinstance(pages, str):
        return [pages]
    found = []
    for page in pages:
        found += flat(page if isinstance(page, str) else list(page.values())[0])
    return found
