import fc from "fast-check";
import { expect } from "vitest";
import { Problem } from "@/lib/api/problem";
import type { Conversation } from "@/lib/conversation/message";
import { CODECS, type Codec } from "@/lib/formats";
import { compressTask } from "@/lib/server/workers/compress-task";
import { STRATEGIES } from "@/lib/strategies";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { growthOf } from "./growing-conversation";
import { smallRecipe } from "./small-params";

/** The presets that run without a model, with parameters that make them act on short histories. */
export const WITHOUT_MODEL: readonly { readonly name: string; readonly recipe: Recipe }[] = STRATEGIES.filter(
  ({ needsModel }) => !needsModel,
).map(({ id }) => ({ name: id, recipe: smallRecipe(id) }));

/** The formats in which clients send an entire history of messages, each with a model of its provider. */
export const SHAPES = [
  { format: "openai-chat", model: "gpt-4o" },
  { format: "anthropic", model: "claude-sonnet-4-5" },
] as const;
export type Shape = (typeof SHAPES)[number];

export type CycleCount = { cycles: number; changed: number };
/** A conversation as in a body. Anthropic's system prompt, which may contain a summary, is outside the messages. */
type Sent = { readonly system?: unknown; readonly messages: readonly unknown[] };
/** `sent` is null if the request was refused. */
type Answer = { readonly status: string; readonly sent: Sent | null; readonly state: unknown };

/** What makes a strategy act: force, a ceiling, or its own trigger in a small window. */
const pressure = fc.oneof(
  fc.constant({ force: true }),
  fc.constantFrom(0.4, 0.7).map((fraction) => ({ target: { fraction } })),
  fc.constantFrom(1_200, 2_500).map((context_window) => ({ context_window, reserve: 200 })),
);

/** How a client calls: it compresses after every few requests. */
export const calls = (shape: Shape) =>
  fc.record({ shape: fc.constant(shape), pressure, every: fc.integer({ min: 1, max: 5 }) });
export type Call = { shape: Shape; pressure: object; every: number };

/**
 * The promise of `state`, for one growing history: a client that sends its entire history with the previous state gets
 * the same as a client that keeps the compressed history and appends what is new.
 */
export async function checkState(recipe: Recipe, call: Call, history: Conversation, count: CycleCount): Promise<void> {
  let kept: Sent = { messages: [] };
  let state: unknown = null;
  let seen = 0;
  for (const sent of cyclesOf(history, call)) {
    const grown = { ...kept, messages: [...kept.messages, ...sent.slice(seen)] };
    const own = await compress(recipe, call, { messages: sent }, state);
    const same = await compress(recipe, call, grown, null);
    expect(own.sent ?? own.status).toEqual(same.sent ?? same.status);
    count.cycles += 1;
    count.changed += Number(same.status === "applied");
    kept = same.sent ?? grown;
    if (own.sent) state = own.state;
    seen = sent.length;
  }
}

/** The entire history as sent in each cycle, in the format's shape. */
function cyclesOf(history: Conversation, { shape: { format }, every }: Call): readonly (readonly unknown[])[] {
  const codec = CODECS.find(({ id }) => id === format) as Codec;
  const requests = growthOf(history).filter(({ messages }) => messages.at(-1)?.role !== "assistant");
  return requests
    .filter((_, index) => index % every === every - 1)
    .map((request) => (codec.encode(request) as { messages: unknown[] }).messages);
}

/** If the target is unreachable, both clients get the same failure and send their history unchanged. */
const REFUSALS = ["budget-unachievable", "strategy-failed"];

async function compress(strategy: Recipe, call: Call, sent: Sent, state: unknown): Promise<Answer> {
  const body = { ...call.shape, ...call.pressure, ...sent, strategy, state, store: false };
  try {
    const { json } = await compressTask({ body: Buffer.from(JSON.stringify(body)) });
    const { status, system, messages, state: next } = JSON.parse(json);
    return { status, sent: { ...(system !== undefined && { system }), messages }, state: next };
  } catch (error) {
    if (error instanceof Problem && REFUSALS.includes(error.code)) return { status: error.code, sent: null, state };
    throw error;
  }
}
