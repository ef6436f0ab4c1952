"""The moving picture of the README, of the real page: a booking is clicked through, row by row.

  python3 tools/packaging/tour.py SITE OUTPUT.gif

SITE is what `flowrun site Examples/Hotel/Flows` has written. `tools/tour` calls this.
"""

import io
import sys
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

WIDTH, HEIGHT, COLOURS = 1100, 640, 96


def pointer(picture, x, y, pressed):
    """The picture with a pointer at a place, and a ring around it while its button is down."""
    draw = ImageDraw.Draw(picture)
    if pressed:
        draw.ellipse((x - 15, y - 15, x + 15, y + 15), outline="#d9480f", width=3)
    shape = [(0, 0), (0, 19), (5, 15), (8, 22), (11, 21), (8, 14), (14, 14)]
    draw.polygon([(x + a, y + b) for a, b in shape], fill="#111111", outline="#ffffff")
    return picture


class Film:
    def __init__(self, page):
        self.page, self.frames, self.at = page, [], (560, 420)

    def frame(self, milliseconds, pressed=False):
        shot = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        self.frames.append((pointer(shot, *self.at, pressed), milliseconds))

    def to(self, place):
        box = place.bounding_box()
        end = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        begin = self.at
        for part in (0.35, 0.75):
            self.at = tuple(a + (b - a) * part for a, b in zip(begin, end))
            self.frame(110)
        self.at = end

    def click(self, place, rest=1500):
        self.to(place)
        self.frame(450, pressed=True)
        place.click()
        self.frame(rest)

    def type(self, place, text):
        self.to(place)
        place.click()
        for end in range(1, len(text) + 1):
            place.fill(text[:end])
            self.frame(130)
        place.press("Escape")
        self.frame(500)

    def write(self, path):
        # One palette for all, so that what does not change is stored once.
        strip = Image.new("RGB", (WIDTH, HEIGHT * 3))
        for index, position in enumerate((0, len(self.frames) // 2, len(self.frames) - 1)):
            strip.paste(self.frames[position][0], (0, HEIGHT * index))
        palette = strip.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
        pictures = [
            frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame, _ in self.frames
        ]
        pictures[0].save(
            path,
            save_all=True,
            append_images=pictures[1:],
            duration=[time for _, time in self.frames],
            loop=0,
            optimize=True,
        )


def book(film, page):
    """A booking: no room at first, then one, which is paid for."""
    film.frame(1400)
    film.type(page.locator(".phone input"), "Mari")
    film.click(page.locator(".phone button.primary"))
    film.click(page.locator("[data-take='UC1:1.2b']").first)
    film.click(page.get_by_role("button", name="Back one row"), rest=700)
    film.type(page.locator(".decided input[name=room]"), "12")
    film.click(page.locator("[data-take='UC1:1.2a']").first, rest=1800)
    film.click(page.locator(".phone button.primary"), rest=1000)
    film.click(page.locator("[data-take='UC1:2.2a']").first, rest=3000)


def main():
    site, output = Path(sys.argv[1]).resolve(), sys.argv[2]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        context = chromium.new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            reduced_motion="reduce",
            color_scheme="light",
            offline=True,
        )
        page = context.new_page()
        page.goto(f"file://{site}/UC1.html")
        page.wait_for_selector("body[data-ready]")
        film = Film(page)
        book(film, page)
        film.write(output)
        chromium.close()
    print(f"{output}: {len(film.frames)} frames, {Path(output).stat().st_size} bytes")


main()
