import { describe, expect, test } from "vitest";
import type { AdviceResult } from "@/lib/api/schemas/advise";
import { adviceHtml } from "@/lib/exporters/advice-html";
import { toAdviceView } from "@/lib/view-models/advice/advice-view";
import { ADVICE } from "../../support/advice-sketch";

const setting = {
  client: "claude-code",
  title: "Claude Code",
  version: "2.1",
  text: 'CLAUDE_X="60000"',
  fires_at: 60_000,
  note: null,
  place: "settings.json",
  source: "docs",
  read_on: "2026-11-20",
};
const page = (result: AdviceResult = ADVICE) =>
  adviceHtml({
    title: "Fix <script>alert(1)</script>",
    savedOn: "2026-11-23",
    link: "http://127.0.0.1:3000/sessions/ses_a/advice",
    result,
    view: toAdviceView(result, 0),
    settings: [setting],
  });

describe("advice as a page", () => {
  test("needs no other file and runs nothing", () => {
    const text = page();
    expect(text).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script|<img|<link|src=|href=|url\(|style="/);
    for (const tag of ["table", "svg", "div", "tr", "main"])
      expect(text.match(new RegExp(`<${tag}[ >]`, "g"))?.length, tag).toBe(
        text.match(new RegExp(`</${tag}>`, "g"))?.length,
      );
  });

  test("contains the verdict, a mark for each policy and the log, the table, and the setting to copy", () => {
    const text = page();
    const view = toAdviceView(ADVICE, 0);
    expect(text).toContain(`<p class="verdict">${view.sentence}</p>`);
    expect(text.match(/<circle class="s/g)).toHaveLength(view.marks.length);
    expect(text.match(/<circle class="(?:ring|log)"/g)).toHaveLength(2);
    expect(text).toContain("CLAUDE_X=&quot;60000&quot;");
    expect(text.match(/<tr class="advised">/g)).toHaveLength(1);
  });

  test("without costs in the log, explains why and draws nothing", () => {
    const text = page({ ...ADVICE, logged: null, policies: [], verdict: { ...ADVICE.verdict, reason: "no-usage" } });
    expect(text).toContain('<p class="verdict">no advice: ');
    expect(text).not.toContain("<svg");
  });
});
