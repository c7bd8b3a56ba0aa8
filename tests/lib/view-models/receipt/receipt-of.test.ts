import { describe, expect, test } from "vitest";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { receiptOfAnalysis } from "@/lib/view-models/receipt/receipt-of-analysis";
import { receiptMarkdown } from "@/lib/view-models/receipt/receipt-text";
import { analyzeSketch } from "../../../support/analyze-sketch";

/** Input price of the test model in dollars per million tokens; one-hour cache writes cost twice as much. */
const INPUT = 3;

/** A file is read, compacted away, and read again; a name that only the model wrote is used unseen. */
const READ_AGAIN = `
  user Mend src/parser/lines.ts
  call a Read {"file_path":"src/parser/lines.ts"}
  usage write=3000 in=3 out=10
  result a export function splitQuotedLines(text) {} export function joinFoldedLines(text) {}
  say The fault is in countBrokenQuotes of src/parser/quotes.ts
  usage read=3000 write=200 in=3 out=10
  compact auto 3300
  summary The user wants a parser mended.
  user Go on
  call b Read {"file_path":"src/parser/lines.ts"}
  usage read=500 write=300 in=3 out=10
  result b export function splitQuotedLines(text) {} export function joinFoldedLines(text) {}
  call c Edit {"file_path":"src/parser/lines.ts","old_string":"splitQuotedLines","new_string":"countBrokenQuotes"}
  usage read=800 write=100 in=3 out=10
  result c done
`;

describe("a compaction's receipt", () => {
  const receipt = receiptOfAnalysis(analyzeSketch(READ_AGAIN), "main", null);

  test("lists what was needed and gone, what was read again, and what came back through it", () => {
    expect(receipt.sentence).toMatch(
      /^This compaction dropped \d of \d facts that the agent used later without seeing them again\. Re-reading 1 file/,
    );
    const [file] = receipt.losses;
    expect(file).toMatchObject({ kind: "file", label: "src/parser/lines.ts", came_back: "read-again" });
    expect(file?.facts).toContain("splitQuotedLines");
    expect(file?.tokens).toBe(receipt.rereads.tokens);
    const unseen = receipt.losses.find(({ came_back }) => came_back === "unseen");
    expect(unseen).toMatchObject({ cost: null, tokens: null, back_at: null });
  });

  test("has sums that match its rows", () => {
    const { survival, needed, losses, rereads, cost } = receipt;
    expect(survival.reduce((sum, { missed }) => sum + missed, 0)).toBe((needed?.facts ?? 0) - (needed?.kept ?? 0));
    expect(losses.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)).toBe(rereads.tokens);
    const paid = losses.reduce((sum, loss) => sum + (loss.cost ?? 0), 0);
    expect(paid).toBeCloseTo(cost?.reread.amount ?? 0, 8);
    for (const { kept, named, of } of survival) expect(kept + named).toBeLessThanOrEqual(of);
  });

  test("prices what was read again as the session's answer does: at the write that first sent it", () => {
    const analysis = analyzeSketch(READ_AGAIN.replace("read=800 write=100", "read=800 write1h=100"));
    const { refetch, rereads } = receiptOfAnalysis(analysis, "main", null);
    expect(refetch).toEqual(answerOf(analysis).compactions?.refetch);
    expect(refetch).toMatchObject({ usd: expect.closeTo((rereads.tokens * 2 * INPUT) / 1e6, 9) });
  });

  test("returns what is missing, and never more than the log contains", () => {
    expect(receipt.give_back.text).toContain("src/parser/lines.ts");
    expect(receipt.give_back.tokens).toBeLessThanOrEqual(800);
  });

  test("figures can be shown to anybody: they contain no session text", () => {
    expect(receiptMarkdown(receipt, "all")).toContain("splitQuotedLines");
    expect(receiptMarkdown(receipt, "figures")).not.toMatch(/splitQuotedLines|parser|Quotes/);
  });

  test("a compaction without later requests lists what was in use", () => {
    const open = READ_AGAIN.slice(0, READ_AGAIN.indexOf("  user Go on"));
    const last = receiptOfAnalysis(analyzeSketch(open), "main", null);
    expect(last.after.prompt_tokens).toBeNull();
    expect(last.sentence).toContain("not known yet");
    expect(last.cost).toBeNull();
    expect(last.give_back).toMatchObject({ basis: "likely", text: expect.stringContaining("src/parser/lines.ts") });
  });

  test("after an encrypted summary no fact is called gone; what was read again still counts", () => {
    const analysis = analyzeSketch(READ_AGAIN);
    const events = analysis.session.events.map((event) =>
      event.type === "compaction" ? { ...event, isSummaryUnreadable: true as const } : event,
    );
    const unknown = receiptOfAnalysis({ ...analysis, session: { ...analysis.session, events } }, "main", null);
    expect(unknown.sentence).toMatch(/^What this compaction lost is unknown: .+ Re-reading 1 file/);
    expect(unknown).toMatchObject({ survival: [], missed: [], estimate: null, used_later: { gone: 0, recall: null } });
    expect(unknown.needed).toBeUndefined();
    expect(unknown.rereads).toEqual(receipt.rereads);
    expect(unknown.losses.map(({ label, fact_count }) => [label, fact_count])).toEqual([["src/parser/lines.ts", 0]]);
    expect(unknown.give_back).toMatchObject({ basis: "likely", text: expect.stringContaining("may lack some") });
  });

  test("a session without a compaction has none", () => {
    expect(() => receiptOfAnalysis(analyzeSketch("user Hello\nsay Hi\nusage in=3 out=1"), "main", null)).toThrow(
      "0 compactions",
    );
  });
});
