import type { Exporter } from "./exporter";
import { BEST_EFFORT } from "./redact";

/** What redaction removes from a selection, and where: a report to read before sharing the redacted file. */
export const redactions: Exporter = {
  id: "redactions",
  title: "List of what is redacted",
  extension: "json",
  isConversation: false,
  *write({ selection, redactor }) {
    let parts = 0;
    for (const message of selection.messages()) parts += message.parts.length;
    const list = { mode: redactor?.mode ?? null, note: BEST_EFFORT, parts, findings: redactor?.report() ?? [] };
    yield `${JSON.stringify(list, null, 2)}\n`;
  },
};
