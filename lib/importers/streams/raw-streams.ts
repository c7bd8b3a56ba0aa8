import { fail, ok } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { partFromBlock } from "../../formats/anthropic/block-to-part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { readAnthropicUsage } from "../anthropic-usage";
import { unknownShape } from "../describe-file";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, Sample, TranscriptFile } from "../importer";
import { ItemSession } from "../item-session";
import { readIterations } from "../iterations";
import { readTracedAnswer } from "../model-calls/traced-answer";
import { ExchangeInterpreter } from "../openai-responses/exchange-interpreter";
import { readOpenAiUsage } from "../openai-usage";
import { toDraft } from "../part-drafts";
import { readSampleRows, rowsOf } from "../sample-rows";
import { timeOf } from "../session-draft";
import { readTextLines } from "../text-lines";
import { apiOf, createAssembler, eventIn, responseIdOf, type StreamApi } from "./assemble-stream";
import type { Assembler } from "./assembler";

const ID = "raw-streams";

/**
 * Streamed responses as transferred: server-sent events (`data:` lines), or one event as JSON per line, of the APIs
 * Anthropic Messages, OpenAI Chat Completions and OpenAI Responses.
 */
export const rawStreams: Importer = {
  id: ID,
  title: "Raw streams",
  limitations: [
    "A stream contains only the response. The prompt, the tools and the results of calls are not in the file, so the window shows the reported size of prompts, but not their content.",
  ],
  detect(sample) {
    const isStream = sample.shape === "text" ? isEventText(sample.head) : isEventRows(sample);
    return isStream ? "events of a streamed response" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new StreamReader(ID, run);
    const failure =
      sample.shape === "text"
        ? await readTextLines(file, sample.encoding, run, reader.readLine)
        : await readSampleRows(file, sample, run, reader.readRow);
    if (failure) return fail(failure);
    const sessions = reader.finish(file);
    return sessions.length > 0 ? ok(sessions) : fail(unknownShape(null));
  },
};

const isEvent = (event: JsonObject | null) => event !== null && apiOf(event) !== null;

/** Lines that may precede the first `data:` line: other fields of events, comments, and HTTP headers. */
const BEFORE_DATA = /^(event|id|retry)?:|^HTTP\/|^[A-Za-z-]+: |^\s*$/;

/** The first `data:` line decides, because a text that quotes a stream further down is not a stream. */
function isEventText(head: string): boolean {
  const lines = head.split("\n");
  const first = lines.findIndex((line) => line.startsWith("data:"));
  if (first < 0 || !lines.slice(0, first).every((line) => BEFORE_DATA.test(line))) return false;
  return isEvent(eventIn(lines[first]?.slice(5).trim()));
}

/** True if all rows are events. A log that also contains requests is read by its API's importer. */
function isEventRows(sample: Sample): boolean {
  const rows = rowsOf(sample).slice(0, 20).map(asObject);
  const isOther = (row: JsonObject | null) => row?.type !== "ping" && !isEvent(row && eventIn(row));
  return rows.some((row) => isEvent(row && eventIn(row))) && !rows.some(isOther);
}

/** A response while its events are read. `source` spans all of its events. */
type Streamed = {
  readonly api: StreamApi;
  readonly id: string | null;
  readonly assembler: Assembler;
  source: SourceLocation;
};

/** A field of server-sent events. Other lines are comments or belong to the transport. */
const FIELD = /^(data|event|id|retry): ?(.*)$/s;

/** Reads the events of one file, which may contain several responses of several APIs. */
class StreamReader {
  private readonly streams: Streamed[] = [];
  private readonly draft: ItemSession;
  private readonly responses: ExchangeInterpreter;

  constructor(
    format: string,
    private readonly run: ImportRun,
  ) {
    this.draft = new ItemSession(format, null);
    this.responses = new ExchangeInterpreter(run, format);
  }

  readonly readLine = (line: string, source: SourceLocation): RowVerdict => {
    const [, field, text = ""] = FIELD.exec(line.trim()) ?? [];
    if (field === "event") return "interpreted"; // the data repeats its type
    if (field !== "data") return { kept: field === undefined ? "no-event" : field };
    return text === "[DONE]" ? "interpreted" : this.readRow(text, source);
  };

  readonly readRow = (value: unknown, source: SourceLocation): RowVerdict => {
    const event = eventIn(value);
    if (!event) return { bad: "invalid-row", message: `Line ${source.line} is not a JSON event. It was skipped.` };
    const api = apiOf(event);
    if (api !== null) this.streamOf(event, api, source).assembler.add(event);
    else if (event.error !== undefined) this.noteError(event, source);
    else return { kept: asText(event.type) ?? "no-event" };
    return "interpreted";
  };

  finish(file: TranscriptFile): readonly Session[] {
    for (const stream of this.streams) this.write(stream);
    const own = this.draft.responses.length > 0 ? [this.draft.finish([file], this.run)] : [];
    const others = this.responses.conversations.map(({ draft }, index) =>
      draft.build(file, own.length + index, this.run),
    );
    return [...own, ...others];
  }

  /** An event's response: found by id if the event has one, otherwise the last one of its API. */
  private streamOf(event: JsonObject, api: StreamApi, source: SourceLocation): Streamed {
    const id = responseIdOf(event);
    const known = this.streams.findLast((stream) => stream.api === api && (id === null || stream.id === id));
    if (known) {
      known.source = joined(known.source, source);
      return known;
    }
    const stream = { api, id, assembler: createAssembler(api), source };
    this.streams.push(stream);
    return stream;
  }

  private noteError(event: JsonObject, source: SourceLocation): void {
    const error = asObject(event.error);
    const message = asText(error?.message) ?? asText(error?.type) ?? "the stream ended with an error";
    this.draft.event({ type: "api-error", message: message.slice(0, 500) }, source);
  }

  /**
   * Adds the body that the API would have returned without streaming. The usage of an incomplete response is unknown.
   */
  private write({ api, assembler, source }: Streamed): void {
    const { isComplete } = assembler;
    if (!isComplete)
      this.run.report("incomplete-stream", "The stream of this response was cut off; its usage is unknown.", source);
    const body = { ...assembler.body(), ...(!isComplete && { usage: null }) };
    if (api === "openai-responses") this.responses.interpret(body, source);
    else if (api === "anthropic") this.writeMessage(body, source, !isComplete && this.isFollowed(api, source));
    else this.writeChat(body, source);
  }

  /** True if a later message follows, so an incomplete one was retried and not continued. */
  private isFollowed(api: StreamApi, { byteOffset }: SourceLocation): boolean {
    return this.streams.some((other) => other.api === api && other.source.byteOffset > byteOffset);
  }

  private writeMessage(body: JsonObject, source: SourceLocation, isHidden: boolean): void {
    const parts = (asArray(body.content) ?? []).map((block) => toDraft(partFromBlock(block, "")));
    const usage = readAnthropicUsage(body.usage);
    const counted = { usage, iterations: readIterations(body.usage) };
    const model = asText(body.model);
    this.draft.answer({ parts, model, ...counted, time: null, id: asText(body.id), isHidden }, source);
  }

  /** If there are several choices, the first is the answer. The others are kept as hidden messages. */
  private writeChat(body: JsonObject, source: SourceLocation): void {
    const [first, ...others] = asArray(body.choices) ?? [];
    const parts = readTracedAnswer({ choices: [first] });
    const time = timeOf(body.created);
    const usage = readOpenAiUsage(body.usage);
    this.draft.answer({ parts, model: asText(body.model), usage, time, id: asText(body.id) }, source);
    for (const choice of others) {
      const other = readTracedAnswer({ choices: [choice] });
      this.draft.say({ role: "assistant", origin: "model", parts: other, time, isHidden: true }, source);
    }
  }
}

function joined(first: SourceLocation, last: SourceLocation): SourceLocation {
  return { ...first, byteLength: last.byteOffset + last.byteLength - first.byteOffset };
}
