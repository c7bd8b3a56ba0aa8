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

const SHORT = LONG.replaceAll("×24000", "×80")
  .replaceAll("30000", "100")
  .replace("read=31000", "read=1100")
  .replace("read=31020", "read=1120");

test("large outputs are a risk without money", () => {
  const { risks } = checksOf(LONG);
  expect(risks.at(-1)).toMatchObject({ id: "oversized-output", kind: "risk", lost_cost: null });
  expect(risks.at(-1)?.evidence[0]).toBe("Outputs of more than 1 % of the window (2,000 tokens).");
});

test("says how many large outputs it does not list", () => {
  const outputs = Array.from(
    { length: 7 },
    (_, at) => `call o${at} Bash {"command":"make ${at}"}
    usage read=${at * 30_000} write=30000 in=0 out=9
    result o${at} abcd ×24000`,
  );
  const { risks } = checksOf(`user go\n${outputs.join("\n")}\nsay done\nusage read=210000 write=30000 in=0 out=9`);
  expect(risks.at(-1)?.evidence).toHaveLength(7);
  expect(risks.at(-1)?.evidence.at(-1)).toBe("And 2 more.");
});

test("unused definitions are unknown without definitions; with them they are a cause, or nothing", () => {
  const schema = { type: "object" };
  const named = (...names: string[]) => checksOf(LONG, { tools: names.map((name) => ({ name, schema })) });
  const checked = (checks: readonly { name: string }[]) =>
    checks.some(({ name }) => name === "Unused tool definitions");
  expect(checked(checksOf(LONG).checks.unanswered)).toBe(true);
  expect(checked(named("Read", "Edit", "Bash").checks.clean)).toBe(true);
  const { checks } = named("Read", "Edit", "Bash", "Idle");
  expect(checked([...checks.clean, ...checks.unanswered])).toBe(false);
});

test("without definitions, counts the existing tools that all agents called", () => {
  const drawing = `${LONG}
    agent worker
    user look
    call d Write {"file_path":"/p/y.ts","content":"1"}
    usage write=500 in=0 out=9
    result d done
    call e Task"> {}
    usage read=500 write=90 in=0 out=9
    error e <tool_use_error>Error: No such tool available: Task"></tool_use_error>
    say none
    usage read=590 write=90 in=0 out=9
  `;
  expect(notesOf(checksOf(drawing).checks.unanswered)["Unused tool definitions"]).toMatch(/^4 tools called;/);
});

test("a few tokens are not a cause, but stay in the list of checks", () => {
  const { checks } = checksOf(SHORT);
  expect(checks.clean.find(({ name }) => name === "Outdated file reads")?.note).toMatch(/tokens, under a cent$/);
});

const notesOf = (checks: readonly { name: string; note: string }[]) =>
  Object.fromEntries(checks.map(({ name, note }) => [name, note]));

test("without tool calls nothing is reported about them", () => {
  const { checks } = checksOf(`
    user go
    say open a.py, then edit it
    usage write=1000 in=0 out=9
    user [File: a.py]
    say done
    usage read=1000 write=400 in=0 out=9
  `);
  const open = notesOf(checks.unanswered);
  for (const name of [
    "Outdated file reads",
    "Failed calls that were retried",
    "Unused tool definitions",
    "Results sent twice",
  ])
    expect(open[name]).toBe("this log contains no tool calls, or only as plain text");
  expect(notesOf(checks.clean)["Outdated file reads"]).toBeUndefined();
});

test("writes are judged only if they are logged, and a few unread ones still count", () => {
  const reads = LONG.replaceAll(/write=(\d+) in=0/g, "in=$1");
  expect(notesOf(checksOf(reads).checks.unanswered)["Cache writes of last turns and single calls"]).toBe(
    "this log reports no cache writes",
  );
  const last = LONG.replace("read=31020 write=30000", "read=31020 write=30");
  expect(notesOf(checksOf(last).checks.clean)["Cache writes of last turns and single calls"]).toBe(
    "30 of 31,050 tokens, under 5 %",
  );
});

test("edits of the history are ruled out only if every miss has a known cause", () => {
  const name = "History edited in the middle";
  expect(notesOf(checksOf(LONG).checks.clean)[name]).toBe("none in 4 requests");
  const missed = LONG.replace("read=31020 write=30000", "read=1000 write=60020");
  expect(notesOf(checksOf(missed).checks.unanswered)[name]).toBe(
    "this log does not contain the request bodies as sent",
  );
});

test("a prompt that shrank too little for a break, or after a pause, leaves edits of the history open", () => {
  const drawing = (end: string) => `
    user go
    say one
    usage read=1000 write=59000 in=10 out=9
    user on
    say two
    usage ${end} out=9
  `;
  const open = (end: string) => notesOf(checksOf(drawing(end)).checks.unanswered)["History edited in the middle"];
  expect(open("read=60000 write=500 in=10")).toBeUndefined();
  const note = "this log does not contain the request bodies as sent";
  expect(open("read=58500 write=500 in=10")).toBe(note);
  expect(open("write=59000 in=10 at=9000")).toBe(note);
  expect(open("write=61000 in=10 at=9000")).toBeUndefined();
});

test("a change that the provider reports is not ruled out, however little was missed", () => {
  const name = "History edited in the middle";
  const told = (reason: string, drawing = LONG) => {
    const { responses } = analyzeSketch(drawing).session;
    const { checks } = checksOf(drawing, {
      responses: responses.map((response, at) => (at === 1 ? { ...response, cacheMissReason: reason } : response)),
    });
    return { open: notesOf(checks.unanswered)[name], clean: notesOf(checks.clean)[name] };
  };
  const note = "this log does not contain the request bodies as sent";
  expect(told("messages_changed")).toEqual({ open: note, clean: undefined });
  expect(told("unavailable")).toEqual({ open: undefined, clean: "none in 4 requests" });
});

test("results that the client cleared are an edit of the history, though not the cause of a loss", () => {
  const { checks } = checksOf(LONG.replace("  say one", "  clear a\n  say one"));
  expect(notesOf(checks.clean)["History edited in the middle"]).toBe("found, but not known to have caused any loss");
});

test("without cache reads nothing is ruled out, nor with an unknown minimum", () => {
  const { unanswered } = checksOf(SHORT.replaceAll(/usage .*/g, "usage model=nobody-knows-1 in=600 read=0")).checks;
  const open = notesOf(unanswered);
  expect(open["Keys in another order"]).toBe("this log does not contain the request bodies as sent");
  expect(open["Prompts below the minimum"]).toBe("the minimum cacheable length of this session's models is unknown");
});

test("a logged system prompt is not called missing", () => {
  const name = "Tools reordered or changed";
  expect(notesOf(checksOf(LONG).checks.unanswered)[name]).toBe("the tools and system prompt are not in this log");
  const known = checksOf(`system You are an agent.\n${LONG}`);
  expect(notesOf(known.checks.unanswered)[name]).toBe("tool definitions are not in this log");
});

test("without a window the limit is in tokens, and without a price there is no money", () => {
  const analysis = analyzeSketch(SHORT.replaceAll("usage ", "usage model=nobody-knows-1 "));
  const composed = [{ own: toAgentComposition(analysis, "main"), window: null }];
  const { checks } = withWasteChecks(toSessionCache(analysis, analyzeCache(analysis)), analysis, composed);
  expect(notesOf(checks.clean)["Large outputs other than file reads"]).toBe("none over 2,000 tokens");
  expect(notesOf(checks.clean)["Outdated file reads"]).toMatch(/^\d+ tokens$/);
});
