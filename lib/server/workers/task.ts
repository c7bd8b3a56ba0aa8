import type { ProblemOptions } from "@/lib/api/problem";
import type { AdviseInput, AdviseOutput } from "./advise-task";
import type { BodyInput, BodyOutput } from "./body-task";
import type { CandidatesInput, CandidatesOutput } from "./candidates-task";
import type { CorpusInput, CorpusOutput } from "./corpus-task";
import type { DropInInput } from "./drop-in-task";
import type { EvaluateOutput } from "./evaluate-task";
import type { ExportTaskInput, ExportTaskOutput } from "./export-task";
import type { ImportInput, ImportOutput } from "./import-task";
import type { OtlpInput, OtlpLogsOutput, OtlpOutput } from "./otlp-task";
import type { QueryInput, QueryOutput } from "./query-task";
import type { CompactionInput, CompactionOutput } from "./replay-compaction-task";
import type { ReplayInput, ReplayOutput } from "./replay-task";
import type { SearchInput, SearchOutput } from "./search-task";

/** The first message on a task's port. Every other message is progress. */
export const STARTED = "started";

/** The tasks of a worker. Inputs and outputs are plain data, because they are copied between threads. */
export type Task =
  | { readonly kind: "import"; readonly input: ImportInput }
  | { readonly kind: "cache" | "compare" | "count" | "validate" | "convert"; readonly input: BodyInput }
  | { readonly kind: "evaluate"; readonly input: BodyInput }
  | { readonly kind: "compress"; readonly input: BodyInput }
  | { readonly kind: "drop-in"; readonly input: DropInInput }
  | { readonly kind: "advise"; readonly input: AdviseInput }
  | { readonly kind: "candidates"; readonly input: CandidatesInput }
  | { readonly kind: "corpus"; readonly input: CorpusInput }
  | { readonly kind: "otlp"; readonly input: OtlpInput }
  | { readonly kind: "otlp-logs"; readonly input: OtlpInput }
  | { readonly kind: "query"; readonly input: QueryInput }
  | { readonly kind: "compaction"; readonly input: CompactionInput }
  | { readonly kind: "replay"; readonly input: ReplayInput }
  | { readonly kind: "search"; readonly input: SearchInput }
  | { readonly kind: "export"; readonly input: ExportTaskInput };

type Outputs = {
  import: ImportOutput;
  compress: BodyOutput;
  "drop-in": BodyOutput;
  cache: BodyOutput;
  compare: BodyOutput;
  count: BodyOutput;
  evaluate: EvaluateOutput;
  validate: BodyOutput;
  convert: BodyOutput;
  advise: AdviseOutput;
  candidates: CandidatesOutput;
  corpus: CorpusOutput;
  otlp: OtlpOutput;
  "otlp-logs": OtlpLogsOutput;
  query: QueryOutput;
  compaction: CompactionOutput;
  replay: ReplayOutput;
  search: SearchOutput;
  export: ExportTaskOutput;
};
export type TaskResult<T extends Task> = Outputs[T["kind"]];

/** The outcome of a task. A problem is sent between threads as data. */
export type TaskOutcome<T extends Task> =
  | { readonly ok: true; readonly value: TaskResult<T> }
  | {
      readonly ok: false;
      readonly problem: {
        readonly status: number;
        readonly code: string;
        readonly detail: string;
        readonly options: ProblemOptions;
      };
    };
