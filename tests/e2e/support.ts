import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export const THEMES = ["dark", "light"] as const;

/** Errors of the page and its console; a clean run leaves this empty. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** Goes there and waits until React answers events: what the server drew is visible, and deaf, before that. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const drawn = [...document.querySelectorAll("#main, #main button, #main [role=slider]")];
    return drawn.length > 0 && drawn.every((node) => Object.keys(node).some((key) => key.startsWith("__reactFiber")));
  });
}

/** Off by default in axe, because it is a rule of WCAG 2.2: what can be hit is 24 px or has room around it. */
const WITH_TARGET_SIZE = { rules: { "target-size": { enabled: true } } };

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).options(WITH_TARGET_SIZE).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(found).toEqual([]);
}

/** Nothing may stick out sideways; tables scroll inside their own box. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

/** Kept beside the test results, to be looked at. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}
