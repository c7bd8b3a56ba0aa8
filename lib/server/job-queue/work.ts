import type * as z from "zod";
import type { Job } from "@/lib/api/schemas/job";
import type { JobContext } from "../jobs/jobs";

/** What work shares a turn with: one piece of each lane runs in a process at one time. */
export const LANES = ["import", "bulk", "light"] as const;
export type Lane = (typeof LANES)[number];

/** Work that one process does from the beginning to the end. It may be begun again, after another process was killed. */
export type WholeWork = {
  readonly lane: Lane;
  /** Work that somebody waits for comes before the parts of large jobs. */
  run(params: unknown, context: JobContext): Promise<Job["result"]>;
};

/** Where a part stands among all, for progress. */
export type Place = { readonly done: number; readonly of: number };

/** Work on many things, such as sessions, one of which any process can do. */
export type SplitWork = {
  parts(params: unknown): readonly unknown[];
  /** One part; what it gives is kept as JSON until all are gathered. */
  measure(params: unknown, part: unknown, place: Place, context: JobContext): Promise<unknown>;
  /** What stands for a part that could not be measured in spite of several attempts. */
  lost(part: unknown): unknown;
  /** The result of all, with the outcomes in the order of the parts. When it was stopped, of those that are there. */
  gather(params: unknown, outcomes: readonly unknown[], context: JobContext): Promise<Job["result"]>;
};

export type Work = WholeWork | SplitWork;

/** Gives work its types: what comes back from the database is parsed first. */
export function wholeWork<Params>(
  params: z.ZodType<Params>,
  lane: Lane,
  run: (params: Params, context: JobContext) => Promise<Job["result"]>,
): WholeWork {
  return { lane, run: (json, context) => run(params.parse(json), context) };
}

type Typed<Params, Part, Outcome> = {
  readonly params: z.ZodType<Params>;
  parts(params: Params): readonly Part[];
  measure(params: Params, part: Part, place: Place, context: JobContext): Promise<Outcome>;
  lost(part: Part): Outcome;
  gather(params: Params, outcomes: readonly Outcome[], context: JobContext): Promise<Job["result"]>;
};

/** The same for work on many things. Parts and outcomes are what this program wrote itself, so they are not parsed. */
export function splitWork<Params, Part, Outcome>(work: Typed<Params, Part, Outcome>): SplitWork {
  const read = (json: unknown) => work.params.parse(json);
  return {
    parts: (json) => work.parts(read(json)),
    measure: (json, part, place, context) => work.measure(read(json), part as Part, place, context),
    lost: (part) => work.lost(part as Part),
    gather: (json, outcomes, context) => work.gather(read(json), outcomes as readonly Outcome[], context),
  };
}

export const isSplit = (work: Work): work is SplitWork => "gather" in work;

/** All parts one after the other in this process. When it is stopped, what is there is gathered. */
export async function runInOrder(work: SplitWork, params: unknown, context: JobContext): Promise<Job["result"]> {
  const parts = work.parts(params);
  const outcomes: unknown[] = [];
  for (const [done, part] of parts.entries()) {
    if (context.signal.aborted) break;
    outcomes.push(await work.measure(params, part, { done, of: parts.length }, context));
  }
  return work.gather(params, outcomes, context);
}
