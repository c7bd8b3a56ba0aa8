import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel, wrapLanguageModel } from "ai";
import { anthropic } from "@/lib/formats/anthropic";
import type { Codec } from "@/lib/formats/codec";
import { gemini } from "@/lib/formats/gemini";
import { asArray, asObject, type JsonObject } from "@/lib/formats/json-fields";
import { openaiChat } from "@/lib/formats/openai-chat";
import { openaiResponses } from "@/lib/formats/openai-responses";

type Model = Exclude<LanguageModel, string> & Parameters<typeof wrapLanguageModel>[0]["model"];
type Call = { readonly id: string; readonly step: number } | null;

/** A provider as used by its published package: the model's name, the shape of its bodies, and its answers. */
export type ScriptedProvider = {
  readonly model: string;
  readonly codec: Codec;
  readonly open: (fetch: typeof globalThis.fetch) => Model;
  /** An answer that calls the tool `bash`, or ends the work. */
  readonly answer: (call: Call) => object;
};

const chatAnswer = (call: Call): object => ({
  id: answerId(call),
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [
    {
      index: 0,
      finish_reason: call ? "tool_calls" : "stop",
      message: call
        ? {
            role: "assistant",
            content: null,
            tool_calls: [
              { id: call.id, type: "function", function: { name: "bash", arguments: JSON.stringify(inputOf(call)) } },
            ],
          }
        : { role: "assistant", content: "Done." },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/** All different, because LangGraph replaces a message by one with the same id. */
const answerId = (call: Call): string => `answer_${call?.step ?? "last"}`;

const inputOf = ({ step }: NonNullable<Call>) => ({ command: `work ${step}` });

/** The provider packages published by the AI SDK, and a model of its previous specification. */
export const PROVIDERS = {
  "openai chat": {
    model: "gpt-5",
    codec: openaiChat,
    open: (fetch) => createOpenAI({ apiKey: "none", fetch }).chat("gpt-5"),
    answer: chatAnswer,
  },
  "openai responses": {
    model: "gpt-5",
    codec: openaiResponses,
    open: (fetch) => createOpenAI({ apiKey: "none", fetch }).responses("gpt-5"),
    answer: (call) => ({
      id: answerId(call),
      object: "response",
      created_at: 1,
      model: "m",
      status: "completed",
      output: call
        ? [
            {
              type: "function_call",
              id: `fc_${call.id}`,
              call_id: call.id,
              name: "bash",
              arguments: JSON.stringify(inputOf(call)),
              status: "completed",
            },
          ]
        : [
            {
              type: "message",
              id: "m1",
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text: "Done.", annotations: [] }],
            },
          ],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    }),
  },
  anthropic: {
    model: "claude-sonnet-4-5",
    codec: anthropic,
    open: (fetch) => createAnthropic({ apiKey: "none", fetch })("claude-sonnet-4-5"),
    answer: (call) => ({
      id: answerId(call),
      type: "message",
      role: "assistant",
      model: "m",
      content: call
        ? [{ type: "tool_use", id: `toolu_${call.id}`, name: "bash", input: inputOf(call) }]
        : [{ type: "text", text: "Done." }],
      stop_reason: call ? "tool_use" : "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  },
  google: {
    model: "gemini-2.5-pro",
    codec: gemini,
    open: (fetch) => createGoogleGenerativeAI({ apiKey: "none", fetch })("gemini-2.5-pro"),
    answer: (call) => ({
      candidates: [
        {
          content: {
            role: "model",
            parts: call ? [{ functionCall: { name: "bash", args: inputOf(call) } }] : [{ text: "Done." }],
          },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    }),
  },
  "openai-compatible": {
    model: "gpt-5",
    codec: openaiChat,
    open: (fetch) =>
      createOpenAICompatible({ name: "own", baseURL: "http://127.0.0.1:9/v1", apiKey: "none", fetch })("m"),
    answer: chatAnswer,
  },
  "a v3 model": {
    model: "gpt-5",
    codec: openaiChat,
    open: (fetch) => asVersion3(createOpenAI({ apiKey: "none", fetch }).chat("gpt-5")),
    answer: chatAnswer,
  },
} satisfies Readonly<Record<string, ScriptedProvider>>;

export type ProviderName = keyof typeof PROVIDERS;

/** The model under the previous specification, for which the AI SDK converts prompts. */
function asVersion3(model: Model): Model {
  const old = { ...(model as object), specificationVersion: "v3", provider: "old", modelId: "old", supportedUrls: {} };
  const generate = (options: { prompt: readonly { content: unknown }[] }) =>
    (model as unknown as { doGenerate: (options: object) => unknown }).doGenerate(options);
  return { ...old, doGenerate: generate, doStream: generate } as unknown as Model;
}

/** What was sent: the messages of each request as text, the rules that a body broke, and all texts of the last one. */
export class ScriptedFetch {
  readonly prompts: string[][] = [];
  readonly faults: string[] = [];
  texts: ReadonlySet<string> = new Set();
  private readonly known = new Map<string, string>();

  /** `onSent` is called for each sent request. */
  constructor(
    private readonly provider: ScriptedProvider,
    private readonly steps: number,
    private readonly onSent: () => void = () => {},
  ) {}

  readonly fetch: typeof globalThis.fetch = async (_, init) => {
    const body = JSON.parse(String(init?.body)) as JsonObject;
    const messages = messagesOf(body);
    this.prompts.push(messages.map((message) => this.sameText(JSON.stringify(message))));
    this.texts = new Set(stringsIn(body));
    const step = this.prompts.length;
    const broken = this.provider.codec.validate(body).map(({ message }) => message);
    const empty = messages.filter(isEmpty).map((message) => `nothing in ${JSON.stringify(message)}`);
    this.faults.push(...[...broken, ...empty].map((fault) => `request ${step}: ${fault}`));
    this.onSent();
    return Response.json(this.provider.answer(step > this.steps ? null : { id: `call_${step}`, step }));
  };

  /** Shares equal strings, because otherwise each request would hold the entire history again. */
  private sameText(text: string): string {
    const known = this.known.get(text) ?? text;
    this.known.set(known, known);
    return known;
  }
}

const messagesOf = (body: JsonObject): readonly JsonObject[] =>
  (asArray(body.messages) ?? asArray(body.input) ?? asArray(body.contents) ?? []).map((item) => asObject(item) ?? {});

/** Providers refuse a message without content, unless it calls tools. */
function isEmpty(message: JsonObject): boolean {
  if (asArray(message.tool_calls)?.length) return false;
  const content = message.content ?? message.parts;
  return (Array.isArray(content) && content.length === 0) || content === "";
}

/** All strings in a value, at any depth. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
