import { type APIRequestContext, type BrowserContextOptions, type Page, test } from "@playwright/test";
import { SIZES } from "./support";

/**
 * Every page, by name. Names and structure do not depend on the theme, colours do not depend on the language, and words
 * depend only on the language.
 */
export const PAGES: Readonly<Record<string, string>> = {
  library: "/",
  tokens: "/tokens",
  models: "/models",
  examples: "/examples",
  "how-it-works": "/how-it-works",
  strategies: "/strategies",
  strategy: "/strategies/factory-anchored",
  api: "/api-docs",
  metrics: "/metrics",
  settings: "/settings",
  imports: "/imports",
  record: "/record",
  "what-to-change": "/all-sessions",
  "who-spent-it": "/all-sessions/spend",
  "did-it-help": "/all-sessions/help",
  "strategies-on-my-sessions": "/all-sessions/strategies",
  "no-such-page": "/nowhere",
  "no-such-session": "/sessions/nowhere",
  session: "/sessions/EXAMPLE?request=111",
  spend: "/sessions/EXAMPLE/spend",
  cache: "/sessions/EXAMPLE/cache",
  compare: "/sessions/EXAMPLE/compare",
  replay: "/sessions/EXAMPLE/replay",
};
const MISSING = new Set(["no-such-page", "no-such-session"]);

export async function importExample(request: APIRequestContext): Promise<string> {
  const { files } = await (await request.post("/api/example")).json();
  return files[0].sessions[0];
}

/** These pages are about answers of 404, so such errors are expected. */
export const ownErrors = (name: string, errors: readonly string[]) =>
  errors.filter((error) => !(MISSING.has(name) && error.includes("404")));

/** One browser page for all tests of a language, so that shared code is loaded and compiled once. */
export function sharedPage(options: BrowserContextOptions): () => Page {
  let page: Page;
  test.beforeAll(async ({ browser, baseURL }) => {
    page = await browser.newPage({ ...options, ...(baseURL && { baseURL }) });
  });
  test.beforeEach(() => page.setViewportSize(SIZES.desktop));
  test.afterEach(() => {
    page.removeAllListeners();
  });
  test.afterAll(() => page.close());
  return () => page;
}
