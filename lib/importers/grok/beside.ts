import { fail, ok, type Result } from "../../conversation/errors";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { reportStranger } from "../claude-code/companions";
import type { ImportFailure } from "../import-failure";
import type { ImportRun } from "../import-run";
import type { Sample, TranscriptFile } from "../importer";
import type { ItemSession } from "../item-session";
import { readJsonl } from "../jsonl-reader";
import type { DraftResponse } from "../session-draft";
import { takeSample } from "../take-sample";
import { type GrokTurn, UpdatesReader } from "./updates-reader";

/** The window of the model that was used last. */
type StatedWindow = { readonly tokens: number; readonly model: string | null };

type Beside = {
  readonly turns: ReadonlyMap<number, GrokTurn>;
  readonly window: StatedWindow | null;
  readonly sessionId: string;
  /** The files that belong to the session. */
  readonly used: readonly TranscriptFile[];
};

/** Reads `updates.jsonl` and `signals.json` among the other files. */
export async function readBeside(
  files: readonly TranscriptFile[],
  run: ImportRun,
): Promise<Result<Beside, ImportFailure>> {
  const updates = new UpdatesReader();
  const used: TranscriptFile[] = [];
  let window: StatedWindow | null = null;
  for (const file of files) {
    const taken = await takeSample(file, run);
    const sample = taken.ok ? taken.value : null;
    const signals = sample && signalsIn(sample);
    if (signals) {
      window = windowIn(signals);
      used.push(file);
      run.settle("interpreted", { file: used.length, line: 1, byteOffset: 0, byteLength: file.bytes });
    } else if (sample?.shape === "rows" && sample.rows.some(isUpdate)) {
      const failure = await readJsonl(file, used.push(file), sample.encoding, run, updates.interpret);
      if (failure) return fail(failure);
    } else reportStranger(file, run);
  }
  return ok({ turns: updates.turns, window, sessionId: updates.sessionId, used });
}

const isUpdate = (row: JsonObject): boolean => asText(asObject(asObject(row.params)?.update)?.sessionUpdate) !== null;

function signalsIn(sample: Sample): JsonObject | null {
  const value =
    sample.shape === "rows" && sample.rows.length === 1 ? sample.rows[0] : sample.shape === "value" && sample.value;
  const signals = asObject(value);
  return signals && "contextWindowTokens" in signals ? signals : null;
}

/** For a session with several models, the file states only the window of the newest one. */
function windowIn(signals: JsonObject): StatedWindow | null {
  const tokens = asCount(signals.contextWindowTokens);
  const isOnly = (asArray(signals.modelsUsed) ?? []).length <= 1;
  return tokens ? { tokens, model: isOnly ? null : asText(signals.primaryModelId) } : null;
}

export function stateWindow({ responses }: ItemSession, window: StatedWindow | null) {
  if (!window) return;
  for (const response of responses)
    if (window.model === null || response.model === window.model) response.limits = { window: window.tokens };
}

/** Grok states usage per turn. If a turn was one call, the usage is that call's; the rest is reported as a sum. */
export function bookUsage(
  draft: ItemSession,
  answersOf: ReadonlyMap<number, readonly DraftResponse[]>,
  turns: ReadonlyMap<number, GrokTurn>,
  run: ImportRun,
) {
  const sums: Usage[] = [];
  for (const [index, { usage, calls, endedAt, isIncomplete }] of turns) {
    const answers = answersOf.get(index) ?? [];
    const last = answers.at(-1);
    if (last && endedAt !== null) last.endedAt = endedAt;
    draft.noteTime(endedAt);
    const isOne = calls === 1 && answers.length === 1 && !isIncomplete;
    if (usage && last && isOne) last.usage = usage;
    else if (usage) sums.push(usage);
  }
  const source = { file: 1, line: 1, byteOffset: 0, byteLength: 0 };
  if (sums.length > 0) run.report("usage-only-as-sum", sumText(sums), source);
}

function sumText(sums: readonly Usage[]): string {
  const sum = (key: keyof Usage) => sums.reduce((total, usage) => total + (usage[key] ?? 0), 0);
  const turns = sums.length === 1 ? "one turn" : `${sums.length} turns`;
  return `Grok states tokens by turn. Of ${turns} with several calls, with sub-agents, or not in the chat history any more: ${sum("uncachedInput")} in, ${sum("cacheRead")} read from the cache, ${sum("cacheWriteUnsplit")} written to it, ${sum("output")} out. No answer has a part of them.`;
}
