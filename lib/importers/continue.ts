import { fail, ok } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { ItemSession, type PartDraft } from "./item-session";
import { readItems } from "./json-items";
import { isKiroHistory } from "./kiro/kiro-ide";
import { oneObject } from "./one-value";
import {
  fileDraft,
  opaqueDraft,
  outputOf,
  textCallDraft,
  textDraft,
  textDrafts,
  textOutput,
  toolResultDraft,
  urlFile,
} from "./part-drafts";

/** Continue sessions: `{sessionId, title, workspaceDirectory, history: [{message, contextItems, promptLogs}]}`. */
export const continueDev: Importer = {
  id: "continue",
  title: "Continue",
  limitations: [
    "Continue logs no times and no usage, so cost and cache reads are unknown, and tokens are Winnow's own counts of the file's content.",
  ],
  detect(sample) {
    const value = oneObject(sample);
    const history = asArray(value?.history)?.map((item) => asObject(asObject(item)?.message));
    if (!value || !history || asText(value.sessionId) === null || isKiroHistory(value)) return null;
    const isHistory = history.every((message) => typeof message?.role === "string");
    return isHistory && (history.length > 0 || "workspaceDirectory" in value)
      ? "sessionId and history of messages"
      : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    const value = oneObject(sample);
    if (!file || !value) throw new Error("parse is only called on what detect claimed");
    const items = asArray(value.history) ?? [];
    const reader = new ContinueReader(value, items);
    const failure = readItems(items, file, run, reader.interpret);
    return failure ? fail(failure) : ok([reader.draft.finish([file], run)]);
  },
};

class ContinueReader {
  readonly draft = new ItemSession("continue", "Continue");
  private readonly answered: ReadonlySet<string>;
  private thinking: PartDraft[] = [];

  constructor(session: JsonObject, items: readonly unknown[]) {
    this.draft.logId = asText(session.sessionId) ?? "";
    this.draft.isSnapshot = true;
    this.draft.title = asText(session.title);
    this.draft.project = asText(session.workspaceDirectory);
    const messages = items.map((item) => asObject(asObject(item)?.message));
    this.answered = new Set(messages.flatMap((message) => asText(message?.toolCallId) ?? []));
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const item = asObject(value);
    const message = asObject(item?.message);
    if (!item || !message) return badItem(source.line);
    const verdict = this.message(item, message, source);
    this.noteSummary(item, source);
    return verdict;
  };

  private message(item: JsonObject, message: JsonObject, source: SourceLocation): RowVerdict {
    const parts = contentParts(message.content);
    switch (message.role) {
      case "user":
        return this.say("user", "typed", [...contextParts(item), ...parts], source);
      case "system":
        return this.say("system", "system", parts, source);
      case "thinking":
        this.thinking.push(...thinkingParts(message));
        return "interpreted";
      case "assistant":
        return this.answer(item, message, parts, source);
      case "tool":
        return this.say("tool", "tool", [this.result(message, parts)], source);
      default:
        return { kept: `message:${asText(message.role) ?? "unknown"}` };
    }
  }

  private say(
    role: "user" | "system" | "tool",
    origin: "typed" | "system" | "tool",
    parts: PartDraft[],
    source: SourceLocation,
  ) {
    const index = this.draft.say({ role, origin, parts, time: null }, source);
    return index === null ? { kept: `message:${role} (empty)` } : ("interpreted" as const);
  }

  private result(message: JsonObject, parts: readonly PartDraft[]): PartDraft {
    return toolResultDraft(asText(message.toolCallId) ?? "", parts.flatMap(outputOf), false);
  }

  /**
   * These files contain neither usage nor times. The prompt logs repeat entire prompts and are read only for the
   * model's name.
   */
  private answer(item: JsonObject, message: JsonObject, said: PartDraft[], source: SourceLocation): RowVerdict {
    const parts = [...this.thinking, ...said, ...callParts(message.toolCalls)];
    this.thinking = [];
    const response = this.draft.answer({ parts, model: modelOf(item), usage: null, time: null }, source);
    if (!response) return { kept: "message:assistant (empty)" };
    const results = (asArray(item.toolCallStates) ?? []).flatMap((state) => this.stateResult(asObject(state)));
    this.draft.say({ role: "tool", origin: "tool", parts: results, time: null }, source);
    return "interpreted";
  }

  /** Results stored in the call's state, if they are not separate messages. */
  private stateResult(state: JsonObject | null): PartDraft[] {
    const id = asText(state?.toolCallId);
    const output = asArray(state?.output);
    if (id === null || !output || this.answered.has(id)) return [];
    const texts = output.flatMap((item) => textOutput(asString(asObject(item)?.content)));
    return [toolResultDraft(id, texts, state?.status === "errored")];
  }

  /** A compaction stores its summary at the last item that it covers; the prompt continues after that item. */
  private noteSummary(item: JsonObject, source: SourceLocation) {
    const summary = asText(item.conversationSummary);
    if (summary === null) return;
    const atMessage = this.draft.messages.length;
    const parts = [textDraft(summary)];
    const summaryIndex = this.draft.say({ role: "user", origin: "summary", parts, time: null }, source);
    this.draft.compaction({ trigger: "unknown", time: null, atMessage, summaryIndex }, source);
  }
}

function contentParts(content: unknown): PartDraft[] {
  if (typeof content === "string") return textDrafts(content);
  return (asArray(content) ?? []).map((value) => {
    const part = asObject(value);
    if (part?.type === "text" && typeof part.text === "string") return textDraft(part.text);
    const url = part?.type === "imageUrl" ? asText(asObject(part.imageUrl)?.url) : null;
    return url === null ? opaqueDraft(value) : fileDraft(urlFile(url, null));
  });
}

/** Attached context, such as files. It is sent before the user's words, as the prompt logs show. */
const contextParts = (item: JsonObject): PartDraft[] =>
  (asArray(item.contextItems) ?? []).flatMap((context) => textDrafts(asText(asObject(context)?.content)));

function thinkingParts(message: JsonObject): PartDraft[] {
  const redactedData = asText(message.redactedThinking);
  if (redactedData !== null) return [{ type: "reasoning", text: "", provider: "anthropic", redactedData }];
  const text = contentParts(message.content).flatMap((part) => (part.type === "text" ? [part.text] : []));
  const signature = asText(message.signature);
  return [
    { type: "reasoning", text: text.join("\n"), ...(signature !== null && { signature, provider: "anthropic" }) },
  ];
}

function callParts(calls: unknown): PartDraft[] {
  return (asArray(calls) ?? []).map((value) => {
    const call = asObject(value);
    const called = asObject(call?.function);
    const id = asText(call?.id);
    const name = asText(called?.name);
    if (id === null || name === null) return opaqueDraft(value);
    return textCallDraft(id, name, asString(called?.arguments) ?? "");
  });
}

function modelOf(item: JsonObject): string | null {
  const log = asObject(asArray(item.promptLogs)?.[0]);
  return asText(asObject(log?.completionOptions)?.model) ?? asText(log?.modelTitle);
}

const badItem = (line: number): RowVerdict => ({
  bad: "invalid-row",
  message: `Item ${line} of the history has no message. It was skipped; all others were kept.`,
});
