import type { Message, Origin, Role, ToolDefinition } from "../conversation/message";
import type { SourceLocation } from "../conversation/part";
import type { Usage } from "./usage";

export type { Origin };

/** Bump with every change of this shape and rebuild from the raw file, which is the truth. */
export const SESSION_VERSION = 1;

/** One file of an imported transcript. */
export type SessionFile = {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The file in the archive that `name` is; places then count in the unpacked file. */
  readonly path?: string;
};

export type Agent = {
  /** `main`, or the client's own id of the sub-agent. */
  readonly id: string;
  readonly kind: "main" | "sub-agent";
  readonly parent: string | null;
  /** The tool call that started it, where the log says so. */
  readonly toolCallId?: string;
  readonly title?: string;
};

export type SessionMessage = Message & {
  readonly agent: string;
  readonly origin: Origin;
  /** The response this assistant message belongs to. */
  readonly responseId?: string;
  /** In the log for the reader only; never part of a prompt. */
  readonly isHidden?: boolean;
};

/** How much room a call had, in tokens, as its log states it; absent is unknown. It beats every table of models. */
export type ReportedLimits = {
  /** The context window. */
  readonly window?: number;
  /** The largest prompt that the client lets itself send. */
  readonly maxPrompt?: number;
  /** The size of prompt from which the client compacts by itself. */
  readonly compactAt?: number;
};

/** One answer of a provider: one API call. Rows of one response are merged, usage is that of the last row. */
export type Response = {
  readonly id: string;
  readonly agent: string;
  readonly model: string | null;
  /** Index in `Session.messages` of its assistant message. The prompt is what the agent had before it. */
  readonly messageIndex: number;
  readonly usage: Usage | null;
  readonly limits?: ReportedLimits;
  /** Reconstructed: the time of the last user or tool row before the call. */
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** The provider's own verdict on a cache miss, when the log has one. */
  readonly cacheMissReason?: string;
  /** Its prompt as it was sent, where the log holds whole request bodies. */
  readonly prompt?: CapturedPrompt;
  readonly source?: SourceLocation;
};

/** A path through `Session.captured`, and where on it the client asked for caching. Blocks are indexes; -1 is none. */
export type CapturedPrompt = {
  readonly leaf: number;
  /** The end of tools and system prompt. */
  readonly head: number;
  /** `ttl` in seconds; null where the mark does not say. In the order of the prompt. */
  readonly marks: readonly { readonly block: number; readonly ttl: number | null }[];
};

/**
 * Every prompt that was sent, block by block, as a tree: what two prompts have in common stands once. A block that a
 * message of the session shows names its part; all other text stands here.
 */
export type CapturedPrompts = {
  readonly blocks: readonly CapturedBlock[];
  /** What the blocks say: equal bytes have one entry. */
  readonly texts: readonly ({ readonly part: string } | { readonly text: string })[];
};

export type CapturedBlock = {
  /** Index of the block before it, always a smaller one; -1 for the first of a prompt. */
  readonly parent: number;
  readonly kind: "tools" | "system" | "parameters" | "message";
  /** Names it to the reader. */
  readonly id: string;
  readonly role?: Role;
  /** Blocks of one message share it. */
  readonly message?: string;
  readonly run?: "tool-call" | "tool-result";
  /** Index in `texts`. */
  readonly text: number;
};

/** `atMessage`: index in `Session.messages` before which it happened. */
export type SessionEvent = {
  readonly agent: string;
  readonly atMessage: number;
  readonly time?: string;
  readonly source?: SourceLocation;
} & (
  | {
      readonly type: "compaction";
      readonly trigger: "auto" | "manual" | "unknown";
      readonly tokensBefore?: number;
      readonly summaryMessageId?: string;
      /** Index in `Session.messages` of the first message that stayed in the prompt, where the client kept a tail. */
      readonly keptFrom?: number;
      /** Index behind the messages in front of the cut that stayed, where the client cut out the middle. */
      readonly keptUntil?: number;
    }
  | {
      readonly type: "micro-compaction";
      readonly tokensBefore?: number;
      readonly tokensSaved?: number;
      readonly clearedToolCallIds: readonly string[];
    }
  | { readonly type: "api-error"; readonly message: string; readonly status?: number }
  | { readonly type: "model-switch"; readonly from: string; readonly to: string }
  | {
      readonly type: "rewind";
      readonly detail?: string;
      /** Index behind the last message that stays: those from there to `atMessage` are in no later prompt. */
      readonly keptUntil?: number;
    }
  | { readonly type: "fork" | "interruption"; readonly detail?: string }
);

/** A row that the importer understood to exist but did not turn into content. Its bytes stay in the raw file. */
export type KeptRow = { readonly kind: string; readonly source: SourceLocation };

export type ImportIssue = {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly byteOffset: number;
  /** At most 200 characters, control characters escaped. */
  readonly excerpt: string;
};

/** read = interpreted + kept + bad; blank lines are counted apart. */
export type RowAccount = {
  readonly read: number;
  readonly interpreted: number;
  readonly kept: number;
  readonly bad: number;
  readonly blank: number;
  /** Bytes after the last line break that do not parse yet: a file that is still being written. */
  readonly pendingBytes: number;
};

/** One imported transcript. Immutable; operations go Session → Session. */
export type Session = {
  readonly version: typeof SESSION_VERSION;
  /** Deterministic: derived from the content hash and the session's own id in the log. */
  readonly id: string;
  readonly format: string;
  readonly client: string | null;
  readonly clientVersions: readonly string[];
  readonly title: string;
  readonly project: string | null;
  readonly files: readonly SessionFile[];
  readonly agents: readonly Agent[];
  /** All agents' messages in file order. */
  readonly messages: readonly SessionMessage[];
  /** In file order of their first row. Client-made answers (`<synthetic>`) are not here. */
  readonly responses: readonly Response[];
  readonly events: readonly SessionEvent[];
  /** Tool definitions, when the log holds them. */
  readonly tools: readonly ToolDefinition[];
  /** The prompts as sent; every response then has its `prompt`. */
  readonly captured?: CapturedPrompts;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly rows: RowAccount;
  readonly keptRows: readonly KeptRow[];
  readonly issues: readonly ImportIssue[];
};
