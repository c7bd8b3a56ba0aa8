import type * as z from "zod";
import type { Job } from "@/lib/api/schemas/job";
import type { JobContext } from "../jobs/jobs";

/** A process runs one piece per lane at a time. */
export const LANES = ["import", "bulk", "light"] as const;
export type Lane = (typeof LANES)[number];

/** Work that one process does from start to end. It may restart after a process was killed. */
export type WholeWork = {
  readonly lane: Lane;
  /** Interactive work comes before the parts of large jobs. */
  run(params: unknown, context: JobContext): Promise<Job["result"]>;
};

/** The position of a part among all, for progress. */
export type Place = { readonly done: number; readonly of: number };

/** Work on many items, such as sessions; any process can do one. */
export type SplitWork = {
  parts(params: unknown): readonly unknown[];
  /** Measures one part. The outcome is kept as JSON until all are gathered. */
  measure(params: unknown, part: unknown, place: Place, context: JobContext): Promise<unknown>;
  /** Replaces a part that could not be measured after several attempts. */
  lost(part: unknown): unknown;
  /** The result, with the outcomes in part order. If the job was stopped, only finished parts. */
  gather(params: unknown, outcomes: readonly unknown[], context: JobContext): Promise<Job["result"]>;
};

export type Work = WholeWork | SplitWork;

/** Adds types to undivided work: params from the database are parsed first. */
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

/** Adds types to split work. Parts and outcomes were written by this program, so they are not parsed. */
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

/** Runs all parts one after another in this process. If stopped, gathers the finished ones. */
export async function runInOrder(work: SplitWork, params: unknown, context: JobContext): Promise<Job["result"]> {
  const parts = work.parts(params);
  const outcomes: unknown[] = [];
  for (const [done, part] of parts.entries()) {
    if (context.signal.aborted) break;
    outcomes.push(await work.measure(params, part, { done, of: parts.length }, context));
  }
  return work.gather(params, outcomes, context);
}
