import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apiRoute } from "../../../support/api-route";
import { startModelServer } from "../../../support/model-server";
import { postJson, readProblem, startTestServer } from "../../../support/test-server";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");

startTestServer();
const server = startModelServer();

const SETTINGS = ["WINNOW_SUMMARY_MODEL", "WINNOW_SUMMARY_BASE_URL", "WINNOW_SUMMARY_RETRIES"];
const saved = SETTINGS.map((name) => [name, process.env[name]] as const);
beforeEach(() => {
  server.requests.length = 0;
  process.env.WINNOW_SUMMARY_BASE_URL = server.url;
  process.env.WINNOW_SUMMARY_RETRIES = "0";
  delete process.env.WINNOW_SUMMARY_MODEL;
});
afterEach(() => {
  for (const [name, value] of saved) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

type Said = { readonly role: string; readonly content: string };
type Answer = {
  status: string;
  messages: Said[];
  state: { version: number; cycle: number; messages: number; digest: string; edits: Record<string, unknown>[] } | null;
  warnings: { code: string; message: string }[];
  stats: { tokens_before: number; tokens_after: number };
};
const WORDS = "and then a longer passage about what was done, with some details of the work. ".repeat(12);
const turn = (n: number): Said[] => [
  { role: "user", content: `Task ${n}: change src/file${n}.ts. ${WORDS}` },
  { role: "assistant", content: `We decided to use plan ${n}. ${WORDS}` },
];
const history = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => turn(from + index)).flat();
const system = (time: string): Said => ({ role: "system", content: `You are an agent. It is ${time}.` });

const body = (messages: Said[], more: object = {}) => ({
  format: "openai-chat",
  model: "gpt-4o",
  strategy: { id: "factory-anchored", params: { summaryTokens: 400 } },
  target: { tokens: 1400 },
  messages,
  ...more,
});
const post = async (messages: Said[], more: object = {}): Promise<Answer> =>
  (await postJson(compress, "/api/compress", body(messages, more))).json();
const codes = ({ warnings }: Answer) => warnings.map(({ code }) => code);

/** The client's own history, cycle by cycle, and the answers to it. */
const FIRST = [system("noon"), ...history(1, 6), { role: "user", content: "Go on." }];
const MORE = [{ role: "assistant", content: "Going on." }, ...history(7, 11), { role: "user", content: "And?" }];

describe("state of POST /api/compress", () => {
  test("two cycles with a model: only the new span is summarised, and each fact keeps its cycle", async () => {
    process.env.WINNOW_SUMMARY_MODEL = "local/tiny";
    server.behave = (answer) => {
      answer.write(`## Decisions Made\n- fact ${server.requests.length}`);
      answer.end();
    };
    const one = await post(FIRST);
    expect([one.status, one.state?.cycle]).toEqual(["applied", 1]);
    const prompts = () => server.requests.map(({ messages }) => JSON.stringify(messages.at(-1)));
    expect(prompts()[0]).toContain("Task 1:");
    const two = await post([...FIRST, ...MORE], { state: one.state });
    expect([two.status, two.state?.cycle]).toEqual(["applied", 2]);
    expect(server.requests).toHaveLength(2);
    expect(prompts()[1]).toContain("[cycle 1] fact 1");
    expect(prompts()[1]).not.toContain("Task 1:");
    const [summary] = two.messages.filter(({ content }) => content.includes("<summary"));
    expect(summary?.content).toContain("## Decisions Made\n- [cycle 1] fact 1\n- [cycle 2] fact 2");
    expect(two.messages.filter(({ content }) => content.includes("<summary"))).toHaveLength(1);
    expect(two.messages.at(-1)).toEqual(MORE.at(-1));
    expect(two.stats.tokens_after).toBeLessThanOrEqual(1400);
  });

  test("gives the same as if the client had kept the compressed history, by rule and in three cycles", async () => {
    const third = [{ role: "assistant", content: "So." }, ...history(12, 16), { role: "user", content: "Well?" }];
    const own: Answer[] = [];
    const kept: Answer[] = [];
    let sent: Said[] = [];
    let compressed: Said[] = [];
    for (const added of [FIRST, MORE, third]) {
      sent = [...sent, ...added];
      own.push(await post(sent, { state: own.at(-1)?.state ?? null }));
      kept.push(await post([...compressed, ...added]));
      compressed = kept.at(-1)?.messages ?? [];
    }
    expect(own.map(({ messages }) => messages)).toEqual(kept.map(({ messages }) => messages));
    expect(own.map(({ state }) => state?.cycle)).toEqual([1, 2, 3]);
    expect(own[2]?.stats.tokens_before).toBeGreaterThan(kept[2]?.stats.tokens_before ?? 0);
  });

  test("what a later summary absorbed is not kept twice: the text of an earlier one is left out of the state", async () => {
    const one = await post(FIRST);
    const two = await post([...FIRST, ...MORE], { state: one.state });
    const text = (answer: Answer) => JSON.stringify(answer.state).split("[Context note: summary]").length - 1;
    expect([text(one), text(two)]).toEqual([1, 1]);
  });

  test("with nothing new to do, gives the same result and the same state", async () => {
    const one = await post(FIRST);
    const again = await post(FIRST, { state: one.state });
    expect([again.status, again.messages, again.state]).toEqual(["applied", one.messages, one.state]);
  });

  test("the time of day in the system prompt does not matter; a changed beginning starts over, and says so", async () => {
    const one = await post(FIRST);
    const later = await post([system("midnight"), ...FIRST.slice(1), ...MORE], { state: one.state });
    expect(codes(later)).not.toContain("state-not-used");
    const edited = FIRST.map((message, index) => (index === 1 ? { ...message, content: `Other. ${WORDS}` } : message));
    const anew = await post([...edited, ...MORE], { state: one.state });
    expect([anew.status, anew.state?.cycle, codes(anew)]).toEqual(["applied", 1, ["state-not-used"]]);
    expect(anew.messages).toEqual((await post([...edited, ...MORE])).messages);
    const short = await post(FIRST.slice(0, 3), { state: one.state });
    expect(codes(short)).toContain("state-not-used");
  });

  test("a comparison continues from it too, and reports how long each strategy took", async () => {
    const one = await post(FIRST);
    const grown = [...FIRST, ...MORE];
    const { strategy, ...rest } = body(grown, { state: one.state });
    const answer = await postJson(compare, "/api/compress/compare", { ...rest, strategies: [strategy, "identity"] });
    const { results, warnings } = await answer.json();
    const alone = await post(grown, { state: one.state });
    expect(results[0].stats.tokens_after).toBe(alone.stats.tokens_after);
    expect(results[0].stats.ms).toBeGreaterThanOrEqual(0);
    expect(warnings.map(({ code }: { code: string }) => code)).not.toContain("not-used");
    const other = { ...rest, messages: [system("noon"), ...history(3, 9)], strategies: [strategy] };
    const anew = await (await postJson(compare, "/api/compress/compare", other)).json();
    expect(anew.warnings).toContainEqual(expect.objectContaining({ code: "state-not-used" }));
  });

  describe("a long state", () => {
    const LONG = Array.from({ length: 120 }, (_, n) => `line ${n}: src/file${n}.ts failed with E${n}`).join("\n");
    const calls = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => from + index).flatMap((n) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: `c${n}`, type: "function", function: { name: "bash", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: `c${n}`, content: `${n} ${LONG}` },
      ]) as unknown as Said[];
    const strategy = { id: "centagent-externalise", params: { headLines: 60, previewCharacters: 3000 } };
    const more = { strategy, target: undefined };
    const start = [{ role: "user", content: "Go" }, ...calls(0, 60)];
    const grown = [...start, { role: "user", content: "On" }, ...calls(60, 70), { role: "user", content: "And?" }];

    test("is stored here and referenced: the answer stays small, and the next call equals one with the full state", async () => {
      const [named, whole] = [await post(start, more), await post(start, { ...more, store: false })];
      expect(JSON.stringify(whole.state).length).toBeGreaterThan(100_000);
      expect(named.state).toEqual({ version: 1, cycle: 1, ref: expect.stringMatching(/^state_[0-9a-f]{64}$/) });
      const next = await post(grown, { ...more, state: named.state });
      const same = await post(grown, { ...more, state: whole.state });
      expect([next.status, codes(next)]).toEqual(["applied", codes(same)]);
      expect(next.messages).toEqual(same.messages);
      expect(next.messages.slice(0, named.messages.length - 1)).toEqual(named.messages.slice(0, -1));
      expect(next.state).toMatchObject({ cycle: 2, ref: expect.stringMatching(/^state_/) });
      const { strategy: _, target: __, ...rest } = body(grown, { state: named.state });
      const compared = await (await postJson(compare, "/api/x", { ...rest, strategies: [strategy] })).json();
      expect(compared.warnings.map(({ code }: { code: string }) => code)).not.toContain("state-not-used");
      expect(compared.results[0].stats.tokens_after).toBe(next.stats.tokens_after);
    });

    test("starts over with a warning if it is no longer stored; an invalid reference is refused", async () => {
      const gone = { version: 1, cycle: 1, ref: `state_${"0".repeat(64)}` };
      const fresh = await post(start, { ...more, state: gone });
      expect([fresh.status, codes(fresh)]).toEqual(["applied", ["state-not-used"]]);
      for (const ref of ["state_../../etc/passwd", "out_1", `state_${"A".repeat(64)}`]) {
        const refused = await postJson(compress, "/api/compress", body(start, { ...more, state: { ...gone, ref } }));
        expect(await readProblem(refused)).toMatchObject({ status: 422, code: "state-invalid" });
      }
    });
  });

  test("content that is protected now is not removed by an earlier state", async () => {
    const one = await post(FIRST);
    const answer = await post([...FIRST, ...MORE], {
      state: one.state,
      protect: { first: 2 },
      target: { tokens: 2500 },
    });
    expect(codes(answer)).toContain("state-not-used");
    expect(answer.messages).toContainEqual(FIRST[1]);
  });

  test("put-aside outputs stay put aside, with their earlier references", async () => {
    const call = (n: number) => [
      {
        role: "assistant",
        tool_calls: [{ id: `c${n}`, type: "function", function: { name: "bash", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: `c${n}`, content: `output ${n} ${WORDS.repeat(4)}` },
    ];
    const tools = { strategy: "centagent-externalise", target: undefined };
    const said = [{ role: "user", content: "look" }, ...call(1), ...call(2)] as unknown as Said[];
    const one = await post(said, tools);
    const two = await post([...said, ...call(3)] as Said[], { ...tools, state: one.state });
    expect(two.messages.slice(0, said.length)).toEqual(one.messages);
    const refs = (answer: Answer) => (answer as unknown as { refs: { id: string }[] }).refs.map(({ id }) => id);
    expect(refs(two).slice(0, 2)).toEqual(refs(one));
    expect(refs(two)).toHaveLength(3);
  });

  test.each([
    ["no state at all", { some: "thing" }],
    ["a text", "state"],
    ["another version", { version: 2, cycle: 1, messages: 0, digest: "", edits: [] }],
    ["an edit of no kind", { version: 1, cycle: 1, messages: 0, digest: "", edits: [{ op: "rewrite" }] }],
  ])("%s is a 422 with its path", async (_, state) => {
    const problem = await readProblem(await postJson(compress, "/api/compress", body(FIRST, { state })));
    expect(problem).toMatchObject({ status: 422, code: "state-invalid" });
    expect(JSON.stringify(problem.errors)).toContain("$.state");
  });

  test("a manipulated state never breaks a history: it is ignored or refused", async () => {
    const { state } = await post(FIRST);
    const edits = state?.edits ?? [];
    const cases = [
      [...edits, ...edits],
      [{ op: "drop", targets: ["nowhere"], reason: "x", step: "x", reversible: false }],
      edits.map((edit) => (edit.op === "insert" ? { ...edit, after: "nowhere" } : edit)),
      [
        {
          op: "replace",
          targets: ["m1.0"],
          produced: { id: "m2.0", type: "text", text: "taken" },
          reason: "x",
          step: "x",
          reversible: false,
        },
      ],
    ];
    for (const changed of cases) {
      const answer = await post([...FIRST, ...MORE], { state: { ...state, edits: changed } });
      expect([answer.status, codes(answer)]).toEqual(["applied", ["state-not-used"]]);
    }
  });

  test("a state that would break a pair is a 422, and an empty message is never sent", async () => {
    const call = { id: "c1", type: "function", function: { name: "bash", arguments: "{}" } };
    const said = [
      { role: "user", content: "look" },
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: `output ${WORDS.repeat(4)}` },
      { role: "assistant", content: "seen" },
    ] as unknown as Said[];
    const more = { strategy: "centagent-externalise", target: undefined };
    const { state } = await post(said, more);
    const account = { reason: "x", step: "x", reversible: false };
    const marked = { version: 1, cycle: 1, messages: state?.messages, digest: state?.digest };
    const send = (edit: object) =>
      postJson(
        compress,
        "/api/compress",
        body(said, { ...more, state: { ...marked, edits: [...(state?.edits ?? []), edit] } }),
      );
    const torn = await readProblem(await send({ op: "drop", targets: ["m1.call.0"], ...account }));
    expect(torn).toMatchObject({ status: 422, code: "invalid-result" });
    const message = { id: "new", role: "assistant", parts: [{ id: "new.0", type: "text", text: "" }] };
    const emptied: Answer = await (await send({ op: "insert", targets: [], after: "m0", message, ...account })).json();
    expect(emptied.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  });

  test("a dry run gives no state, and neither does a run without changes", async () => {
    expect((await post(FIRST, { dry_run: true })).state).toBeNull();
    expect((await post(FIRST.slice(0, 2), { target: { tokens: 100_000 } })).state).toBeNull();
  });
});
