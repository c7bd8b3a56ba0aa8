import { generateText, isStepCount, type ModelMessage, tool, wrapLanguageModel } from "ai";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { CompressorEvent, CompressorOptions } from "@/lib/library/conversation-compressor";
import { createWinnow } from "@/package/entries/ai-sdk";
import { changesOf, pagesOf } from "../support/agent-loop";
import { draws, samples } from "../support/samples";
import { PROVIDERS, type ProviderName, ScriptedFetch, type ScriptedProvider } from "../support/scripted-provider";

/**
 * Tests the AI SDK integration through its published provider packages, by the body that is sent. A converter may
 * refuse, or silently lose, what the SDK's own types allow.
 */
type Loop = CompressorOptions & {
  readonly steps: number;
  readonly lines: number;
  readonly pages: number;
  /** How often what had been sent may change. Dialogue is dropped in small pieces. */
  readonly mostChanges: number;
};

/** So small that the oldest dialogue must be dropped, which a separate note reports. */
const SMALL: Loop = { window: 3_000, reserve: 200, steps: 40, lines: 7, pages: 1, mostChanges: 4 };
const LARGER: Loop = { window: 12_000, reserve: 2_000, steps: 200, lines: 76, pages: 1, mostChanges: 50 };
/** With default settings a prompt is first cut at 100,000 to 500,000 tokens. */
const USUAL: Loop = { steps: 200, lines: 76, pages: 4, mostChanges: 30 };
const NAMES = Object.keys(PROVIDERS) as ProviderName[];
const opening: ModelMessage[] = [{ role: "user", content: "Go through all steps." }];

type Way = "middleware" | "prepareStep";

async function loop(name: ProviderName, way: Way, { steps, lines, pages, mostChanges, ...options }: Loop) {
  const provider: ScriptedProvider = PROVIDERS[name];
  /** What was to be sent, and what of it was not sent. */
  let wanted: readonly object[] = [];
  const lost: string[] = [];
  const script = new ScriptedFetch(provider, steps, () => {
    lost.push(...wanted.flatMap(textsOf).filter((text) => !script.texts.has(text)));
  });
  const events: CompressorEvent[] = [];
  const winnow = createWinnow({ model: provider.model, ...options, onEvent: (event) => events.push(event) });
  const bash = tool({
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => pagesOf(Number(command.split(" ")[1]), pages, lines),
  });
  const model = provider.open(script.fetch);
  const transformParams: typeof winnow.middleware.transformParams = async (given) => {
    const params = (await winnow.middleware.transformParams?.(given)) ?? given.params;
    wanted = params.prompt;
    return params;
  };
  const prepareStep: typeof winnow.prepareStep = async (given) => {
    const prepared = await winnow.prepareStep(given);
    wanted = prepared?.messages ?? [];
    return prepared;
  };
  await generateText({
    model:
      way === "middleware"
        ? wrapLanguageModel({ model, middleware: { ...winnow.middleware, transformParams } })
        : model,
    tools: { bash, ...winnow.tools },
    stopWhen: isStepCount(steps + 5),
    maxRetries: 0,
    messages: opening,
    ...(way === "prepareStep" && { prepareStep }),
  });
  return { script, events, lost, steps, mostChanges };
}

/** The texts of a message and the outputs of its tools. */
function textsOf(message: object): string[] {
  const { content } = message as { readonly content: unknown };
  if (typeof content === "string") return [content];
  return (content as { text?: string; output?: { value?: unknown } }[]).flatMap(({ text, output }) =>
    [text, output?.value].filter((value): value is string => typeof value === "string"),
  );
}

function expectSound({ script, events, lost, steps, mostChanges }: Awaited<ReturnType<typeof loop>>): void {
  expect(script.prompts.length).toBe(steps + 1);
  expect(script.faults).toEqual([]);
  expect(lost).toEqual([]);
  const changes = changesOf(script.prompts);
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.length).toBeLessThanOrEqual(mostChanges);
  expect(events.filter(({ type }) => type !== "compressed")).toEqual([]);
  const declared = events.map(({ step }) => step);
  for (const { step } of changes) expect(declared).toContain(step);
}

const hasNote = ({ script }: Awaited<ReturnType<typeof loop>>): boolean =>
  [...script.texts].some((text) => text.startsWith("[Context note"));

/** `prepareStep` with one provider; its messages pass through the SDK's own conversion. */
const WAYS: readonly (readonly [Way, readonly ProviderName[]])[] = [
  ["middleware", NAMES],
  ["prepareStep", draws<readonly ProviderName[]>(["anthropic"], NAMES)],
];

describe.each(WAYS)("%s", (way, names) => {
  test.each(names)("%s, a small window: what is removed or added is sent that way", async (name) => {
    const run = await loop(name, way, SMALL);
    expectSound(run);
    expect(hasNote(run)).toBe(true);
  });

  test.each(draws<readonly ProviderName[]>([], names))("%s, a larger window", async (name) => {
    const run = await loop(name, way, LARGER);
    expectSound(run);
    expect(hasNote(run)).toBe(true);
  });

  test.each(samples<readonly ProviderName[]>([], names))("%s, with default settings", async (name) =>
    expectSound(await loop(name, way, USUAL)),
  );
});
