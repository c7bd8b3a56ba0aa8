import { describe, expect, test } from "vitest";
import { findCacheProblems } from "@/lib/cache/findings";
import { anthropicBreakpoints } from "@/lib/cache/policies/anthropic";
import { simulateCache } from "@/lib/cache/simulate-cache";
import { resolveModel } from "@/lib/models/resolve-model";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { toFindingChecks } from "@/lib/read-models/finding-rows";
import { findingEvidence } from "@/lib/read-models/words/finding-evidence";
import { segmentsOf } from "@/lib/requests/prefix-tree";
import { UNKNOWN_USAGE } from "@/lib/transcript/usage";
import { type Capture, readCaptures } from "@/tests/support/captured-requests";
import { analyzeSketch } from "../../support/analyze-sketch";
import { checkCachePolicy } from "../../support/check-cache-policy";

const count = (text: string) => Math.ceil(text.length / 4);
const LONG = "abcd ".repeat(2000);

const mark = { cache_control: { type: "ephemeral" } };
const tool = (name: string, schema: object = { type: "object" }) => ({ name, input_schema: schema });

function body(change: object = {}, more: object[] = []) {
  return {
    model: "claude-sonnet-4-5",
    max_tokens: 100,
    tools: [tool("read"), tool("write")],
    system: [{ type: "text", text: LONG, ...mark }],
    messages: [{ role: "user", content: "go" }, ...more],
    ...change,
  };
}

const capture = (value: object, second: number, usage: Partial<typeof UNKNOWN_USAGE> = {}): Capture => ({
  body: value,
  startedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  usage: { ...UNKNOWN_USAGE, cacheRead: 0, cacheWrite5m: 2500, uncachedInput: 0, output: 1, ...usage },
});

function problemsOf(...bodies: object[]) {
  const { requests, textOf } = readCaptures(
    bodies.map((value, index) => capture(value, index * 10)),
    count,
  );
  return findCacheProblems({ requests, textOf, modelOf: resolveModel, session: null, calls: [], report: null });
}

const find = (id: string, ...bodies: object[]) => problemsOf(...bodies).find((problem) => problem.id === id);

describe("captured bodies", () => {
  test("marks are breakpoints, and a moving mark changes nothing", () => {
    const more = [
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "read", input: { path: "a" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "x", ...mark }] },
    ];
    const { requests } = readCaptures([capture(body(), 0), capture(body({}, more), 10)], count);
    const { outcomes } = checkCachePolicy(anthropicBreakpoints, requests);
    expect(outcomes[0]).toMatchObject({ read: 0, uncached: 1 });
    expect(outcomes[1]?.read).toBe(outcomes[0]?.written);
    expect(outcomes[1]?.uncached).toBe(0);
    const runs = segmentsOf(requests[1]?.leaf as never).map(({ run }) => run ?? "-");
    expect(runs).toEqual(["-", "-", "-", "-", "tool-call", "tool-result"]);
  });

  test("sampling does not change the prompt; a tool choice does, after the system prompt", () => {
    const read = (change: object) => {
      const { requests } = readCaptures([capture(body(), 0), capture(body(change), 10)], count);
      return simulateCache(requests, anthropicBreakpoints, { breakpoints: "optimal" }).outcomes[1];
    };
    expect(read({ temperature: 1, max_tokens: 5, stream: true })?.written).toBe(0);
    expect(read({ tool_choice: { type: "any" } })?.written).toBeGreaterThan(0);
    expect(read({ tool_choice: { type: "any" } })?.read).toBeGreaterThan(2000);
  });

  test("reads OpenAI and Gemini bodies, and nothing else", () => {
    const shapes = [
      {
        model: "gpt-5",
        messages: [
          { role: "developer", content: "be brief" },
          { role: "user", content: "go" },
        ],
      },
      { model: "gpt-5", instructions: "be brief", input: "go" },
      { systemInstruction: { parts: [{ text: "be brief" }] }, contents: [{ role: "user", parts: [{ text: "go" }] }] },
    ];
    const { requests } = readCaptures(
      [...shapes, { hello: 1 }, null].map((value) => ({ body: value, usage: null })),
      count,
    );
    expect(requests.map(({ leaf }) => segmentsOf(leaf).map(({ kind }) => kind))).toEqual(
      shapes.map(() => ["system", "message"]),
    );
  });
});

describe("what prevents reads", () => {
  test("a time in the system prompt is reported, quoted and priced", () => {
    const at = (time: string) => body({ system: `It is ${time} now. ${LONG}` });
    const found = find("volatile-front", at("10:01:22"), at("10:01:32"), at("10:01:42"));
    expect(found).toMatchObject({ kind: "loss", requests: [1, 2] });
    expect(found?.evidence[0]).toMatchObject({
      id: "front-changed",
      position: 1,
      difference: { before: expect.stringContaining("10:01:22 now"), after: expect.stringContaining("10:01:32 now") },
    });
    expect(found?.lostTokens).toBeGreaterThan(4000);
    expect(found?.lostCost?.amount).toBeCloseTo(((found?.lostTokens ?? 0) * (3.75 - 0.3)) / 1e6);
  });

  test("distinguishes tools in a different order, a changed schema, and an additional tool", () => {
    const tools = (list: object[]) => find("tool-churn", body(), body({ tools: list }))?.evidence[0];
    expect(tools([tool("write"), tool("read")])).toMatchObject({ id: "tools-reordered", count: 2 });
    expect(tools([tool("read", { type: "object", required: [] }), tool("write")])).toMatchObject({
      id: "tool-redefined",
      block: "tool:read",
    });
    expect(tools([tool("read"), tool("grep"), tool("write")])).toMatchObject({
      id: "tools-changed",
      removed: [],
      added: ["tool:grep"],
    });
    expect(tools([tool("write")])).toMatchObject({ id: "tools-changed", removed: ["tool:read"], added: [] });
    expect(tools([tool("read")])).toMatchObject({ id: "tools-changed", removed: ["tool:write"], added: [] });
    expect(tools([tool("grep"), tool("write")])).toMatchObject({ removed: ["tool:read"], added: ["tool:grep"] });
  });

  test("a different key order is reported as such, not as a change of tools", () => {
    const swapped = { tools: [{ input_schema: { type: "object" }, name: "read" }, tool("write")] };
    expect(problemsOf(body(), body(swapped)).map(({ id }) => id)).toContain("key-order");
    expect(find("tool-churn", body(), body(swapped))).toBeUndefined();
  });

  test("a reminder that moves when the session is resumed", () => {
    const reminder = { role: "user", content: "<system-reminder>Skills: a, b</system-reminder>" };
    const [one, two] = [
      { role: "user", content: "first" },
      { role: "user", content: "second" },
    ];
    const found = find(
      "moved-block",
      body({ messages: [reminder, one, two] }),
      body({ messages: [one, two, reminder] }),
    );
    expect(found?.evidence[0]).toMatchObject({ id: "block-moved", reminder: expect.stringContaining("Skills: a, b") });
  });

  test("an edit in the middle of the history", () => {
    const say = (text: string) => ({ role: "user", content: text });
    const messages = (middle: string) => ({ messages: [say("a"), say(middle), say(LONG)] });
    const found = find("history-edit", body(messages("the long result")), body(messages("[cleared]")));
    expect(found?.evidence[0]).toMatchObject({
      id: "message-edited",
      difference: { before: "the long result", after: "[cleared]" },
    });
    expect(found?.lostTokens).toBeGreaterThan(2000);
  });

  test("of what lies beyond the look-back, only what was not read is lost", () => {
    const words = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => ({ type: "text", text: `${from + at} ${LONG}` }));
    const start = body({}, [{ role: "user", content: [...words(0, 2), { type: "text", text: LONG, ...mark }] }]);
    const next = body({}, [
      { role: "user", content: [...words(0, 2), { type: "text", text: LONG }] },
      { role: "user", content: [...words(2, 30), { type: "text", text: "on", ...mark }] },
    ]);
    const lost = (cacheRead: number) => {
      const { requests, textOf } = readCaptures([capture(start, 0), capture(next, 10, { cacheRead })], count);
      const found = findCacheProblems({
        requests,
        textOf,
        modelOf: resolveModel,
        session: null,
        calls: [],
        report: null,
      });
      return found.find(({ id }) => id === "lookback-overflow")?.lostTokens ?? 0;
    };
    expect(lost(0)).toBeGreaterThan(7_000);
    expect(lost(5_000)).toBe(lost(7_500) + 2_500);
  });

  test("appending is not a finding", () => {
    expect(
      problemsOf(body(), body({}, [{ role: "user", content: "more" }])).filter(({ id }) => id !== "unread-writes"),
    ).toEqual([]);
  });
});

describe("from a session", () => {
  const problems = (drawing: string) => analyzeCache(analyzeSketch(drawing)).findings;

  test("volatile text at the front is a risk until it has changed", () => {
    const found = problems(
      "system Session id: 4711-abc. Today's date: 2026-03-01.\nuser go\nsay ok\nusage write=5000 in=0",
    ).find(({ id }) => id === "volatile-front");
    expect(found).toMatchObject({ id: "volatile-front", kind: "risk" });
    expect(found?.evidence).toContainEqual({
      id: "volatile-text",
      what: "session-or-request-id",
      role: "system",
      line: 1,
      quote: "Session id: 4711-abc",
    });
  });

  test.each([
    ["gitStatus: This is the status at the start.", true],
    ["# gitStatus\\nclean", true],
    ["Current branch: main", true],
    ["Use `git status` to see all modified files.", false],
    ["Look at recent commits for the style.", false],
  ])("git state changes, an instruction to query it does not: %s", (text, isState) => {
    const found = problems(`system ${text}\nuser go\nsay ok\nusage write=5000 in=0`);
    expect(found.some(({ id }) => id === "volatile-front")).toBe(isState);
  });

  test("reads of 0 at every typed message are a pattern, not a cause", () => {
    const turn = (index: number) => `
      user go
      call c${index} Bash {}
      usage read=0 write=${10_000 + 100 * index} in=0
      result c${index} x
      say ok
      usage read=${10_000 + 100 * index} write=50 in=0
    `;
    const found = problems([0, 1, 2, 3].map(turn).join("")).find(({ id }) => id === "head-per-turn");
    expect(found).toMatchObject({ kind: "loss", requests: [2, 4, 6] });
    expect(problems([0, 1].map(turn).join("")).map(({ id }) => id)).not.toContain("head-per-turn");
    // Typed messages after which the cache was read, so not every turn brings a change.
    const read = (index: number) => `
      user more ${index}
      say yes
      usage read=${12_000 + 10 * index} write=10 in=0
    `;
    const rare = [...[0, 1, 2, 3].map(turn), ...[0, 1, 2, 3, 4].map(read)].join("");
    expect(problems(rare).map(({ id }) => id)).not.toContain("head-per-turn");
  });

  test("writes of a last request that nothing read cost their premium; other unread writes were lost to a break", () => {
    const found = problems(
      "user go\nsay one\nusage write=10000 in=0\nuser on\nsay two\nusage read=4000 write=8000 in=0",
    );
    const unread = found.find(({ id }) => id === "unread-writes");
    expect(unread).toMatchObject({ lostTokens: 8_000, requests: [1] });
    expect(unread?.lostCost?.amount).toBeCloseTo((8_000 * 0.75) / 1e6);
  });

  test("a request whose answer has a call is not an agent's last, so its writes are not unread", () => {
    const call = 'user go\ncall a Bash {"command":"ls"}\nusage write=10000 in=0\nresult a ok';
    const ids = (drawing: string) => problems(drawing).map(({ id }) => id);
    expect(ids(call)).not.toContain("unread-writes");
    expect(ids(`${call}\nsay done\nusage read=10000 write=900 in=0`)).toContain("unread-writes");
  });

  test("writes of a last request that something read later, or may have read, are not unused", () => {
    const lost = (drawing: string) =>
      problems(drawing).flatMap(({ id, lostTokens, requests }) =>
        id === "unread-writes" ? [{ lostTokens, requests }] : [],
      );
    const agent = (name: string, usage: string) => `agent ${name}\nclient look\nsay a\n${usage}\n`;
    const main = "user go\nsay ok\nusage write=1000 in=0\nuser on\nsay ok\nusage read=1000 in=0\n";
    const one = agent("one", "usage write=12000 in=0");
    expect(lost(main + one + agent("two", "usage read=10000 write=1500 in=0"))).toEqual([
      { lostTokens: 3_500, requests: [2, 3] },
    ]);
    expect(lost(main + one + agent("two", "usage read=10000 write=1500 in=0 model=claude-opus-4-5"))).toEqual([
      { lostTokens: 13_500, requests: [2, 3] },
    ]);
    expect(lost("user go\nsay ok\nusage write=12000 in=0\nuser on\nsay ok\nusage out=5")).toEqual([]);
  });

  test("prompts below the minimum", () => {
    const found = problems("user go\nsay a\nusage read=0 write=0 in=500\nuser on\nsay b\nusage read=0 write=0 in=600");
    expect(found.find(({ id }) => id === "below-minimum")).toMatchObject({
      requests: [0, 1],
      evidence: [{ requests: 2, tokens: 500 }],
    });
    const alone = problems("user go\nsay a\nusage read=0 write=0 in=500");
    expect(alone.map(({ id }) => id)).not.toContain("below-minimum");
  });

  test("agents that started at the same time lose as much of their start as a later agent reads", () => {
    const started = (later = "") =>
      problems(`
      user go
      say ok
      usage write=9000 in=0 at=0
      agent one
      client look
      say a
      usage write=20000 in=0 at=10 took=8
      agent two
      client look
      say b
      usage write=21000 in=0 at=12 took=8
      ${later}
    `).find(({ id }) => id === "cold-fan-out");
    const third = (usage: string) => `agent three\nclient look\nsay c\nusage ${usage} in=0 took=8`;
    expect(started()).toMatchObject({ kind: "risk", requests: [2], lostTokens: 20_000 });
    expect(started(third("read=15000 write=5000 at=60"))).toMatchObject({ lostTokens: 15_000 });
    expect(started(third("read=0 write=20000 at=60"))).toBeUndefined();
    expect(started(third("read=0 write=20000 at=900"))).toMatchObject({ lostTokens: 20_000 });
  });
});

describe("tools and the tool choice", () => {
  const call = (id: string, name: string) => ({
    role: "assistant",
    content: [{ type: "tool_use", id, name, input: { path: "a" } }],
  });
  const result = (id: string) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "x" }] });
  const history = [call("1", "grep"), result("1")];
  const withGrep = [tool("read"), tool("grep")];

  test("a changed tool choice is reported with its modes, and what the provider does to the cache", () => {
    const found = find("tool-choice", body(), body({ tool_choice: { type: "tool", name: "read" } }));
    expect(found).toMatchObject({ kind: "loss", requests: [1] });
    expect(found?.evidence).toMatchObject([
      {
        id: "tool-choice-changed",
        before: { mode: "auto", tools: [] },
        after: { mode: "specified", tools: ["read"] },
      },
      { id: "masking", fact: { provider: "anthropic", loses: "messages" } },
    ]);
    const same = body({ tool_choice: { type: "auto" } });
    expect(find("tool-choice", same, same)).toBeUndefined();
    expect(find("tool-choice", body(), body({ thinking: { type: "enabled", budget_tokens: 2000 } }))).toBeUndefined();
  });

  test("for removed tools, suggests masking instead", () => {
    const found = find("tool-churn", body({ tools: withGrep }), body({ tools: [tool("read")] }));
    expect(found?.evidence.at(-1)).toMatchObject({ id: "masking", fact: { field: "tool_choice" } });
  });

  test("finds a call of a tool that is no longer defined, and of one that never was", () => {
    const found = find(
      "undefined-tools",
      body({ tools: withGrep }),
      body({ tools: withGrep }, history),
      body({ tools: [tool("read")] }, history),
      body({ tools: [tool("read")] }, [...history, call("2", "fly"), result("2")]),
    );
    expect(found).toMatchObject({ kind: "risk", requests: [2, 3] });
    expect(found?.evidence).toEqual([
      { id: "undefined-tool", position: 2, tool: "grep", requests: 2, wasDefined: true },
      { id: "undefined-tool", position: 3, tool: "fly", requests: 1, wasDefined: false },
    ]);
  });

  test("nothing is undefined if the bodies define no tools, or all called ones", () => {
    expect(find("undefined-tools", body({ tools: undefined }, history))).toBeUndefined();
    expect(find("undefined-tools", body({ tools: withGrep }, history))).toBeUndefined();
  });

  test("reads OpenAI's calls too", () => {
    const chat = (name: string) => ({
      model: "gpt-5",
      tools: [{ type: "function", function: { name: "read", parameters: {} } }],
      messages: [
        { role: "user", content: "go" },
        { role: "assistant", tool_calls: [{ id: "1", type: "function", function: { name, arguments: "{}" } }] },
        { role: "tool", tool_call_id: "1", content: "x" },
      ],
    });
    expect(find("undefined-tools", chat("read"))).toBeUndefined();
    expect(find("undefined-tools", chat("grep"))?.evidence).toMatchObject([{ tool: "grep", wasDefined: false }]);
    expect(find("undefined-tools", { ...chat("grep"), tools: [] })).toBeUndefined();
  });

  test("a log with one list of tools", () => {
    const drawing = "user go\ncall a grep {}\nresult a y\nsay done\nusage write=9000 in=0";
    const problems = (tools: readonly { name: string; schema: object }[]) =>
      analyzeCache(analyzeSketch(drawing, { tools: tools as never })).findings.map(({ id }) => id);
    expect(problems([])).not.toContain("undefined-tools");
    expect(problems([{ name: "grep", schema: {} }])).not.toContain("undefined-tools");
    expect(problems([{ name: "read", schema: {} }])).toContain("undefined-tools");
  });

  test("a log without definitions, whose client refused a call", () => {
    const refused = (result: string) =>
      analyzeCache(
        analyzeSketch(
          `user go\ncall a mcp__docs__find {}\nusage write=9000 in=0\n${result}\nsay done\nusage read=9000 write=90 in=0`,
        ),
      ).findings.find(({ id }) => id === "undefined-tools");
    const words = "No such tool available: mcp__docs__find";
    expect(refused(`error a <tool_use_error>Error: ${words}</tool_use_error>`)).toMatchObject({
      requests: [1],
      evidence: [{ tool: "mcp__docs__find", requests: 1, wasDefined: false }],
    });
    expect(refused(`result a a page that quotes: ${words}`)).toBeUndefined();
    expect(refused('error a <tool_use_error>Error: No such tool available: Task" >x</tool_use_error>')).toBeUndefined();
  });

  test("evidence counts requests within their agent, as the log's other places do", () => {
    const usage = "usage read=9000 write=90 in=0";
    const found = analyzeCache(
      analyzeSketch(`user go
        say one
        usage write=9000 in=0
        user on
        say two
        ${usage}
        agent worker
        user look
        call a mcp__docs__find {}
        usage write=5000 in=0
        error a <tool_use_error>Error: No such tool available: mcp__docs__find</tool_use_error>
        say none
        ${usage}`),
    ).findings.find(({ id }) => id === "undefined-tools");
    expect(found).toMatchObject({ requests: [3], evidence: [{ position: 1, agent: "worker" }] });
    expect(found?.evidence.map((entry) => findingEvidence(entry))).toEqual([
      "Request 2 of worker: the prompt contains calls to mcp__docs__find, which is not defined.",
    ]);
  });
});

describe("a breakpoint at the end of the system prompt", () => {
  const last = [{ role: "assistant", content: [{ type: "text", text: "ok", ...mark }] }];

  test("is missing if the request only marks another place", () => {
    const found = find("unmarked-head", body({ system: LONG }, last));
    expect(found).toMatchObject({ kind: "risk", requests: [0] });
    expect(found?.evidence).toMatchObject([{ id: "unmarked-head", position: 0, requests: 1 }]);
  });

  test("is not missing if it is there, if nothing is marked, or if the beginning is too short", () => {
    expect(find("unmarked-head", body({}, last))).toBeUndefined();
    expect(find("unmarked-head", body({ system: LONG }))).toBeUndefined();
    expect(
      find("unmarked-head", body({ system: "short", messages: [{ role: "user", content: LONG }, ...last] })),
    ).toBeUndefined();
  });

  test("is not expected of a provider that caches without marks", () => {
    expect(find("unmarked-head", body({ system: LONG, model: "gpt-4o" }, last))).toBeUndefined();
  });
});

describe("no mark at all", () => {
  const plain = (more: object[] = [], change: object = {}) =>
    body({ system: LONG, tools: [tool("read")], ...change }, more);
  const turn = [
    { role: "assistant", content: "ok" },
    { role: "user", content: "on" },
  ];
  const found = (usage: Partial<typeof UNKNOWN_USAGE> | null, ...bodies: object[]) => {
    const captures = bodies.map((value, index) => ({
      ...capture(value, index * 10),
      usage: usage && { ...UNKNOWN_USAGE, ...usage },
    }));
    const { requests, textOf } = readCaptures(captures, count);
    const context = { requests, textOf, modelOf: resolveModel, session: null, calls: [], report: null };
    return findCacheProblems(context).find(({ id }) => id === "nothing-marked");
  };
  const nothing = { cacheRead: 0, cacheWrite5m: 0, uncachedInput: 2510 };

  test("is a loss of what reads would have saved beyond writes", () => {
    const problem = found(nothing, plain(), plain(turn), plain([...turn, ...turn]));
    expect(problem).toMatchObject({ kind: "loss", requests: [1, 2] });
    expect(problem?.lostTokens).toBeGreaterThan(2 * 2500);
    // Two reads at 0.30 instead of 3.00 dollars, less one write at 3.75.
    const cost = (2 * 2513 * 2.7 - 2513 * 0.75) / 1e6;
    expect(problem?.lostCost?.amount).toBeCloseTo(cost, 4);
    const long = { model: "claude-sonnet-4" };
    const reported = { ...nothing, uncachedInput: 250_000 };
    const dear = found(reported, plain([], long), plain(turn, long), plain([...turn, ...turn], long));
    expect(dear?.lostCost?.amount).toBeCloseTo(2 * cost, 3);
  });

  test("is a risk in bodies without a report", () => {
    expect(found(null, plain(), plain(turn))).toMatchObject({ kind: "risk", lostTokens: 0, lostCost: null });
  });

  test("is not reported for a single call, for a mark anywhere, for cached requests, or for another provider", () => {
    expect(found(nothing, plain())).toBeUndefined();
    expect(found(nothing, plain(), body({}, turn))).toBeUndefined();
    expect(found(nothing, plain([], mark), plain(turn, mark))).toBeUndefined();
    expect(found({ ...nothing, cacheRead: 2000 }, plain(), plain(turn))).toBeUndefined();
    expect(found(nothing, plain([], { model: "gpt-4o" }), plain(turn, { model: "gpt-4o" }))).toBeUndefined();
  });
});

describe("exchanges that look alike", () => {
  const run = (count: number) =>
    Array.from({ length: count }, (_, at) => `call c${at} grep {"line":${at}}\nresult c${at} found ${at}`).join("\n");
  const found = (count: number) =>
    analyzeCache(analyzeSketch(`user go\n${run(count)}\nsay done\nusage write=9000 in=0`)).findings.find(
      ({ id }) => id === "alike-exchanges",
    );

  test("six in a row are a pattern, five are not", () => {
    expect(found(5)).toBeUndefined();
    expect(found(6)).toMatchObject({ kind: "risk", lostTokens: 0, evidence: [{ tool: "grep", count: 6 }] });
  });

  test("parallel calls of one answer are one exchange", () => {
    const ids = Array.from({ length: 8 }, (_, at) => at);
    const calls = ids.map((at) => `call c${at} grep {"line":${at}}`).join("\n");
    const results = ids.map((at) => `result c${at} found ${at}`).join("\n");
    const session = analyzeSketch(`user go\n${calls}\n${results}\nsay done\nusage write=9000 in=0`);
    expect(session.session.messages.filter(({ role }) => role === "assistant")).toHaveLength(2);
    expect(analyzeCache(session).findings.map(({ id }) => id)).not.toContain("alike-exchanges");
  });
});

test("the start of the prompt is not called unchanged if another model gets a different one", () => {
  const analysis = analyzeSketch("user go\nsay a\nusage read=0 write=10 in=1", {
    tools: [{ name: "a", description: "Reads.", schema: { type: "object" } }],
  });
  const clean = (change: object) => {
    const captures = [capture(body(), 0), capture(body({ model: "claude-opus-4-5", ...change }), 10)];
    const { requests } = readCaptures(captures, count);
    const checks = toFindingChecks(analysis, { ...analyzeCache(analysis), requests });
    return checks.clean.flatMap(({ id, fact }) => (fact.id === "none" ? [id] : []));
  };
  expect(clean({})).toEqual(expect.arrayContaining(["volatile-front", "tool-churn"]));
  expect(clean({ system: [{ type: "text", text: "You are new.", ...mark }] })).not.toContain("volatile-front");
  expect(clean({ tools: [tool("read")] })).not.toContain("tool-churn");
});
