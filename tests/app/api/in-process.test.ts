import { describe, expect, test } from "vitest";
import type { CallResult } from "@/lib/compress/call";
import { compareRequest } from "@/lib/compress/compare-request";
import { compressRequest } from "@/lib/compress/compress-request";
import { evaluateRequest } from "@/lib/compress/evaluate-request";
import { apiRoute } from "../../support/api-route";
import { plainSurroundings } from "../../support/plain-surroundings";
import { postJson, startTestServer } from "../../support/test-server";
import { BODIES } from "../../support/wire-bodies";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const evaluate = apiRoute("POST /api/evaluate");

/** A program that calls the pure functions gets the same answers as from the routes. */

startTestServer();

type Json = Readonly<Record<string, unknown>>;

/** Fields that differ between two calls of the same route: the id, the time, and how long it took. */
const OF_THE_CALL = new Set(["id", "created_at"]);
const lasting = (answer: Json): Json =>
  JSON.parse(
    JSON.stringify(
      Object.fromEntries(Object.entries(answer).filter(([name]) => !OF_THE_CALL.has(name))),
      (name, value) => (name === "ms" ? undefined : value),
    ),
  );

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

function answerOf(result: CallResult): Json {
  if (!result.ok) throw result.error;
  expect(result.value.needs).toBeNull();
  return asJson(result.value.answer);
}

const SAID = { model: "gpt-5", context_window: 20_000, include: ["edits", "evaluation"] };

/** Strategies that edit, put aside and summarise; each format has one of them. */
const KINDS = ["winnow", "centagent-externalise", "factory-anchored"];
const CASES = Object.entries(BODIES).map(
  ([format, sent], index) => [format, sent, KINDS[index % KINDS.length]] as const,
);

describe.each(CASES)("%s", (_, sent, strategy) => {
  test(`${strategy}, in process and by the route`, async () => {
    const body = { ...sent, ...SAID, strategy, force: true };
    const { surroundings, kept } = plainSurroundings();
    const own = answerOf(await compressRequest(asJson(body), {}, surroundings));
    const routed = await (await postJson(compress, "/api/compress", body)).json();
    expect(own.status).toBe("applied");
    expect(lasting(own)).toEqual(lasting(routed));
    const refs = own.refs as readonly { readonly id: string }[];
    expect([...kept.keys()].filter((id) => id.startsWith("out_")).sort()).toEqual(refs.map(({ id }) => id).sort());
  });

  test("the next call continues the state, in process and by the route", async () => {
    const { surroundings } = plainSurroundings();
    const body = { ...sent, ...SAID, strategy: "centagent-externalise", force: true };
    const first = answerOf(await compressRequest(asJson(body), {}, surroundings));
    const again = { ...body, state: first.state };
    const own = answerOf(await compressRequest(asJson(again), {}, surroundings));
    const routed = await (await postJson(compress, "/api/compress", again)).json();
    expect(lasting(own)).toEqual(lasting(routed));
    expect((own.warnings as readonly Json[]).map(({ code }) => code)).not.toContain("state-not-used");
  });

  test("a comparison, in process and by the route", async () => {
    const body = { ...sent, ...SAID, strategies: ["winnow", "no-such-strategy"] };
    const own = answerOf(await compareRequest(asJson(body), {}, plainSurroundings().surroundings));
    expect(lasting(own)).toEqual(lasting(await (await postJson(compare, "/api/compress/compare", body)).json()));
  });

  test("an evaluation, in process and by the route", async () => {
    const body = { original: sent, strategy: "swe-agent-last-n", force: true };
    const own = await evaluateRequest(asJson(body), plainSurroundings().surroundings);
    expect(own.ok && asJson(own.value.answer)).toEqual(await (await postJson(evaluate, "/api/evaluate", body)).json());
  });
});

test("the route's refusals are values in process, with the same status, code and places", async () => {
  const orphan = { messages: [{ role: "tool", tool_call_id: "gone", content: "x" }], strategy: "no-such-strategy" };
  const own = await compressRequest(orphan, {}, plainSurroundings().surroundings);
  const response = await postJson(compress, "/api/compress", orphan);
  const { code, errors } = await response.json();
  expect(own.ok).toBe(false);
  if (own.ok) return;
  expect([own.error.status, own.error.code, own.error.options.errors]).toEqual([response.status, code, errors]);
});
