/** Mean over cuts with the 95 % interval over sessions; each 0 to 1, or 0 to 5 for `proxy`. */
export type Interval = { readonly mean: number; readonly low: number; readonly high: number };

/** Why a session is not in the figures. */
export type LeftOut = {
  readonly id: string;
  readonly code: "no-usage" | "too-short" | "nothing-needed" | "too-slow" | "failed";
  readonly message: string;
};

/** Result of a corpus run: figures alone. Titles are words of a transcript; they are looked up when it is read. */
export type CorpusSummary = {
  readonly cuts_per_session: number;
  readonly sessions: readonly { readonly id: string; readonly cuts: number }[];
  readonly left_out: readonly LeftOut[];
  /** Share that could be saved with everything needed kept. */
  readonly oracle_saved: number | null;
  readonly rows: readonly CorpusRow[];
};

export type CorpusRow = {
  readonly id: string;
  readonly version: string;
  /** Cuts at which it changed something, and at which its result broke a rule or it failed. */
  readonly applied: number;
  readonly broken: number;
  readonly saved: Interval;
  readonly recall: Interval;
  readonly worst_recall: number;
  readonly span_recall: Interval;
  /** What is kept or can be fetched again. */
  readonly reachable: Interval;
  readonly artifact_f1: Interval;
  /** null where no cut has a score. */
  readonly proxy: Interval | null;
};

type Titled<T> = T & { readonly title: string };

/** As `GET /api/runs/:id` answers it. */
export type CorpusJson = Omit<CorpusSummary, "sessions" | "left_out"> & {
  readonly sessions: readonly Titled<CorpusSummary["sessions"][number]>[];
  readonly left_out: readonly Titled<LeftOut>[];
};
