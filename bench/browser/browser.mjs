// The browser of the measurements (CHROMIUM_PATH, /usr/bin/chromium or Playwright's own), and their common steps.
import fs from "node:fs";
import { chromium } from "@playwright/test";

export function openBrowser() {
  const executablePath = process.env.CHROMIUM_PATH ?? ["/usr/bin/chromium"].find((file) => fs.existsSync(file));
  return chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox", "--disable-gpu"] });
}

/** Milliseconds from the navigation until the elements exist and React handles their events. */
export async function timeToUse(page, address, selector) {
  await page.goto(address, { waitUntil: "commit", timeout: 120_000 });
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const element = document.querySelector(wanted);
          const isOurs = element && Object.keys(element).some((key) => key.startsWith("__reactFiber"));
          if (isOurs) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    selector,
  );
}

/** The figures of several runs by name: `line` has the median, the fastest and the slowest. */
export class Figures {
  #all = new Map();

  note(name, figure) {
    this.#all.set(name, [...(this.#all.get(name) ?? []), figure]);
  }

  *lines() {
    for (const [name, all] of this.#all) {
      const sorted = all.toSorted((a, b) => a - b).map((figure) => Math.round(figure * 1_000) / 1_000);
      const shown = sorted.map((figure) => (figure >= 10 ? Math.round(figure) : figure));
      yield `${name}: ${shown[Math.floor(shown.length / 2)]} (${shown[0]} to ${shown.at(-1)})`;
    }
  }
}
