import { type CompressionState, compressionState, stateEdits, type UncountedEdit } from "../api/compression-state";
import { Problem } from "../api/problem";
import { checkJson } from "../conversation/check-json";
import type { Edit } from "../conversation/edit";
import type { Conversation, Message } from "../conversation/message";
import { oncePerPart } from "../conversation/once-per-part";
import type { Part } from "../conversation/part";
import type { Compression } from "../strategies/grammar/compression";
import { createView } from "../strategies/grammar/create-view";
import type { Environment } from "../strategies/grammar/environment";
import type { Surroundings } from "./surroundings";

/** The value of `state` if nothing is stored under its reference any longer. */
export const STATE_GONE = Symbol("state gone");

type Digest = Surroundings["sha256"];

/** The previous call's edits, for a client that keeps its own history and resends all of it. */
export type Carried = {
  readonly state: CompressionState | null;
  /** Empty if there is no state or it does not fit the history. */
  readonly edits: readonly Edit[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
};

/**
 * Parses `state`, after `kept-state.ts` has resolved a reference. Throws a 422 if it is not a state. A state of another
 * history is ignored with a warning.
 */
export function carriedEdits(
  given: unknown,
  conversation: Conversation,
  environment: Environment,
  sha256: Digest,
): Carried {
  if (given === undefined || given === null) return { state: null, edits: [], warnings: [] };
  if (given === STATE_GONE) return notUsed("nothing is stored under its reference any longer");
  const parsed = checkJson(compressionState, given);
  if (!parsed.success) throw notAState(parsed.error.issues[0]);
  const state = parsed.data;
  const fault = markFault(state, conversation, sha256) ?? protectedFault(state, conversation, environment);
  const edits = fault === null ? counted(state.edits as UncountedEdit[], conversation, environment) : null;
  if (edits) return { state, edits, warnings: [] };
  return notUsed(fault ?? "its edits do not fit the history");
}

const notUsed = (fault: string): Carried => ({
  state: null,
  edits: [],
  warnings: [{ code: "state-not-used", message: `${fault}, so everything is compressed again` }],
});

function notAState(issue: { readonly path: PropertyKey[]; readonly message: string } | undefined): Problem {
  const pointer = ["$.state", ...(issue?.path ?? []).map(String)].join(".");
  const detail = "state must be the unchanged state of the previous answer";
  return new Problem(422, "state-invalid", detail, { errors: [{ pointer, detail: issue?.message ?? detail }] });
}

/** The state for the next call. If this call changed nothing, it is the one that was given. */
export function nextState(
  { status, edits }: Compression,
  conversation: Conversation,
  { state }: Carried,
  sha256: Digest,
): CompressionState | null {
  if (status !== "applied") return state;
  if (state && edits.length === state.edits.length) return state;
  const said = dialogue(conversation);
  const messages = touched(edits, said).reduce((most, place) => Math.max(most, place), 0);
  const cycle = (state?.cycle ?? 0) + 1;
  return {
    version: 1,
    cycle,
    messages,
    digest: sha256(digestedTexts(said.slice(0, messages))),
    edits: stateEdits(edits, state?.edits.length ?? 0, cycle),
  };
}

/** Messages without the system prompt, which may contain the time of day and so is not part of the digest. */
const dialogue = ({ messages }: Conversation): Message[] => messages.filter(({ role }) => role !== "system");

/** For each edit, one more than the index of each message that it changes or inserts after. */
function touched(edits: readonly Edit[], said: readonly Message[]): number[] {
  const places = new Map<string, number>();
  for (const [index, { id, parts }] of said.entries())
    for (const key of [id, ...parts.map((part) => part.id)]) places.set(key, index + 1);
  return edits.flatMap((edit) => {
    const keys = edit.op === "insert" ? [edit.after ?? ""] : edit.targets;
    return keys.flatMap((key) => places.get(key) ?? []);
  });
}

function* digestedTexts(messages: readonly Message[]): Generator<string> {
  for (const message of messages) yield digestedText(message);
}

const digestedText = oncePerPart(({ id, role, parts }: Message): string =>
  JSON.stringify([id, role, parts.map(({ source: _, ...part }) => part)]),
);

function markFault({ messages, digest }: CompressionState, conversation: Conversation, sha256: Digest): string | null {
  const said = dialogue(conversation);
  if (said.length < messages) return `the history has ${said.length} messages, the state is of ${messages}`;
  return sha256(digestedTexts(said.slice(0, messages))) === digest ? null : "the beginning of the history has changed";
}

function protectedFault({ edits }: CompressionState, conversation: Conversation, environment: Environment) {
  const safe = createView(conversation, environment).protectedIds();
  const isTouched = edits.some((edit) => edit.op !== "insert" && edit.targets.some((id) => safe.has(id)));
  return isTouched ? "the state changes parts that are protected now" : null;
}

/** The edits with their tokens; null if one does not fit the result of the earlier ones. */
function counted(
  edits: readonly UncountedEdit[],
  conversation: Conversation,
  { tokensOf }: Environment,
): Edit[] | null {
  const existing = new ExistingParts(conversation);
  const result: Edit[] = [];
  for (const edit of edits) {
    const before = edit.op === "insert" ? [] : existing.consume(edit.targets);
    if (!before) return null;
    const after = edit.op === "insert" ? existing.introduce(edit.message, edit.after) : existing.replace(edit, before);
    if (!after) return null;
    const sum = (parts: readonly Part[]) => parts.reduce((total, part) => total + tokensOf(part), 0);
    result.push({ ...edit, tokensBefore: sum(before), tokensAfter: sum(after) } as Edit);
  }
  return result;
}

/** The parts that exist while edits are checked one after another. No id can be used twice. */
class ExistingParts {
  private readonly live = new Map<string, Part>();
  private readonly known = new Set<string>();
  private readonly messages: Set<string>;

  constructor({ messages }: Conversation) {
    this.messages = new Set(messages.map(({ id }) => id));
    for (const part of messages.flatMap(({ parts }) => parts)) {
      if (this.known.has(part.id)) this.live.delete(part.id);
      else this.live.set(part.id, part);
      this.known.add(part.id);
    }
  }

  consume(ids: readonly string[]): Part[] | null {
    const parts = ids.flatMap((id) => this.live.get(id) ?? []);
    for (const id of ids) this.live.delete(id);
    return parts.length === ids.length && new Set(ids).size === ids.length ? parts : null;
  }

  replace(edit: Exclude<UncountedEdit, { op: "insert" }>, [before]: readonly Part[]): Part[] | null {
    if (edit.op === "drop") return [];
    const { produced } = edit;
    const isSame = before?.type === produced.type && callId(before) === callId(produced);
    const isNamed = before?.type === "file" && produced.type === "text";
    return (isSame || isNamed) && this.add(produced) ? [produced] : null;
  }

  introduce({ id, parts }: Message, after: string | null): readonly Part[] | null {
    const isPlaced = (after === null || this.messages.has(after)) && !this.messages.has(id);
    this.messages.add(id);
    return isPlaced && parts.every((part) => this.add(part)) ? parts : null;
  }

  private add(part: Part): boolean {
    if (this.known.has(part.id)) return false;
    this.known.add(part.id);
    this.live.set(part.id, part);
    return true;
  }
}

const callId = (part: Part): string | null => ("toolCallId" in part ? part.toolCallId : null);
