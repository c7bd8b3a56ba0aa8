import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { importExample, ownErrors, PAGES, sharedPage } from "../pages";
import { collectErrors, expectBothWidths, open, takeScreenshot } from "../support";

test.describe("in Chinese", () => {
  const shared = sharedPage({ locale: "zh-CN" });
  let [example, log] = ["", ""];
  test.beforeAll(async ({ request }) => {
    example = await importExample(request);
    log = await logTexts(request, example);
  });
  for (const [name, path] of Object.entries(PAGES))
    test(`${name} has no English text of its own`, async () => {
      const page = shared();
      const errors = collectErrors(page);
      await open(page, path.replace("EXAMPLE", example));
      await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
      expect(ownTexts(await englishTexts(page), log)).toEqual([]);
      await expectBothWidths(page);
      await takeScreenshot(page, `${name}-zh`);
      expect(ownErrors(name, errors)).toEqual([]);
    });
});

/** Texts with two consecutive English words, outside of code and of elements marked as English. */
const englishTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = /(?<![\w./-])[a-z]{2,} [a-z]{2,}(?![\w./-])/;
    const foreign = "[lang=en], [lang=''], code, pre, script, style, textarea";
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      if (words.test(text) && !node.parentElement?.closest(foreign)) found.push(text.trim());
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"]) {
        const text = element.getAttribute(name) ?? "";
        if (words.test(text) && !element.closest(foreign)) found.push(text);
      }
    return found;
  });

/** All texts of the example's log and the library's titles, joined: pages show them, but they are not ours. */
async function logTexts(request: APIRequestContext, example: string): Promise<string> {
  const lines = (await (await request.get(`/api/sessions/${example}/export`)).text()).split("\n").filter(Boolean);
  const { sessions } = await (await request.get("/api/sessions?limit=100")).json();
  const titles = sessions.map(({ title }: { title: string }) => title);
  return [...lines.flatMap((line) => textsOf(JSON.parse(line))), ...titles].join("\n").replace(/\s+/g, " ");
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Chinese, full-width punctuation and the dot between facts; each piece between them has a single source. */
const BETWEEN = /[\u2e80-\u9fff\uff00-\uffef\u3000-\u303f“”‘’]+| · /;
const TWO_WORDS = /(?<![\w./-])[a-z]{2,} [a-z]{2,}(?![\w./-])/;

/** Texts with a piece of two consecutive English words that is not in the log. A tool's name may precede it. */
const ownTexts = (texts: readonly string[], log: string): string[] =>
  texts.filter((text) =>
    text
      .replace(/\s+/g, " ")
      .split(BETWEEN)
      .map((piece) => piece.replace(/…$/, "").trim())
      .filter((piece) => TWO_WORDS.test(piece))
      .some(
        (piece) =>
          !log.includes(piece) && !log.includes(piece.slice(piece.indexOf(" ") + 1)) && !/^\w* ?\{"/.test(piece),
      ),
  );
