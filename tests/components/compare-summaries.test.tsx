import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SummaryCalls } from "@/components/compare/results/summary-calls";
import { SummaryChoice } from "@/components/compare/setup/summary-choice";
import { comparisonBody } from "@/components/compare/shared/use-comparison";
import { summarySentence } from "@/lib/view-models/compare/summary-calls";

const input = {
  session: { id: "s", agent: "main", number: 4 },
  choices: [{ slot: 1, id: "claude-code", params: {} }],
  force: false,
};

describe("who writes a comparison's summaries", () => {
  test("nothing goes to a model unless the reader chose it, even if the server has one", () => {
    expect(JSON.parse(comparisonBody(input)).summarizer).toBe("extractive");
    expect(JSON.parse(comparisonBody({ ...input, model: null })).summarizer).toBe("extractive");
    expect(JSON.parse(comparisonBody({ ...input, model: "anthropic/x" })).summarizer).toBe("anthropic/x");
  });

  test("the choice names the model and what leaves the machine", () => {
    const draw = (model: string | null, writer: "rule" | "model") =>
      renderToStaticMarkup(<SummaryChoice model={model} writer={writer} onWriter={() => {}} />);
    expect(draw("anthropic/x", "model")).toContain("go to anthropic/x");
    expect(draw("anthropic/x", "rule")).not.toContain("go to");
    expect(draw(null, "rule")).toContain("WINNOW_SUMMARY_MODEL");
    expect(draw(null, "rule")).not.toContain("radio");
  });

  test("the label shows the writer and the cost; an unknown price is unknown, not zero", () => {
    const call = {
      model: "anthropic/x",
      input_tokens: 12000,
      output_tokens: 800,
      cost: { amount: 0.016, currency: "USD" as const },
      ms: 4200,
      analysis: null,
    };
    expect(summarySentence(null)).toContain("no cost");
    expect(summarySentence([call])).toBe(
      "Summaries written by anthropic/x: 1 call, 12,000 tokens in, 800 out, $0.0160, 4.2 s.",
    );
    expect(summarySentence([call, { ...call, cost: null }])).toContain("cost unknown");
    expect(summarySentence([call, call])).toContain("24,000 tokens in");
    const drawn = renderToStaticMarkup(
      <SummaryCalls calls={[call, { ...call, analysis: "The 401 is still open." }]} />,
    );
    expect(drawn.match(/<details>/g)).toHaveLength(1);
    expect(drawn).toMatch(/anthropic\/x wrote before the summary in call 2.*The 401 is still open\./);
  });
});
