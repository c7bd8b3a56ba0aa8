import { expect, test } from "vitest";
import type { SummaryNeed } from "@/lib/strategies/grammar/summariser";
import { sampleResult, writePrompt } from "@/lib/strategies/summaries/prompt";
import { parseSections } from "@/lib/strategies/summaries/sections";
import * as styles from "@/lib/strategies/summaries/styles";
import { cleanSummary, splitAnalysis } from "@/lib/strategies/summaries/summary-message";

const ALL = Object.values(styles).filter((style) => "sections" in style);

test("there are styles to test", () => expect(ALL.length).toBeGreaterThan(10));

test.each(ALL.map((style) => [style.id, style] as const))(
  "the sample of %s has all its sections, filled",
  (_, style) => {
    const { analysis, summary } = splitAnalysis(sampleResult(style));
    expect(analysis).not.toBeNull();
    expect(summary).not.toContain("undefined");
    for (const { title } of style.sections)
      expect(summary).toMatch(style.shape === "xml" ? `<${title}>\n- ` : `## ${title}\n- `);
    if (style.shape === "markdown" && style.sections.length > 0)
      expect([...parseSections(cleanSummary(sampleResult(style))).keys()]).toEqual(
        style.sections.map(({ title }) => title),
      );
  },
);

test("a style that asks for something other than a summary does not request an analysis", () => {
  const style = { id: "x", sections: [], shape: "markdown", task: "Name the newest event." } as const;
  const need: SummaryNeed = {
    key: "k",
    style,
    transcript: "t",
    previous: null,
    instructions: null,
    maxTokens: 100,
    analysis: true,
  };
  expect(writePrompt(need, "b").prompt).toMatch(/At most 60 words\. Answer with that and nothing else\.$/);
  expect(writePrompt({ ...need, style: styles.CLAUDE_CODE }, "b").prompt).toContain("<analysis>");
});
