import type { Message } from "./message";
import type { Part } from "./part";

/** Where the original of a put-aside part can be fetched. */
export type StoreReference = {
  /** `out_` + a content hash, so equal outputs get equal references. */
  readonly id: string;
  readonly toolName?: string;
  readonly bytes: number;
  readonly tokens: number;
};

type EditBase = {
  /** Stable and machine-readable, such as `over-budget`, `oldest`, `not-newest`, `pair`. */
  readonly reason: string;
  /** The step of the strategy that proposed it. */
  readonly step: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** True if the original can be restored: by its reference, or by undoing the edit. */
  readonly reversible: boolean;
};

export type DropEdit = EditBase & { readonly op: "drop"; readonly targets: readonly string[] };

export type ReplaceEdit = EditBase & {
  readonly op: "replace";
  readonly targets: readonly [string];
  readonly produced: Part;
  readonly reference?: StoreReference;
};

/** An entirely new message. `targets` are the parts that it replaces (a summary's input), which other edits drop. */
export type InsertEdit = EditBase & {
  readonly op: "insert";
  readonly targets: readonly string[];
  readonly message: Message;
  /** Id of the message that it follows; null at the start. */
  readonly after: string | null;
};

/** An atomic change that a strategy proposes. Targets are part ids. Edits are plain JSON. */
export type Edit = DropEdit | ReplaceEdit | InsertEdit;

/** Tokens that these edits remove from the conversation. */
export function savedBy(edits: readonly Edit[]): number {
  let saved = 0;
  for (const { tokensBefore, tokensAfter } of edits) saved += tokensBefore - tokensAfter;
  return saved;
}

/** Ids of the dropped parts, in edit order. */
export function droppedBy(edits: readonly Edit[]): string[] {
  const dropped: string[] = [];
  for (const edit of edits) if (edit.op === "drop") for (const target of edit.targets) dropped.push(target);
  return dropped;
}
