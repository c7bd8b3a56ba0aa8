import { fail, ok, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { reportStranger } from "../claude-code/companions";
import { ImportRun, type RowVerdict } from "../import-run";
import type { Importer, ImportFailure, TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { readJsonFile } from "../json-file";
import { readItems } from "../json-items";
import { readJsonl } from "../jsonl-reader";
import type { TextEncodingName } from "../line-splitter";
import { looseContent } from "../loose-content";
import { oneObject } from "../one-value";
import { textDrafts, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";
import { modelName } from "./conversation-reader";
import { IdeEvents, isEventLog, type SystemPrompt, systemPromptIn } from "./ide-events";

/**
 * Kiro's IDE writes four kinds of files: `.chat` (`chat` of human, bot and tool), a session of `workspace-sessions` (`history`
 * like Continue's, with execution ids), the log of one execution (`actions`), and since 1.0 a log of events. Source:
 * kenn-io/agentsview, internal/parser/kiro_ide.go (2026-08).
 */
export const kiroIde: Importer = {
  id: "kiro-ide",
  title: "Kiro IDE",
  limitations: [
    "Kiro counts credits for a turn and no tokens: usage, cost and cache reads are unknown, and tokens are Winnow's own counts of what the log holds.",
    "Before version 1.0 a session of Kiro's IDE holds a stub (“On it.”) in place of the agent's work: its messages and calls are in execution logs, which are separate files and are imported as separate sessions.",
    "Files from before version 1.0 hold neither the times of single messages nor the results of most tools.",
  ],
  unchecked: "all files of Kiro's IDE",
  detect(sample) {
    if (isEventLog(sample)) return "events with an id, a timestamp, and a payload with a type of Kiro's";
    const value = oneObject(sample);
    return value && (kindOf(value)?.trait ?? null);
  },
  async parse(files, sample, run) {
    if (sample.shape === "rows" && isEventLog(sample)) return parseEvents(files, sample.encoding, run);
    const [file] = files;
    const value = oneObject(sample);
    const kind = value && kindOf(value);
    if (!file || !value || !kind) throw new Error("parse is only called on what detect claimed");
    const reader = new IdeReader(value);
    const failure = readItems(asArray(value[kind.list]) ?? [], file, run, reader[kind.read]);
    return failure ? fail(failure) : ok([reader.draft.finish([file], run)]);
  },
};

async function parseEvents(
  [file, ...others]: readonly TranscriptFile[],
  encoding: TextEncodingName,
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> {
  if (!file) throw new Error("an import has at least one file");
  const reader = new IdeEvents();
  const used = [file];
  for (const other of others) {
    const facts = await readJsonFile(other, "utf-8", run);
    if (!facts.ok || !reader.readFacts(facts.value)) reportStranger(other, run);
    else run.settle("interpreted", { file: used.push(other) - 1, line: 1, byteOffset: 0, byteLength: other.bytes });
  }
  const prompt = await findSystemPrompt(file, encoding, run);
  if (prompt) reader.saySystem(prompt);
  const failure = await readJsonl(file, 0, encoding, run, reader.interpret);
  reader.end();
  return failure ? fail(failure) : ok([reader.draft.finish(used, run)]);
}

/** Finds the first system prompt of the file, which is logged after the messages that it was sent with. */
async function findSystemPrompt(file: TranscriptFile, encoding: TextEncodingName, { limits }: ImportRun) {
  let prompt: SystemPrompt | null = null;
  await readJsonl(file, 0, encoding, new ImportRun(limits), (value, source) => {
    prompt ??= systemPromptIn(value, source);
    return "interpreted";
  });
  return prompt as SystemPrompt | null;
}

type Kind = { readonly list: string; readonly read: "chat" | "turn" | "action"; readonly trait: string };

function kindOf(value: JsonObject): Kind | null {
  const has = (list: string, test: (item: JsonObject) => boolean) =>
    (asArray(value[list]) ?? []).some((item) => test(asObject(item) ?? {}));
  if (has("chat", ({ role }) => role === "human" || role === "bot") && "executionId" in value)
    return { list: "chat", read: "chat", trait: "executionId, and a chat of human and bot" };
  if (isKiroHistory(value)) return { list: "history", read: "turn", trait: "a history of messages with executionId" };
  if (has("actions", (action) => "actionType" in action) && "executionId" in value)
    return { list: "actions", read: "action", trait: "executionId, and actions" };
  return null;
}

/** Sessions of Continue have the same shape, but no executions. */
export const isKiroHistory = (value: JsonObject): boolean =>
  asText(value.sessionId) !== null &&
  (asArray(value.history) ?? []).some((item) => asText(asObject(item)?.executionId) !== null);

const SYSTEM = /^(?:# System Prompt|# Identity|<identity>|## Included Rules|You are operating in a workspace)/;

class IdeReader {
  readonly draft = new ItemSession("kiro-ide", "Kiro");
  private readonly model: string | null;

  constructor(value: JsonObject) {
    const metadata = asObject(value.metadata);
    this.draft.logId = asText(value.sessionId) ?? asText(value.executionId) ?? "";
    // A chat and the log of its execution share an id without being copies of each other.
    this.draft.isSnapshot = asText(value.sessionId) !== null;
    this.draft.title = asText(value.title);
    this.draft.project = asText(value.workspaceDirectory);
    this.model = modelName(metadata?.modelId);
    for (const time of [metadata?.startTime, metadata?.endTime, value.startTime]) this.draft.noteTime(isoTime(time));
  }

  readonly chat = (value: unknown, source: SourceLocation): RowVerdict => {
    const message = asObject(value);
    const text = asString(message?.content) ?? "";
    if (message?.role === "bot") return this.answer(textDrafts(text), source);
    if (message?.role !== "human") return { kept: `message:${asText(message?.role) ?? "unknown"}` };
    return this.prompt(textDrafts(text), SYSTEM.test(text) ? "client" : "typed", source);
  };

  readonly turn = (value: unknown, source: SourceLocation): RowVerdict => {
    const item = asObject(value);
    const message = asObject(item?.message);
    const parts = looseContent(message?.content);
    if (message?.role === "user") return this.prompt(parts, "typed", source);
    if (message?.role !== "assistant") return { kept: `message:${asText(message?.role) ?? "unknown"}` };
    const logged = (asArray(item?.promptLogs) ?? []).flatMap((log) => textDrafts(asText(asObject(log)?.completion)));
    return this.answer(parts.length > 0 ? parts : logged, source);
  };

  readonly action = (value: unknown, source: SourceLocation): RowVerdict => {
    const action = asObject(value);
    const type = asText(action?.actionType);
    const output = asObject(action?.output);
    if (!action || type === null) return { bad: "invalid-row", message: `Item ${source.line} is no action of Kiro.` };
    const message = asText(output?.message);
    if (type === "say") return this.answer(textDrafts(message), source);
    if (!asObject(action.input)) return { kept: `action:${type}` };
    const id = asText(action.actionId) ?? `action-${source.line}`;
    this.answer([toolCallDraft(id, type, action.input)], source);
    const result = message ?? (output ? JSON.stringify(output) : null);
    const parts = result === null ? [] : [toolResultDraft(id, textOutput(result), false, type)];
    this.draft.say({ role: "tool", origin: "tool", parts, time: null }, source);
    return "interpreted";
  };

  private prompt(parts: readonly PartDraft[], origin: "typed" | "client", source: SourceLocation): RowVerdict {
    const index = this.draft.say({ role: "user", origin, parts, time: null }, source);
    return index === null ? { kept: "message:user (empty)" } : "interpreted";
  }

  private answer(parts: readonly PartDraft[], source: SourceLocation): RowVerdict {
    const answer = this.draft.answer({ parts, model: this.model, usage: null, time: null }, source);
    return answer ? "interpreted" : { kept: "message:assistant (empty)" };
  }
}
