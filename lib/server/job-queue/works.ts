import type { JobKind } from "@/lib/api/schemas/job";
import { adviseWork } from "./advise-work";
import { corpusWork } from "./corpus-work";
import { evaluateWork } from "./evaluate-work";
import { importWork } from "./import-work";
import { replayWork } from "./replay-work";
import type { Work } from "./work";

/** Kinds that any process can do from ids alone. The other kinds read files of the machine that was asked. */
const QUEUED_KINDS = ["import", "replay", "evaluate", "corpus", "advise"] as const satisfies readonly JobKind[];
export type QueuedKind = (typeof QUEUED_KINDS)[number];

const WORKS: Readonly<Record<QueuedKind, Work>> = {
  import: importWork,
  replay: replayWork,
  evaluate: evaluateWork,
  corpus: corpusWork,
  advise: adviseWork,
};

export const isQueuedKind = (kind: string): kind is QueuedKind => Object.hasOwn(WORKS, kind);
export const workOf = (kind: QueuedKind): Work => WORKS[kind];
