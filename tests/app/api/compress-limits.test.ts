import { describe, expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import { apiRoute } from "../../support/api-route";
import { samples } from "../../support/samples";
import { postJson, readProblem, startTestServer } from "../../support/test-server";

const compress = apiRoute("POST /api/compress");
const count = apiRoute("POST /api/tokens");

startTestServer();

type Said = Record<string, unknown>;
const LINES = Array.from({ length: 30 }, (_, n) => `src/part${n}.ts: value ${n} was not what ${n} expects`).join("\n");
const TOOLS = [
  {
    type: "function",
    function: {
      name: "bash",
      description: "Runs a command.",
      parameters: { type: "object", properties: { command: { type: "string" } } },
    },
  },
];

/** Adds one request: a call with its output, and now and then a typed message. */
const step = (n: number): Said[] => [
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id: `c${n}`, type: "function", function: { name: "bash", arguments: `{"command":"test ${n}"}` } }],
  },
  { role: "tool", tool_call_id: `c${n}`, content: `run ${n}\n${LINES}` },
  ...(n % 4 === 3
    ? [
        { role: "assistant", content: `Part ${n} is done.` },
        { role: "user", content: `Now ${n}.` },
      ]
    : []),
];
const session = (steps: number): Said[] => [
  { role: "user", content: "Make the tests pass." },
  ...Array.from({ length: steps }, (_, n) => step(n)).flat(),
  { role: "user", content: "Go on." },
];
const chat = (messages: Said[], more: object = {}) => ({
  format: "openai-chat",
  model: "gpt-5",
  messages,
  tools: TOOLS,
  ...more,
});

async function send(body: object) {
  const answer = await postJson(compress, "/api/compress", body);
  return answer.ok
    ? { ok: true as const, body: await answer.json() }
    : { ok: false as const, problem: await readProblem(answer) };
}
async function promptOf(body: object): Promise<number> {
  const { counts } = await (await postJson(count, "/api/tokens", body)).json();
  return counts[0].prompt.tokens;
}
const bestOf = (problem: unknown) => (problem as { best_achievable_tokens: number }).best_achievable_tokens;

describe("a target limits the prompt as counted by /api/tokens", () => {
  test.each([700, 1500, 3000])("%i tokens, including frames and tools", async (tokens) => {
    const small = Array.from({ length: 160 }, (_, n) => ({ role: n % 2 ? "assistant" : "user", content: `word ${n}` }));
    for (const messages of [session(12), small]) {
      const { ok, body } = await send(chat(messages, { target: { tokens }, strategy: "openai-truncation-auto" }));
      expect(ok).toBe(true);
      expect(await promptOf(chat(body.messages))).toBeLessThanOrEqual(tokens);
    }
  });

  test("a share refers to the entire prompt", async () => {
    const whole = await promptOf(chat(session(12)));
    const { body } = await send(chat(session(12), { target: { fraction: 0.5 } }));
    expect(await promptOf(chat(body.messages))).toBeLessThanOrEqual(whole / 2);
  });

  const rules = STRATEGIES.filter(({ needsModel }) => !needsModel);

  test("every preset accepts the smallest limit from its own refusal", async () => {
    const refused: string[] = [];
    for (const { id } of samples(
      rules.filter((_, index) => index % 3 === 0),
      rules,
    )) {
      for (const tokens of [1, 400]) {
        const body = chat(session(9), { strategy: id, target: { tokens } });
        const first = await send(body);
        if (first.ok || first.problem.code !== "budget-unachievable") continue;
        refused.push(id);
        const again = await send({ ...body, target: { tokens: bestOf(first.problem) } });
        expect(again.ok, `${id} at ${tokens}`).toBe(true);
        if (again.ok) expect(await promptOf(chat(again.body.messages))).toBeLessThanOrEqual(bestOf(first.problem));
      }
    }
    expect(new Set(refused).size).toBeGreaterThan(samples(6, 20));
  }, 120_000);
});

describe("trigger and drain", () => {
  /** Prompts of a growing session whose client sends its own history and the previous state. */
  async function grow(limits: object) {
    let state: unknown = null;
    const sent: Said[][] = [];
    for (let steps = 6; steps <= 30; steps += 1) {
      const { ok, body } = await send(
        chat(session(steps).slice(0, -1), { strategy: "fixed-threshold", state, ...limits }),
      );
      expect(ok).toBe(true);
      state = body.state;
      sent.push(body.messages);
    }
    const breaks = sent.slice(1).filter((messages, at) => {
      const before = sent[at] as Said[];
      return JSON.stringify(messages.slice(0, before.length)) !== JSON.stringify(before);
    });
    return { sent, breaks: breaks.length };
  }

  test("a growing history keeps its prefix more often than with a flat target, and never exceeds the trigger", async () => {
    const flat = await grow({ target: { tokens: 6000 } });
    const drained = await grow({ trigger: { tokens: 6000 }, drain: { tokens: 3000 } });
    expect(drained.breaks).toBeGreaterThan(0);
    expect(drained.breaks * 2).toBeLessThanOrEqual(flat.breaks);
    for (const messages of drained.sent) expect(await promptOf(chat(messages))).toBeLessThanOrEqual(6000);
  });

  test("below the trigger nothing is done, and the answer explains why; force compresses to the drain", async () => {
    const limits = { trigger: { tokens: 50_000 }, drain: { tokens: 2500 } };
    const waiting = await send(chat(session(9), limits));
    expect(waiting.body).toMatchObject({
      status: "noop",
      stats: { trigger: { fired: false, rule: "prompt >= trigger", limit: 50_000 } },
    });
    const forced = await send(chat(session(9), { ...limits, force: true }));
    expect(await promptOf(chat(forced.body.messages))).toBeLessThanOrEqual(2500);
    expect(forced.body.stats.trigger).toMatchObject({
      fired: false,
      rule: "prompt >= trigger",
      limit: 50_000,
      forced: true,
    });
  });

  test.each(["winnow", "claude-code"])("%s: the trigger that fired is named with its numbers", async (strategy) => {
    const limits = { trigger: { tokens: 3000 }, drain: { tokens: 2500 }, strategy, summarizer: "extractive" };
    // `winnow` measures its own result of the previous request; other strategies measure the entire history as sent.
    const sent = strategy === "winnow" ? session(6) : session(20);
    const { body } = await send(chat(sent, limits));
    const value = await promptOf(chat(sent));
    expect(body.stats.trigger).toEqual({ fired: true, rule: "prompt >= trigger", value, limit: 3000 });
  });

  test("the answer repeats the target as given, and reports that a forced strategy always runs", async () => {
    const limits = { target: { tokens: 3000 }, summarizer: "extractive" };
    const byTarget = await send(chat(session(20), { ...limits, strategy: "claude-code" }));
    const value = await promptOf(chat(session(20)));
    expect(byTarget.body.stats.trigger).toEqual({ fired: true, rule: "prompt > target", value, limit: 3000 });
    expect(
      (await send(chat(session(20), { ...limits, strategy: "manus", force: true }))).body.stats.trigger,
    ).toMatchObject({
      rule: "always",
    });
  });

  test("fractions refer to the window", async () => {
    const limits = { context_window: 8000, trigger: { fraction: 0.5 }, drain: { fraction: 0.25 } };
    expect((await send(chat(session(4), limits))).body.status).toBe("noop");
    const { body } = await send(chat(session(20), limits));
    expect(body.status).toBe("applied");
    // Between the previous request's drain and the trigger.
    expect(await promptOf(chat(body.messages))).toBeLessThan(4000);
    const forced = await send(chat(session(20), { ...limits, force: true }));
    expect(await promptOf(chat(forced.body.messages))).toBeLessThanOrEqual(2000);
  });

  test.each([
    ["a trigger alone", { trigger: { tokens: 100 } }, "$.drain"],
    ["a drain alone", { drain: { tokens: 100 } }, "$.trigger"],
    ["a target beside them", { target: { tokens: 9 }, trigger: { tokens: 100 }, drain: { tokens: 50 } }, "$.target"],
    ["a drain that is not below", { trigger: { tokens: 100 }, drain: { tokens: 100 } }, "$.drain"],
    [
      "a share of an unknown window",
      { model: undefined, trigger: { fraction: 0.8 }, drain: { fraction: 0.5 } },
      "$.drain",
    ],
  ])("%s is a 422 with its path", async (_, limits, pointer) => {
    const answer = await send({ ...chat(session(2)), ...limits });
    expect(answer.ok ? answer.body : answer.problem).toMatchObject({ status: 422, errors: [{ pointer }] });
  });
});
