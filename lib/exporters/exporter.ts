import type { RequestRow } from "../api/schemas/request-row";
import type { AgentOutline } from "../view-models/agent-outline";
import type { Redactor } from "./redact";
import type { Selection } from "./select-session";

export type ExportInput = {
  /** What is written; with redaction, its texts are already without secrets. */
  readonly selection: Selection;
  /** What was taken out so far: complete once all messages of the selection were read. */
  readonly redactor: Redactor | null;
  /** The requests of the selection. */
  readonly requests: () => readonly RequestRow[];
  readonly compactions: (agent: string) => AgentOutline["compactions"];
};

/** One way out. `write` yields pieces of one UTF-8 text, in order. */
export type Exporter = {
  readonly id: string;
  readonly title: string;
  /** Of the file name, without the dot. */
  readonly extension: string;
  /** True when it writes one conversation, as a provider takes it: of the main agent unless told otherwise. */
  readonly isConversation: boolean;
  write(input: ExportInput): Iterable<string>;
};
