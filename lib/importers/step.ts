import type { SourceLocation } from "../conversation/part";
import type { ReportedLimits } from "../transcript/session";
import type { Usage } from "../transcript/usage";
import type { ItemSession, PartDraft } from "./item-session";

/** A model call whose content arrives in pieces, with its tools' results between them. */
export type Step = {
  readonly source: SourceLocation;
  readonly startedAt: string | null;
  readonly parts: PartDraft[];
  readonly results: { readonly part: PartDraft; readonly time: string | null; readonly source: SourceLocation }[];
  endedAt: string | null;
  id: string | null;
  usage: Usage | null;
  limits?: ReportedLimits | null;
};

/** Writes a finished call: one answer, and the results after it. */
export function writeStep(draft: ItemSession, step: Step, { agent, model }: { agent: string; model: string | null }) {
  const { parts, results, source, startedAt, endedAt, id, usage, limits } = step;
  draft.answer({ parts, model, usage, limits: limits ?? null, time: endedAt, startedAt, id, agent }, source);
  for (const { part, time, source: place } of results)
    draft.say({ role: "tool", origin: "tool", parts: [part], time, agent }, place);
}
