import { fail, ok } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asArray, asCount, asObject, asObjects, asString, asText, type JsonObject } from "../formats/json-fields";
import type { ImportRun, RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { readItems } from "./json-items";
import { oneObject } from "./one-value";
import {
  fileDraft,
  opaqueDraft,
  textCallDraft,
  textDraft,
  textDrafts,
  textOutput,
  toolCallDraft,
  toolResultDraft,
  urlFile,
} from "./part-drafts";

/**
 * Exports of the Copilot chat in VS Code: `{responderUsername, requests}`. One request is one user prompt with all
 * rounds of tool calls after it. The rounds contain what was sent, the response parts what was shown.
 */
export const copilot: Importer = {
  id: "copilot",
  title: "GitHub Copilot chat (VS Code)",
  limitations: [
    "Copilot Chat's export has no usage, no system prompt and no tool definitions, so cost and cache reads are unknown, and prompts here are shorter than what was sent.",
  ],
  detect(sample) {
    const value = oneObject(sample);
    const isExport = asArray(value?.requests) !== null && typeof value?.responderUsername === "string";
    return isExport ? "requests and responderUsername" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    const value = oneObject(sample);
    if (!file || !value) throw new Error("parse is only called on what detect claimed");
    const reader = new CopilotReader(value, run);
    const failure = readItems(asArray(value.requests) ?? [], file, run, reader.interpret);
    return failure ? fail(failure) : ok([reader.draft.finish([file], run)]);
  },
};

/** Parts of the shown response that the rounds contain too. */
const IN_ROUNDS = new Set(["", "markdownContent", "thinking", "toolInvocationSerialized"]);

class CopilotReader {
  readonly draft: ItemSession;

  constructor(
    root: JsonObject,
    private readonly run: ImportRun,
  ) {
    this.draft = new ItemSession("copilot", asText(root.responderUsername));
    this.draft.logId = asText(root.sessionId) ?? "";
    this.draft.isSnapshot = true;
    this.draft.title = asText(root.customTitle);
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const request = asObject(value);
    const message = asObject(request?.message);
    if (!request || !message) return badItem(source.line);
    const result = asObject(request.result);
    const metadata = asObject(result?.metadata) ?? {};
    const version = asText(asObject(request.agent)?.extensionVersion);
    if (version !== null) this.draft.versions.add(version);
    this.prompt(message, metadata, isoTime(request.timestamp), source);
    this.keepUnread(request, source);
    this.answer(request, result, metadata, source);
    return "interpreted";
  };

  /** The text as sent is in the metadata, with the editor's context around the user's words. */
  private prompt(message: JsonObject, metadata: JsonObject, time: string | null, source: SourceLocation) {
    const typed = asText(message.text);
    this.draft.title ??= typed;
    const context = renderedParts(metadata.renderedGlobalContext);
    this.draft.say({ role: "user", origin: "client", parts: context, time }, source);
    const rendered = renderedParts(metadata.renderedUserMessage);
    const parts = rendered.length > 0 ? rendered : textDrafts(typed);
    this.draft.say({ role: "user", origin: "typed", parts, time }, source);
  }

  private keepUnread(request: JsonObject, source: SourceLocation) {
    for (const part of asArray(request.response) ?? []) {
      const kind = asText(asObject(part)?.kind) ?? "";
      if (!IN_ROUNDS.has(kind)) this.run.settle({ kept: `response:${kind}` }, source);
    }
  }

  private answer(request: JsonObject, result: JsonObject | null, metadata: JsonObject, source: SourceLocation) {
    const rounds = asObjects(metadata.toolCallRounds);
    const elapsed = asCount(asObject(result?.timings)?.totalElapsed);
    const started = asCount(request.timestamp);
    const end = elapsed === null || started === null ? null : isoTime(started + elapsed);
    const model = modelName(asText(request.modelId));
    const results = asObject(metadata.toolCallResults) ?? {};
    rounds.forEach((round, index) => {
      const isLast = index === rounds.length - 1;
      // Only the start of the first call and the end of the last one are known.
      const time = isLast ? end : null;
      this.draft.answer({ parts: roundParts(round), model, usage: null, time }, source);
      this.draft.say({ role: "tool", origin: "tool", parts: roundResults(round, results), time: null }, source);
    });
    if (rounds.length === 0) this.shown(request, model, end, source);
    const error = asText(asObject(result?.errorDetails)?.message);
    if (error === null) return;
    const message = error.slice(0, 500);
    this.draft.event({ type: "api-error", message, ...(end !== null && { time: end }) }, source);
  }

  /** Without rounds (a plain or interrupted answer), there is only the response as shown. */
  private shown(request: JsonObject, model: string | null, time: string | null, source: SourceLocation) {
    const said: PartDraft[] = [];
    const results: PartDraft[] = [];
    let text = "";
    for (const value of asArray(request.response) ?? []) {
      const part = asObject(value) ?? {};
      if (part.kind === undefined || part.kind === "markdownContent") text += markdownOf(part);
      else if (part.kind === "inlineReference") text += asText(part.name) ?? "";
      else if (part.kind === "thinking") said.push({ type: "reasoning", text: textOf(part.value) });
      else if (part.kind === "toolInvocationSerialized") addInvocation(part, said, results);
    }
    this.draft.answer({ parts: [...textDrafts(text), ...said], model, usage: null, time }, source);
    this.draft.say({ role: "tool", origin: "tool", parts: results, time }, source);
  }
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(asString).join("") : (asString(value) ?? "");

const markdownOf = (part: JsonObject): string =>
  asString(part.value) ?? asString(asObject(part.content)?.value) ?? asString(asObject(part.value)?.value) ?? "";

function addInvocation(part: JsonObject, said: PartDraft[], results: PartDraft[]) {
  const id = asText(part.toolCallId);
  if (id === null) return;
  const details = asObject(part.resultDetails);
  const input = details?.input ?? asObject(part.toolSpecificData)?.rawInput ?? {};
  said.push(toolCallDraft(id, asText(part.toolId) ?? "tool", input));
  const output = (asArray(details?.output) ?? []).flatMap((item) => textOutput(asText(asObject(item)?.value)));
  if (output.length > 0) results.push(toolResultDraft(id, output, details?.isError === true));
}

function roundParts(round: JsonObject): PartDraft[] {
  const thinking = asObject(round.thinking);
  const thought = textOf(thinking?.text);
  const signature = asText(thinking?.encrypted);
  const reasoning: PartDraft[] =
    thought === "" && signature === null ? [] : [{ type: "reasoning", text: thought, ...(signature && { signature }) }];
  const calls = (asArray(round.toolCalls) ?? []).map((value) => {
    const call = asObject(value);
    const id = asText(call?.id);
    const name = asText(call?.name);
    if (id === null || name === null) return opaqueDraft(value);
    return typeof call?.arguments === "string"
      ? textCallDraft(id, name, call.arguments)
      : toolCallDraft(id, name, call?.arguments);
  });
  return [...reasoning, ...textDrafts(textOf(round.response)), ...calls];
}

function roundResults(round: JsonObject, results: JsonObject): PartDraft[] {
  return (asArray(round.toolCalls) ?? []).flatMap((value) => {
    const id = asText(asObject(value)?.id);
    const result = id === null ? null : asObject(results[id]);
    if (id === null || !result) return [];
    const text = (asArray(result.content) ?? []).map((part) => resultText(asObject(part)?.value)).join("");
    return [toolResultDraft(id, textOutput(text), result.isError === true)];
  });
}

/**
 * The text of a result: a string, or a tree of VS Code's prompt-tsx, in which pieces (1) have children and texts (2) do
 * not.
 */
function resultText(value: unknown): string {
  if (typeof value === "string") return value;
  const pieces: string[] = [];
  collectText(asObject(asObject(value)?.node), pieces);
  return pieces.join("");
}

/** Recursion is safe because the JSON parser limits the nesting. */
function collectText(node: JsonObject | null, pieces: string[]) {
  if (!node) return;
  const breaks = node.lineBreakBefore === true || node.lineBreakBefore === 1;
  if (typeof node.text === "string") pieces.push(breaks && pieces.length > 0 ? `\n${node.text}` : node.text);
  for (const child of asArray(node.children) ?? []) collectText(asObject(child), pieces);
}

/** Content parts by VS Code's numbers: 0 image, 1 text, 2 opaque, 3 cache breakpoint. */
function renderedParts(value: unknown): PartDraft[] {
  return (asArray(value) ?? []).flatMap((item): PartDraft[] => {
    const part = asObject(item);
    if (part?.type === 3) return [];
    if (part?.type === 1 && typeof part.text === "string") return part.text === "" ? [] : [textDraft(part.text)];
    const url = part?.type === 0 ? asText(asObject(part.imageUrl)?.url) : null;
    return [url === null ? opaqueDraft(item) : fileDraft(urlFile(url, null))];
  });
}

/** The model's name without Copilot's prefix. */
const modelName = (id: string | null): string | null => id?.replace(/^copilot\//, "") ?? null;

const badItem = (line: number): RowVerdict => ({
  bad: "invalid-row",
  message: `Request ${line} has no message. It was skipped; all others were kept.`,
});
