import { fail, ok } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import type { ImportRun, RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { opaqueDraft, parsedJson, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "./part-drafts";
import { readSampleRows, rowsOf } from "./sample-rows";

/**
 * Antigravity's command line (`agy`): `brain/<id>/.system_generated/logs/transcript_full.jsonl`, one step per line, or
 * `transcript.jsonl`, which has the same steps with every argument as JSON text and with long texts shortened. Calls
 * have no ids: a result belongs to the earlier call of the same kind. Source: specstoryai/getspecstory,
 * docs/ANTIGRAVITY-FORMAT.md (agy 1.1.5, read 2026-08).
 */
export const antigravity: Importer = {
  id: "antigravity",
  title: "Antigravity CLI",
  limitations: [
    "Antigravity's transcripts have no usage, so all counts are estimated. They contain neither the system prompt nor the tools, so real prompts are larger.",
  ],
  unchecked: "full sessions (only a small sample was checked)",
  detect(sample) {
    const rows = rowsOf(sample).slice(0, 20).map(asObject);
    return rows.length > 0 && rows.every(isStep) ? "steps with step_index, source, type and status" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const steps: Step[] = [];
    const failure = await readSampleRows(file, sample, run, (value, source) => {
      const row = asObject(value);
      if (!isStep(row)) return { bad: "invalid-row", message: `Line ${source.line} is not a step of Antigravity.` };
      steps.push({ row, source });
      return verdictOf(row);
    });
    if (failure) return fail(failure);
    const writer = new StepWriter();
    for (const step of steps.sort((a, b) => indexOf(a.row) - indexOf(b.row))) writer.write(step);
    reportCuts(steps, run);
    return ok([writer.draft.finish([file], run)]);
  },
};

type Step = { readonly row: JsonObject; readonly source: SourceLocation };

const isStep = (row: JsonObject | null): row is JsonObject =>
  asCount(row?.step_index) !== null &&
  asText(row?.source) !== null &&
  asText(row?.type) !== null &&
  "status" in (row ?? {});

const indexOf = (row: JsonObject) => asCount(row.step_index) ?? 0;

const typeOf = (row: JsonObject) => asText(row.type) ?? "";

/** A step without content only marks a place (CONVERSATION_HISTORY). */
function verdictOf(row: JsonObject): RowVerdict {
  const says = asText(row.content) ?? asText(row.thinking) ?? asArray(row.tool_calls)?.[0];
  return says === null || says === undefined ? { kept: typeOf(row) } : "interpreted";
}

function reportCuts(steps: readonly Step[], run: ImportRun) {
  const cut = steps.filter(({ row }) => (asArray(row.truncated_fields) ?? []).length > 0);
  const [first] = cut;
  if (!first) return;
  const message = `Antigravity cut long texts of ${cut.length} steps in this file, so their counts are too small. If transcript_full.jsonl is beside it, import that one.`;
  run.report("truncated-content", message, first.source);
}

type OpenCall = { readonly id: string; readonly name: string };

/** The result type that each tool writes. Unlisted tools write another type (GENERIC). */
const RESULT_OF: Readonly<Record<string, string>> = {
  run_command: "RUN_COMMAND",
  view_file: "VIEW_FILE",
  list_dir: "LIST_DIRECTORY",
  grep_search: "GREP_SEARCH",
  write_to_file: "CODE_ACTION",
  replace_file_content: "CODE_ACTION",
  multi_replace_file_content: "CODE_ACTION",
  search_web: "SEARCH_WEB",
  read_url_content: "READ_URL_CONTENT",
  generate_image: "GENERATE_IMAGE",
  invoke_subagent: "INVOKE_SUBAGENT",
  ask_question: "ASK_QUESTION",
};

const REQUEST = /<USER_REQUEST>\s*([\s\S]*?)\s*<\/USER_REQUEST>/;
const MODEL = /setting `Model Selection` from .*? to (.+?)\.(?:\s|$)/;
/** A step whose command failed is itself marked as successful, so only its text reveals the failure. */
const FAILED = /^\s*The command failed with exit code: /m;

class StepWriter {
  readonly draft = new ItemSession("antigravity", "Antigravity CLI");
  private model: string | null = null;
  private open: OpenCall[] = [];

  write({ row, source }: Step): void {
    const content = asString(row.content) ?? "";
    const time = isoTime(row.created_at);
    this.draft.noteTime(time);
    if (row.type === "USER_INPUT") this.prompt(content, time, source);
    else if (row.type === "PLANNER_RESPONSE") this.answer(row, content, time, source);
    else if (row.type === "CHECKPOINT") this.compact(content, time, source);
    else if (row.source === "MODEL") this.result(row, content, time, source);
    else this.draft.say({ role: "user", origin: "client", parts: textDrafts(content), time }, source);
  }

  private prompt(content: string, time: string | null, source: SourceLocation): void {
    this.model = MODEL.exec(content)?.[1] ?? this.model;
    this.draft.title ??= REQUEST.exec(content)?.[1] ?? null;
    this.draft.say({ role: "user", origin: "typed", parts: textDrafts(content), time }, source);
  }

  private answer(row: JsonObject, content: string, time: string | null, source: SourceLocation): void {
    const thought = asText(row.thinking);
    const calls = (asArray(row.tool_calls) ?? []).map((value, index) => callOf(value, `step-${indexOf(row)}.${index}`));
    const thinking: PartDraft[] = thought === null ? [] : [{ type: "reasoning", text: thought }];
    const parts = [...thinking, ...textDrafts(content), ...calls];
    if (!this.draft.answer({ parts, model: this.model, usage: null, time }, source)) return;
    this.open = calls.flatMap((call) =>
      call.type === "tool-call" ? [{ id: call.toolCallId, name: call.toolName }] : [],
    );
  }

  private result(row: JsonObject, content: string, time: string | null, source: SourceLocation): void {
    if (content === "") return;
    const isError = row.status === "ERROR" || (row.type === "RUN_COMMAND" && FAILED.test(content));
    const call = this.callOf(typeOf(row));
    const id = call?.id ?? `step-${indexOf(row)}`;
    const part = toolResultDraft(id, textOutput(content), isError, call?.name ?? typeOf(row).toLowerCase());
    this.draft.say({ role: "tool", origin: "tool", parts: [part], time }, source);
  }

  /**
   * The first open call whose tool writes results of this type, otherwise the first one whose result type is unknown.
   */
  private callOf(type: string): OpenCall | null {
    const exact = this.open.findIndex(({ name }) => RESULT_OF[name] === type);
    const at = exact >= 0 ? exact : this.open.findIndex(({ name }) => RESULT_OF[name] === undefined);
    return at < 0 ? null : (this.open.splice(at, 1)[0] ?? null);
  }

  private compact(content: string, time: string | null, source: SourceLocation): void {
    const atMessage = this.draft.messages.length;
    const summaryIndex = this.draft.say({ role: "user", origin: "summary", parts: textDrafts(content), time }, source);
    this.draft.compaction({ trigger: "unknown", time, atMessage, summaryIndex }, source);
  }
}

function callOf(value: unknown, id: string): PartDraft {
  const call = asObject(value);
  const name = asText(call?.name);
  return name === null ? opaqueDraft(value) : toolCallDraft(id, name, plainArguments(asObject(call?.args) ?? {}));
}

/**
 * In transcript.jsonl every value is itself JSON text: `"\"/tmp\""`, `"5000"`. In the other file only some values are.
 */
function plainArguments(args: JsonObject): JsonObject {
  const values = Object.entries(args).map(([name, value]) => [name, parsedText(value)] as const);
  const isText =
    values.every(([, value]) => value !== undefined) && values.some(([, value]) => typeof value === "string");
  return isText ? Object.fromEntries(values) : args;
}

const parsedText = (value: unknown): unknown => (typeof value === "string" ? parsedJson(value) : undefined);
