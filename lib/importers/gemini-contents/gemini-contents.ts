import { apparentOrigin } from "../../conversation/apparent-origin";
import { fail, ok } from "../../conversation/errors";
import type { ToolDefinition } from "../../conversation/message";
import type { JsonValue, Part, SourceLocation } from "../../conversation/part";
import { CallPairing, decodeParts, isContent } from "../../formats/gemini/decode-parts";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { unknownShape } from "../describe-file";
import { readGeminiUsage } from "../gemini-usage";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, Sample, TranscriptFile } from "../importer";
import { readItems } from "../json-items";
import { readSampleRows, rowsOf } from "../sample-rows";
import { type DraftResponse, messageIdOf, partIdOf, SessionDraft, timeOf } from "../session-draft";
import { type Exchange, exchangeOf, isResponse, responseIdOf } from "./exchange";

/** Requests and responses of the Gemini API, logs with both, and bare lists of contents (`/chat save` of Gemini CLI). */
export const geminiContents: Importer = {
  id: "gemini-contents",
  title: "Gemini API",

  detect(sample) {
    const rows = rowsOf(sample).slice(0, 20);
    if (rows.length > 0 && rows.every(isContent)) return "contents of the Gemini API";
    return rows.some((row) => !Array.isArray(row) && !isOfGateway(row) && exchangeOf(row))
      ? "requests or responses of the Gemini API"
      : null;
  },

  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const rows = new ExchangeInterpreter();
    const failure = await readRows(file, sample, run, rows);
    if (failure) return fail(failure);
    const sessions = rows.drafts.map((draft, index) => draft.build(file, index, run));
    return sessions.length > 0 ? ok(sessions) : fail(unknownShape(null));
  },
};

/** LiteLLM's rows contain more about a call than its bodies, so another importer reads them. */
const isOfGateway = (row: unknown): boolean => "call_type" in (asObject(row) ?? {});

/** A bare list of contents is one conversation, and so is a streamed answer as a list of chunks. */
async function readRows(file: TranscriptFile, sample: Sample, run: ImportRun, rows: ExchangeInterpreter) {
  const sampled = rowsOf(sample);
  if (sampled.slice(0, 20).every(isContent)) return readSampleRows(file, sample, run, rows.interpretContent);
  const areChunks = sampled.every((row) => isResponse(asObject(row) ?? {}));
  if (sample.shape === "value" && areChunks) return readItems([sampled], file, run, rows.interpret);
  return readSampleRows(file, sample, run, rows.interpret);
}

type Answer = { readonly parts: readonly Part[]; readonly usage: Usage | null; readonly chunk: JsonObject };

/** Interprets calls of the Gemini API. Each request contains its entire conversation, so each becomes a session. */
class ExchangeInterpreter {
  readonly drafts: SessionDraft[] = [];
  /** The streamed answer that further rows may continue. */
  private streaming: { readonly draft: SessionDraft; readonly response: DraftResponse; readonly id: string } | null =
    null;
  private list: { readonly draft: SessionDraft; readonly pairing: CallPairing } | null = null;

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const exchange = exchangeOf(value);
    if (!exchange) return { kept: asText(asObject(value)?.type) ?? "no-conversation" };
    if (!this.continueStream(value, source)) this.add(exchange, source);
    return "interpreted";
  };

  /** Handles a row that is one content of the file's only conversation. */
  readonly interpretContent = (value: unknown, source: SourceLocation): RowVerdict => {
    this.list ??= { draft: this.open(), pairing: new CallPairing() };
    const content = asObject(value);
    if (!content || !Array.isArray(content.parts)) return { kept: "no-content" };
    addContent(this.list.draft, content, "", source, this.list.pairing);
    return "interpreted";
  };

  private open(): SessionDraft {
    const draft = new SessionDraft("gemini-contents", null);
    this.drafts.push(draft);
    return draft;
  }

  private add({ request, chunks }: Exchange, source: SourceLocation) {
    const draft = this.open();
    const pairing = new CallPairing();
    if (request) addRequest(draft, request, source, pairing);
    let response: DraftResponse | null = null;
    for (const [index, chunk] of chunks.entries()) {
      const answer = readAnswer(chunk, `out${index}.`, source, pairing);
      response = response ? extend(draft, response, answer) : addResponse(draft, answer, source);
    }
    const id = request ? null : responseIdOf(chunks.at(-1));
    this.streaming = response && id !== null ? { draft, response, id } : null;
  }

  /** Chunks line by line: a chunk with the id of the previous answer continues it. */
  private continueStream(value: unknown, source: SourceLocation): boolean {
    const chunk = asObject(value);
    if (!this.streaming || !chunk || !isResponse(chunk) || responseIdOf(chunk) !== this.streaming.id) return false;
    const { draft, response } = this.streaming;
    extend(draft, response, readAnswer(chunk, "", source, new CallPairing()));
    return true;
  }
}

function addRequest(draft: SessionDraft, request: JsonObject, source: SourceLocation, pairing: CallPairing) {
  const system = asObject(request.systemInstruction) ?? asObject(request.system_instruction);
  const given = system?.parts ?? request.systemInstruction ?? request.system_instruction;
  const place = { id: (index: number) => partIdOf(source, `system.${index}`), source };
  const parts = given === undefined || given === null ? [] : decodeParts(given, place, pairing);
  draft.addMessage(
    { role: "system", origin: "system", parts, time: null, id: `${messageIdOf(source)}.system` },
    source,
  );
  draft.tools = toolsOf(request);
  for (const [index, content] of (asArray(request.contents) ?? []).entries())
    addContent(draft, asObject(content) ?? {}, `in${index}.`, source, pairing);
}

function addContent(
  draft: SessionDraft,
  content: JsonObject,
  key: string,
  source: SourceLocation,
  pairing: CallPairing,
) {
  const parts = decodeParts(content.parts, { id: (index) => partIdOf(source, `${key}${index}`), source }, pairing);
  if (parts.length === 0) return;
  const id = key === "" ? messageIdOf(source) : `${messageIdOf(source)}.${key.slice(0, -1)}`;
  // A history contains neither the model of its answers nor their usage.
  if (content.role === "model") {
    draft.addResponse({ id: `${id}.response`, messageId: id, model: null, time: null, parts }, source);
    return;
  }
  const origin = apparentOrigin({ role: "user", parts });
  draft.addMessage({ id, role: origin === "tool" ? "tool" : "user", origin, parts, time: null }, source);
}

function readAnswer(chunk: JsonObject, key: string, source: SourceLocation, pairing: CallPairing): Answer {
  const content = asObject(asObject(asArray(chunk.candidates)?.[0])?.content);
  const place = { id: (index: number) => partIdOf(source, `${key}${index}`), source };
  return { parts: decodeParts(content?.parts, place, pairing), usage: readGeminiUsage(chunk.usageMetadata), chunk };
}

/** An answer without parts (blocked, or cut at its limit) was billed anyway. */
function addResponse(draft: SessionDraft, { parts, usage, chunk }: Answer, source: SourceLocation): DraftResponse {
  const empty = { id: partIdOf(source, "empty"), type: "text", text: "", source } as const;
  const id = responseIdOf(chunk) ?? `${messageIdOf(source)}.response`;
  const time = timeOf(chunk.createTime);
  const said = parts.length > 0 ? parts : [empty];
  const messageId = `${messageIdOf(source)}.out`;
  return draft.addResponse({ id, messageId, model: asText(chunk.modelVersion), time, parts: said, usage }, source);
}

/** Usage is cumulative over the chunks, so the last chunk counts. */
function extend(draft: SessionDraft, response: DraftResponse, { parts, usage, chunk }: Answer): DraftResponse {
  const said = draft.messages[response.messageIndex]?.parts ?? [];
  for (const part of parts) if (!joinText(said, part)) draft.extend(response, [part], null);
  draft.extend(response, [], timeOf(chunk.createTime));
  if (usage) response.usage = usage;
  return response;
}

/** A stream cuts one text into many chunks, which are joined. */
function joinText(said: Part[], part: Part): boolean {
  const last = said.at(-1);
  const isSame = last?.type === part.type && (part.type === "text" || part.type === "reasoning");
  if (!isSame || !("text" in last)) return false;
  said[said.length - 1] = { ...last, ...part, id: last.id, text: last.text + part.text };
  return true;
}

function toolsOf(request: JsonObject): ToolDefinition[] {
  const groups = (asArray(request.tools) ?? []).map(asObject);
  const declared = groups.flatMap(
    (group) => asArray(group?.functionDeclarations) ?? asArray(group?.function_declarations) ?? [],
  );
  return declared.flatMap((value) => {
    const tool = asObject(value);
    const name = asText(tool?.name);
    if (!tool || name === null) return [];
    const description = asText(tool.description);
    const schema = (tool.parameters ?? tool.parametersJsonSchema ?? {}) as JsonValue;
    return [{ name, ...(description && { description }), schema }];
  });
}
