import { expect, test } from "@playwright/test";
import { importExample, ownErrors, PAGES, sharedPage } from "./pages";
import { collectErrors, expectEveryLook, open, takeScreenshot } from "./support";

test.describe("in English", () => {
  const shared = sharedPage({});
  let example = "";
  test.beforeAll(async ({ request }) => {
    example = await importExample(request);
  });
  for (const [name, path] of Object.entries(PAGES))
    test(`${name} in every theme and at both widths`, async () => {
      const page = shared();
      const errors = collectErrors(page);
      await open(page, path.replace("EXAMPLE", example));
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await takeScreenshot(page, name);
      await expectEveryLook(page);
      expect(ownErrors(name, errors)).toEqual([]);
    });
});
