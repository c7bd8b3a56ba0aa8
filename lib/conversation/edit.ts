import type { Message } from "./message";
import type { Part } from "./part";

/** Where the original of a put-aside part can be fetched again. */
export type StoreReference = {
  /** `out_` + a content hash, so the same output always gets the same reference. */
  readonly id: string;
  readonly toolName?: string;
  readonly bytes: number;
  readonly tokens: number;
};

type EditBase = {
  /** Stable and machine-readable, e.g. `over-budget`, `oldest`, `not-newest`, `pair`. */
  readonly reason: string;
  /** The step of the strategy that asked for it. */
  readonly step: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** True when the original can be had back from the view itself (by reference or by undoing). */
  readonly reversible: boolean;
};

export type DropEdit = EditBase & { readonly op: "drop"; readonly targets: readonly string[] };

export type ReplaceEdit = EditBase & {
  readonly op: "replace";
  readonly targets: readonly [string];
  readonly produced: Part;
  readonly reference?: StoreReference;
};

/** A whole new message; `sources` names the parts it stands for (a summary's input), which other edits dropped. */
export type InsertEdit = EditBase & {
  readonly op: "insert";
  readonly targets: readonly string[];
  readonly message: Message;
  /** The message after which it stands; null = at the start. */
  readonly after: string | null;
};

/** An atomic change that a strategy proposes. Targets are part ids. Edits are plain JSON. */
export type Edit = DropEdit | ReplaceEdit | InsertEdit;

/** Tokens that the conversation loses by these edits. */
export function savedBy(edits: readonly Edit[]): number {
  let saved = 0;
  for (const { tokensBefore, tokensAfter } of edits) saved += tokensBefore - tokensAfter;
  return saved;
}

/** The parts that these edits drop, in their order. */
export function droppedBy(edits: readonly Edit[]): string[] {
  const dropped: string[] = [];
  for (const edit of edits) if (edit.op === "drop") for (const target of edit.targets) dropped.push(target);
  return dropped;
}
