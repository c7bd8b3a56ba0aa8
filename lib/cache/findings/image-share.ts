import type { FilePart, Part } from "../../conversation/part";
import { imageSize } from "../../ledger/image-size";
import { imageTokensOf } from "../../ledger/image-tokens";
import { effectiveWindow } from "../../models/clients";
import { capturedText } from "../../requests/captured-prefixes";
import { ancestors, type PrefixNode, type Segment } from "../../requests/prefix-tree";
import { CLEARED_RESULT_TOKENS } from "../../transcript/context-at";
import type { Session } from "../../transcript/session";
import type { CacheRequest } from "../cache-request";
import type { CacheFinding, FindingContext, FindingRule } from "./finding";

/** Minimum share of the window at which images are reported. */
const LEAST_SHARE = 0.1;
const SHOWN_SOURCES = 4;

/**
 * Images that take up much of a known window. The provider's rule estimates their tokens from their pixels; an image
 * without pixel sizes in the log counts as large. Source: an essay on context compression (2025-10-10), according to
 * which one high-resolution picture can fill a window.
 */
export const imageShare: FindingRule = (context) => {
  const { session, requests } = context;
  const images = session === null ? new Map<string, readonly Image[]>() : imagesByPart(session);
  if (session === null || images.size === 0) return null;
  const shown = imageReader(session, images, context);
  const heavy = requests.flatMap((request, position) => {
    const window = windowOf(request, context);
    const { tokens } = shown(request);
    return window !== null && tokens >= window * LEAST_SHARE ? [{ position, tokens, window }] : [];
  });
  const [first] = heavy;
  if (first === undefined) return null;
  const peak = heavy.reduce((most, entry) => (entry.tokens / entry.window > most.tokens / most.window ? entry : most));
  return findingOf(heavy, peak, shown(requests[peak.position] as CacheRequest));
};

type Image = Pick<FilePart, "data">;
type Heavy = { readonly position: number; readonly tokens: number; readonly window: number };
/** The images of a prompt. `bySource`: by the tool that returned them; "" for images that no tool returned. */
type Shown = { readonly tokens: number; readonly bySource: ReadonlyMap<string, Source> };
type Source = { readonly images: number; readonly unknownSizes: number; readonly tokens: number };

function findingOf(heavy: readonly Heavy[], peak: Heavy, { bySource }: Shown): CacheFinding {
  const sources = [...bySource].sort(([, a], [, b]) => b.tokens - a.tokens);
  const sum = (of: (source: Source) => number) => sources.reduce((total, [, source]) => total + of(source), 0);
  return {
    id: "image-share",
    kind: "risk",
    requests: heavy.map(({ position }) => position),
    lostTokens: 0,
    lostCost: null,
    evidence: [
      {
        id: "image-share",
        position: peak.position,
        images: sum(({ images }) => images),
        unknownSizes: sum(({ unknownSizes }) => unknownSizes),
        tokens: peak.tokens,
        window: peak.window,
        requests: heavy.length,
      },
      ...sources.slice(0, SHOWN_SOURCES).map(([tool, { images, tokens }]) => ({
        id: "image-source" as const,
        tool: tool === "" ? null : tool,
        images,
        tokens,
      })),
    ],
  };
}

function imagesByPart({ messages }: Session): Map<string, readonly Image[]> {
  const found = new Map<string, readonly Image[]>();
  for (const { parts } of messages)
    for (const part of parts) {
      const images = imagesIn(part);
      if (images.length > 0) found.set(part.id, images);
    }
  return found;
}

function imagesIn(part: Part): readonly Image[] {
  if (part.type === "file") return part.mediaType.startsWith("image/") ? [part] : [];
  if (part.type !== "tool-result") return [];
  return part.output.flatMap((block) => (block.type === "file" && block.mediaType.startsWith("image/") ? [block] : []));
}

const NOTHING: Shown = { tokens: 0, bySource: new Map() };

/** Sums images along a prompt. A prefix shared by two prompts is summed once. */
function imageReader(
  session: Session,
  images: ReadonlyMap<string, readonly Image[]>,
  { modelOf }: FindingContext,
): (request: CacheRequest) => Shown {
  const toolOf = toolNames(session);
  const known = new Map<PrefixNode, Shown>();
  return ({ leaf, model }) => {
    const tokenizer = { id: modelOf(model)?.tokenizer ?? ("generic" as const) };
    const fresh: PrefixNode[] = [];
    let before = NOTHING;
    for (const node of ancestors(leaf)) {
      const sum = known.get(node);
      if (sum !== undefined) before = sum;
      if (sum !== undefined) break;
      fresh.push(node);
    }
    for (const node of fresh.reverse()) {
      const segment = node.segment as Segment;
      const part = partOf(session, segment) ?? "";
      const own = images.get(part);
      if (own && segment.tokens > CLEARED_RESULT_TOKENS)
        before = withImages(before, { images: own, most: segment.tokens, tool: toolOf.get(part) ?? "", tokenizer });
      known.set(node, before);
    }
    return before;
  };
}

/** The id of the part that a prompt segment comes from; null if unknown. */
function partOf({ captured }: Session, segment: Segment): string | null {
  if (captured === undefined) return segment.id;
  const text = captured.texts[capturedText(segment) ?? -1];
  return text !== undefined && "part" in text ? text.part : null;
}

type OfPart = {
  readonly images: readonly Image[];
  /** Tokens of the entire part. */
  readonly most: number;
  readonly tool: string;
  /** The tokenizer whose provider's rule counts the pixels. */
  readonly tokenizer: Parameters<typeof imageTokensOf>[1];
};

function withImages({ tokens, bySource }: Shown, { images, most, tool, tokenizer }: OfPart): Shown {
  const sizes = images.map(({ data }) => (data === undefined ? null : imageSize(data)));
  const counted = sizes.reduce((sum, size) => sum + imageTokensOf(size, tokenizer), 0);
  const own = Math.min(counted, most);
  const before = bySource.get(tool) ?? { images: 0, unknownSizes: 0, tokens: 0 };
  const source = {
    images: before.images + images.length,
    unknownSizes: before.unknownSizes + sizes.filter((size) => size === null).length,
    tokens: before.tokens + own,
  };
  return { tokens: tokens + own, bySource: new Map(bySource).set(tool, source) };
}

/** The tool's name for each result part. */
function toolNames({ messages }: Session): ReadonlyMap<string, string> {
  const parts = messages.flatMap((message) => message.parts);
  const names = new Map(parts.flatMap((part) => (part.type === "tool-call" ? [[part.toolCallId, part.toolName]] : [])));
  return new Map(
    parts.flatMap((part) =>
      part.type === "tool-result" ? [[part.id, part.toolName ?? names.get(part.toolCallId) ?? "a tool"]] : [],
    ),
  );
}

/**
 * A request's window, from the log, the reader, or what is known about client and model; null if unknown. A prompt
 * larger than the usual window was sent with the extended one.
 */
function windowOf(
  { index, model, leaf }: CacheRequest,
  { session, calls, modelOf }: Pick<FindingContext, "session" | "calls" | "modelOf">,
): number | null {
  const limits = calls[index]?.limits;
  const info = modelOf(model);
  const window = limits?.window ?? limits?.maxPrompt ?? effectiveWindow(session, model, info);
  return window !== null && leaf.tokens > window ? (info?.extendedWindow ?? null) : window;
}
