import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

type AxeOptions = Parameters<AxeBuilder["options"]>[0];

export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Errors of the page and its console; a clean run leaves this empty. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** Opens the page and waits until React handles events; before that, the server's page is visible but does not respond. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const drawn = [...document.querySelectorAll("#main, #main button, #main [role=slider]")];
    return drawn.length > 0 && drawn.every((node) => Object.keys(node).some((key) => key.startsWith("__reactFiber")));
  });
}

/** Off by default in axe, because it is a rule of WCAG 2.2: targets are 24 px or have room around them. */
const WITH_TARGET_SIZE = { rules: { "target-size": { enabled: true } } };
/** The only rules of axe whose verdict depends on the theme. */
const COLOURS: AxeOptions = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/** No page has frames of other origins, so axe runs in the page alone ("legacy"), in a third of the time. */
export async function expectAccessible(page: Page, options: AxeOptions = WITH_TARGET_SIZE): Promise<void> {
  await expect(page, "the page has a title").toHaveTitle(/./);
  const only = { ...options, resultTypes: ["violations" as const] };
  const { violations } = await new AxeBuilder({ page }).options(only).setLegacyMode(true).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(found).toEqual([]);
}

/**
 * Checks a page in all its variants without reloading it: every axe rule in light at desktop width, the colour rules in
 * dark, and no horizontal overflow at either width. Leaves the page in light at phone width. For high contrast,
 * tests/components/colours.test.ts checks the colours.
 */
export async function expectEveryLook(page: Page): Promise<void> {
  await page.setViewportSize(SIZES.desktop);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, COLOURS);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await expectBothWidths(page);
}

/** Checks that nothing overflows horizontally at desktop or phone width. */
export async function expectBothWidths(page: Page): Promise<void> {
  for (const size of [SIZES.desktop, SIZES.phone]) {
    await page.setViewportSize(size);
    // Charts measure their size a moment after it changes.
    await expect(() => expectNoSidewaysScroll(page)).toPass({ timeout: 10_000 });
  }
}

/** Nothing may overflow horizontally; tables scroll inside their own box. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

/** Saves a screenshot next to the test results, only on request, because each takes a third of a second. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.WINNOW_PICTURES === "1") await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}

type Listed = { readonly id: string; readonly title: string; readonly is_example: boolean; readonly requests: number };

/** True for the built-in example; the articles' examples, which a test may have opened, are shorter. */
const isBuiltIn = ({ is_example, requests }: Listed): boolean => is_example && requests > 100;

/** The built-in example, which the server imports at its first start: waits for it. */
export async function builtInExample(page: Page): Promise<Listed> {
  const find = async (): Promise<Listed | undefined> => {
    const { sessions } = await (await page.request.get("/api/sessions?limit=200")).json();
    return sessions.find(isBuiltIn);
  };
  await expect.poll(find, { timeout: 40_000 }).toBeDefined();
  return (await find()) as Listed;
}
