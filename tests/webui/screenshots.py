"""Takes the pictures of the README from the running app: `python -m tests.webui.screenshots`.

Everything on them is real: the demo film, read and scored by the server while the pages are open.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.webui.browser.conftest import ARGUMENTS, CHROMIUM, Server

PICTURES = Path(__file__).parent / "pictures"
PHONE, TABLET, LAPTOP = (390, 844), (640, 1180), (1280, 800)
PATIENCE = 300_000
COLOURS = 256
LINES = "n => document.querySelectorAll('.sheet tbody .points').length >= n"


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            take_all(server, browser)
        finally:
            browser.close()
            server.kill()


def take_all(server: Server, browser: Any) -> None:
    server.ask("POST", "/api/games", {"camera": "demo"})
    camera = page_of(browser, server, "/camera", LAPTOP)
    laptop = page_of(browser, server, "/play", LAPTOP)
    laptop.wait_for_function(LINES, arg=6)
    take(camera, "camera")
    laptop.wait_for_function(LINES, arg=11)
    take(laptop, "laptop")
    laptop.wait_for_selector("#camera-line:has-text('The film is over')")
    take(page_of(browser, server, "/play", PHONE), "phone")
    take(page_of(browser, server, "/play", PHONE, color_scheme="dark"), "dark")
    tablet = page_of(browser, server, "/play", TABLET)
    tablet.click("#check")
    tablet.wait_for_selector(".verdict")
    tablet.wait_for_function("() => [...document.images].every((one) => one.complete)")
    take(tablet, "dispute")


def page_of(browser: Any, server: Server, path: str, size: tuple[int, int], **more: Any) -> Any:
    view = {"width": size[0], "height": size[1]}
    options = {"locale": "en-GB", "reduced_motion": "reduce", "device_scale_factor": 1.5, **more}
    page = browser.new_context(viewport=view, **options).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.url + path)
    page.wait_for_selector("#turn .score")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    return page


def take(page: Any, name: str) -> None:
    """In few colours, so that the repository stays small."""
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    few = shot.quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
