import { filterFields } from "../conversation/exact-json";
import type { Compression } from "../strategies/grammar/compression";
import type { ConversationSource } from "./decode-sent";
import { assertAccepted } from "./result-problems";

/** Encodes the result in the input's format and checks it against that format's rules. */
export function encodeResult(
  source: ConversationSource,
  compression: Compression,
  { hasState, isApart }: { readonly hasState: boolean; readonly isApart: boolean },
): Record<string, unknown> {
  if (compression.conversation === source.conversation && source.wire === null && compression.status !== "applied") {
    return pick(source.codec.encode(source.conversation) as Record<string, unknown>, source.keys);
  }
  const { codec, wire } = source;
  const encoded = wire ? codec.encode(compression.conversation, wire) : codec.encode(compression.conversation);
  assertAccepted(source, compression, encoded, hasState);
  // Only OpenAI has a parameter `store`. With other formats it is Winnow's.
  const isOpenAi = codec.id.startsWith("openai");
  const keys = isOpenAi || isApart ? source.keys : source.keys.filter((key) => key !== "store");
  return pick(encoded as Record<string, unknown>, keys);
}

const pick = (body: Record<string, unknown>, keys: readonly string[]) =>
  filterFields(body, (key, value) => value !== undefined && keys.includes(key));
