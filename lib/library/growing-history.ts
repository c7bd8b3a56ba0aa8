import { problemOf } from "../api/problem";
import { withApparentOrigins } from "../compress/as-sent";
import type { Message } from "../conversation/message";
import type { Codec } from "../formats/codec";
import type { WireContext, WireMessage } from "../formats/wire-context";

type Raw = Readonly<Record<string, unknown>>;

/**
 * A history that is sent again and again as it grows. Messages read before stay the same objects, so everything cached
 * by object (counts, facts about a part) is computed once per message.
 */
export class GrowingHistory {
  private raw: readonly Raw[] = [];
  private messages: readonly Message[] = [];
  private readonly wire = new Map<string, WireMessage>();

  constructor(private readonly codec: Codec) {}

  /**
   * Reads the list. `same`: number of leading messages equal to the previous call's, apart from cache marks, which
   * callers move between calls. `unmarked`: how many of these have equal marks too.
   */
  take(list: readonly Raw[]): { readonly same: number; readonly unmarked: number } {
    const same = countEqual(this.raw, list, isSameBesideMarks);
    const unmarked = countEqual(this.raw.slice(0, same), list, isEqual);
    const decoded = this.codec.decode({ messages: list.slice(same) });
    if (!decoded.ok) throw problemOf(422, decoded.error);
    for (let at = unmarked; at < same; at += 1) this.remark(at, list[at] as Raw);
    for (const { id } of this.messages.slice(same)) this.wire.delete(id);
    const { conversation, wire } = decoded.value;
    const renamed = conversation.messages.map((message, at) =>
      atPlace(message, wire.messages.get(message.id), same + at),
    );
    for (const { message, wire } of renamed) if (wire) this.wire.set(message.id, wire);
    const fresh = withApparentOrigins({ tools: [], messages: renamed.map(({ message }) => message) }).messages;
    this.messages = [...this.messages.slice(0, same), ...fresh];
    this.raw = list;
    return { same, unmarked };
  }

  /** Stores the message as sent this time, with its marks. */
  private remark(at: number, raw: Raw): void {
    const id = this.messages[at]?.id ?? "";
    const known = this.wire.get(id);
    if (!known) return;
    const items = Array.isArray(raw.content) && raw.content.length > 0 ? raw.content : [raw.content];
    this.wire.set(id, { raw, parts: known.parts.map(({ id }, place) => ({ id, raw: items[place] })) });
  }

  get conversation() {
    return { tools: [], messages: this.messages };
  }

  context(): WireContext {
    return { format: this.codec.id, body: { messages: this.raw }, messages: this.wire, tools: [] };
  }
}

/** Decoded ids count messages from the start of what was decoded; here they count from the start of the history. */
function atPlace(message: Message, wire: WireMessage | undefined, place: number) {
  const [before, after] = [message.id, `m${place}`];
  const rename = (id: string) => (id.startsWith(before) ? `${after}${id.slice(before.length)}` : id);
  const parts = message.parts.map((part) => ({ ...part, id: rename(part.id) }));
  return {
    message: { ...message, id: after, parts },
    wire: wire && { ...wire, parts: wire.parts.map(({ id, raw }) => ({ id: rename(id), raw })) },
  };
}

type Compare = (one: unknown, other: unknown) => boolean;

function countEqual(one: readonly unknown[], other: readonly unknown[], isAlike: Compare): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && isAlike(one[same], other[same])) same += 1;
  return same;
}

/** True if both values are equal as JSON, with byte arrays compared by content. The same object is recognised by identity. */
const isEqual: Compare = (one, other) => areEqual(one, other, () => false);

/** Options with which callers mark what a provider should cache. */
const MARKS = new Set(["cacheControl", "cache_control", "cachePoint"]);
const isSameBesideMarks: Compare = (one, other) => areEqual(unmarked(one), unmarked(other), (key) => MARKS.has(key));

/** Omits `providerOptions` that contain only a mark, so that adding or removing a mark makes no difference. */
function unmarked(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("providerOptions" in value)) return value;
  const { providerOptions, ...rest } = value as Raw;
  const providers = Object.values((providerOptions ?? {}) as Record<string, object | undefined>);
  return providers.every((options) => Object.keys(options ?? {}).every((key) => MARKS.has(key))) ? rest : value;
}

function areEqual(one: unknown, other: unknown, isLeftOut: (key: string) => boolean): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (one instanceof URL || other instanceof URL) return String(one) === String(other);
  if (one instanceof Uint8Array || other instanceof Uint8Array) return areBytesEqual(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as Raw, other as Raw];
  const keysOf = (value: Raw) => Object.keys(value).filter((key) => value[key] !== undefined && !isLeftOut(key));
  const keys = keysOf(left);
  const inner = (value: unknown) => (isLeftOut("cacheControl") ? unmarked(value) : value);
  return (
    keys.length === keysOf(right).length &&
    keys.every((key) => areEqual(inner(left[key]), inner(right[key]), isLeftOut))
  );
}

const areBytesEqual = (one: object, other: object): boolean =>
  one instanceof Uint8Array &&
  other instanceof Uint8Array &&
  one.length === other.length &&
  one.every((byte, at) => byte === other[at]);
