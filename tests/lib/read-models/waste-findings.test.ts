import { expect, test } from "vitest";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { toAgentComposition } from "@/lib/read-models/composition";
import { toSessionCache } from "@/lib/read-models/session-cache";
import { withWasteChecks } from "@/lib/read-models/waste-findings";
import type { Session } from "@/lib/transcript/session";
import { analyzeSketch } from "../../support/analyze-sketch";

function checksOf(drawing: string, changes: Partial<Session> = {}) {
  const analysis = analyzeSketch(drawing, changes);
  const composed = [{ own: toAgentComposition(analysis, "main"), window: 200_000 }];
  return withWasteChecks(toSessionCache(analysis, analyzeCache(analysis)), analysis, composed);
}

// 120,000 characters are 30,000 tokens, more than 1 % of the window; two requests carry them after the change.
const LONG = `
  user go
  call a Read {"file_path":"/p/x.ts"}
  usage write=1000 in=0 out=9
  result a abcd ×24000
  call b Edit {"file_path":"/p/x.ts","old_string":"1","new_string":"2"}
  usage read=1000 write=30000 in=0 out=9
  result b done
  call c Bash {"command":"make"}
  usage read=31000 write=20 in=0 out=9
  result c efgh ×24000
  say one
  usage read=31020 write=30000 in=0 out=9
`;

test("large outputs are a risk without money", () => {
  const { risks } = checksOf(LONG);
  expect(risks.at(-1)).toMatchObject({ id: "oversized-output", kind: "risk", lost_cost: null });
});

test("unused definitions cannot be told without definitions; with them they are a cause, or nothing", () => {
  const schema = { type: "object" };
  const named = (...names: string[]) => checksOf(LONG, { tools: names.map((name) => ({ name, schema })) });
  const checked = (checks: readonly { name: string }[]) =>
    checks.some(({ name }) => name === "Unused tool definitions");
  expect(checked(checksOf(LONG).checks.unanswered)).toBe(true);
  expect(checked(named("Read", "Edit", "Bash").checks.clean)).toBe(true);
  const { checks } = named("Read", "Edit", "Bash", "Idle");
  expect(checked([...checks.clean, ...checks.unanswered])).toBe(false);
});

test("a few tokens are no cause, but stay in the list of what was checked", () => {
  const { checks } = checksOf(
    LONG.replaceAll("×24000", "×80")
      .replaceAll("30000", "100")
      .replace("read=31000", "read=1100")
      .replace("read=31020", "read=1120"),
  );
  expect(checks.clean.find(({ name }) => name === "Outdated file reads")?.note).toMatch(/tokens, under a cent$/);
});
