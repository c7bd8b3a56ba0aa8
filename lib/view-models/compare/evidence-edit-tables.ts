import type { ComparedStrategy } from "../../api/schemas/compare";
import type { EditAnswer } from "../../api/schemas/compression";
import { formatChange, formatTokens, NOT_APPLICABLE_TEXT } from "../../wording/number-format";
import { english, type Say, sentence } from "../../wording/say";
import { firstLine, reasonText } from "./aligned-transcript";
import { type EvidenceTable, place } from "./evidence-table";
import { insertedText, producedText } from "./produced-text";

/** Edits grouped by action and reason. */
export function reasonTable({ edits }: ComparedStrategy, say: Say = english): EvidenceTable {
  const groups = new Map<string, { parts: number; saved: number; cells: readonly string[] }>();
  for (const { op, reason, step, targets, tokens_before, tokens_after } of edits) {
    const key = `${op} ${reason} ${step}`;
    const group = groups.get(key) ?? { parts: 0, saved: 0, cells: [WORD[op], reasonText(reason, say), step] };
    group.parts += op === "insert" ? 1 : targets.length;
    group.saved += tokens_before - tokens_after;
    groups.set(key, group);
  }
  return {
    title: sentence("Why"),
    columns: [
      { label: sentence("What"), isSaid: true },
      { label: sentence("Reason") },
      { label: sentence("Step"), isCode: true },
      { label: sentence("Parts"), isNumeric: true },
      { label: sentence("Tokens"), isNumeric: true },
    ],
    rows: [...groups].map(([key, { parts, saved, cells }]) => ({
      key,
      cells: [...cells, formatTokens(parts), formatChange(-saved)],
      partId: null,
    })),
    total: groups.size,
    none: sentence("No part was changed."),
  };
}

const WORD = {
  drop: sentence("dropped"),
  replace: sentence("rewritten"),
  insert: sentence("inserted"),
} as const;
const MAX_EDITS = 200;

export function editTable({ edits }: ComparedStrategy, say: Say = english): EvidenceTable {
  const changed = (edit: ComparedStrategy["edits"][number]) => Math.abs(edit.tokens_before - edit.tokens_after);
  const sorted = [...edits.entries()].sort(([, a], [, b]) => changed(b) - changed(a));
  return {
    title: sentence("Largest edits"),
    columns: [
      { label: sentence("What"), isSaid: true },
      { label: sentence("Reason") },
      { label: sentence("Now") },
      { label: sentence("Before"), isNumeric: true },
      { label: sentence("After"), isNumeric: true },
    ],
    rows: sorted.slice(0, MAX_EDITS).map(([index, edit]) => ({
      key: `${index}`,
      cells: [
        WORD[edit.op],
        reasonText(edit.reason, say),
        nowText(edit),
        formatTokens(edit.tokens_before),
        formatTokens(edit.tokens_after),
      ],
      partId: edit.op === "insert" ? null : (edit.targets[0] ?? null),
    })),
    total: edits.length,
    none: sentence("No part was changed."),
  };
}

/** The replacement text, in one line. */
function nowText(edit: EditAnswer): string {
  if (edit.op === "drop") return "";
  if (edit.reference) return edit.reference.id;
  return firstLine(edit.op === "insert" ? insertedText(edit) : producedText(edit.produced), 80);
}

/** Where the cached prefix ends. */
export function firstEditTable({ provenance = [], edits }: ComparedStrategy, say: Say = english): EvidenceTable {
  const touched = provenance.filter(({ fate }) => fate !== "kept").slice(0, 5);
  return {
    title: sentence("First parts that were changed"),
    columns: [
      { label: sentence("Message"), isNumeric: true },
      { label: sentence("What"), isSaid: true },
      { label: sentence("Reason") },
    ],
    rows: touched.map(({ part_id, message, fate, edit }) => ({
      key: part_id,
      cells: [
        message === null ? NOT_APPLICABLE_TEXT : place({ message, part_id }),
        fate === "dropped" ? WORD.drop : WORD.replace,
        reasonText(edits[edit ?? -1]?.reason ?? "", say),
      ],
      partId: part_id,
    })),
    total: touched.length,
    none: sentence("Nothing was changed: the full prompt is still a cached prefix."),
  };
}

/** A table of items with a code and a sentence. */
export const codeTable = (
  title: string,
  rows: readonly { readonly code: string; readonly message: string }[],
  none: string,
): EvidenceTable => ({
  title,
  columns: [
    { label: sentence("Rule"), isCode: true },
    { label: sentence("What"), isSaid: true },
  ],
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
    title: sentence("Behind references"),
    columns: [
      { label: sentence("Reference id"), isCode: true },
      { label: sentence("Tokens"), isNumeric: true },
    ],
    rows: refs.map(({ id, tokens }) => ({ key: id, cells: [id, formatTokens(tokens)], partId: parts.get(id) ?? null })),
    total: refs.length,
    none: sentence("Nothing was put aside."),
  };
};
