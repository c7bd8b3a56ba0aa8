import type { LanguageModel } from "ai";
import { aiSdk } from "@/lib/formats/ai-sdk";
import type { Tokenizer } from "@/lib/tokenizers/tokenizer";

type Prompt = readonly { readonly role: string; readonly content: unknown }[];

/** What a scripted model received, request by request. */
export type SentLog = {
  /** Each message of the prompt as JSON. */
  readonly prompts: (readonly string[])[];
  /** Structural rules that a prompt broke, for which a provider would refuse it. */
  readonly invalid: string[];
  /** Tokens of each prompt and of its messages. */
  readonly tokens: number[];
  readonly sizes: (readonly number[])[];
};

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/**
 * A model that calls the tool `work` in each step and then answers. Before answering, it reads back the first put-aside
 * output with `get_tool_output`. Its answer is that output's first line, or the first line of the first result of
 * `work` if none was put aside.
 */
export function scriptedModel(
  steps: number,
  tokenizer: Tokenizer,
): { readonly model: LanguageModel; readonly log: SentLog } {
  const log: SentLog = { prompts: [], invalid: [], tokens: [], sizes: [] };
  let step = 0;
  const known = new Map<string, number>();
  const counted = (text: string, message: Prompt[number]): number => {
    const tokens = known.get(text) ?? tokensOf(message, tokenizer);
    known.set(text, tokens);
    return tokens;
  };
  const doGenerate = async ({ prompt }: { readonly prompt: Prompt }) => {
    const messages = prompt.map((message) => JSON.stringify(message));
    log.prompts.push(messages);
    log.invalid.push(
      ...aiSdk.validate({ messages: prompt }).map(({ message }) => `request ${log.prompts.length}: ${message}`),
    );
    const sizes = prompt.map((message, at) => counted(messages[at] ?? "", message));
    log.sizes.push(sizes);
    log.tokens.push(sizes.reduce((sum, tokens) => sum + tokens, 0));
    step += 1;
    const answer = replyTo(prompt, step, steps);
    return {
      content: [answer],
      finishReason: { unified: answer.type === "text" ? "stop" : "tool-calls", raw: undefined },
      usage,
      warnings: [],
    };
  };
  const model = {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate,
    doStream: doGenerate,
  };
  return { model: model as unknown as LanguageModel, log };
}

/** The tokens of a message: each text is tokenized separately, and the counts are added. */
function tokensOf(message: Prompt[number], tokenizer: Tokenizer): number {
  if (typeof message.content === "string") return tokenizer.count(message.content);
  const items = message.content as {
    text?: string;
    toolName?: string;
    input?: unknown;
    output?: { value?: unknown };
  }[];
  return items.reduce((sum, { text, toolName, input, output }) => {
    const said = text ?? (output ? String(output.value) : `${toolName} ${JSON.stringify(input)}`);
    return sum + tokenizer.count(said);
  }, 0);
}

function replyTo(prompt: Prompt, step: number, steps: number) {
  const call = (toolName: string, input: object) =>
    ({ type: "tool-call", toolCallId: `call_${step}`, toolName, input: JSON.stringify(input) }) as const;
  if (step <= steps) return call("work", { step });
  const first = resultsOf(prompt, "work")[0] ?? "";
  const fetched = resultsOf(prompt, "get_tool_output").at(-1);
  const reference = /out_[0-9a-f]{24}/.exec(first)?.[0];
  if (reference && fetched === undefined) return call("get_tool_output", { id: reference, start: 1, end: 1 });
  return { type: "text", text: (fetched ?? first).split("\n")[0] ?? "" } as const;
}

function resultsOf(prompt: Prompt, tool: string): string[] {
  const items = prompt.flatMap(({ role, content }) =>
    role === "tool" ? (content as { toolName: string; output: { value: unknown } }[]) : [],
  );
  return items.filter(({ toolName }) => toolName === tool).map(({ output }) => String(output.value));
}
