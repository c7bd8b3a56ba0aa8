import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type CompressorEvent, type WinnowOptions, winnowMiddleware } from "@/package/entries/langchain";
import { changesOf, pagesOf } from "../support/agent-loop";
import { draws, samples } from "../support/samples";
import { PROVIDERS, ScriptedFetch } from "../support/scripted-provider";

/** Checks the request bodies that LangChain's own provider packages send, after their conversion. */
const MODELS = {
  "openai chat": (fetch) => new ChatOpenAI({ model: "gpt-5", ...openai(fetch), useResponsesApi: false }),
  "openai responses": (fetch) => new ChatOpenAI({ model: "gpt-5", ...openai(fetch), useResponsesApi: true }),
  anthropic: (fetch) =>
    new ChatAnthropic({ model: "claude-sonnet-4-5", apiKey: "none", maxRetries: 0, clientOptions: { fetch } }),
} satisfies Partial<Record<keyof typeof PROVIDERS, (fetch: typeof globalThis.fetch) => BaseChatModel>>;

const openai = (fetch: typeof globalThis.fetch) => ({ apiKey: "none", maxRetries: 0, configuration: { fetch } });

type Name = keyof typeof MODELS;
const NAMES = Object.keys(MODELS) as Name[];

type Loop = WinnowOptions & {
  readonly steps: number;
  readonly lines: number;
  readonly pages: number;
  readonly maxChanges: number;
  /** Whether dialogue is dropped, which a note reports. */
  readonly hasNote: boolean;
};

/** Small enough that the oldest dialogue is dropped; a separate note reports that. */
const SMALL: Loop = { window: 3_000, reserve: 200, steps: 40, lines: 7, pages: 1, maxChanges: 4, hasNote: true };
const LARGER: Loop = { window: 12_000, reserve: 2_000, steps: 200, lines: 76, pages: 1, maxChanges: 50, hasNote: true };
/** With default settings a prompt is first cut at 100,000 to 500,000 tokens. */
const USUAL: Loop = { steps: 200, lines: 76, pages: 4, maxChanges: 30, hasNote: false };

async function loop(name: Name, { steps, lines, pages, maxChanges, hasNote, ...options }: Loop) {
  const provider = PROVIDERS[name];
  const script = new ScriptedFetch(provider, steps);
  const events: CompressorEvent[] = [];
  const bash = tool(async ({ command }: { command: string }) => pagesOf(Number(command.split(" ")[1]), pages, lines), {
    name: "bash",
    description: "Runs a command.",
    schema: z.object({ command: z.string() }),
  });
  const winnow = winnowMiddleware({ model: provider.model, ...options, onEvent: (event) => events.push(event) });
  const agent = createAgent({ model: MODELS[name](script.fetch), tools: [bash], middleware: [winnow] });
  const { messages } = await agent.invoke(
    { messages: [{ role: "user", content: "Go through all steps." }] },
    { recursionLimit: 10 * steps },
  );
  return { script, events, messages, steps, maxChanges, hasNote };
}

describe.each(NAMES)("%s", (name) => {
  test.each([
    ["a small window", SMALL],
    ...draws<[string, Loop][]>([], [["a larger window", LARGER]]),
    ...samples<[string, Loop][]>([], [["settings that nobody changed", USUAL]]),
  ] as const)("%s: what is removed or added is sent that way", async (_, settings) => {
    const { script, events, messages, steps, maxChanges, hasNote } = await loop(name, settings);
    expect(script.prompts.length).toBe(steps + 1);
    expect(script.faults).toEqual([]);
    expect([...script.texts].some((text) => text.startsWith("[Context note"))).toBe(hasNote);
    expect(events.filter(({ type }) => type !== "compressed")).toEqual([]);
    const changes = changesOf(script.prompts);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.length).toBeLessThanOrEqual(maxChanges);
    const declared = events.map(({ step }) => step);
    for (const { step } of changes) expect(declared).toContain(step);
    expect(messages.at(-1)?.text).toBe("Done.");
  });
});
