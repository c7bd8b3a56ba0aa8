import { convertToModelMessages, generateText, type UIMessage } from "ai";
import { describe, expect, test } from "vitest";
import type { OpenCodeMessage } from "@/lib/library/opencode-messages";
import { WinnowPlugin } from "@/package/entries/opencode";
import { changesOf, pagesOf } from "../support/agent-loop";
import { draws, samples } from "../support/samples";
import { PROVIDERS, type ProviderName, ScriptedFetch } from "../support/scripted-provider";

/**
 * OpenCode sends its plugins' output through the AI SDK: its messages become UI messages, the SDK turns them into model
 * messages, and a provider package writes the body. The test checks the body that is sent.
 */
type Loop = {
  readonly steps: number;
  readonly lines: number;
  readonly pages: number;
  readonly window: number | null;
  readonly mostChanges: number;
};
type Hooks = Required<Awaited<ReturnType<typeof WinnowPlugin>>>;

/** So small that the oldest dialogue must be dropped, which a note reports. */
const SMALL: Loop = { steps: 40, lines: 7, pages: 1, window: 3_000, mostChanges: 4 };
/** With default settings a prompt is first cut at 100,000 to 500,000 tokens. */
const USUAL: Loop = { steps: 200, lines: 76, pages: 4, window: null, mostChanges: 30 };
const NAMES = Object.keys(PROVIDERS) as ProviderName[];
const SESSION = "ses_1";

const prompt = (modelID: string): OpenCodeMessage => ({
  info: { id: "msg_u", sessionID: SESSION, role: "user", model: { providerID: "any", modelID } } as never,
  parts: [{ id: "msg_u.0", type: "text", text: "Go through all steps." }],
});

const step = (at: number, output: string): OpenCodeMessage => ({
  info: { id: `msg_${at}`, sessionID: SESSION, role: "assistant" },
  parts: [
    { id: `msg_${at}.0`, type: "step-start" },
    {
      id: `msg_${at}.1`,
      type: "tool",
      callID: `call_${at}`,
      tool: "bash",
      state: {
        status: "completed",
        input: { command: `work ${at}` },
        output,
        time: { start: at },
      },
    },
    { id: `msg_${at}.2`, type: "step-finish" },
  ],
});

/** Converts texts and finished tools like OpenCode's toModelMessages (packages/opencode, session/message-v2). */
const toModelMessages = (messages: readonly OpenCodeMessage[]) =>
  convertToModelMessages(
    messages.map(
      ({ info, parts }): UIMessage => ({
        id: info.id,
        role: info.role as UIMessage["role"],
        parts: parts.flatMap((part): UIMessage["parts"] => {
          if (part.type === "text") return [{ type: "text", text: part.text ?? "" }];
          if (part.type === "step-start") return [{ type: "step-start" }];
          if (part.type !== "tool") return [];
          const { input, output } = part.state ?? {};
          const toolCallId = part.callID ?? "";
          return [{ type: `tool-${part.tool}`, state: "output-available", toolCallId, input, output }];
        }),
      }),
    ),
    {
      tools: {
        bash: { toModelOutput: ({ output }: { output: string }) => ({ type: "text", value: output }) } as never,
      },
    },
  );

async function loop(name: ProviderName, { steps, lines, pages, window }: Loop) {
  const provider = PROVIDERS[name];
  const script = new ScriptedFetch(provider, 0);
  const hooks = (await WinnowPlugin({}, { compress: true, ...(window && { window, reserve: 200 }) })) as Hooks;
  await hooks["experimental.chat.system.transform"]({ sessionID: SESSION }, { system: ["You are an agent."] });
  const model = provider.open(script.fetch);
  const history = [prompt(provider.model)];
  const newestMissing: number[] = [];
  for (let at = 0; at <= steps; at += 1) {
    const output = pagesOf(at, pages, lines);
    if (at > 0) history.push(step(at, output));
    const messages = [...history];
    await hooks["experimental.chat.messages.transform"]({}, { messages });
    await generateText({ model, maxRetries: 0, messages: await toModelMessages(messages) });
    if (at > 0 && !script.texts.has(output)) newestMissing.push(at);
  }
  return { script, newestMissing };
}

async function expectSound(name: ProviderName, settings: Loop, added: string): Promise<void> {
  const { script, newestMissing } = await loop(name, settings);
  expect(script.prompts.length).toBe(settings.steps + 1);
  expect(script.faults).toEqual([]);
  expect(newestMissing).toEqual([]);
  expect(script.texts.has("Go through all steps.")).toBe(true);
  expect([...script.texts].some((text) => text.startsWith(added))).toBe(true);
  const changes = changesOf(script.prompts).length;
  expect(changes).toBeGreaterThan(0);
  expect(changes).toBeLessThanOrEqual(settings.mostChanges);
}

describe("OpenCode sends the conversation as the plugin changed it", () => {
  test.each(samples<readonly ProviderName[]>(["anthropic", "google"], NAMES))("%s, a small window", (name) =>
    expectSound(name, SMALL, "[Context note"),
  );

  test.each(samples<readonly ProviderName[]>([], draws<readonly ProviderName[]>(["anthropic"], NAMES)))(
    "%s, with default settings",
    (name) => expectSound(name, USUAL, "["),
  );
});
