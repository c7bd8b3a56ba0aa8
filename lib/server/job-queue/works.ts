import * as z from "zod";
import type { JobKind } from "@/lib/api/schemas/job";
import { type ReplayAnswer, replayBody } from "@/lib/api/schemas/replay";
import { mayPass } from "../http/problem";
import { importKept } from "../ingest/accepted-files";
import { evaluate } from "../judge/evaluate";
import { forgetLater } from "../judge/forget-answers";
import { isStopping } from "../process/stopping";
import { runTask } from "../sessions/healing-task";
import { adviseWork } from "./advise-work";
import { corpusWork } from "./corpus-work";
import { dropBody, readBody } from "./job-body";
import { type Work, wholeWork } from "./work";

/**
 * Kinds that any process can do from ids alone. The other kinds read files on the machine that received the request.
 */
const QUEUED_KINDS = ["import", "replay", "evaluate", "corpus", "advise"] as const satisfies readonly JobKind[];
export type QueuedKind = (typeof QUEUED_KINDS)[number];

/** The uploaded files are kept in the data directory under the job's id. */
const importWork = wholeWork(z.object({}), "import", (_, context) => importKept(context));

const replayWork = wholeWork(replayBody, "bulk", async (body, { signal, onProgress }) => {
  onProgress({ stage: "queued" });
  const { json } = await runTask({ kind: "replay", input: { body } }, { lane: "bulk", signal, onProgress });
  return JSON.parse(json) as ReplayAnswer;
});

/** The body is a file, kept while the work may have to restart. */
const evaluateWork = wholeWork(z.object({}), "light", async (_, context) => {
  const { id, signal } = context;
  try {
    const answer = await evaluate(await readBody(id), context);
    await dropBody(id);
    return answer;
  } catch (error) {
    if (signal.aborted ? !isStopping() : !mayPass(error)) await dropBody(id);
    throw error;
  } finally {
    forgetLater();
  }
});

const WORKS: Readonly<Record<QueuedKind, Work>> = {
  import: importWork,
  replay: replayWork,
  evaluate: evaluateWork,
  corpus: corpusWork,
  advise: adviseWork,
};

export const isQueuedKind = (kind: string): kind is QueuedKind => Object.hasOwn(WORKS, kind);
export const workOf = (kind: QueuedKind): Work => WORKS[kind];
