import { generateText, isStepCount, tool } from "ai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "@/lib/formats/json-fields";
import { changesOf, pagesOf } from "../support/agent-loop";
import { newClient } from "../support/mcp-calls";
import { connectToRoute } from "../support/mcp-route";
import { ROUTE_CALLS } from "../support/route-calls";
import { draws, samples } from "../support/samples";
import { PROVIDERS, type ProviderName, ScriptedFetch } from "../support/scripted-provider";
import { startTestServer } from "../support/test-server";

/**
 * Tests the routes and the MCP tool where a client uses them: between a published provider package and its provider.
 * Each request has the entire history; the test checks the body that is sent.
 */
type Route = keyof typeof ROUTE_CALLS;
type Case = { readonly route: Route; readonly name: ProviderName };
type Loop = {
  readonly steps: number;
  readonly lines: number;
  readonly most: number | null;
  readonly mostChanges: number;
};

/** So small that the oldest dialogue must be dropped, which a note reports. */
const SMALL: Loop = { steps: 60, lines: 7, most: 5_000, mostChanges: 2 };
/** With default settings a prompt is first cut at 100,000 tokens, and at most five of 100 requests change. */
const USUAL: Loop = { steps: 200, lines: 76, most: null, mostChanges: 10 };

/** The tool answers in pages, and compresses again for each. */
const PAGED: Loop = { ...USUAL, steps: 120 };
const usualOf = (route: Route): Loop => (route === "the MCP tool compress" ? PAGED : USUAL);

const ROUTES = Object.keys(ROUTE_CALLS) as Route[];
const NAMES = (Object.keys(PROVIDERS) as ProviderName[]).filter((name) => name !== "a v3 model");
/** headroom's route only accepts a conversation under the key `messages`. */
const ALL: readonly Case[] = ROUTES.flatMap((route) => NAMES.map((name) => ({ route, name }))).filter(
  ({ route, name }) => route !== "POST /v1/compress" || !["openai responses", "google"].includes(name),
);
/** context-guru's route has no size parameter. */
const SIZED = ALL.filter(({ route }) => route !== "POST /compact");
/** Covers each route and each provider at least once. */
const EACH_ONCE: readonly Case[] = [
  { route: "POST /api/compress", name: "openai responses" },
  { route: "POST /compact", name: "google" },
  { route: "POST /compact", name: "openai-compatible" },
  { route: "POST /v1/compress", name: "anthropic" },
  { route: "the MCP tool compress", name: "openai chat" },
];

startTestServer();
const client = newClient();
beforeAll(() => connectToRoute(client));
afterAll(() => client.close());

async function loop({ route, name }: Case, { steps, lines, most }: Loop) {
  const provider = PROVIDERS[name];
  const script = new ScriptedFetch(provider, steps);
  const newestMissing: number[] = [];
  const throughRoute: typeof fetch = async (address, init) => {
    const body = JSON.parse(String(init?.body)) as JsonObject;
    const smaller = await ROUTE_CALLS[route]({ body, model: provider.model, most }, client);
    const answer = await script.fetch(address, { ...init, body: JSON.stringify(smaller) });
    const step = script.prompts.length - 1;
    if (step > 0 && !script.texts.has(pagesOf(step, 1, lines))) newestMissing.push(step);
    return answer;
  };
  const bash = tool({
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => pagesOf(Number(command.split(" ")[1]), 1, lines),
  });
  const { text } = await generateText({
    model: provider.open(throughRoute),
    tools: { bash },
    stopWhen: isStepCount(steps + 5),
    maxRetries: 0,
    prompt: "Go through all steps.",
  });
  return { script, newestMissing, text };
}

function expectSound(
  { script, newestMissing, text }: Awaited<ReturnType<typeof loop>>,
  { steps, mostChanges }: Loop,
  added: string,
): void {
  expect([script.prompts.length, text]).toEqual([steps + 1, "Done."]);
  expect(script.faults).toEqual([]);
  expect(newestMissing).toEqual([]);
  expect(script.texts.has("Go through all steps.")).toBe(true);
  expect([...script.texts].some((one) => one.startsWith(added))).toBe(true);
  const changes = changesOf(script.prompts).length;
  expect(changes).toBeGreaterThan(0);
  expect(changes).toBeLessThanOrEqual(mostChanges);
}

describe("what is removed or added is sent that way", () => {
  test.each(
    samples(
      SIZED.filter(({ name }) => name === "anthropic" || name === "google"),
      SIZED,
    ),
  )("$route, $name, a small size", async (given) => expectSound(await loop(given, SMALL), SMALL, "[Context note"));

  test.each(samples<readonly Case[]>([], draws(EACH_ONCE, ALL)))(
    "$route, $name, with default settings",
    async (given) =>
      expectSound(await loop(given, usualOf(given.route)), usualOf(given.route), "[output put aside as "),
  );
});
