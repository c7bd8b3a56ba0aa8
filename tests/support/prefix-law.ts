import { compressRequest } from "@/lib/compress/compress-request";
import { KnownMessages } from "@/lib/compress/known-messages";
import type { Conversation, Message } from "@/lib/conversation/message";
import { CODECS, type Codec } from "@/lib/formats";
import { growthOf } from "./growing-conversation";
import { plainSurroundings } from "./plain-surroundings";

/** The five shapes of a body, each with a model and the key of its list. */
export const BODIES = [
  { format: "openai-chat", model: "gpt-4o", key: "messages" },
  { format: "openai-responses", model: "gpt-5", key: "input" },
  { format: "anthropic", model: "claude-sonnet-4-5", key: "messages" },
  { format: "gemini", model: "gemini-2.5-pro", key: "contents" },
  { format: "ai-sdk", model: "gpt-4o", key: "messages" },
] as const;
export type BodyShape = (typeof BODIES)[number];

export type Growth = {
  readonly steps: number;
  /** The indexes of these requests. */
  readonly answered: readonly number[];
  /** Steps whose prompt does not begin with the previous step's entire prompt. */
  readonly changes: number;
  /** The ones among them that the answer does not declare. */
  readonly undeclared: number;
  readonly declaredInVain: number;
  /** Tokens of all prompts, before and after compression. */
  readonly before: number;
  readonly after: number;
  /** Cost of the prompts in input tokens: an already sent prefix is read at a tenth, the rest is written at 1.25. */
  readonly cost: number;
  readonly refused: number;
  readonly over: number;
  /** The prompt to send at the last step. */
  readonly prompt: readonly string[];
};

type Settings = Readonly<Record<string, unknown>>;
export type Way = {
  readonly keepsState?: boolean;
  readonly remembers?: boolean;
  readonly most?: number;
  readonly only?: readonly number[];
};
type Answer = {
  readonly stats: { readonly tokens_before: number; readonly tokens_after: number };
  readonly state: unknown;
  readonly prefix: { readonly changed: boolean | null };
};

/** Sends a history in full at each of its requests, or at some, and compares each prompt with the previous step's. */
export async function grow(
  history: Conversation,
  { format, model, key }: BodyShape,
  settings: Settings,
  { keepsState = false, remembers = true, most = Number.POSITIVE_INFINITY, only }: Way = {},
): Promise<Growth> {
  const codec = CODECS.find(({ id }) => id === format) as Codec;
  const plain = plainSurroundings().surroundings;
  const surroundings = remembers ? { ...plain, known: new KnownMessages() } : plain;
  const requests = growthOf(history).filter(({ messages }) => messages.at(-1)?.role !== "assistant");
  const sum = {
    steps: 0,
    changes: 0,
    undeclared: 0,
    declaredInVain: 0,
    before: 0,
    after: 0,
    cost: 0,
    refused: 0,
    over: 0,
  };
  let [last, state] = [null as readonly string[] | null, null as unknown];
  const answered: number[] = [];
  for (const [at, request] of requests.entries()) {
    if (only && !only.includes(at)) continue;
    const sent = JSON.parse(JSON.stringify(codec.encode(request)));
    const body = { ...sent, winnow: { format, ...settings, ...(keepsState && state !== null && { state }) }, model };
    const made = await compressRequest(body, {}, surroundings);
    if (!made.ok || made.value.answer === null) {
      sum.refused += 1;
      continue;
    }
    const { winnow, ...next } = JSON.parse(JSON.stringify(made.value.answer)) as { winnow: Answer } & Settings;
    state = winnow.state;
    const list = (next[key] as readonly unknown[]).map((message) => JSON.stringify(message));
    const prompt = [JSON.stringify([next.system, next.systemInstruction, next.instructions]), ...list];
    const isChanged = last?.some((message, at) => message !== prompt[at]) ?? false;
    const isDeclared = winnow.prefix.changed ?? false;
    sum.steps += 1;
    answered.push(at);
    sum.changes += Number(isChanged);
    sum.undeclared += Number(isChanged && !isDeclared);
    sum.declaredInVain += Number(!isChanged && isDeclared && (last !== null || at === 0));
    sum.before += winnow.stats.tokens_before;
    sum.after += winnow.stats.tokens_after;
    sum.over += Number(winnow.stats.tokens_after > most);
    const same = prompt.findIndex((message, at) => message !== last?.[at]);
    const sizes = prompt.map((message) => message.length);
    const total = sizes.reduce((all, size) => all + size, 0);
    const read =
      last === null ? 0 : sizes.slice(0, same < 0 ? sizes.length : same).reduce((all, size) => all + size, 0);
    sum.cost += (winnow.stats.tokens_after * (0.1 * read + 1.25 * (total - read))) / total;
    last = prompt;
  }
  return { ...sum, answered, prompt: last ?? [] };
}

/** A coding agent's session: files are read, edited and read again, tests run, and a few messages are typed. */
export function steadySession(steps: number, lines = 60): Conversation {
  const messages: Message[] = [];
  const say = (role: Message["role"], text: string) => {
    const id = `m${messages.length}`;
    messages.push({ id, role, parts: [{ id: `${id}.0`, type: "text", text }] });
  };
  say("user", "Make all the tests of this project pass.");
  for (let step = 0; step < steps; step += 1) {
    if (step % 25 === 24) {
      say("assistant", `Part ${step} is done: ${"the value is written where it is read. ".repeat(6)}`);
      say("user", `Go on with part ${step + 1}.`);
    }
    const toolCallId = `c${step}`;
    const file = `src/part${(step * 7) % 31}.ts`;
    const use = step % 5;
    const [toolName, input] =
      use === 2
        ? ["bash", { command: "npm test" }]
        : use === 4
          ? ["Edit", { file_path: file, old_string: `const a${step}`, new_string: `const b${step}` }]
          : ["Read", { file_path: file }];
    const size = use === 4 ? 1 : 3 + ((step * 37) % (2 * lines));
    const text = Array.from({ length: size }, (_, n) => `const value_${step}_${n} = ${step * 7919 + n};`).join("\n");
    const id = `m${messages.length}`;
    messages.push(
      {
        id,
        role: "assistant",
        parts: [
          { id: `${id}.0`, type: "text", text: `Now step ${step}: ${"I look at what it does. ".repeat(4)}` },
          { id: `${id}.1`, type: "tool-call", toolCallId, toolName: toolName as string, input: input as never },
        ],
      },
      {
        id: `m${messages.length + 1}`,
        role: "tool",
        parts: [
          {
            id: `m${messages.length + 1}.0`,
            type: "tool-result",
            toolCallId,
            toolName: toolName as string,
            isError: false,
            output: [{ type: "text", text }],
          },
        ],
      },
    );
  }
  return { tools: [], messages };
}

/** How `winnow` and the other presets of the law are called. */
export const MODES: readonly { readonly name: string; readonly settings: Settings; readonly most?: number }[] = [
  { name: "nothing set", settings: {} },
  { name: "target 30,000", settings: { target: { tokens: 30_000 } }, most: 30_000 },
  { name: "trigger 40,000, drain 20,000", settings: { trigger: { tokens: 40_000 }, drain: { tokens: 20_000 } } },
  { name: "window 50,000", settings: { context_window: 50_000, reserve: 4_000 }, most: 46_000 },
  { name: "window 30,000", settings: { context_window: 30_000, reserve: 4_000 }, most: 26_000 },
  {
    name: "own trigger 40,000 and floor 20,000",
    settings: { strategy: { id: "winnow", params: { trigger: 40_000, floor: 20_000 } } },
  },
];
