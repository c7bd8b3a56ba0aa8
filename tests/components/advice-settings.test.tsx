import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OtherSettings, OwnSetting } from "@/components/advice/client-settings";
import { Undecided } from "@/components/advice/undecided";
import { WaysIn } from "@/components/advice/ways-in";
import { WordsProvider } from "@/components/words/words-provider";
import type { ClientSettingAnswer } from "@/lib/api/schemas/client-setting";
import { chineseOf } from "@/lib/wording/zh";

const setting = (client: string, text: string | null): ClientSettingAnswer => ({
  client,
  title: client,
  version: "2.1.330",
  text,
  fires_at: null,
  note: null,
  place: "In the shell",
  source: "https://example.com/settings",
  read_on: "2026-11-23",
});

test("the setting for the user's own client is in a box with a copy button", () => {
  const html = renderToStaticMarkup(<OwnSetting setting={setting("Claude Code", "export PCT=30")} />);
  expect(html).toMatch(/<section aria-label="Setting to copy".*<pre[^>]*>export PCT=30<\/pre>.*Copy the setting/s);
  expect(html).toContain("checked on");
});

test("a client without such a setting has no box and no button", () => {
  const html = renderToStaticMarkup(<OwnSetting setting={setting("Aider", null)} />);
  expect(html).not.toContain("<pre");
  expect(html).not.toContain("<button");
});

test("other clients' settings are folded, with their names shown", () => {
  const html = renderToStaticMarkup(<OtherSettings settings={[setting("Codex", "a"), setting("Goose", null)]} />);
  expect(html).toMatch(/^<details class/);
  expect(html).toContain("Codex, Goose");
  expect(html).toContain("has no setting for this");
  expect(renderToStaticMarkup(<OtherSettings settings={[]} />)).toBe("");
});

test("undecided policies have a reason, in both languages", () => {
  const drawn = (
    <>
      <Undecided />
      <WaysIn />
    </>
  );
  expect(renderToStaticMarkup(drawn)).toContain("because a replay calls no model");
  const chinese = renderToStaticMarkup(
    <WordsProvider language="zh" words={chineseOf(["common", "advice"])}>
      {drawn}
    </WordsProvider>,
  );
  expect(chinese).toContain("因为重放不调用模型");
  expect(chinese).toContain("如何接入 Winnow");
});
