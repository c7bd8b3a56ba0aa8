import * as z from "zod";
import { isTypedUser, type Message } from "../../conversation/message";
import { type Part, toolOutputText } from "../../conversation/part";
import { collectArtifacts, writeArtifacts } from "../facts/artifacts";
import { type Ceiling, TOKENS } from "../grammar/ceiling";
import { assumingWindow, mustFit, pipe, step, until, when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { TOKEN_COUNT } from "../grammar/gauges";
import { keepLoops } from "../grammar/guards";
import { noteAtHoles, noteKind } from "../grammar/notes";
import { choice, share } from "../grammar/params";
import type { Procedure } from "../grammar/procedure";
import { newestTurnsStart, type Selector, type Target } from "../grammar/selectors";
import { oldestAtoms } from "../grammar/spans";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop, rewrite, withOutput } from "../grammar/transforms";
import { compares, targetOr } from "../grammar/triggers";
import type { PartEntry, View } from "../grammar/view";
import { clipMiddle } from "../previews/clip-middle";

const product = {
  name: "Cline SDK",
  version: "core 0.0.86",
  date: "2026-11-22",
  read: "2026-11-25",
  source: "https://github.com/cline/cline/tree/main/sdk/packages/core/src/extensions/context",
};
export const DEFAULT_INPUT = 128_000;

/** The product's limits in tokens: input may take nine tenths of the window; compaction starts at nine tenths of that. */
export function clineLimits({ budget }: Environment) {
  const input = budget.window === null ? DEFAULT_INPUT : budget.window * 0.9;
  return { input, trigger: Math.floor(input * 0.9) };
}

function limitsOf(environment: Environment, target: number) {
  const { trigger } = clineLimits(environment);
  return { trigger, target: environment.budget.target ?? Math.min(trigger - 1, Math.floor(trigger * target)) };
}

/**
 * Ids of the parts that basic compaction keeps beyond what every strategy keeps: user text, what an earlier run left
 * before its newest note, then as much of the newest turn as fits the target, newest first, then the answers that end
 * earlier turns.
 */
function keptParts(view: View, target: number): Set<string> {
  const { messages } = view.conversation;
  const kept = new Set<string>();
  const keep = (ids: readonly string[]) => {
    for (const id of ids) kept.add(id);
  };
  const newest = messages.findLast(isTypedUser);
  const frozen = messages.findLastIndex((message) => noteKind(message) === "dropped");
  for (const [index, message] of messages.entries())
    if (isTypedUser(message)) keep(message === newest ? idsOf(message) : withoutFiles(message));
    else if (index < frozen) keep(message.parts.map(({ id }) => id));
  const sizeOf = (ids: Iterable<string>) => {
    let sum = 0;
    for (const id of ids) sum += tokensOf(id, view);
    return sum;
  };
  let room = target - view.environment.fixedTokens - sizeOf(new Set([...kept, ...view.protectedIds()]));
  const lastTurn = newestTurnsStart(view, 1);
  for (const atom of view.atoms().toReversed()) {
    if (atom.start < lastTurn || atom.kind === "user" || atom.kind === "system") continue;
    const size = sizeOf(atom.partIds);
    if (size > room) break;
    room -= size;
    keep(atom.partIds);
  }
  for (const ids of answersOfTurns(view, frozen, lastTurn)) {
    const size = sizeOf(ids);
    if (size > room) continue;
    room -= size;
    keep(ids);
  }
  return kept;
}

/** A message's parts without tool results, which stay or go with their calls. */
const idsOf = ({ parts }: Message) => parts.flatMap(({ type, id }) => (type === "tool-result" ? [] : [id]));

/** A message's parts without attachments, unless it contains nothing else. */
function withoutFiles(message: Message): string[] {
  const files = new Set(message.parts.flatMap(({ type, id }) => (type === "file" ? [id] : [])));
  const said = idsOf(message).filter((id) => !files.has(id));
  return said.length > 0 ? said : idsOf(message);
}

function tokensOf(id: string, view: View): number {
  const part = view.entry(id)?.part;
  return part ? view.environment.tokensOf(part) : 0;
}

/**
 * The answer that ends each turn from `start` to `end`, without its reasoning: the assistant's last message without
 * tool calls. Newest turn first.
 */
function answersOfTurns(view: View, start: number, end: number): string[][] {
  const found: string[][] = [];
  let isFound = false;
  for (const message of view.conversation.messages.slice(Math.max(0, start), end).toReversed()) {
    if (isTypedUser(message)) isFound = false;
    if (isFound || message.role !== "assistant" || message.parts.some(({ type }) => type === "tool-call")) continue;
    isFound = true;
    if (isSaid(message)) found.push(message.parts.flatMap(({ type, id }) => (type === "reasoning" ? [] : [id])));
  }
  return found;
}

const isSaid = ({ role, parts }: Message): boolean =>
  role === "assistant" && parts.some((part) => part.type === "text" && part.text.trim() !== "");

/** Selects everything not kept, one atom at a time, so that calls and results go together. */
const selectBasic =
  (target: number): Selector =>
  (view) => {
    const kept = keptParts(view, target);
    const safe = view.protectedIds();
    const targets: Target[] = [];
    for (const { kind, partIds } of view.atoms()) {
      if (kind === "system" || partIds.some((id) => safe.has(id))) continue;
      const parts = partIds.filter((id) => !kept.has(id));
      if (parts.length > 0) targets.push({ parts, reason: "not-kept" });
    }
    return targets;
  };

/**
 * The note for a dropped span: its files and commands, and any of the assistant's last three answers that are in it,
 * verbatim.
 */
const spanNotice = noteAtHoles((dropped, view) => {
  const lines = writeArtifacts(collectArtifacts(dropped, view));
  const answers = view.conversation.messages.filter(isSaid).slice(-3);
  const gone = new Set(dropped);
  const said = answers.map(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" && gone.has(part.id) ? [part.text.trim()] : [])).join("\n"),
  );
  const body = [lines, ...said.flatMap((text) => (text === "" ? [] : [`Assistant: ${text}`]))].filter(
    (line) => line !== "",
  );
  return body.length === 0 ? null : { kind: "dropped", body: body.join("\n") };
});

const basic = (target: number) =>
  step({ id: "basic", select: selectBasic(target), transform: drop, guards: [keepLoops, spanNotice] });

const beforeLast: Selector = (view) => {
  const live = view.conversation.messages.findLastIndex(({ role }) => role === "assistant");
  const isHeavy = ({ part, message }: PartEntry) =>
    part.type === "reasoning" || (part.type === "file" && message.parts.length > 1);
  return view
    .entries()
    .filter((entry) => entry.messageIndex < live && isHeavy(entry))
    .map(({ part }) => ({ parts: [part.id], reason: "over-budget" }));
};

const newestFirst: Selector = (view) =>
  view
    .entries()
    .toReversed()
    .map(({ part }) => ({ parts: [part.id], reason: "over-budget" }));

const CHARACTERS_PER_TOKEN = 4;

/**
 * Notes are not shortened, because a note without its first line would look like a typed message, and the newest typed
 * message is protected.
 */
function isNote(part: Part, view: View): boolean {
  const message = view.entry(part.id)?.message;
  return message !== undefined && noteKind(message) !== null;
}

/** Shortens each text to an equal share of the target, but at least 16 characters. */
const truncateTexts = (target: number) =>
  rewrite((part, view) => {
    if (isNote(part, view)) return null;
    const room = Math.max(16, Math.floor((target * CHARACTERS_PER_TOKEN) / view.conversation.messages.length));
    const short = (text: string) => clipMiddle(text, Math.ceil(room * 0.7), Math.floor(room * 0.3), () => "…");
    if (part.type === "text" && part.text.length > room) return { ...part, text: short(part.text) };
    if (part.type !== "tool-result" || part.output.some(({ type }) => type !== "text")) return null;
    const text = toolOutputText(part.output);
    return text.length > room ? withOutput(part, short(text)) : null;
  });

/** Selects the oldest atoms except the first typed message. */
const dropOldest: Selector = (view) => {
  const first = view.conversation.messages.findIndex(isTypedUser);
  return oldestAtoms(view).filter(({ parts }) => parts.every((id) => view.entry(id)?.messageIndex !== first));
};

function projection(ceiling: Ceiling): Procedure {
  return until(ceiling, [
    step({ id: "drop-heavy", select: beforeLast, transform: drop, guards: [keepLoops], ceiling }),
    step({ id: "truncate-texts", select: newestFirst, transform: truncateTexts(ceiling.limit), ceiling }),
    step({ id: "drop-oldest", select: dropOldest, transform: drop, ceiling }),
  ]);
}

const params = z.object({
  share: share(0.7, "Target size as a share of the trigger, which is 81 % of the window"),
  comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the trigger"),
});

function preset(id: string, version: string, build: (ceiling: Ceiling) => Procedure) {
  return defineStrategy(
    deterministic({ id, version, family: "cut", product, cache: "rewrites-all" }),
    params,
    ({ share, comparison }, environment) => {
      const { trigger, target } = limitsOf(environment, share);
      const ceiling = { measure: TOKENS, limit: target };
      const run = build(ceiling);
      const fit = environment.budget.target === undefined ? mustFit(ceiling, run) : run;
      return assumingWindow(DEFAULT_INPUT, when(targetOr(compares(TOKEN_COUNT, comparison, trigger)), fit));
    },
  );
}

export const clineBasic = preset("cline-basic", "3", (ceiling) =>
  until(ceiling, [pipe(basic(ceiling.limit)), projection(ceiling)]),
);

export const clineProjection = preset("cline-projection", "2", projection);
