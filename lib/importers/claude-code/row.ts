import { asObject, asString, asText, type JsonObject } from "../../formats/json-fields";

/** The fields of a Claude Code row that several modules need. All other fields stay in the row. */
export type Row = {
  readonly type: string;
  readonly fields: JsonObject;
  readonly uuid: string | null;
  readonly parentUuid: string | null;
  readonly sessionId: string | null;
  readonly agentId: string | null;
  readonly isSidechain: boolean;
  /** ISO 8601; null if absent or unreadable. */
  readonly time: string | null;
};

export function readRow(value: unknown): Row | null {
  const fields = asObject(value);
  if (!fields || typeof fields.type !== "string") return null;
  return {
    type: fields.type,
    fields,
    uuid: asText(fields.uuid),
    parentUuid: asText(fields.parentUuid),
    sessionId: asText(fields.sessionId),
    agentId: asText(fields.agentId),
    isSidechain: fields.isSidechain === true,
    time: readTime(fields.timestamp),
  };
}

function readTime(value: unknown): string | null {
  const text = asString(value);
  return text !== null && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** The message of a user or assistant row; null if the row has none of the expected shape. */
export function messageOf(row: Row): JsonObject | null {
  const message = asObject(row.fields.message);
  const content = message?.content;
  return message && (typeof content === "string" || Array.isArray(content)) ? message : null;
}

/** The text of a message's content: the string, or its first text block. */
export function firstText(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  for (const block of content) {
    const fields = asObject(block);
    if (fields?.type === "text") return asString(fields.text);
  }
  return null;
}
