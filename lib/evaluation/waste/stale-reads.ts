import type { ToolDefinition } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import { type TrailEntry, trailOf } from "../artifacts/read-trail";
import { replacedBlocks } from "../artifacts/replaced-lines";
import { isElsewhere, type Reading, readingOf } from "./reading";
import { type CarriedPart, type Results, type Waste, wasteOf } from "./waste";

/** `changed`: the request that first carried a change of one of the files that a result shows. */
type StaleReads = { readonly waste: readonly Waste[]; readonly changed: ReadonlyMap<Part, number> };

/**
 * Results that show a file which the agent later changed or deleted, or which a later reading shows with different
 * text. They are waste until a request carries a return to the text that was read.
 */
export function staleReads(
  parts: readonly CarriedPart[],
  results: Results,
  tools: readonly ToolDefinition[],
  roots: readonly string[],
): StaleReads {
  const files = new ReadFiles();
  for (const entry of trailOf({ blocks: parts, roots, original: { tools, messages: [] } })) {
    const call = parts[entry.block];
    if (call === undefined) continue;
    if (entry.operation !== "read") {
      files.change(entry, call);
      continue;
    }
    const reading = readingOf(call.part, entry.path, results, tools, roots);
    if (reading !== null) files.show(entry, reading);
  }
  return { waste: files.waste(), changed: files.changed };
}

/** A reading with its place in the trail, and the states of the file in which it is right. */
type Seen = Reading & { readonly block: number; readonly states: Set<string> };

/** A file: its state, the call that produced this state, the readings that show its text, and outdated readings. */
type ReadFile = { state: string; since: number; right: Seen[]; wrong: Seen[] };

/** What the agent read of each file, as the files change. */
class ReadFiles {
  readonly changed = new Map<Part, number>();
  private readonly files = new Map<string, ReadFile>();
  /** The files of a result that have not changed. */
  private readonly unchanged = new Map<CarriedPart, Set<string>>();
  private readonly open = new Map<CarriedPart, readonly Waste[]>();
  private readonly closed: Waste[] = [];

  waste(): Waste[] {
    return [...this.closed, ...[...this.open.values()].flat()];
  }

  /** A later read of the entire file with different text outdates earlier reads, even if no call changed the file. */
  show({ path, block }: TrailEntry, reading: Reading) {
    const file = this.fileAt(path);
    const isOther = ({ whole }: Reading) => whole !== null && reading.whole !== null && whole !== reading.whole;
    if (file.right.some(isOther)) {
      this.outdate(path, isOther, reading.shown);
      file.state = `${path} ${block}`;
      file.since = block;
    }
    file.right.push({ ...reading, block, states: new Set([file.state]) });
  }

  /**
   * A reading of some lines stays right if an edit replaces other lines or appends some. If the file gets an earlier
   * text of its own, it is unknown which one, so every outdated reading may be right again.
   */
  change({ path, operation, block, isAppend, from }: TrailEntry, call: CarriedPart) {
    const file = this.fileAt(path);
    const source = from ? this.fileAt(from) : null;
    const state = source?.state ?? `${path} ${block}`;
    for (const { states } of source?.right ?? []) states.add(state);
    if (source?.state === file.state) doubtReadings(file, source);
    const isCopied = ({ states }: Seen) => states.has(state);
    const again = from === null ? file.wrong : source === null ? [] : file.wrong.filter(isCopied);
    const replaced = operation === "modified" && call.part.type === "tool-call" ? replacedBlocks(call.part) : [];
    const isRight = (seen: Seen) => isCopied(seen) || (isAppend ? seen.lines !== null : isElsewhere(replaced, seen));
    this.outdate(path, (seen) => !isRight(seen), call);
    this.restore(path, new Set(again), call);
    file.state = state;
    file.since = block;
    if (operation === "renamed" && from) this.move(from, path);
  }

  /** What showed a file before it was moved shows it under its new path. */
  private move(from: string, path: string) {
    const [source, file] = [this.fileAt(from), this.fileAt(path)];
    const renamed = (own: string) => (own === from ? path : own);
    const movedTo = (seen: Seen): Seen => ({ ...seen, paths: seen.paths.map(renamed) });
    for (const { shown, paths } of [...source.right, ...source.wrong])
      this.unchanged.set(shown, new Set([...(this.unchanged.get(shown) ?? paths)].map(renamed)));
    file.right.push(...source.right.map(movedTo));
    file.wrong.push(...source.wrong.map(movedTo));
    this.files.delete(from);
  }

  private fileAt(path: string): ReadFile {
    const file = this.files.get(path) ?? { state: path, since: -1, right: [], wrong: [] };
    this.files.set(path, file);
    return file;
  }

  /** A result that shows several files is outdated once all have changed, because nothing separates their texts. */
  private outdate(path: string, isWrong: (seen: Seen) => boolean, by: CarriedPart) {
    const file = this.fileAt(path);
    const kept: Seen[] = [];
    for (const seen of file.right) {
      if (!isWrong(seen)) {
        kept.push(seen);
        continue;
      }
      file.wrong.push(seen);
      const rest = this.unchanged.get(seen.shown) ?? new Set(seen.paths);
      const isLast = rest.delete(path) && rest.size === 0;
      this.unchanged.set(seen.shown, rest);
      const found = wasteOf("stale-read", seen.shown, by);
      for (const { part, from } of found) this.changed.set(part, this.changed.get(part) ?? from);
      if (isLast) this.open.set(seen.shown, found);
    }
    file.right = kept;
  }

  /** The waste of readings that are right again ends before the request that carries the call. */
  private restore(path: string, again: ReadonlySet<Seen>, { first }: CarriedPart) {
    const file = this.fileAt(path);
    for (const { shown } of again) {
      this.unchanged.get(shown)?.add(path);
      const ended = (this.open.get(shown) ?? []).map((waste) => ({
        ...waste,
        to: Math.min(waste.to, (first ?? waste.to + 1) - 1),
      }));
      this.closed.push(...ended.filter(({ from, to }) => from <= to));
      this.open.delete(shown);
    }
    file.right.push(...again);
    file.wrong = file.wrong.filter((seen) => !again.has(seen));
  }
}

/**
 * A copy replaces a file only if its text differs. If no call is known to have changed it since the copy was made, an
 * unseen one did, so the readings made since then may show another text.
 */
function doubtReadings({ state, right }: ReadFile, copy: ReadFile) {
  for (const { block, states } of right) if (block > copy.since) states.delete(state);
}
