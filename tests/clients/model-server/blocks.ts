import { asArray, asObject, asString, type JsonObject } from "@/lib/formats/json-fields";

/** The four protocols between clients and models. */
export type Wire = "anthropic" | "chat" | "responses" | "gemini";

/**
 * One piece of a prompt, in the order in which a provider caches it. `isMarked`: the request asks for caching up to
 * here.
 */
export type Block = {
  readonly kind: string;
  readonly text: string;
  readonly name?: string;
  readonly isMarked?: boolean;
  /** The block's tokens, if the text does not reveal them. */
  readonly tokens?: number;
  /** Images in a result; the text has a placeholder word for each. */
  readonly images?: number;
};

export const blocksOf = (wire: Wire, body: JsonObject): Block[] => READERS[wire](body);

const READERS: Readonly<Record<Wire, (body: JsonObject) => Block[]>> = {
  anthropic: (body) => [
    ...objects(body.tools).map(anthropicTool),
    ...texts(body.system)
      .filter(({ text }) => !IS_HEADER.test(`${text ?? ""}`))
      .map(systemBlock),
    ...objects(body.messages).flatMap(({ role, content }) => texts(content).map((part) => anthropicPart(role, part))),
  ],
  chat: (body) => [
    ...objects(body.tools).map((tool) => ({ kind: "tools", name: nameOf(tool.function), text: JSON.stringify(tool) })),
    ...objects(body.messages).flatMap(chatMessage),
  ],
  responses: (body) => [
    ...filled("system", asString(body.instructions)),
    ...objects(body.tools).map((tool) => ({ kind: "tools", name: nameOf(tool), text: JSON.stringify(tool) })),
    ...(typeof body.input === "string"
      ? [{ kind: "user", text: body.input }]
      : objects(body.input).flatMap(responsesItem)),
  ],
  gemini: (body) => [
    ...filled("system", geminiText(body.systemInstruction ?? body.system_instruction)),
    ...geminiTools(body).map((tool) => ({ kind: "tools", name: nameOf(tool), text: JSON.stringify(tool) })),
    ...objects(body.contents).flatMap(({ role, parts }) => objects(parts).map((part) => geminiPart(role, part))),
  ],
};

/** An attribution that Claude Code sends as a system text. The service does not cache it, and neither do we. */
const IS_HEADER = /^x-anthropic-billing-header/;

function anthropicTool({ cache_control, ...tool }: JsonObject): Block {
  return { kind: "tools", name: nameOf(tool), text: JSON.stringify(tool), isMarked: Boolean(cache_control) };
}

const systemBlock = ({ text, cache_control }: JsonObject): Block => ({
  kind: "system",
  text: `${text ?? ""}`,
  isMarked: Boolean(cache_control),
});

function anthropicPart(role: unknown, { cache_control, ...part }: JsonObject): Block {
  const isMarked = Boolean(cache_control);
  const { type } = part;
  if (type === "text") return { kind: kindOfRole(role), text: `${part.text}`, isMarked };
  if (type === "thinking") return { kind: "reasoning", text: `${part.thinking}`, isMarked };
  if (type === "tool_use")
    return { kind: "call", name: `${part.name}`, text: `${part.name}${JSON.stringify(part.input)}`, isMarked };
  if (type === "tool_result") {
    const images = texts(part.content).filter((block) => block.type === "image").length;
    return { kind: "result", text: joined(part.content, ""), isMarked, ...(images > 0 && { images }) };
  }
  return { kind: `other:${type}`, text: JSON.stringify(part), isMarked };
}

function chatMessage({ role, content, tool_calls, reasoning_content, reasoning }: JsonObject): Block[] {
  const text = joined(content, "\n");
  if (role === "system" || role === "developer") return [{ kind: "system", text }];
  if (role === "tool") return [{ kind: "result", text }];
  if (role !== "assistant") return [{ kind: isOnlyImages(content) ? "image" : "user", text }];
  return [
    ...filled("reasoning", asString(reasoning_content ?? reasoning)),
    ...filled("assistant", text),
    ...objects(tool_calls).map((call) => {
      const called = asObject(call.function) ?? {};
      return { kind: "call", name: nameOf(called), text: `${called.name}${called.arguments}` };
    }),
  ];
}

/** A client moves the images of a result into a separate message, because results have only text here. */
const isOnlyImages = (content: unknown): boolean =>
  Array.isArray(content) && content.length > 0 && objects(content).every(({ type }) => type === "image_url");

function responsesItem(item: JsonObject): Block[] {
  const type = asString(item.type) ?? "message";
  if (type === "message")
    return texts(item.content).map((part) => ({
      kind: kindOfRole(item.role),
      text: `${part.text ?? `[${part.type}]`}`,
    }));
  if (type === "reasoning")
    return [
      {
        kind: "reasoning",
        text: objects(item.summary)
          .map(({ text }) => text)
          .join("\n"),
      },
    ];
  if (type.endsWith("_output")) return [{ kind: "result", text: joined(item.output, "") }];
  if (type.endsWith("_call")) {
    const name = asString(item.name) ?? type;
    return [{ kind: "call", name, text: `${name}${item.arguments ?? item.input ?? JSON.stringify(item.action)}` }];
  }
  return [{ kind: `other:${type}`, text: JSON.stringify(item) }];
}

function geminiPart(role: unknown, part: JsonObject): Block {
  const call = asObject(part.functionCall);
  if (call) return { kind: "call", name: nameOf(call), text: `${call.name}${JSON.stringify(call.args)}` };
  const response = asObject(asObject(part.functionResponse)?.response);
  if (response) return { kind: "result", text: asText(response.output ?? response.error ?? response) };
  if (part.inlineData) return { kind: "image", text: JSON.stringify(part.inlineData), tokens: SMALL_IMAGE };
  if (part.thought) return { kind: "reasoning", text: `${part.text ?? ""}` };
  if (part.text !== undefined) return { kind: role === "model" ? "assistant" : "user", text: `${part.text}` };
  return { kind: "other", text: JSON.stringify(part) };
}

/** An image of up to 384 pixels, as Gemini counts it (ai.google.dev/gemini-api/docs/tokens, read on 24 November 2026). */
const SMALL_IMAGE = 258;

/** The functions of a Gemini request, which come in groups. */
export const geminiTools = ({ tools }: JsonObject): JsonObject[] =>
  objects(tools).flatMap((group) => objects(group.functionDeclarations ?? group.function_declarations));

/** The objects in a value that should be a list; empty if it is not a list. */
export const objects = (value: unknown): JsonObject[] =>
  (asArray(value) ?? []).map(asObject).filter((item) => item !== null);

/** A content that is a text or a list of parts, as parts. */
const texts = (value: unknown): JsonObject[] =>
  typeof value === "string" ? [{ type: "text", text: value }] : objects(value);

function joined(content: unknown, separator: string): string {
  if (typeof content === "string") return content;
  if (content !== null && !Array.isArray(content)) return JSON.stringify(content ?? "");
  return objects(content)
    .map(({ text, type }) => `${text ?? `[${type}]`}`)
    .join(separator);
}

const geminiText = (value: unknown): string | null =>
  typeof value === "string"
    ? value
    : objects(asObject(value)?.parts)
        .map(({ text }) => text ?? "")
        .join("\n");

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
const filled = (kind: string, text: string | null): Block[] => (text ? [{ kind, text }] : []);
const nameOf = (value: unknown): string => `${asObject(value)?.name ?? asObject(value)?.type ?? ""}`;
const kindOfRole = (role: unknown): string =>
  role === "assistant" ? "assistant" : role === "user" ? "user" : "system-message";
