import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { contextAt } from "@/lib/transcript/context-at";
import { exactDifferences } from "@/lib/transcript/exact-differences";
import type { Session } from "@/lib/transcript/session";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { sentBlocks } from "@/tests/support/claude-ledger";
import { ClaudeLog, call, inReminder, result, text, tool } from "@/tests/support/claude-rows";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

async function read(log: ClaudeLog): Promise<Session> {
  const [session] = (await mustImport([memoryFile(log.text)])).sessions;
  if (!session) throw new Error("no session");
  return session;
}

const said = (session: Session, request: number): string[] =>
  contextAt(session, request).messages.map(({ role, parts }) => `${role}: ${parts.map(shown).join(" + ")}`);
const shown = (part: { type: string; text?: string; toolCallId?: string }) =>
  part.text ?? `${part.type} ${part.toolCallId}`;
const codes = ({ issues }: Session) => issues.map(({ code }) => code);
const kinds = (session: Session, request: number) => {
  const prompt = session.responses[request]?.prompt;
  return prompt ? sentBlocks(session, prompt).map(({ kind, isMarked }) => `${kind}${isMarked ? "*" : ""}`) : null;
};

/** Two requests: a question, and the results of its answer. */
function twoRequests(log = new ClaudeLog()): ClaudeLog {
  log.user("Is it open?");
  log.attach("environment", "# Environment\nlinux");
  log.attach("session_context", "# gitStatus\nclean", "user");
  log.attach("date", "Today is Tuesday.");
  log.request([
    { role: "user", content: [inReminder("# gitStatus\nclean"), text("Is it open?")] },
    { role: "system", content: [text("# Environment\nlinux\n\nToday is Tuesday.")] },
  ]);
  const answer = log.answer([text("I look."), call("c1", "Bash", { what: "date" })], {
    read: 0,
    written: 240,
    output: 30,
  });
  log.user([result("c1", "Tuesday, 10:00")]);
  log.attach("total_tokens_reminder", "100 tokens left");
  const reminder = { role: "system", content: [text("100 tokens left")] } as const;
  log.request([answer, { role: "user", content: [result("c1", "Tuesday, 10:00")] }, reminder], { blobs: [reminder] });
  log.answer([text("Yes.")], { read: 240, written: 60, output: 5 });
  return log;
}

test("the fixture: exact requests, a compaction that keeps, and the client's totals", async () => {
  const file = diskFile("tests/fixtures/claude-code/exact-requests.jsonl");
  expect(await checkImporter([file], "claude-code")).toMatchInlineSnapshot(`
    "How many sales today? | /home/ada/shop | 2.1.331
    rows 27 = 27 + 0 kept + 0 bad
    main system/system: "You are an agent."
    main system/system: "Be brief."
    main user/client: "<system-reminder>\\n# gitStatus\\nclean\\n</sy"
    main user/typed: "How many sales today?"
    main system/client: "# Environment\\nlinux"
    main system/client: "Today is Tuesday."
    main assistant/model: "I look." + call Read c1 [opus 01–06 0/300/0/-/0/30]
    main user/tool: result Read c1 "monday,3\\ntuesday,4"
    main system/client: "100 tokens left"
    main assistant/model: call Bash c2 [opus 07–09 0/60/0/-/300/10]
    main user/tool: result Bash c2 "Tuesday"
    main assistant/model hidden: opaque [opus 11–11 90/0/0/-/360/60]
    -- compaction {"trigger":"auto","kept":[{"start":9,"end":12}],"tokensBefore":400,"summaryMessageId":"m0.19","keptBehind":16}
    main system/system: "You are an agent."
    main system/system: "Be brief."
    main user/client: "<system-reminder>\\n# gitStatus\\nclean\\n</sy"
    main user/summary: "Summary: the sales of Tuesday are 4."
    main system/client: "# Environment\\nlinux"
    main assistant/model: "Four." [opus 13–15 0/180/0/-/150/5]"
  `);
});

test("reads a prompt block by block, in sent order, with its marks", async () => {
  const session = await read(twoRequests());
  expect(codes(session)).toEqual([]);
  expect(session.tools.map(({ name }) => name)).toEqual(["Read", "Bash"]);
  expect(kinds(session, 1)).toEqual([
    "tools",
    "tools",
    "system",
    "system*",
    "user",
    "user",
    "system-message",
    "assistant",
    "call",
    "result",
    "system-message*",
  ]);
  expect(session.responses[1]?.prompt?.marks.map(({ ttl }) => ttl)).toEqual([3600, null]);
  expect(said(session, 1)).toEqual([
    "system: You are an agent.",
    "system: Be brief.",
    "user: <system-reminder>\n# gitStatus\nclean\n</system-reminder>",
    "user: Is it open?",
    "system: # Environment\nlinux",
    "system: Today is Tuesday.",
    "assistant: I look. + tool-call c1",
    "user: tool-result c1",
    "system: 100 tokens left",
  ]);
  const { requests, prefixes } = analyzeSession(session, loadVocabulary);
  expect(requests.map(({ composition: { unseen, tools } }) => [unseen, tools > 0])).toEqual([
    [0, true],
    [0, true],
  ]);
  expect(prefixes.map(({ leaf, marks }) => [leaf.tokens, marks?.length])).toEqual([
    [240, 2],
    [300, 2],
  ]);
});

test("adds what only the request contains; hides what no request sends; does not repeat a late row", async () => {
  const log = new ClaudeLog();
  log.user("Hello");
  log.attach("never_sent", "Nobody is told this.");
  log.request([
    { role: "user", content: [text("Hello")] },
    { role: "system", content: "Said by nobody." },
  ]);
  log.attach("late", "Said by nobody.");
  log.answer([text("Hi.")], { read: 0, written: 50, output: 5 });
  const session = await read(log);
  expect(said(session, 0).slice(2)).toEqual(["user: Hello", "system: Said by nobody."]);
  expect(session.keptRows.map(({ kind }) => kind)).toEqual(["attachment:late (read from the request)"]);
  expect(session.messages.filter(({ isHidden }) => isHidden).length).toBe(1);
  expect(codes(session)).toEqual([]);
});

test("splits a result that contains a reminder into the result and the reminder", async () => {
  const log = new ClaudeLog();
  log.user("Look");
  log.request([{ role: "user", content: [text("Look")] }]);
  const answer = log.answer([call("c1", "Read")], { read: 0, written: 50, output: 5 });
  log.user([result("c1", "  one line\n")]);
  log.attach("total_tokens_reminder", "9 left");
  const folded = result("c1", "one line\n\n<system-reminder>\n9 left\n</system-reminder>");
  log.request([answer, { role: "user", content: [folded] }], { blobs: [{ role: "user", content: [folded] }] });
  log.answer([text("Seen.")], { read: 50, written: 20, output: 5 });
  const session = await read(log);
  expect(said(session, 1).slice(-2)).toEqual(["user: tool-result c1", "system: 9 left"]);
  expect(codes(session)).toEqual([]);
});

test("reconstructs a request whose beginning is not logged from its rows", async () => {
  const whole = twoRequests();
  const log = {
    text: whole.rows
      .filter((row) => row.type !== "api-request-shape")
      .map((row) => JSON.stringify(row))
      .join("\n"),
  };
  const session = await read(log as ClaudeLog);
  expect(session.responses.map(({ prompt }) => prompt)).toEqual([undefined, undefined]);
  expect(session.captured).toBeUndefined();
  expect(analyzeSession(session, loadVocabulary).requests[0]?.composition.unseen).toBeGreaterThan(0);
});

test("a row that contradicts its digest is an issue, and so is a message that differs from its rows", async () => {
  const log = twoRequests();
  const changed = log.text.replace('"content":"Tuesday, 10:00"', '"content":"Tuesday, 11:00"');
  expect(codes(await read({ text: changed } as ClaudeLog))).toEqual(["request-not-proven"]);
  const other = new ClaudeLog();
  other.user([result("c0", "raw")]);
  other.request([{ role: "user", content: [result("c0", "cleared")] }]);
  other.answer([text("Hm.")], { read: 0, written: 50, output: 5 });
  expect(codes(await read(other))).toEqual(["request-told-otherwise"]);
});

test("a refused request that is sent again is shown as first sent", async () => {
  const log = new ClaudeLog();
  log.user("Is it open?");
  log.attach("environment", "# Environment\nlinux");
  const environment = { role: "system", content: [text("# Environment\nlinux")] } as const;
  log.request([{ role: "user", content: [text("Is it open?")] }, environment]);
  log.row("system", { subtype: "api_error", level: "error", error: { status: 529 } });
  const refused = log.rows.at(-1)?.timestamp;
  log.request([]);
  log.answer([text("Yes.")], { read: 0, written: 240, output: 5 });
  const session = await read(log);
  expect(said(session, 0)).toEqual([
    "system: You are an agent.",
    "system: Be brief.",
    "user: Is it open?",
    "system: # Environment\nlinux",
  ]);
  expect(session.responses[0]?.startedAt).toBe(refused);
  expect(codes(session)).toEqual([]);
});

test("a request starts at its refused attempt, even if that row follows the answer in the file", async () => {
  const log = new ClaudeLog();
  log.user("Is it open?");
  log.row("system", { subtype: "api_error", level: "error", error: { status: 529 } });
  const refused = log.rows.at(-1);
  log.answer([text("Yes.")], { read: 0, written: 240, output: 5 });
  const rows = log.text.trimEnd().split("\n");
  const at = rows.findIndex((row) => row.includes("api_error"));
  const moved = [...rows.slice(0, at), ...rows.slice(at + 1), rows[at]].join("\n");
  const session = await read({ text: moved } as ClaudeLog);
  expect(session.responses[0]?.startedAt).toBe(refused?.timestamp);
});

test("an answer with several blocks in one row came in one piece, unless most have", async () => {
  const logged = async (...blocksInRows: readonly (readonly number[])[]) => {
    const log = new ClaudeLog();
    for (const rows of blocksInRows) {
      log.user("go");
      const blocks = rows.map((count) => Array.from({ length: count }, () => text("so")));
      const message = { id: `msg-${log.rows.length}`, role: "assistant", model: "claude-opus-4-8" };
      for (const content of blocks) log.row("assistant", { message: { ...message, content } });
    }
    return (await read(log)).responses.map(({ isUnstreamed }) => isUnstreamed === true);
  };
  expect(await logged([1, 1], [2], [1, 1], [1])).toEqual([false, true, false, false]);
  expect(await logged([1, 1], [2], [3], [1])).toEqual([false, false, false, false]);
});

test("a background task's notice is not a prompt, and occurs once although its request preceded part of it", async () => {
  const log = twoRequests();
  const notice = "[SYSTEM NOTIFICATION]\n\nThe task has ended.";
  log.row("attachment", {
    attachment: { type: "queued_command", prompt: "<task-notification>", commandMode: "task-notification" },
    rendered: [{ content: `<system-reminder>\n${notice}\n</system-reminder>` }],
    renderedRole: "system",
  });
  const joined = { role: "system", content: [text(`${notice}\n\n90 tokens left`)] } as const;
  log.request([{ role: "assistant", content: [text("Yes.")] }, joined], { blobs: [joined] });
  log.attach("total_tokens_reminder", "90 tokens left");
  log.answer([text("Good.")], { read: 300, written: 60, output: 5 });
  const session = await read(log);
  expect(codes(session)).toEqual([]);
  expect(said(session, 2).slice(-2)).toEqual(["assistant: Yes.", `system: ${notice}\n\n90 tokens left`]);
  expect(session.messages.filter(({ origin }) => origin === "typed")).toHaveLength(1);
});

describe("between two requests", () => {
  const analysed = async (log: ClaudeLog) => analyzeSession(await read(log), loadVocabulary);
  const begun = () => {
    const log = new ClaudeLog();
    log.user("word ".repeat(3000));
    const first = { role: "user", content: [text("word ".repeat(3000))] } as const;
    log.request([first]);
    const answer = log.answer([text("Yes.")], { read: 0, written: 4000, output: 5 });
    log.user("And now?");
    return { log, first, next: [answer, { role: "user", content: [text("And now?")] }] as const };
  };

  test("an added tool, a moved one and a parameter are certain causes", async () => {
    const cause = async (change: (log: ClaudeLog) => object) => {
      const { log, first, next } = begun();
      const options = change(log);
      log.request([first, ...next], { keep: 0, blobs: next, ...options });
      log.answer([text("Yes.")], { read: 0, written: 4100, output: 5 });
      const { cache } = await analysed(log);
      return cache.breaks.map(({ cause: found, confidence, divergence }) => [found, confidence, divergence?.after?.id]);
    };
    const shape = (tools: readonly ReturnType<typeof tool>[]) => (log: ClaudeLog) => {
      log.shape = { ...log.shape, tools };
      return {};
    };
    expect(await cause(shape([tool("Read"), tool("mcp__shop__sell"), tool("Bash")]))).toEqual([
      ["tools-changed", "certain", "tool:mcp__shop__sell"],
    ]);
    expect(await cause(shape([tool("Bash"), tool("Read")]))).toEqual([["tools-changed", "certain", "tool:Bash"]]);
    const params = { model: "claude-opus-4-8", thinking: { type: "adaptive" } };
    expect(await cause(() => ({ params }))).toEqual([["params-changed", "certain", "parameters"]]);
  });

  test("a repeated prompt shares its blocks with the previous one", async () => {
    const { log, first, next } = begun();
    log.request([first, ...next], { keep: 0, blobs: next });
    log.answer([text("Yes.")], { read: 4000, written: 100, output: 5 });
    const { cache, prefixes } = await analysed(log);
    expect(cache.breaks).toEqual([]);
    expect(prefixes[1]?.leaf.depth).toBe((prefixes[0]?.leaf.depth ?? 0) + 2);
  });
});

/** A question, three rounds, and a compaction that keeps the last round after its summary. */
function compacted(): ClaudeLog {
  const log = new ClaudeLog();
  log.user("Read it all");
  log.request([{ role: "user", content: [text("Read it all")] }]);
  let answer = log.answer([call("c0", "Read")], { read: 0, written: 1000, output: 5 });
  let kept: string[] = [];
  for (const round of [1, 2]) {
    const inputs = log.user([result(`c${round - 1}`, `part ${round}`)]);
    log.request([answer, { role: "user", content: [result(`c${round - 1}`, `part ${round}`)] }], { blobs: [] });
    answer = log.answer([call(`c${round}`, "Read")], { read: 1000 * round, written: 1000, output: 5 });
    kept = [`row-${log.rows.length}`, inputs];
  }
  const answerRow = String(log.rows.at(-1)?.uuid);
  const resultRow = log.user([result("c2", "part 3")]);
  kept = [answerRow, resultRow];
  const metadata = { trigger: "auto", preTokens: 4000, preservedMessages: { uuids: kept } };
  log.row("system", { subtype: "compact_boundary", compactMetadata: metadata });
  log.attach("session_context", "clean", "user");
  log.row("user", {
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
    message: { role: "user", content: "Summary: two parts." },
  });
  log.attach("environment", "linux");
  const messages = [
    { role: "user", content: [inReminder("clean"), text("Summary: two parts.")] },
    answer,
    { role: "user", content: [result("c2", "part 3")] },
    { role: "system", content: [text("linux")] },
  ] as const;
  log.request(messages, { keep: 0 });
  log.answer([text("All read.")], { read: 500, written: 700, output: 5 });
  return log;
}

describe("a compaction that keeps the last messages", () => {
  test("they follow the summary, as they were sent", async () => {
    const session = await read(compacted());
    expect(codes(session)).toEqual([]);
    expect(said(session, 3)).toEqual([
      "system: You are an agent.",
      "system: Be brief.",
      "user: <system-reminder>\nclean\n</system-reminder>",
      "user: Summary: two parts.",
      "assistant: tool-call c2",
      "user: tool-result c2",
      "system: linux",
    ]);
  });

  test("without exact requests, the compaction's own row identifies them", async () => {
    const rows = compacted().rows.filter(({ type }) => !String(type).startsWith("api-request"));
    const session = await read({ text: rows.map((row) => JSON.stringify(row)).join("\n") } as ClaudeLog);
    expect(said(session, 3).slice(0, 4)).toEqual([
      "user: <system-reminder>\nclean\n</system-reminder>",
      "user: Summary: two parts.",
      "assistant: tool-call c2",
      "user: tool-result c2",
    ]);
  });

  test("its call is what the client counted beyond the logged calls", async () => {
    const log = compacted();
    log.totals(
      { "claude-opus-4-8[1m]": { read: 3500 + 3000, written: 3700 + 40, input: 1200, output: 20 + 150 } },
      0.2,
    );
    const { responses, totals, messages } = await read(log);
    expect(responses.map(({ id }) => id)).toHaveLength(5);
    expect(responses[3]?.usage).toMatchObject({ cacheRead: 3000, cacheWrite5m: 40, uncachedInput: 1200, output: 150 });
    expect(messages[responses[3]?.messageIndex ?? -1]).toMatchObject({ isHidden: true, role: "assistant" });
    expect(totals?.cost).toBe(0.2);
  });

  test("a difference that no compaction explains is an issue", async () => {
    const log = compacted();
    log.totals({ "claude-opus-4-8": { read: 3500, written: 3700, input: 90, output: 20 } }, 0.2);
    const session = await read(log);
    expect(session.responses).toHaveLength(4);
    expect(codes(session)).toEqual(["totals-differ"]);
  });

  test("a difference names only the affected figure, and one between kinds of prompt tokens is ignored", async () => {
    const issues = async (total: { read: number; written: number; input: number; output: number }) => {
      const log = new ClaudeLog();
      log.user("Is it open?");
      log.answer([text("Yes.")], { read: 100, written: 40, output: 5 });
      log.totals({ "claude-opus-4-8": total }, 0.2);
      return (await read(log)).issues.map(({ message }) => message);
    };
    expect(await issues({ read: 90, written: 50, input: 0, output: 5 })).toEqual([]);
    const [message] = await issues({ read: 100, written: 40, input: 0, output: 9 });
    expect(message).toContain("claude-opus-4-8 used 4 more output tokens in comparison");
  });
});

const WORD = fc.constantFrom("a", "b", "long and longer", "");
const ROUND = fc.record({
  answers: fc.integer({ min: 0, max: 2 }),
  reminders: fc.array(WORD, { maxLength: 2 }),
  extra: fc.boolean(),
  restarts: fc.boolean(),
});

property.prop([fc.array(ROUND, { minLength: 1, maxLength: 5 })], { numRuns: 12 })(
  "law: whatever was said, the session gives each exact request block by block",
  async (rounds) => {
    const log = new ClaudeLog();
    log.user("Begin");
    log.request([{ role: "user", content: [text("Begin")] }]);
    rounds.forEach(({ answers, reminders, extra, restarts }, at) => {
      const ids = Array.from({ length: answers }, (_, index) => `c${at}.${index}`);
      const answer = log.answer([text(`Round ${at}`), ...ids.map((id) => call(id, "Read"))], {
        read: 0,
        written: 100,
        output: 5,
      });
      const results = ids.map((id) => result(id, `said by ${id}`));
      for (const one of results) log.user([one]);
      if (answers === 0) log.user(`typed ${at}`);
      const content = answers === 0 ? [text(`typed ${at}`)] : results;
      const told = reminders.filter((word) => word !== "").map((word, index) => `${word} ${at}.${index}`);
      for (const reminder of told) log.attach("date", reminder);
      const joined = [...told, ...(extra ? [`unlogged ${at}`] : [])].join("\n\n");
      const added = joined === "" ? [] : [{ role: "system" as const, content: [text(joined)] }];
      const fresh = [answer, { role: "user" as const, content }, ...added];
      if (restarts) log.request([...log.sent, ...fresh], { keep: 0 });
      else log.request(fresh, { blobs: added });
    });
    log.answer([text("End")], { read: 0, written: 100, output: 5 });
    const session = await read(log);
    expect(session.issues).toEqual([]);
    expect(exactDifferences(session)).toEqual([]);
    session.responses.forEach(({ prompt }, index) => {
      const sent = (log.requests[index] ?? []).flatMap(({ content }) =>
        typeof content === "string" ? [text(content)] : content,
      );
      expect(prompt && sentBlocks(session, prompt).length).toBe(sent.length + 4);
    });
  },
);
