import { type Violation, wireViolation } from "../../conversation/invariants";
import { asObject, asObjects, asText, type JsonObject } from "../json-fields";
import { contentList, SYSTEM_KEYS } from "./decode";
import { currentTurn, isSigned, unsignedCall } from "./sign-calls";
import { turnOrder } from "./turn-order";

/**
 * Checks the structural rules of `generateContent`. The first content is a user's. Every batch of calls is answered by
 * as many results with the same names in the next turn. No part is empty. If the model signs its calls, the first call
 * of each step of the running turn is signed. Cached content excludes a system instruction and tools. Consecutive
 * contents of one role count as one turn, but may not split its calls or results (`turn-order.ts`). Calls at the very
 * end may still be running. Source: ai.google.dev, generateContent, function calling and thought signatures, 2026.
 */
export function validateGemini(body: unknown): Violation[] {
  const list = contentList(body);
  if (!list) return [wireViolation("invalid-shape", "the body has no list of contents", "$.contents")];
  const turns = toTurns(list);
  return [
    ...shapes(list),
    ...firstRole(turns),
    ...order(turns, list),
    ...signatures(list),
    ...cachedContent(asObject(body)),
  ];
}

type Turn = { readonly isModel: boolean; readonly at: string; readonly parts: JsonObject[] };
type Named = { readonly id: string | null; readonly name: string };

function toTurns(list: readonly unknown[]): Turn[] {
  const turns: Turn[] = [];
  list.forEach((value, index) => {
    const content = asObject(value);
    const isModel = content?.role === "model";
    const parts = partsOf(content);
    const previous = turns.at(-1);
    if (previous?.isModel === isModel) for (const part of parts) previous.parts.push(part);
    else turns.push({ isModel, at: `$.contents[${index}]`, parts: [...parts] });
  });
  return turns;
}

const partsOf = (content: JsonObject | null) => asObjects(content?.parts);

function shapes(list: readonly unknown[]): Violation[] {
  return list.flatMap((value, index) => {
    const at = `$.contents[${index}]`;
    const content = asObject(value);
    const isKnown = content && [undefined, "user", "model", "function"].includes(content.role as string | undefined);
    if (!isKnown) return [wireViolation("bad-role", "role must be user or model", at)];
    const parts = partsOf(content);
    if (parts.length === 0) return [wireViolation("empty-message", "the content has no parts", at)];
    return parts.flatMap((part, place) =>
      isEmpty(part) ? [wireViolation("empty-text", "the part is empty", `${at}.parts[${place}]`)] : [],
    );
  });
}

/** True if a part is empty. A signature may come on its own, with an empty text. */
function isEmpty(part: JsonObject): boolean {
  const keys = Object.keys(part);
  return keys.length === 0 || (part.text === "" && keys.every((key) => key === "text" || key === "thought"));
}

function firstRole([first]: readonly Turn[]): Violation[] {
  const isWrong = first?.isModel === true;
  return isWrong ? [wireViolation("first-message-not-user", "the first content must be the user's", first.at)] : [];
}

function pairs(turns: readonly Turn[]): Violation[] {
  return turns.flatMap((turn, index) => {
    const previous = turns[index - 1];
    if (!turn.isModel)
      return match(previous?.isModel ? callsOf(previous) : [], resultsOf(turn)).stray.map(strayAt(turn));
    const [next, afterNext] = turns.slice(index + 1, index + 3);
    const isRunning = !next || (!afterNext && next.parts.every((part) => resultOf(part) !== null));
    return isRunning ? [] : match(callsOf(turn), resultsOf(next)).open.map(openAt(turn));
  });
}

/** Reports errors in order only if the pairs are right. Otherwise a call without a result would be reported twice. */
function order(turns: readonly Turn[], list: readonly unknown[]): Violation[] {
  const broken = pairs(turns);
  return broken.length > 0 ? broken : turnOrder(list, "$.contents");
}

const openAt =
  ({ at }: Turn) =>
  ({ name, id }: Named) =>
    wireViolation("orphan-call", `functionCall ${id ?? name} has no functionResponse in the next turn`, at);
const strayAt =
  ({ at }: Turn) =>
  ({ name, id }: Named) =>
    wireViolation("orphan-result", `functionResponse ${id ?? name} answers no functionCall of the turn before it`, at);

/** Matches by id if both have one, otherwise by name and order. */
function match(calls: readonly Named[], results: readonly Named[]): { open: Named[]; stray: Named[] } {
  const byKey = new Map<string, Set<Named>>();
  for (const call of calls) for (const key of keysOf(call)) addTo(byKey, key, call);
  const open = new Set(calls);
  const stray: Named[] = [];
  for (const result of results) {
    const keys = result.id === null ? [`any ${result.name}`] : [`id ${result.id}`, `no id ${result.name}`];
    const call = keys.map((key) => firstOf(byKey.get(key))).find((found) => found !== undefined);
    if (!call) stray.push(result);
    else {
      open.delete(call);
      for (const key of keysOf(call)) byKey.get(key)?.delete(call);
    }
  }
  return { open: [...open], stray };
}

const keysOf = ({ id, name }: Named) => [`any ${name}`, id === null ? `no id ${name}` : `id ${id}`];

const firstOf = (found: ReadonlySet<Named> | undefined): Named | undefined => found?.values().next().value;

function addTo(map: Map<string, Set<Named>>, key: string, value: Named) {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

const callsOf = ({ parts }: Turn) => parts.flatMap((part) => named(part.functionCall ?? part.function_call));
const resultOf = (part: JsonObject) => asObject(part.functionResponse ?? part.function_response);
const resultsOf = ({ parts }: Turn) => parts.flatMap((part) => named(resultOf(part)));

function named(value: unknown): Named[] {
  const fields = asObject(value);
  return fields ? [{ id: asText(fields.id), name: asText(fields.name) ?? "" }] : [];
}

function signatures(list: readonly unknown[]): Violation[] {
  if (!isSigned(list)) return [];
  const start = currentTurn(list);
  return list.flatMap((content, index) => {
    const call = index > start ? unsignedCall(content) : -1;
    const at = `$.contents[${index}].parts[${call}]`;
    return call === -1 ? [] : [wireViolation("missing-signature", "the call has no thoughtSignature", at)];
  });
}

function cachedContent(body: JsonObject | null): Violation[] {
  if (!body || (body.cachedContent ?? body.cached_content) === undefined) return [];
  return [...SYSTEM_KEYS, "tools"].flatMap((key) =>
    body[key] === undefined
      ? []
      : [wireViolation("cached-content", `${key} cannot be sent beside cachedContent`, `$.${key}`)],
  );
}
