import type { Atom } from "../../conversation/atoms";
import type { Conversation } from "../../conversation/message";
import type { PairIndex } from "../../conversation/pairs";
import type { Part, ToolCallPart, ToolResultPart } from "../../conversation/part";
import type { PartEntry, PartIndex } from "../../conversation/part-index";
import type { Environment } from "./environment";

export type { PartEntry };

/** A result with the call it answers. */
export type Exchange = { readonly call: ToolCallPart; readonly result: ToolResultPart };

/** A conversation as the selectors see it. Every index is built at most once, on first use, in linear time. */
export type View = {
  readonly conversation: Conversation;
  readonly environment: Environment;
  parts(): PartIndex;
  entries(): readonly PartEntry[];
  entry(partId: string): PartEntry | undefined;
  messageIds(): ReadonlySet<string>;
  /** Ids shared by several parts; they are ambiguous, so no edit may target them. */
  sharedIds(): ReadonlySet<string>;
  pairs(): PairIndex;
  /** The entry with the call that a result answers. */
  callOf(resultId: string): PartEntry | undefined;
  atoms(): readonly Atom[];
  /** The atoms of signed-thinking loops. */
  loops(): readonly Atom[];
  /** Every tool result, oldest first. */
  results(): readonly ToolResultPart[];
  /** Results with their calls, in result order, each call once; omits results without a call. */
  exchanges(): readonly Exchange[];
  toolNameOf(part: Part): string | undefined;
  /** Tokens of the entire request. */
  tokens(): number;
  /** Ids of parts protected by the caller (`Environment.protect`). */
  pinned(): ReadonlySet<string>;
  /** Pinned parts and those that every strategy leaves alone: system, the last typed user message, running calls. */
  protectedIds(): ReadonlySet<string>;
};
