import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { ImportRun, RowVerdict } from "../import-run";
import { isoTime } from "../iso-time";
import type { ItemSession, PartDraft } from "../item-session";
import {
  base64File,
  fileDraft,
  opaqueDraft,
  textCallDraft,
  textDraft,
  textOutput,
  toolResultDraft,
  urlFile,
} from "../part-drafts";
import { MAIN } from "../session-draft";
import type { StoreRow } from "../sqlite/store-row";

export const MESSAGE_COLUMNS = ["id", "role", "parts", "model", "created_at", "finished_at", "is_summary_message"];

type Message = {
  readonly row: StoreRow;
  readonly parts: readonly PartDraft[];
  readonly finish: JsonObject | null;
  readonly time: string | null;
};

/** Interprets the messages of one session in order. Contrary to its schema, the database has times in seconds. */
export class CrushReader {
  private readonly agent: string;

  constructor(
    private readonly draft: ItemSession,
    subAgent: string | null,
    private readonly summaryId: string | null,
    private readonly run: ImportRun,
  ) {
    this.agent = subAgent ?? MAIN;
  }

  read(row: StoreRow) {
    const items = asArray(row.json("parts", this.run.limits.maxDepth));
    this.run.settle(items ? this.message(row, items) : notAMessage(row), row.source);
  }

  private message(row: StoreRow, items: readonly unknown[]): RowVerdict {
    const parts: PartDraft[] = [];
    let finish: JsonObject | null = null;
    for (const item of items) {
      const part = asObject(item);
      if (part?.type === "finish") finish = asObject(part.data);
      else parts.push(part ? partOf(part) : opaqueDraft(item));
    }
    const message = { row, parts, finish, time: isoTime(row.number("created_at")) };
    const role = row.text("role");
    if (role === "assistant") return this.answer(message);
    if (role === "user" || role === "tool" || role === "system") return this.say(role, message);
    return notAMessage(row);
  }

  private say(role: "user" | "tool" | "system", { row, parts, time }: Message): RowVerdict {
    const origin = role === "user" ? (this.agent === MAIN ? "typed" : "client") : role;
    const index = this.draft.say({ role, origin, parts, time, agent: this.agent }, row.source);
    if (index === null) return { kept: `${role} (empty)` };
    if (this.isSummary(row)) this.compaction(index, time, row);
    return "interpreted";
  }

  private answer({ row, parts, finish, time: startedAt }: Message): RowVerdict {
    const time = isoTime(row.number("finished_at")) ?? isoTime(finish?.time) ?? startedAt;
    const isSummary = this.isSummary(row);
    const response = this.draft.answer(
      {
        id: row.text("id"),
        parts,
        model: row.text("model"),
        usage: null,
        startedAt,
        time,
        agent: this.agent,
        ...(isSummary && { origin: "summary" }),
      },
      row.source,
    );
    const isEnded = this.noteEnd(finish, time, row);
    if (!response) return isEnded ? "interpreted" : { kept: "assistant (empty)" };
    if (isSummary) this.compaction(response.messageIndex, time, row);
    return "interpreted";
  }

  /** Records how an answer ended, unless it ended normally. */
  private noteEnd(finish: JsonObject | null, time: string | null, row: StoreRow): boolean {
    const at = time === null ? {} : { time };
    const reason = asText(finish?.reason);
    if (reason === "error") {
      const said = [asText(finish?.message), asText(finish?.details)].flatMap((text) => text ?? []).join(": ");
      const message = (said || "API error").slice(0, 500);
      this.draft.event({ type: "api-error", message, ...statusIn(said), ...at }, row.source, this.agent);
    }
    if (reason === "canceled") this.draft.event({ type: "interruption", ...at }, row.source, this.agent);
    return reason === "error" || reason === "canceled";
  }

  private isSummary(row: StoreRow): boolean {
    return row.number("is_summary_message") === 1 || (this.summaryId !== null && row.text("id") === this.summaryId);
  }

  /** Starting with the next request, the prompt begins with the summary. */
  private compaction(summaryIndex: number, time: string | null, row: StoreRow) {
    const atMessage = this.draft.messages.length;
    const detail = { trigger: "unknown", time, keptFrom: summaryIndex, atMessage, summaryIndex } as const;
    this.draft.compaction(detail, row.source, this.agent);
  }
}

const notAMessage = ({ source }: StoreRow): RowVerdict => ({
  bad: "invalid-row",
  message: `Row ${source.line} of messages is not a message of Crush. It was skipped; all others were kept.`,
});

/** The HTTP status at the beginning of a provider's error: `POST "https://…": 400 Bad Request`. */
function statusIn(text: string): { status?: number } {
  const status = /": ([45]\d\d) /.exec(text.slice(0, 500))?.[1];
  return status === undefined ? {} : { status: Number(status) };
}

/**
 * One part of a message, `{type, data}`. Unknown types are passed through. Source:
 * https://github.com/charmbracelet/crush internal/message/content.go
 */
function partOf(part: JsonObject): PartDraft {
  const data = asObject(part.data);
  return (data && knownPart(part.type, data)) ?? opaqueDraft(part);
}

function knownPart(type: unknown, data: JsonObject): PartDraft | null {
  switch (type) {
    case "text":
      return typeof data.text === "string" ? textDraft(data.text) : null;
    case "reasoning":
      return reasoning(data);
    case "image_url":
      return typeof data.url === "string" ? fileDraft(urlFile(data.url, null)) : null;
    case "binary":
      return binary(data);
    case "tool_call":
      return toolCall(data);
    case "tool_result":
      return toolResult(data);
    case "shell_command":
      return textDraft(
        `$ ${asString(data.command) ?? ""}\n${asString(data.output) ?? ""}\n(exit code ${data.exit_code})`,
      );
    default:
      return null;
  }
}

function reasoning({ thinking, signature }: JsonObject): PartDraft | null {
  if (typeof thinking !== "string") return null;
  return { type: "reasoning", text: thinking, ...(asText(signature) !== null && { signature: signature as string }) };
}

/** A file part. Go writes fields without a tag under their Go names. */
function binary(data: JsonObject): PartDraft | null {
  const bytes = asString(data.Data);
  if (bytes === null) return null;
  return fileDraft(base64File(bytes, asText(data.MIMEType) ?? "application/octet-stream"), asText(data.Path));
}

function toolCall(data: JsonObject): PartDraft | null {
  const id = asText(data.id);
  return id === null ? null : textCallDraft(id, asText(data.name) ?? "unknown", asString(data.input) ?? "");
}

function toolResult(data: JsonObject): PartDraft | null {
  const id = asText(data.tool_call_id);
  if (id === null) return null;
  const media = asText(data.mime_type);
  const file =
    media === null || typeof data.data !== "string" || data.data === "" ? null : base64File(data.data, media);
  const output = [...textOutput(asText(data.content)), ...(file ? [{ type: "file" as const, ...file }] : [])];
  return toolResultDraft(id, output, data.is_error === true, asText(data.name));
}
