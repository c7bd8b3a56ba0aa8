import { jsonText } from "../conversation/exact-json";
import { WINNOW_VERSION } from "../transcript/session-schema";
import type { Exporter, ExportInput } from "./exporter";
import { itemsOf } from "./session-items";

const KEPT_ROWS_PER_LINE = 1_000;

/** Winnow's own file, from which `lib/importers/winnow.ts` restores the same session. */
export const winnow: Exporter = {
  id: "winnow",
  title: "Winnow session",
  extension: "jsonl",
  isConversation: false,
  *write(input) {
    yield line(headerOf(input));
    for (const item of itemsOf(input.selection, input.comments)) {
      if (item.kind === "message") yield line({ message: item.message, at: item.index });
      else if (item.kind === "response") yield line({ response: item.response });
      else if (item.kind === "event") yield line({ event: item.event });
      else yield line({ comment: item.comment });
    }
    const { keptRows } = input.selection.frame;
    for (let from = 0; from < keptRows.length; from += KEPT_ROWS_PER_LINE)
      yield line({ keptRows: keptRows.slice(from, from + KEPT_ROWS_PER_LINE) });
    if (input.redactor) yield line({ redacted: input.redactor.report(), mode: input.redactor.mode });
  },
};

function headerOf({ selection: { frame, length } }: ExportInput) {
  const { responses, events, keptRows, ...session } = frame;
  const counts = { messages: length, responses: responses.length, events: events.length, keptRows: keptRows.length };
  return { winnow: WINNOW_VERSION, session, counts };
}

const line = (value: unknown) => `${jsonText(value)}\n`;
