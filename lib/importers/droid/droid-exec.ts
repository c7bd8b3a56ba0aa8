import { fail, ok } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { outputOf, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "../part-drafts";
import { lineOf } from "../place-of";
import { readSampleRows, rowsOf } from "../sample-rows";

/**
 * Output of `droid exec --output-format stream-json`: `system`, `message`, `tool_call`, `tool_result`, `completion`.
 * Calls belong to the answer before them. Source: docs.factory.ai, Droid Exec: output formats (2026-11).
 */
export const droidExec: Importer = {
  id: "droid-exec",
  title: "Factory Droid exec stream",
  limitations: [
    "The stream of droid exec has no usage, no reasoning and no system prompt, so cost and cache reads are unknown, and tokens are Winnow's own counts of what was printed.",
  ],
  unchecked: "the stream of droid exec",
  detect: (sample) =>
    rowsOf(sample)
      .slice(0, 20)
      .some((row) => isDroidRow(asObject(row)))
      ? "rows of messages and tool calls with session_id"
      : null,
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new StreamReader();
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    if (failure) return fail(failure);
    reader.flush();
    return ok([reader.draft.finish([file], run)]);
  },
};

/** In Claude Code's stream, a row has a message where this one has its text. */
export function isDroidRow(row: JsonObject | null): boolean {
  if (!row || asText(row.session_id) === null) return false;
  if (row.type === "tool_call") return asText(row.toolName) !== null && "parameters" in row;
  return row.type === "message" && typeof row.text === "string" && asText(row.role) !== null;
}

class StreamReader {
  readonly draft = new ItemSession("droid-exec", "Factory Droid");
  private said: PartDraft[] = [];
  private place: SourceLocation | null = null;
  private time: string | null = null;
  private model: string | null = null;

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const type = asText(row?.type);
    if (!row || type === null) return { bad: "invalid-row", message: `Line ${source.line} is not an event of Droid.` };
    const time = isoTime(row.timestamp);
    switch (type) {
      case "system":
        return this.start(row);
      case "message":
        return this.message(row, time, source);
      case "tool_call":
        return this.add(
          toolCallDraft(callId(row, source), asText(row.toolName) ?? "unknown", row.parameters),
          time,
          source,
        );
      case "tool_result":
        return this.result(row, time, source);
      case "error":
        this.flush();
        this.draft.event({ type: "api-error", message: (asText(row.message) ?? "error").slice(0, 500) }, source);
        return "interpreted";
      default:
        return { kept: type };
    }
  };

  flush() {
    const { said: parts, place, time, model } = this;
    this.said = [];
    this.place = null;
    if (place) this.draft.answer({ parts, model, usage: null, time }, place);
  }

  private start(row: JsonObject): RowVerdict {
    this.draft.logId ||= asText(row.session_id) ?? "";
    this.draft.project ??= asText(row.cwd);
    this.model = asText(row.model) ?? this.model;
    return "interpreted";
  }

  private message(row: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const [text] = textDrafts(asText(row.text));
    if (!text) return { kept: "message (empty)" };
    if (row.role === "assistant") {
      if (this.said.length > 0) this.flush();
      return this.add(text, time, source);
    }
    this.flush();
    this.draft.say({ role: "user", origin: "typed", parts: [text], time }, source);
    return "interpreted";
  }

  private add(part: PartDraft, time: string | null, source: SourceLocation): RowVerdict {
    this.said.push(part);
    this.place ??= source;
    this.time = time;
    return "interpreted";
  }

  private result(row: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    this.flush();
    const { value } = row;
    const text = asString(value);
    const output = text === null ? looseContent(value).flatMap(outputOf) : textOutput(text);
    const parts = [toolResultDraft(callId(row, source), output, row.isError === true, asText(row.toolName))];
    this.draft.say({ role: "tool", origin: "tool", parts, time }, source);
    return "interpreted";
  }
}

const callId = (row: JsonObject, source: SourceLocation): string =>
  asText(row.toolCallId) ?? asText(row.id) ?? `call-${lineOf(source)}`;
