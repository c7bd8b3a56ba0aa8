import type { ModelStatementBody } from "../../api/schemas/model-statement";
import type { SessionSummary } from "../../api/schemas/session";
import { type Sentence, sentence } from "../../wording/say";

/** A model line as typed: the first request it answered, counted from 1, and its name. */
export type ModelLine = { readonly from: string; readonly model: string };

/** Lines from an earlier statement; if there is none, one line for the first model and an empty one. */
export function modelLines(stated: SessionSummary["stated"], first: string): ModelLine[] {
  const changes = (stated?.changes ?? []).map((change) => ({
    from: `${change.index_in_agent + 1}`,
    model: change.model,
  }));
  const others = changes.length === 0 ? [{ from: "", model: "" }] : changes;
  return [{ from: "1", model: stated?.model ?? first }, ...others];
}

type Statement = Required<Pick<ModelStatementBody, "changes">> & { readonly model: string };

/** The statement in the lines, or what must be typed or corrected first. */
export function statementOfLines(
  lines: readonly ModelLine[],
): { readonly ok: true; readonly value: Statement } | { readonly ok: false; readonly why: Sentence } {
  const typed = lines.map(({ from, model }) => ({ from: Number(from.trim() || Number.NaN), model: model.trim() }));
  const [first, ...others] = typed;
  if (first === undefined || typed.some(({ model }) => model === ""))
    return { ok: false, why: sentence("Each line needs a model.") };
  const isInOrder = typed.every(({ from }, at) => Number.isInteger(from) && from > (typed[at - 1]?.from ?? 0));
  if (!isInOrder) return { ok: false, why: sentence("Each line needs a later request than the previous one.") };
  const changes = others.map(({ from, model }) => ({ index_in_agent: from - 1, model }));
  return { ok: true, value: { model: first.model, changes } };
}
