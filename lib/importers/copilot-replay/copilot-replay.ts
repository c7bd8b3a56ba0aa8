import { fail, ok } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { ReportedLimits } from "../../transcript/session";
import { unknownShape } from "../describe-file";
import { type Envelope, firstOf, readEnvelopes } from "../envelopes";
import type { RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { isoTime } from "../iso-time";
import { type EventDraft, ItemSession, type PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { readOpenAiUsage } from "../openai-usage";
import { outputOf, textCallDraft, textDrafts, toolCallDraft, toolResultDraft } from "../part-drafts";
import { isChat, type ReplayCall, ReplayWriter, spokenIn } from "./replay-writer";

/**
 * Copilot Chat's export for replaying (`*.chatreplay.json`): the typed prompts, each with its log entries. Every
 * request contains its complete prompt, so each prompt is kept as it was sent. A request's answer is logged without its
 * tool calls. Those are taken from the next prompt, or from the calls logged after it. Source:
 * microsoft/vscode-copilot-chat, src/extension/replay and src/extension/log (2026-08).
 */
export const copilotReplay: Importer = {
  id: "copilot-replay",
  title: "GitHub Copilot chat replay",
  detect(sample) {
    const root = firstOf(sample);
    const first = asObject(asArray(root?.prompts)?.[0]);
    return first && "logs" in first && asText(root?.exportedAt) !== null ? "exportedAt, and prompts with logs" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new ReplayReader();
    const failure = await readEnvelopes(file, sample, run, (root, envelope) => {
      for (const prompt of asArray(root.prompts) ?? []) reader.readPrompt(asObject(prompt) ?? {}, envelope);
      return "interpreted";
    });
    if (failure) return fail(failure);
    const captured = reader.write();
    if (reader.draft.responses.length === 0) return fail(unknownShape(null));
    return ok([{ ...reader.draft.finish([file], run), captured }]);
  },
};

type Logged = { readonly call: ReplayCall; readonly log: JsonObject; readonly tools: JsonObject[] };

class ReplayReader {
  readonly draft = new ItemSession("copilot-replay", "GitHub Copilot");
  private readonly logged: Logged[] = [];
  /** The errors, each with the number of requests before it. */
  private readonly failures: { readonly at: number; readonly tell: () => void }[] = [];
  private typed: string | null = null;

  readPrompt(prompt: JsonObject, envelope: Envelope) {
    this.typed = asText(prompt.prompt);
    this.draft.title ??= this.typed;
    envelope.read([prompt], () => "interpreted");
    envelope.read(asArray(prompt.logs) ?? [], (log, source) => this.readLog(asObject(log) ?? {}, source));
  }

  write() {
    const writer = new ReplayWriter(this.draft);
    this.logged.forEach((logged, index) => {
      this.tellFailures(index);
      const next = this.logged.slice(index + 1).find(({ call }) => call.name === logged.call.name);
      writer.write(withCalls(logged, next?.call ?? null));
    });
    this.tellFailures(this.logged.length);
    return writer.captured;
  }

  private tellFailures(behind: number) {
    for (const { at, tell } of this.failures) if (at === behind) tell();
  }

  private fail(event: EventDraft, source: SourceLocation) {
    this.failures.push({ at: this.logged.length, tell: () => this.draft.event(event, source) });
  }

  private readLog(log: JsonObject, source: SourceLocation): RowVerdict {
    const kind = asText(log.kind);
    if (kind === "request") return this.readRequest(log, source);
    if (kind === "toolCall") this.logged.findLast(({ call }) => isChat(call))?.tools.push(log);
    if (kind === "error") {
      const message = asText(log.error) ?? asText(asObject(log.error)?.message) ?? "error";
      this.fail({ type: "api-error", message: message.slice(0, 500) }, source);
    }
    return kind === "error" ? "interpreted" : { kept: kind ?? "log" };
  }

  private readRequest(log: JsonObject, source: SourceLocation): RowVerdict {
    const metadata = asObject(log.metadata) ?? {};
    const prompt = asArray(asObject(log.requestMessages)?.messages);
    const endedAt = isoTime(metadata.endTime);
    this.noteFailure(log, endedAt, source);
    if (!prompt) return { kept: "request without its prompt" };
    const answer = answerOf(log);
    const usage = readOpenAiUsage(metadata.usage);
    if (answer.length === 0 && usage === null) return { kept: "request without an answer" };
    const call = {
      id: asText(log.id),
      name: asText(log.name) ?? "request",
      prompt,
      tools: metadata.tools,
      answer,
      results: [],
      typed: this.typed,
      model: asText(metadata.model),
      usage,
      limits: limitsOf(metadata),
      startedAt: isoTime(metadata.startTime),
      endedAt,
      firstTokenMs: asCount(metadata.timeToFirstToken),
      source,
    };
    this.logged.push({ call, log, tools: [] });
    return "interpreted";
  }

  private noteFailure(log: JsonObject, time: string | null, source: SourceLocation) {
    const type = asText(log.type) ?? "";
    const at = time === null ? {} : { time };
    if (type === "ChatMLCancelation") this.fail({ type: "interruption", ...at }, source);
    if (type !== "ChatMLFailure") return;
    const response = asObject(log.response);
    const message = asText(response?.reason) ?? asText(response?.type) ?? "The request failed.";
    this.fail({ type: "api-error", message: message.slice(0, 500), ...at }, source);
  }
}

function answerOf(log: JsonObject): PartDraft[] {
  const { message } = asObject(log.response) ?? {};
  const texts = typeof message === "string" ? [message] : (asArray(message) ?? []);
  return textDrafts(texts.flatMap((text) => asString(text) ?? []).join(""));
}

/** The complete answer: as the next prompt repeats it, otherwise with the calls logged after it. */
function withCalls({ call, tools }: Logged, next: ReplayCall | null): ReplayCall {
  const repeated = next ? spokenIn(next.prompt)[spokenIn(call.prompt).length] : undefined;
  const isRepeated = repeated?.role === "assistant" && textOf(repeated.parts).startsWith(textOf(call.answer));
  if (isRepeated) return { ...call, answer: repeated.parts };
  const calls = tools.map((tool) => callOf(tool));
  return { ...call, answer: [...call.answer, ...calls], results: tools.map((tool) => resultOf(tool)) };
}

const textOf = (parts: readonly PartDraft[]): string =>
  parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("")
    .trim();

/** The provider's id without the client's suffix. */
const idOf = (tool: JsonObject): string => (asText(tool.id) ?? "").replace(/__vscode-\d+$/, "");

function callOf(tool: JsonObject): PartDraft {
  const name = asText(tool.tool) ?? asText(tool.name) ?? "unknown";
  return typeof tool.args === "string"
    ? textCallDraft(idOf(tool), name, tool.args)
    : toolCallDraft(idOf(tool), name, tool.args);
}

const resultOf = (tool: JsonObject): PartDraft =>
  toolResultDraft(idOf(tool), looseContent(tool.response).flatMap(outputOf), false, asText(tool.tool));

function limitsOf(metadata: JsonObject): ReportedLimits | null {
  const maxPrompt = asCount(metadata.maxPromptTokens);
  return maxPrompt ? { maxPrompt } : null;
}
