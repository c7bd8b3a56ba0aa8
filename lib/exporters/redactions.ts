import type { Exporter } from "./exporter";
import { BEST_EFFORT } from "./redact";

/** What redaction takes out of a selection, and where: to be read before the redacted file is given away. */
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
