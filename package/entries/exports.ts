/** Exports of both entries besides the functions. */
export { Problem } from "@/lib/api/problem";
export type { CompareAnswer } from "@/lib/api/schemas/compare";
export type { EvaluateAnswer } from "@/lib/api/schemas/evaluate";
export type { ReplayAnswer } from "@/lib/api/schemas/replay";
export type { KeptText } from "@/lib/compress/surroundings";
export { jsonText, parseJson } from "@/lib/conversation/exact-json";
export type { TranscriptFile, TranscriptImport } from "@/lib/importers/importer";
export type {
  AdviceAnswer,
  AdviseSettings,
  CallSettings,
  CompareInput,
  CompressInput,
  CompressResult,
  EvaluateInput,
  Outputs,
  ReplaySettings,
} from "@/lib/library/create-library";
export type { TranscriptInput, TranscriptOptions } from "@/lib/library/read-transcript";
export type { Analysis } from "@/lib/pipeline/analyze-session";
export type { Session } from "@/lib/transcript/session";
