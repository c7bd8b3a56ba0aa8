import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { NOWHERE } from "../place-of";
import { isUsed, readEvent, recordsIn } from "./event";

/** The events of one Claude Code session in one export, as a separate export. */
export type EventGroup = { readonly session: string; readonly records: number; readonly exported: JsonObject };

/** Personal data does not belong in a session, but every event has `organization.id` and `user.email`. */
const PERSONAL = /^(user|organization)\./;

/** Splits an export of log records by session. Leaves out records without the counts of a call. */
export function splitEvents(exported: JsonObject): { readonly groups: readonly EventGroup[]; readonly sent: number } {
  const records = recordsIn(exported);
  const bySession = new Map<string, JsonObject[]>();
  for (const record of records) {
    const event = readEvent(record, NOWHERE);
    if (!event || !isUsed(event)) continue;
    const own = bySession.get(event.session) ?? [];
    own.push(impersonal(record));
    bySession.set(event.session, own);
  }
  const groups = [...bySession].map(([session, own]) => ({
    session,
    records: own.length,
    exported: { resourceLogs: [{ scopeLogs: [{ logRecords: own }] }] },
  }));
  return { groups, sent: records.length };
}

const impersonal = (record: JsonObject): JsonObject => ({
  ...record,
  attributes: (asArray(record.attributes) ?? []).filter((item) => !PERSONAL.test(asText(asObject(item)?.key) ?? "")),
});
