import { expect, type Page, test } from "@playwright/test";
import { strategyName } from "@/lib/strategies/names";
import { sayIn } from "@/lib/wording/say";
import { CHINESE_AREAS, chineseOf } from "@/lib/wording/zh";
import { collectErrors, expectNoSidewaysScroll, open, SIZES, takeScreenshot } from "../support";

/** The walks described in the articles' issue, by mouse from an empty library, in both languages. */
const LANGUAGES = [
  ["English", "en-US", sayIn("en")],
  ["Chinese", "zh-CN", sayIn("zh", chineseOf(CHINESE_AREAS))],
] as const;

const rows = Array.from({ length: 60 }, (_, at) => `line ${at}: ${"const value = compute(input); ".repeat(20)}`);

/** An OpenAI list that names its model; `task` makes it a different session for each language. */
const openAiList = (task: string) =>
  JSON.stringify({
    model: "gpt-4o",
    messages: [
      { role: "system", content: "You are a careful engineer." },
      { role: "user", content: task },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "read_file", arguments: '{"path":"src/a.ts"}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: rows.join("\n") },
      { role: "assistant", content: "The file computes values." },
      { role: "user", content: "Shorten it." },
      { role: "assistant", content: "I will." },
    ],
  });

for (const [name, locale, say] of LANGUAGES)
  test.describe(name, () => {
    let page: Page;
    let errors: string[];
    test.beforeEach(async ({ browser }) => {
      test.setTimeout(240_000);
      const context = await browser.newContext({ locale, viewport: SIZES.desktop });
      page = await context.newPage();
      errors = collectErrors(page);
    });
    test.afterEach(async () => {
      await expectNoSidewaysScroll(page);
      expect(errors).toEqual([]);
      await page.context().close();
    });

    test("a pasted OpenAI list: the window and the cache", async () => {
      await open(page, "/");
      await page
        .getByRole("button", { name: say("Paste JSON") })
        .first()
        .click();
      await page.getByRole("textbox", { name: say("JSON to import") }).fill(openAiList(`Look at src/a.ts, ${name}`));
      await page.getByRole("button", { name: say("Import"), exact: true }).click();
      await page
        .getByRole("link", { name: new RegExp(`Look at src/a.ts, ${name}`) })
        .first()
        .click();
      await page.waitForURL(/\/sessions\//);
      await expect(page.locator("#main")).toContainText(/128k/);
      await takeScreenshot(page, `list-${name}`);
      await page.getByRole("link", { name: say("Cache"), exact: true }).click();
      await page.waitForURL(/\/cache/);
      await expect(page.locator("#main")).toContainText(/OpenAI/);
      await takeScreenshot(page, `list-cache-${name}`);
    });

    test("Kilo's third scenario: the orphan at its place, and the pair that stays", async () => {
      await open(page, "/examples");
      const title = say.known("Scenario 3: the cut falls between a call and its result");
      await page.getByRole("button", { name: say("Open {title}", { title }) }).click();
      await page.waitForURL(/\/compare/, { timeout: 90_000 });
      await expect(page.getByText(say("would be orphaned: its call is removed"))).toBeVisible({ timeout: 90_000 });
      await expect(page.getByText(say("so the strategy's whole output was rejected"))).toBeVisible();
      const marked = page.getByRole("listitem").filter({ hasText: say("would be orphaned: its call is removed") });
      await expect(marked).toContainText('"theme": "dark"');
      await expect(marked).toContainText(say("kept"));
      await page.getByText(say("would be orphaned: its call is removed")).scrollIntoViewIfNeeded();
      await takeScreenshot(page, `kilo-${name}`);
    });

    test("the 401 example: three kinds of summary side by side, with what each still answers", async () => {
      await open(page, "/examples");
      const title = say.known("The login that returns 401");
      await page.getByRole("button", { name: say("Open {title}", { title }), exact: true }).click();
      await page.waitForURL(/\/compare/, { timeout: 90_000 });
      const probes = page.getByRole("region", { name: say("What the agent could still answer"), exact: true });
      await expect(probes).toContainText("Use a pool, not one connection per request.", { timeout: 90_000 });
      for (const id of ["factory-anchored", "regenerate", "opaque"])
        await expect(page.locator("#main")).toContainText(say.known(strategyName(id)));
      await takeScreenshot(page, `401-${name}`);
    });
  });
