import { describe, expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { compress, jsonText, type KeptText, Problem, parseJson } from "@/package/entries/index";
import { apiRoute } from "../support/api-route";
import { randomBody } from "../support/random-bodies";
import { draws } from "../support/samples";
import { postBytes, startTestServer } from "../support/test-server";

const route = apiRoute("POST /api/compress");

startTestServer();

const BODIES = draws(60, 1_000);

/** Fields that differ between two calls of the same route: the id, the time, and the duration. */
const lasting = (text: string): string =>
  text
    .replace(/"id":"cmp_[0-9a-f-]+"/, '"id":""')
    .replace(/"created_at":"[^"]+"/, '"created_at":""')
    .replace(/"ms":\d+/, '"ms":0');

async function byLibrary(text: string): Promise<string> {
  try {
    const answer = await compress(parseJson(text) as Record<string, unknown>, { outputs: new Map<string, KeptText>() });
    return lasting(jsonText(answer));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return JSON.stringify([error.status, error.code, error.detail, error.options.errors ?? []]);
  }
}

async function byRoute(text: string): Promise<string> {
  const response = await postBytes(route, text, { "content-type": "application/json" }, "/api/compress");
  const answer = await response.text();
  if (response.ok) return lasting(answer);
  const { status, code, detail, errors } = JSON.parse(answer);
  return JSON.stringify([status, code, detail, errors]);
}

describe("the library and the route", () => {
  test(`give the same bytes for ${BODIES} random bodies`, async () => {
    const formats = new Set<string>();
    let applied = 0;
    let refused = 0;
    for (let seed = 0; seed < BODIES; seed += 1) {
      const text = JSON.stringify(randomBody(seed));
      const [own, routed] = await Promise.all([byLibrary(text), byRoute(text)]);
      expect(own, `body ${seed}`).toBe(routed);
      const format = /"format":"([a-z-]+)"/.exec(own)?.[1];
      if (format) formats.add(format);
      if (/"status":"applied"/.test(own)) applied += 1;
      if (own.startsWith("[")) refused += 1;
    }
    expect([...formats].sort()).toEqual(CODECS.map(({ id }) => id).sort());
    // The bodies are a meaningful test: many are changed, and some are refused.
    expect(applied).toBeGreaterThan(BODIES / 6);
    expect(refused).toBeGreaterThan(BODIES / 50);
  });
});
