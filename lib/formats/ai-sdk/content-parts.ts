import { filterFields, isSet } from "../../conversation/exact-json";
import { type FilePart, type JsonValue, type Part, type Provider, signatureFor } from "../../conversation/part";
import { base64Bytes } from "../anthropic/block-to-part";
import { asObject, asString, asText, type JsonObject } from "../json-fields";
import { fileFromUrl } from "../openai-chat/content";

/** A text, reasoning, file or image item; null for anything else. UI and model messages share these. */
export function contentPart(item: JsonObject, id: string): Part | null {
  if (item.type === "text" && typeof item.text === "string")
    return { id, type: "text", text: item.text, ...googleSignature(item) };
  if (item.type === "reasoning" && typeof item.text === "string") return reasoningPart(item, item.text, id);
  if (item.type === "file" || item.type === "image") return filePart(item, id);
  return null;
}

function reasoningPart(item: JsonObject, text: string, id: string): Part {
  return { id, type: "reasoning", text, ...sealOf(item) };
}

/** The signature of a text or call. Google may sign either. */
export function googleSignature(item: JsonObject): { provider: "google"; signature: string } | null {
  const seal = sealOf(item);
  return seal?.provider === "google" && seal.signature !== undefined
    ? { provider: "google", signature: seal.signature }
    : null;
}

type Seal = { readonly provider: Provider; readonly signature?: string; readonly redactedData?: string };

/** The signature or encrypted content of an item, from the metadata under the provider's name. */
function sealOf(item: JsonObject): Seal | null {
  const metadata = asObject(item.providerMetadata) ?? asObject(item.providerOptions);
  const anthropic = asObject(metadata?.anthropic);
  const redactedData = asText(anthropic?.redactedData);
  if (redactedData !== null) return { provider: "anthropic", redactedData };
  const google = asObject(metadata?.google) ?? asObject(metadata?.vertex);
  const signatures = {
    anthropic: asText(anthropic?.signature),
    openai: asText(asObject(metadata?.openai)?.reasoningEncryptedContent),
    google: asText(google?.thoughtSignature),
  };
  const provider = PROVIDERS.find((name) => signatures[name] !== null);
  return provider ? { provider, signature: signatures[provider] as string } : null;
}

const PROVIDERS = ["anthropic", "openai", "google"] as const;

const SIGNATURE_KEYS = {
  anthropic: "signature",
  openai: "reasoningEncryptedContent",
  google: "thoughtSignature",
} as const;

/** The metadata of a signed part, under the key of this shape (`providerMetadata` or `providerOptions`). */
export function sealedBy(part: Part, shape: "ui" | "model"): JsonObject {
  const { provider } = part;
  if (provider === undefined) return {};
  const signature = signatureFor(provider, part);
  const redacted = part.type === "reasoning" && part.redactedData !== undefined;
  const metadata = {
    ...(signature !== undefined && { [SIGNATURE_KEYS[provider]]: signature }),
    ...(redacted && { redactedData: part.redactedData }),
  };
  const key = shape === "ui" ? "providerMetadata" : "providerOptions";
  return Object.keys(metadata).length > 0 ? { [key]: { [provider]: metadata } } : {};
}

const METADATA_KEYS = ["providerOptions", "providerMetadata", "callProviderMetadata"];

/**
 * The fields of an item that an edit changes, without the ids under which a provider stored it. With such an id, the SDK
 * asks the provider for what it stored and leaves out the item itself.
 */
export function withoutItemIds(item: JsonObject): JsonObject {
  const metadata = METADATA_KEYS.flatMap((key) => {
    const providers = Object.entries(asObject(item[key]) ?? {}).map(([provider, options]) => {
      const { itemId: _, ...kept } = asObject(options) ?? {};
      return [provider, kept] as const;
    });
    return providers.length > 0 ? [[key, Object.fromEntries(providers)] as const] : [];
  });
  return { ...filterFields(item, isSet), ...Object.fromEntries(metadata) };
}

function filePart(item: JsonObject, id: string): Part | null {
  const fallback = item.type === "image" ? "image/*" : "application/octet-stream";
  const content = [item.url, item.data, item.image].map((given) => fileContent(given, fallback)).find(isGiven);
  if (!content) return null;
  const mediaType = asString(item.mediaType) ?? asString(item.mimeType) ?? content.mediaType;
  const filename = asString(item.filename);
  return { id, type: "file", ...content, mediaType, ...(filename && { filename }) };
}

type FileContent = Pick<FilePart, "mediaType" | "byteLength" | "data" | "url">;
const isGiven = (content: FileContent | null): content is FileContent => content !== null;

/**
 * A file as any version of the SDK represents it: base64 or a URL as text, bytes, a `URL`, or one of these tagged with
 * its kind (`{ type: "data", data }`, `{ type: "url", url }`).
 */
export function fileContent(given: unknown, mediaType: string): FileContent | null {
  if (given instanceof Uint8Array) return { mediaType, byteLength: given.byteLength };
  const text = given instanceof URL ? given.href : asString(given);
  if (text !== null)
    return isAddress(text) ? fileFromUrl(text, mediaType) : { mediaType, data: text, byteLength: base64Bytes(text) };
  const tagged = asObject(given);
  if (tagged?.type === "data") return fileContent(tagged.data, mediaType);
  return tagged?.type === "url" ? fileContent(tagged.url, mediaType) : null;
}

const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(text);

/** The item for a text, reasoning or file part; null for parts that the SDK's messages cannot contain. */
export function contentItem(part: Part, shape: "ui" | "model"): JsonObject | null {
  if (part.type === "text" || part.type === "reasoning")
    return { type: part.type, text: part.text, ...sealedBy(part, shape) };
  if (part.type !== "file") return null;
  const { mediaType, data, url, filename, byteLength } = part;
  const content = shape === "ui" ? (url ?? (data && `data:${mediaType};base64,${data}`)) : (data ?? url);
  if (content === undefined) return { type: "text", text: `[file: ${filename ?? mediaType}, ${byteLength} bytes]` };
  return { type: "file", mediaType, [shape === "ui" ? "url" : "data"]: content, ...(filename && { filename }) };
}

export const asJson = (value: unknown): JsonValue => (value === undefined ? {} : value) as JsonValue;
