import type { CommentJson } from "../api/schemas/comment";
import type { RequestRow } from "../api/schemas/request-row";
import type { AgentOutline } from "../read-models/agent-outline";
import type { Redactor } from "./redact";
import type { Selection } from "./select-session";

export type ExportInput = {
  /** The content to write. After redaction its texts contain no known secrets. */
  readonly selection: Selection;
  /** Records all redactions so far. Complete once all messages of the selection have been read. */
  readonly redactor: Redactor | null;
  readonly requests: () => readonly RequestRow[];
  /** The ids of all the session's sub-agents, also of those outside the selection. */
  readonly subAgents: readonly string[];
  readonly compactions: (agent: string) => AgentOutline["compactions"];
  /** The answer about the session as lines of text; empty for a part of the session. */
  readonly answer: readonly string[];
  /** The reader's comments on the selected requests, redacted like all other text. */
  readonly comments: readonly CommentJson[];
};

/** One export format. `write` yields pieces of a single UTF-8 text, in order. */
export type Exporter = {
  readonly id: string;
  readonly title: string;
  /** The file name's extension, without the dot. */
  readonly extension: string;
  /** True if it writes one conversation in a provider's format: the main agent's, unless the query selects another. */
  readonly isConversation: boolean;
  write(input: ExportInput): Iterable<string>;
};
