import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AdviceOverSessions } from "@/components/advice/advice-over-sessions";
import type { JobWork } from "@/components/api/use-kept-job";
import { CorpusSetup } from "@/components/corpus/corpus-setup";
import { CorpusToolbar } from "@/components/corpus/strategies-over-sessions";
import { WordsProvider } from "@/components/words/words-provider";
import { chineseOf } from "@/lib/wording/zh";
import { textOf } from "../support/html-tree";
import { renderPage } from "../support/render-page";

const IDLE: JobWork = { isRunning: false, progress: null, failure: null };
const ignore = () => {};

const inChinese = (what: React.ReactNode) =>
  renderToStaticMarkup(
    <WordsProvider language="zh" words={chineseOf(["common", "corpus", "advice"])}>
      {what}
    </WordsProvider>,
  );

const toolbar = (strategies: number, sessions: number, own: number) => (
  <CorpusToolbar
    cuts={5}
    onCuts={ignore}
    strategies={strategies}
    sessions={sessions}
    own={own}
    isSetup
    onSetup={ignore}
    work={IDLE}
    onRun={ignore}
    onStop={ignore}
  />
);
const isDisabled = (html: string) => /<button[^>]* disabled=""/.test(html);

test("a run that cannot start says what is missing, in both languages", () => {
  const drawn = renderToStaticMarkup(toolbar(4, 0, 0));
  expect(isDisabled(drawn)).toBe(true);
  expect(drawn).toContain("Import a session, or choose the example.");
  expect(inChinese(toolbar(4, 0, 0))).toContain("请导入会话，或选择示例。");
  expect(isDisabled(renderToStaticMarkup(toolbar(4, 1, 0)))).toBe(false);
  expect(renderToStaticMarkup(toolbar(0, 1, 1))).toContain("Choose at least one strategy.");
});

test("with no imported session, the setup says so, and whose requests it counts", () => {
  const sessions = [{ id: "e", title: "Parcel tracking", client: null, requests: 307, is_example: true }];
  const setup = (only: readonly string[] | null) => (
    <CorpusSetup strategies={[]} chosen={[]} onChosen={ignore} sessions={sessions} only={only} onOnly={ignore} />
  );
  expect(renderToStaticMarkup(setup(null))).toContain("none imported yet");
  expect(renderToStaticMarkup(setup(["e"]))).toContain("1 chosen");
  expect(renderToStaticMarkup(setup(null))).toContain("307 requests, all agents");
});

test("a search over no session is not offered", async () => {
  const page = async (sessions: number) =>
    textOf(await renderPage(<AdviceOverSessions sessions={sessions} example="e" />));
  expect(await page(0)).toContain("No sessions of your own yet");
  expect(await page(0)).not.toContain("Find the cheapest");
  expect(await page(1)).toContain("Find the cheapest");
});
