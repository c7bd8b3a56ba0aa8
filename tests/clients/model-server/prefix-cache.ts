import { createHash } from "node:crypto";
import type { Block, Wire } from "./blocks";

/** A block with its size and two hashes: of itself, and of everything up to its end. */
export type CountedBlock = Block & {
  readonly tokens: number;
  readonly hash: string;
  readonly prefix: string;
  /** Tokens up to its end. */
  readonly end: number;
};

export type Count = (text: string) => number;

/** What a provider would report about this prompt's cache. */
export type CacheUse = { readonly read: number; readonly write: number; readonly input: number };

/** Sizes and hashes of the blocks of a prompt. */
export function chainOf(blocks: readonly Block[], count: Count): CountedBlock[] {
  let prefix = "";
  let end = 0;
  return blocks.map((block) => {
    const hash = digest(`${block.kind}\0${block.text}`);
    const tokens = block.tokens ?? tokensOf(block, count);
    prefix = digest(prefix + hash);
    end += tokens;
    return { ...block, tokens, hash, prefix, end };
  });
}

/** The project's picture has three by three patches of 28 pixels (platform.claude.com/docs, vision, read in November 2026). */
const IMAGE = { word: "[image]", tokens: 9 };

const tokensOf = ({ text, images = 0 }: Block, count: Count): number =>
  images === 0 ? count(text) : count(text.replaceAll(IMAGE.word, "")) + images * IMAGE.tokens;

/** A block's hash as stored in the ledger. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Anthropic looks back this many blocks from a mark for an entry of an earlier request. */
const LOOK_BACK = 20;
/** The other providers' minimum length and step of caching. */
const AUTOMATIC = { least: 1_024, step: 128 };

/** One cache per model, as the provider of the wire keeps it. */
export class PrefixCache {
  private readonly entries = new Map<string, Map<string, number>>();

  use(wire: Wire, model: string, chain: readonly CountedBlock[]): CacheUse {
    const entries = this.entries.get(model) ?? new Map<string, number>();
    this.entries.set(model, entries);
    return wire === "anthropic" ? byMarks(entries, chain) : byPrefix(entries, chain);
  }
}

function byMarks(entries: Map<string, number>, chain: readonly CountedBlock[]): CacheUse {
  const total = chain.at(-1)?.end ?? 0;
  const marks = chain.flatMap(({ isMarked }, at) => (isMarked ? [at] : []));
  const read = Math.max(0, ...marks.map((at) => readAt(entries, chain, at)));
  const marked = chain[marks.at(-1) ?? -1]?.end ?? 0;
  for (const at of marks) remember(entries, chain[at] as CountedBlock);
  return { read, write: Math.max(0, marked - read), input: total - Math.max(marked, read) };
}

function readAt(entries: ReadonlyMap<string, number>, chain: readonly CountedBlock[], mark: number): number {
  for (let at = mark; at >= 0 && at > mark - LOOK_BACK; at--) {
    const known = entries.get((chain[at] as CountedBlock).prefix);
    if (known !== undefined) return known;
  }
  return 0;
}

function byPrefix(entries: Map<string, number>, chain: readonly CountedBlock[]): CacheUse {
  const total = chain.at(-1)?.end ?? 0;
  const known = chain.findLast(({ prefix }) => entries.has(prefix))?.end ?? 0;
  for (const block of chain) remember(entries, block);
  const common = Math.min(known, total - 1);
  const read = common >= AUTOMATIC.least ? common - (common % AUTOMATIC.step) : 0;
  return { read, write: 0, input: total - read };
}

const remember = (entries: Map<string, number>, { prefix, end }: CountedBlock) => entries.set(prefix, end);
