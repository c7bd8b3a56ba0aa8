import type { DropEdit, Edit, ReplaceEdit, StoreReference } from "../../conversation/edit";
import { mapFields, withNumbersOf } from "../../conversation/exact-json";
import {
  type JsonValue,
  type Part,
  type ToolCallPart,
  type ToolResultPart,
  toolOutputText,
} from "../../conversation/part";
import type { Target } from "./selectors";
import type { View } from "./view";

/** Target → edits; none if there is nothing to do. `stepId` names the step and seeds ids of new parts. */
export type Transform = {
  readonly needs?: "store";
  readonly apply: (target: Target, view: View, stepId: string) => readonly Edit[];
};

/** Drops the entire target. */
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

/** Replaces each part of the target with what `change` returns; `null` leaves it. */
export function rewrite(change: (part: Part, view: View) => Part | null): Transform {
  return {
    apply: (target, view, stepId) =>
      editEach(target, view, (part) => {
        const produced = change(part, view);
        return produced && replacePart(part, produced, { target, view, stepId });
      }),
  };
}

/**
 * Replaces tool results with a text; the pair, the error flag and the tool's name stay. A null `text` leaves the
 * result.
 */
export function maskOutput(text: (result: ToolResultPart, view: View) => string | null): Transform {
  return rewrite((part, view) => {
    const replacement = part.type === "tool-result" ? text(part, view) : null;
    return replacement === null ? null : withOutput(part as ToolResultPart, replacement);
  });
}

/** Replaces a call's arguments; an undefined `input` leaves the call. */
export function rewriteInput(input: (call: ToolCallPart, view: View) => JsonValue | undefined): Transform {
  return rewrite((part, view) => {
    const replacement = part.type === "tool-call" ? input(part, view) : undefined;
    if (part.type !== "tool-call" || replacement === undefined) return null;
    const { inputText: _, ...kept } = part;
    return { ...kept, input: replacement };
  });
}

/** A copy of an input with every string changed, at any depth. */
export function mapStrings(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  const inner = (member: JsonValue) => mapStrings(member, change);
  return Array.isArray(value)
    ? withNumbersOf(value, (value as readonly JsonValue[]).map(inner))
    : mapFields(value as { readonly [key: string]: JsonValue }, inner);
}

/** The first transform for parts that it changes, the second for the others. */
export function both(first: Transform, second: Transform): Transform {
  return {
    apply: (target, view, stepId) => {
      const edits = first.apply(target, view, stepId);
      const others = second.apply(target, view, stepId);
      return others.length === 0 ? edits : [...edits, ...others];
    },
  };
}

/** Writes the preview for a reference id. Created once per result and called twice. */
export type PreviewWriter = (referenceId: string) => string;

/**
 * Stores a tool result's text and leaves a preview with its reference. The preview is first written with a
 * placeholder; the text is stored only if that preview is smaller than the original. A null `preview` leaves the
 * result.
 */
export function externalise(preview: (result: ToolResultPart, view: View) => PreviewWriter | null): Transform {
  return {
    needs: "store",
    apply: (target, view, stepId) =>
      editEach(target, view, (result) => {
        const write = result.type === "tool-result" ? preview(result, view) : null;
        if (result.type !== "tool-result" || !write) return null;
        if (!isSmaller(write(REFERENCE_SHAPE), result, view)) return null;
        const reference = putAside(result, view);
        const edit = replacePart(result, withOutput(result, write(reference.id)), { target, view, stepId });
        return edit.tokensAfter < edit.tokensBefore ? { ...edit, reversible: true, reference } : null;
      }),
  };
}

/** Placeholder for a reference to measure its size: `out_` and as many hexadecimal digits as the stores use. */
const REFERENCE_SHAPE = `out_${"8f3a61c2d95e70b4".repeat(2)}`;

/** Skips counting if the preview is not shorter than its original. */
function isSmaller(preview: string, result: ToolResultPart, { environment }: View): boolean {
  if (preview.length >= toolOutputText(result.output).length) return false;
  return environment.count(preview) < environment.tokensOf(result);
}

function putAside(result: ToolResultPart, view: View): StoreReference {
  const toolName = view.toolNameOf(result);
  const meta = { tokens: view.environment.tokensOf(result), ...(toolName !== undefined && { toolName }) };
  // `step` has checked that there is a store; if there is none here, that is a bug.
  if (!view.environment.store) throw new Error("externalise without a store");
  return view.environment.store.put(toolOutputText(result.output), meta);
}

export const withOutput = (result: ToolResultPart, text: string): ToolResultPart => ({
  ...result,
  output: [{ type: "text", text }],
});

type Place = { readonly target: Target; readonly view: View; readonly stepId: string };

/** The edit that replaces `part` with `changed`, with a new id and no position in the file. */
function replacePart(part: Part, changed: Part, { target, view, stepId }: Place): ReplaceEdit {
  const { source: _, ...kept } = changed;
  const produced: Part = { ...kept, id: `${part.id}~${stepId}` };
  return {
    op: "replace",
    targets: [part.id],
    produced,
    reason: target.reason,
    step: stepId,
    tokensBefore: view.environment.tokensOf(part),
    tokensAfter: view.environment.tokensOfNew(produced),
    reversible: false,
  };
}

const NOTHING: readonly Edit[] = [];

/** Edits for the parts of the target that need one. Nearly every target is one part. */
function editEach({ parts }: Target, view: View, edit: (part: Part) => Edit | null): readonly Edit[] {
  const editOne = (partId: string): readonly Edit[] => {
    const part = view.entry(partId)?.part;
    const made = part ? edit(part) : null;
    return made ? [made] : NOTHING;
  };
  return parts.length === 1 ? editOne(parts[0] as string) : parts.flatMap(editOne);
}

function tokensOf(partIds: readonly string[], view: View): number {
  let sum = 0;
  for (const partId of partIds) {
    const part = view.entry(partId)?.part;
    if (part) sum += view.environment.tokensOf(part);
  }
  return sum;
}
