import { createParser, parseAsArrayOf } from "nuqs/server";
import { describe, expect, test } from "vitest";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { ARTICLE_EXAMPLES, exampleRequest, findExample } from "@/lib/example/articles";
import type { ArticleExample } from "@/lib/example/articles/article-example";
import { findStrategy } from "@/lib/strategies";
import { ownLossPrice } from "@/lib/view-models/compare/own-loss-price";
import { toRecommendation } from "@/lib/view-models/compare/recommendation";
import { decodeChoice, encodeChoice } from "@/lib/view-models/compare/strategy-choice";
import { apiRoute } from "../../support/api-route";
import { postJson, readProblem, send, startTestServer } from "../../support/test-server";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const open = apiRoute("POST /api/examples/{id}");
const list = apiRoute("GET /api/examples");
const readRequests = apiRoute("GET /api/sessions/{id}/requests");
const show = apiRoute("GET /api/sessions/{id}");

startTestServer();

const sessions = new Map<string, Promise<string>>();

/** The example's session; imported once. */
function sessionOf(id: string): Promise<string> {
  const known = sessions.get(id) ?? importOf(id).then(({ files }) => files[0]?.sessions[0] ?? "");
  sessions.set(id, known);
  return known;
}

async function importOf(id: string): Promise<{ files: { sessions: string[]; duplicate: boolean; error: unknown }[] }> {
  return (await send(open, `/api/examples/${id}`, { method: "POST", params: { id } })).json();
}

type Message = { role: string; content: unknown; tool_calls?: { id: string }[]; tool_call_id?: string };
type Compressed = {
  status: string;
  messages: Message[];
  warnings?: { code: string; message: string }[];
  stats: { tokens_before: number; tokens_after: number; trigger: { fired: boolean } | null };
};

async function requestsOf(session: string): Promise<RequestRow[]> {
  const answer = await send(readRequests, `/api/sessions/${session}/requests`, { params: { id: session } });
  return ((await answer.json()) as { requests: RequestRow[] }).requests;
}

const fullestRequest = async (session: string): Promise<RequestRow> =>
  (await requestsOf(session)).reduce((most, row) => (row.prompt_tokens > most.prompt_tokens ? row : most));

/** Compare's price of a lost fact for the example. */
const lossPriceOf = async (id: string): Promise<number> =>
  ownLossPrice(await requestsOf(await sessionOf(id)), null)?.amount ?? Number.NaN;

/** What the Compare page sends for one of the example's strategies. */
async function compressed(id: string, position = 0): Promise<Compressed> {
  const example = findExample(id) as ArticleExample;
  const session = await sessionOf(id);
  const strategy = example.strategies[position];
  const response = await postJson(compress, "/api/compress", {
    session: { id: session, number: exampleRequest(example) },
    strategy: { id: strategy?.id, ...(strategy?.params && { params: strategy.params }) },
    ...(example.force && { force: true }),
    summarizer: "extractive",
    format: "openai-chat",
  });
  return response.json();
}

/** What Compare shows for the example, without strategies that need a provider. */
async function comparison(id: string): Promise<CompareAnswer> {
  const example = findExample(id) as ArticleExample;
  const response = await postJson(compare, "/api/compress/compare", {
    session: { id: await sessionOf(id), number: exampleRequest(example) },
    strategies: example.strategies.filter((strategy) => strategy.id !== "opaque"),
    ...(example.force && { force: true }),
    include: ["evaluation", "provenance"],
    summarizer: "extractive",
  });
  return response.json();
}

const textOf = ({ content }: Message): string =>
  typeof content === "string" ? content : JSON.stringify(content ?? "");
const textsOf = ({ messages }: Compressed) => messages.map(textOf);

const asCompareReads = parseAsArrayOf(createParser({ parse: decodeChoice, serialize: encodeChoice }));

describe("the menu", () => {
  test("lists every example once, with existing strategies and a link that Compare can read", async () => {
    const { groups } = (await (await send(list, "/api/examples")).json()) as {
      groups: { examples: { id: string; compare: string }[] }[];
    };
    const entries = groups.flatMap(({ examples }) => examples);
    expect(entries.map(({ id }) => id).sort()).toEqual(ARTICLE_EXAMPLES.map(({ id }) => id).sort());
    for (const { id, compare } of entries) {
      const chosen = asCompareReads.parse(new URLSearchParams(compare).get("s") ?? "") ?? [];
      expect(chosen.map((choice) => ({ id: choice.id, params: choice.params }))).toEqual(
        findExample(id)?.strategies.map((strategy) => ({ id: strategy.id, params: strategy.params ?? {} })),
      );
      for (const choice of chosen) expect(findStrategy(choice.id)).not.toBeNull();
    }
  });

  test.each(ARTICLE_EXAMPLES.map(({ id }) => id))("%s is imported once, as a separate session", async (id) => {
    const session = await sessionOf(id);
    expect(session).not.toBe("");
    const [again] = (await importOf(id)).files;
    expect(again).toMatchObject({ duplicate: true, error: null, sessions: [session] });
    const summary = await (await send(show, `/api/sessions/${session}`, { params: { id: session } })).json();
    expect(summary.counts.responses).toBeGreaterThan(0);
  });

  test("an unknown example is not found", async () => {
    const answer = await send(open, "/api/examples/nope", { method: "POST", params: { id: "nope" } });
    expect(await readProblem(answer)).toMatchObject({ status: 404, code: "no-such-example" });
  });
});

describe("what Compare shows for each", () => {
  test.each(ARTICLE_EXAMPLES.map(({ id }) => id))("%s has a cost, a loss and a verdict", async (id) => {
    const answer = await comparison(id);
    const changed = answer.results.filter(({ status }) => status === "applied");
    expect(changed.length).toBeGreaterThan(0);
    for (const { cache, evaluation } of changed.filter((result) => result.evaluation?.validity.valid)) {
      expect(cache.net_cost_after_10_requests).not.toBeNull();
      expect(evaluation?.hindsight?.recall).not.toBeUndefined();
    }
    const isByRule = answer.results.map(({ strategy }) => findStrategy(strategy.id)?.summarises === true);
    const { chip, sentence } = toRecommendation(answer, {
      goal: "balanced",
      price: await lossPriceOf(id),
      horizon: 10,
      isByRule,
    });
    expect([chip, sentence]).not.toContain("no verdict");
  });
});

describe("the stated results", () => {
  test("Roo's window keeps [1, 4, 5, 6, 7] of seven messages", async () => {
    expect(textsOf(await compressed("roo-window")).map((text) => text.slice(0, 1))).toEqual(["1", "4", "5", "6", "7"]);
  });

  test("Continue drops the empty message and the oldest dialogue, and keeps the system message and the last call", async () => {
    const result = await compressed("continue-prune");
    expect(result.status).toBe("applied");
    const texts = textsOf(result);
    expect(texts[0]).toContain("careful reviewer");
    expect(texts.some((text) => text.startsWith("u1") || text.startsWith("a1"))).toBe(false);
    expect(texts.some((text) => text.startsWith("u2"))).toBe(true);
    expect(result.messages.at(-1)).toMatchObject({ role: "tool", tool_call_id: "c1" });
    expect(result.messages.at(-2)?.tool_calls?.[0]?.id).toBe("c1");
  });

  test("above 94 % of 200,000 tokens, Claude Code folds everything read into one message that says to continue", async () => {
    const session = await sessionOf("claude-fold");
    const { prompt_tokens } = await fullestRequest(session);
    expect(prompt_tokens).toBeGreaterThan(188_000);
    expect(prompt_tokens).toBeLessThan(200_000);
    const result = await compressed("claude-fold");
    expect(result).toMatchObject({ status: "applied", stats: { trigger: { fired: true } } });
    const [summary, pending, ...others] = textsOf(result);
    expect(summary).toContain("without asking the user");
    expect(pending).toBe("Do that, part by part.");
    expect(others).toEqual([]);
  });

  test("132,848 tokens do not fit into 131,072, and fit after compression", async () => {
    const session = await sessionOf("overflow");
    expect((await fullestRequest(session)).prompt_tokens).toBe(132_848);
    const { window } = await (await send(show, `/api/sessions/${session}`, { params: { id: session } })).json();
    expect(window.peak_tokens).toBe(132_848);
    expect(window.peak_fraction).toBeCloseTo(132_848 / 131_072, 10);
    const result = await compressed("overflow");
    expect(result).toMatchObject({ status: "applied", stats: { trigger: { fired: true } } });
    expect(result.stats.tokens_after).toBeLessThan(131_072);
  });

  test("the anchored summary of the 401 example keeps error, files and decision", async () => {
    const text = textsOf(await compressed("redis-401")).join("\n");
    for (const fact of ["401", "/api/auth/login", "Redis", "src/config/redis.ts"]) expect(text).toContain(fact);
  });

  test("a good summary answers what the original error was, a poor one does not, and Compare distinguishes them", async () => {
    const facts = ["401", "/api/auth/login", "Redis", "session.service.ts", "2 fail"];
    const kept = async (position: number) => {
      const text = textsOf(await compressed("redis-401-answers", position)).join("\n");
      return facts.filter((fact) => text.includes(fact));
    };
    expect(await kept(0)).toEqual(facts);
    expect(await kept(1)).toEqual([]);
    const [good, poor] = (await comparison("redis-401-answers")).results;
    const share = (result = good) => result?.evaluation?.hindsight?.recall ?? 0;
    expect(share(good)).toBeGreaterThan(share(poor) + 0.5);
    const { sentence } = toRecommendation(await comparison("redis-401-answers"), {
      goal: "balanced",
      price: await lossPriceOf("redis-401-answers"),
      horizon: 10,
      isByRule: [false, false],
    });
    expect(sentence.replaceAll(/\s/g, " ")).toContain(
      `saves ${((good?.stats.saved_fraction ?? 0) * 100).toFixed(1)} %`,
    );
    for (const family of ["recall", "artifact", "continuation", "decision"])
      expect(good?.evaluation?.probes?.some((probe) => probe.family === family && probe.after)).toBe(true);
    const stands = (result = good) => result?.evaluation?.probes?.filter(({ after }) => after).length ?? 0;
    expect(stands(good)).toBeGreaterThan(stands(poor));
  });

  test("an example's earlier id still opens it", async () => {
    expect(findExample("redis-401-poor")?.id).toBe("redis-401-answers");
  });

  test("an anchored summary keeps the newest messages, a regenerated one keeps the entire last turn", async () => {
    for (const position of [0, 1]) {
      const result = await compressed("anchored", position);
      expect(result.status).toBe("applied");
      expect(textsOf(result).at(-1)).toContain("Fix those next");
    }
  });

  test("Manus keeps path and error, and puts the content of older files aside", async () => {
    const texts = textsOf(await compressed("manus-file"));
    expect(texts.filter((text) => text.includes("Content left out"))).toHaveLength(4);
    expect(texts.join("\n")).toContain("reports/quarter-1.md");
    expect(texts.some((text) => text.includes("FileNotFoundError"))).toBe(true);
    expect(texts.at(-1)).toContain("quarter 6");
  });

  test("an instruction to /compact is followed as far as rules allow, and the error stays", async () => {
    const wished = await compressed("compact-wishes");
    expect(wished.warnings?.map(({ code }) => code)).toContain("instructions-by-rule");
    expect(textsOf(wished).join("\n")).toMatch(/stale/);
    expect((await compressed("compact-wishes", 1)).warnings).toEqual([]);
  });

  test("a todo.md written by a tool is the last message", async () => {
    const last = textsOf(await compressed("recitation")).at(-1);
    expect(last).toMatch(/- \[x\] copy the tables\n- \[ \] switch the addresses\n- \[ \] watch the log$/);
  });

  test("12,001 characters exceed a budget of 12,000, one less does not", async () => {
    const result = await compressed("budget");
    expect(result).toMatchObject({ status: "applied", stats: { trigger: { fired: true, value: 12_001 } } });
    expect(textsOf(result).join("\n")).toContain("Tool output dropped");
  });

  test("CentAgent keeps the last 50 of 200 lines, and a reference", async () => {
    const [, , output = ""] = textsOf(await compressed("put-aside"));
    expect(output).toContain("200 lines");
    expect(output).toMatch(/out_[0-9a-f]+/);
    expect(output).toContain("200 warming entry 200");
    expect(output).toContain("151 warming entry 151");
    expect(output).not.toContain("150 warming entry 150");
  });

  test("Kilo keeps a complete pair, drops an orphan with one warning, and never splits a pair", async () => {
    const whole = await compressed("kilo-whole-pair");
    expect(textsOf(whole)[0]).toBe("Say what settings.json says.");
    expect(textsOf(whole)).not.toContain("May I read it?");
    expect(whole.messages.at(-1)).toMatchObject({ role: "tool", tool_call_id: "tool_1" });
    const orphan = await compressed("kilo-orphan");
    expect(textsOf(orphan)).toEqual(["Go on with settings.json."]);
    expect(orphan.warnings?.filter(({ code }) => code === "orphan-result-dropped")).toHaveLength(1);
    const cut = await compressed("kilo-cut");
    expect(textsOf(cut).join("\n")).not.toContain("Read the settings and say");
    expect(cut.messages.find(({ role }) => role === "tool")?.tool_call_id).toBe("tool_1");
    expect(cut.messages.find(({ tool_calls }) => tool_calls)?.tool_calls?.[0]?.id).toBe("tool_1");
  });

  test("masking keeps the newest outputs, every call and every word", async () => {
    const { messages } = await compressed("masking");
    const outputs = messages.filter(({ role }) => role === "tool").map(textOf);
    expect(outputs).toHaveLength(8);
    expect(outputs.filter((text) => text.includes("price"))).toHaveLength(3);
    expect(messages.filter(({ tool_calls }) => tool_calls)).toHaveLength(8);
  });
});
