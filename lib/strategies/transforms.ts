import type { DropEdit, Edit, ReplaceEdit, StoreReference } from "../conversation/edit";
import { type Part, type ToolResultPart, toolOutputText } from "../conversation/part";
import type { Target } from "./selectors";
import type { View } from "./view";

/** Target → edits; none where there is nothing to do. `stepId` names the step and seeds the ids of new parts. */
export type Transform = {
  readonly needs?: "store";
  readonly apply: (target: Target, view: View, stepId: string) => readonly Edit[];
};

/** Takes the whole target out. */
export const drop: Transform = {
  apply: (target, view, stepId): DropEdit[] => [
    {
      op: "drop",
      targets: target.parts,
      reason: target.reason,
      step: stepId,
      tokensBefore: tokensOf(target.parts, view),
      tokensAfter: 0,
      reversible: false,
    },
  ],
};

/** Puts a text in place of tool results; the pair, the error flag and the tool's name stay. `text` null = leave it. */
export function maskOutput(text: (result: ToolResultPart, view: View) => string | null): Transform {
  return {
    apply: (target, view, stepId) =>
      resultsOf(target, view).flatMap((result) => {
        const replacement = text(result, view);
        return replacement === null ? [] : [replaceOutput(result, replacement, { target, view, stepId })];
      }),
  };
}

/** Writes the text that stays, given the reference's id. Made once per result, asked twice. */
export type PreviewWriter = (referenceId: string) => string;

/**
 * Stores a tool result's text and leaves a preview with its reference. The preview is first written with a stand-in
 * reference, and only if that is smaller than the original is anything stored.
 */
export function externalise(preview: (result: ToolResultPart, view: View) => PreviewWriter): Transform {
  return {
    needs: "store",
    apply: (target, view, stepId) =>
      resultsOf(target, view).flatMap((result) => {
        const write = preview(result, view);
        if (view.environment.count(write(REFERENCE_SHAPE)) >= view.environment.tokensOf(result)) return [];
        const reference = putAside(result, view);
        const edit = replaceOutput(result, write(reference.id), { target, view, stepId });
        return edit.tokensAfter < edit.tokensBefore ? [{ ...edit, reversible: true, reference }] : [];
      }),
  };
}

/** Stands for a reference while its size is judged: `out_` and as many hexadecimal digits as the stores use. */
const REFERENCE_SHAPE = `out_${"8f3a61c2d95e70b4".repeat(2)}`;

function putAside(result: ToolResultPart, view: View): StoreReference {
  const toolName = view.toolNameOf(result);
  const meta = { tokens: view.environment.tokensOf(result), ...(toolName !== undefined && { toolName }) };
  // `step` has checked that a store is there; without one this is a bug.
  if (!view.environment.store) throw new Error("externalise without a store");
  return view.environment.store.put(toolOutputText(result.output), meta);
}

type Place = { readonly target: Target; readonly view: View; readonly stepId: string };

function replaceOutput(result: ToolResultPart, text: string, { target, view, stepId }: Place): ReplaceEdit {
  const { source: _, ...kept } = result;
  const produced: ToolResultPart = { ...kept, id: `${result.id}~${stepId}`, output: [{ type: "text", text }] };
  return {
    op: "replace",
    targets: [result.id],
    produced,
    reason: target.reason,
    step: stepId,
    tokensBefore: view.environment.tokensOf(result),
    tokensAfter: view.environment.tokensOf(produced),
    reversible: false,
  };
}

function resultsOf(target: Target, view: View): ToolResultPart[] {
  return target.parts.flatMap((partId) => {
    const part: Part | undefined = view.entry(partId)?.part;
    return part?.type === "tool-result" ? [part] : [];
  });
}

function tokensOf(partIds: readonly string[], view: View): number {
  let sum = 0;
  for (const partId of partIds) {
    const part = view.entry(partId)?.part;
    if (part) sum += view.environment.tokensOf(part);
  }
  return sum;
}
