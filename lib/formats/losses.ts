import type { Conversation, Message } from "../conversation/message";
import { type FilePart, type Part, type Provider, signatureFor } from "../conversation/part";
import { isReadableFile } from "./anthropic/readable-file";
import type { WireFormat } from "./wire-context";

/** What happens to a part that a format cannot contain unchanged. */
export type LossCode =
  | "reasoning-dropped"
  | "signature-dropped"
  | "item-dropped"
  | "file-named"
  | "input-wrapped"
  | "system-as-user";

export type Loss = { readonly code: LossCode; readonly partId: string; readonly message: number };

export const LOSS_TEXTS: Readonly<Record<LossCode, string>> = {
  "reasoning-dropped":
    "reasoning that only its own provider can read, or that the format has no place for, is left out",
  "signature-dropped": "signatures of another provider are left out; the text stays",
  "item-dropped": "items of another provider (its own tools, compaction, references) are left out",
  "file-named": "files are only named in a line of text, because the format takes none",
  "input-wrapped": "arguments that are not a JSON object are put under `input`",
  "system-as-user": "system messages in the middle of the history become user messages",
};

/** The provider whose signatures and items a format can contain. The AI SDK's formats can contain any provider's. */
const PROVIDER: Readonly<Record<WireFormat, Provider | "any">> = {
  "openai-chat": "openai",
  "openai-responses": "openai",
  anthropic: "anthropic",
  gemini: "google",
  "ai-sdk": "any",
};

/** What `encode` would lose when writing another format. Each part is listed at most once per code. */
export function lossesOf({ messages }: Conversation, to: WireFormat): Loss[] {
  const firstSaid = messages.findIndex(({ role }) => role !== "system");
  return messages.flatMap((message, index) =>
    message.parts.flatMap((part) => {
      const isLateSystem = message.role === "system" && firstSaid !== -1 && index > firstSaid;
      const codes = [...partLosses(part, message, to), ...(isLateSystem ? lateSystem(to) : [])];
      return codes.map((code) => ({ code, partId: part.id, message: index }));
    }),
  );
}

const lateSystem = (to: WireFormat): LossCode[] =>
  to === "openai-chat" || to === "openai-responses" ? [] : ["system-as-user"];

function partLosses(part: Part, { role }: Message, to: WireFormat): LossCode[] {
  switch (part.type) {
    case "reasoning":
      return reasoningLosses(part, to);
    case "text":
      return foreignSignature(part, to);
    case "tool-call":
      return [...foreignSignature(part, to), ...wrappedInput(part, to)];
    case "tool-result":
      return part.output.some((block) => block.type === "file" && !takesResultFile(block, to)) ? ["file-named"] : [];
    case "file":
      return (role === "assistant" && to !== "gemini" && to !== "ai-sdk") || !takesFile(part, to) ? ["file-named"] : [];
    case "opaque":
      return part.provider === PROVIDER[to] && to !== "openai-chat" ? [] : ["item-dropped"];
    default:
      return part satisfies never;
  }
}

function reasoningLosses(part: Part & { type: "reasoning" }, to: WireFormat): LossCode[] {
  if (to === "ai-sdk") return part.signature !== undefined && part.provider === undefined ? ["signature-dropped"] : [];
  if (to === "gemini") {
    if (part.text === "") return ["reasoning-dropped"];
    return part.signature !== undefined && part.provider !== "google" ? ["signature-dropped"] : [];
  }
  if (to === "openai-chat") return ["reasoning-dropped"];
  const isOwn = signatureFor(to === "anthropic" ? "anthropic" : "openai", part) !== undefined;
  const isRedacted = to === "anthropic" && part.provider === "anthropic" && part.redactedData !== undefined;
  return isOwn || isRedacted ? [] : ["reasoning-dropped"];
}

const foreignSignature = (part: Part & { type: "text" | "tool-call" }, to: WireFormat): LossCode[] =>
  part.signature === undefined || PROVIDER[to] === "any" || PROVIDER[to] === part.provider ? [] : ["signature-dropped"];

function wrappedInput({ input }: Part & { type: "tool-call" }, to: WireFormat): LossCode[] {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return isObject || to === "ai-sdk" || (to === "openai-responses" && typeof input === "string")
    ? []
    : ["input-wrapped"];
}

type File = Pick<FilePart, "mediaType" | "data" | "url">;

function takesFile(file: File, to: WireFormat): boolean {
  if (file.data === undefined && file.url === undefined) return false;
  if (to === "openai-chat") return file.data !== undefined || file.mediaType.startsWith("image/");
  return to !== "anthropic" || isReadableFile(file);
}

/** Chat Completions takes no files in results, and Gemini none by URL. */
const takesResultFile = (file: File, to: WireFormat): boolean =>
  to !== "openai-chat" && (to !== "gemini" || file.data !== undefined) && takesFile(file, to);
