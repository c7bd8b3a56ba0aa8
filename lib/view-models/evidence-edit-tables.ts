import type { ComparedStrategy } from "../api/schemas/compare";
import type { EditAnswer } from "../api/schemas/compression";
import { firstLine, reasonText } from "./aligned-transcript";
import { type EvidenceTable, place } from "./evidence-table";
import { formatChange, formatTokens, NOT_APPLICABLE_TEXT } from "./number-format";
import { insertedText, producedText } from "./produced-text";

/** Edits grouped by what was done and why. */
export function reasonTable({ edits }: ComparedStrategy): EvidenceTable {
  const groups = new Map<string, { parts: number; saved: number; cells: readonly string[] }>();
  for (const { op, reason, step, targets, tokens_before, tokens_after } of edits) {
    const key = `${op} ${reason} ${step}`;
    const group = groups.get(key) ?? { parts: 0, saved: 0, cells: [WORD[op], reasonText(reason), step] };
    group.parts += op === "insert" ? 1 : targets.length;
    group.saved += tokens_before - tokens_after;
    groups.set(key, group);
  }
  return {
    title: "Why",
    columns: [
      { label: "What" },
      { label: "Reason" },
      { label: "Step", isCode: true },
      { label: "Parts", isNumeric: true },
      { label: "Tokens", isNumeric: true },
    ],
    rows: [...groups].map(([key, { parts, saved, cells }]) => ({
      key,
      cells: [...cells, formatTokens(parts), formatChange(-saved)],
      partId: null,
    })),
    total: groups.size,
    none: "No part was touched.",
  };
}

const WORD = { drop: "dropped", replace: "rewritten", insert: "inserted" } as const;
const MOST_EDITS = 200;

/** The edits that changed most, first. */
export function editTable({ edits }: ComparedStrategy): EvidenceTable {
  const changed = (edit: ComparedStrategy["edits"][number]) => Math.abs(edit.tokens_before - edit.tokens_after);
  const sorted = [...edits.entries()].sort(([, a], [, b]) => changed(b) - changed(a));
  return {
    title: "Largest edits",
    columns: [
      { label: "What" },
      { label: "Reason" },
      { label: "Now" },
      { label: "Before", isNumeric: true },
      { label: "After", isNumeric: true },
    ],
    rows: sorted.slice(0, MOST_EDITS).map(([index, edit]) => ({
      key: `${index}`,
      cells: [
        WORD[edit.op],
        reasonText(edit.reason),
        nowText(edit),
        formatTokens(edit.tokens_before),
        formatTokens(edit.tokens_after),
      ],
      partId: edit.op === "insert" ? null : (edit.targets[0] ?? null),
    })),
    total: edits.length,
    none: "No part was touched.",
  };
}

/** The text that is there now, in one line. */
function nowText(edit: EditAnswer): string {
  if (edit.op === "drop") return "";
  if (edit.reference) return edit.reference.id;
  return firstLine(edit.op === "insert" ? insertedText(edit) : producedText(edit.produced), 80);
}

/** Where the cached prefix ends. */
export function firstEditTable({ provenance = [], edits }: ComparedStrategy): EvidenceTable {
  const touched = provenance.filter(({ fate }) => fate !== "kept").slice(0, 5);
  return {
    title: "First parts that were touched",
    columns: [{ label: "Message", isNumeric: true }, { label: "What" }, { label: "Reason" }],
    rows: touched.map(({ part_id, message, fate, edit }) => ({
      key: part_id,
      cells: [
        message === null ? NOT_APPLICABLE_TEXT : place({ message, part_id }),
        fate === "dropped" ? "dropped" : "rewritten",
        reasonText(edits[edit ?? -1]?.reason ?? ""),
      ],
      partId: part_id,
    })),
    total: touched.length,
    none: "Nothing was touched: the whole prompt is still a cached prefix.",
  };
}

/** A table of items with a code and a sentence. */
export const codeTable = (
  title: string,
  rows: readonly { readonly code: string; readonly message: string }[],
  none: string,
): EvidenceTable => ({
  title,
  columns: [{ label: "Rule", isCode: true }, { label: "What" }],
  rows: rows.map(({ code, message }, index) => ({ key: `${index}`, cells: [code, message], partId: null })),
  total: rows.length,
  none,
});

/** What was put aside and can be fetched. */
export const asideTable = ({ refs, provenance = [] }: ComparedStrategy): EvidenceTable => {
  const parts = new Map(
    provenance.flatMap(({ reference, part_id }) => (reference ? [[reference, part_id] as const] : [])),
  );
  return {
    title: "Behind references",
    columns: [
      { label: "Reference", isCode: true },
      { label: "Tokens", isNumeric: true },
    ],
    rows: refs.map(({ id, tokens }) => ({ key: id, cells: [id, formatTokens(tokens)], partId: parts.get(id) ?? null })),
    total: refs.length,
    none: "Nothing was put aside.",
  };
};
