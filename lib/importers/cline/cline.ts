import { fail, ok } from "../../conversation/errors";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { reportStranger } from "../claude-code/companions";
import type { ImportRun } from "../import-run";
import type { Importer, Sample, TranscriptFile } from "../importer";
import { takeSample } from "../take-sample";
import { looksLikeHistory, readApiHistory } from "./api-history";
import { TaskTimeline } from "./task-timeline";
import { isUiRow, UiLog } from "./ui-log";

/**
 * A task of Cline (classic), Roo Code or Kilo Code: `api_conversation_history.json` (what was sent) and
 * `ui_messages.json` (what was shown, with usage), together or alone, and `task_metadata.json`.
 */
export const cline: Importer = {
  id: "cline",
  title: "Cline, Roo Code, Kilo Code",
  detect(sample) {
    const kind = kindOf(valueIn(sample));
    if (kind === "history") return "messages with the task tags of the Cline family";
    return kind === "window" ? "window rows with ts and say or ask" : null;
  },
  async parse(files, sample, run) {
    const task: TaskFiles = { files: [], history: null, window: null, metadata: null };
    for (const [index, file] of files.entries()) {
      const taken = index === 0 ? ok(sample) : await takeSample(file, run);
      if (!taken.ok && taken.error.code === "cancelled") return taken;
      if (!taken.ok || !addFile(task, file, valueIn(taken.value))) reportStranger(file, run);
    }
    const draft = readTask(task, run);
    const failure = run.advance(task.files.reduce((sum, file) => sum + file.bytes, 0));
    return failure ? fail(failure) : ok([draft.finish(task.files, run)]);
  },
};

type TaskFile<T> = { readonly value: T; readonly index: number };
type TaskFiles = {
  readonly files: TranscriptFile[];
  history: TaskFile<readonly unknown[]> | null;
  window: TaskFile<readonly unknown[]> | null;
  metadata: TaskFile<JsonObject> | null;
};

const valueIn = (sample: Sample): unknown => (sample.shape === "value" ? sample.value : null);

function kindOf(value: unknown): "history" | "window" | "metadata" | null {
  const items = asArray(value);
  if (items) return isUiRow(items[0]) ? "window" : looksLikeHistory(items) ? "history" : null;
  const fields = asObject(value);
  return fields && ("taskId" in fields || "files_in_context" in fields || "model_usage" in fields) ? "metadata" : null;
}

function addFile(task: TaskFiles, file: TranscriptFile, value: unknown): boolean {
  const kind = kindOf(value);
  if (kind === null || task[kind] !== null) return false;
  const index = task.files.push(file) - 1;
  if (kind === "metadata") task.metadata = { value: asObject(value) ?? {}, index };
  else task[kind] = { value: asArray(value) ?? [], index };
  return true;
}

function readTask({ files, history, window, metadata }: TaskFiles, run: ImportRun) {
  const size = (index: number) => files[index]?.bytes ?? 0;
  const messages = history ? readApiHistory(history.value, history.index, size(history.index), run) : [];
  const ui = window && new UiLog(window.value, window.index, size(window.index), run);
  const isRoo = ui?.hasApiProtocol || messages.some((message) => message.isSummary);
  const draft = new TaskTimeline(messages, ui, isRoo ? "Roo Code" : "Cline").build();
  if (metadata) {
    const source = { file: metadata.index, line: 1, byteOffset: 0, byteLength: size(metadata.index) };
    draft.logId = asText(metadata.value.taskId) ?? "";
    draft.isSnapshot = true;
    draft.project = asText(metadata.value.workspace_path);
    run.settle("interpreted", source);
  }
  return draft;
}
