import * as z from "zod";
import { isTypedUser, type Message } from "../../conversation/message";
import { partText } from "../../conversation/part";
import { step, when } from "../grammar/combinators";
import { TOKEN_COUNT } from "../grammar/gauges";
import { keepLoops } from "../grammar/guards";
import { share, whole } from "../grammar/params";
import { atomTarget, type Selector } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { compares, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";

/** Entities by kind and value, with their kind's weight. */
type WeightedEntities = ReadonlyMap<string, number>;

/** The kinds and weights that supercompact publishes; the patterns are ours. */
const KINDS: readonly { readonly kind: string; readonly weight: number; readonly pattern: RegExp }[] = [
  { kind: "file_path", weight: 1, pattern: /(?:\.{0,2}\/)?(?:[\w.-]{1,80}\/){1,12}[\w.-]{1,80}\.\w{1,8}\b/g },
  { kind: "exception", weight: 0.9, pattern: /\b[A-Z][A-Za-z]{1,60}(?:Error|Exception)\b/g },
  { kind: "url", weight: 0.8, pattern: /https?:\/\/[^\s"'<>)\]]{1,300}/g },
  { kind: "port", weight: 0.8, pattern: /\b(?:port |localhost:|127\.0\.0\.1:)(\d{2,5})\b/gi },
  {
    kind: "command",
    weight: 0.7,
    pattern: /\b(?:git|npm|npx|pnpm|yarn|cargo|go|make|docker|kubectl|python3?|pip|pytest) [a-z][\w:-]{0,40}/g,
  },
  { kind: "package", weight: 0.7, pattern: /(?:from|import|require\()\s*["']([@\w][\w./-]{1,80})["']/g },
  { kind: "http_status", weight: 0.6, pattern: /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status)[ :=]{1,3}([1-5]\d\d)\b/gi },
  { kind: "function", weight: 0.5, pattern: /\b(?:function|def|fn|func) ([A-Za-z_]\w{3,60})/g },
  { kind: "class_name", weight: 0.4, pattern: /\b(?:class|interface|struct|enum) ([A-Z]\w{2,60})/g },
  { kind: "env_var", weight: 0.4, pattern: /\b[A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{1,40}\b/g },
];

/** Distinct entities of the texts: the same kind and value, whatever their case. */
export function weightedEntities(texts: readonly string[]): WeightedEntities {
  const found = new Map<string, number>();
  for (const text of texts)
    for (const { kind, weight, pattern } of KINDS)
      for (const [whole, value] of text.matchAll(pattern)) {
        if (kind === "port" && !isPort(Number(value))) continue;
        found.set(`${kind} ${(value ?? whole).toLowerCase()}`, weight);
      }
  return found;
}

const isPort = (port: number): boolean => (port >= 80 && port <= 99) || (port >= 1024 && port <= 65_535);

/** All messages between two user messages: one agent turn. */
type Turn = { readonly messages: ReadonlySet<number>; readonly tokens: number; readonly entities: WeightedEntities };

/** An entity found in at most this many turns is easily lost, so it counts more. */
const EXCLUSIVE_TURNS = 2;
const EXCLUSIVE_BONUS = 1.2;

type Rule = { readonly budget: number; readonly short: number; readonly recency: number; readonly bonus: number };

/** Agent turns to drop: neither short, nor last, nor among the best that fit the remaining budget. */
const outsideBudget =
  (rule: Rule): Selector =>
  (view) => {
    const turns = agentTurns(view);
    const open = turns.filter(({ tokens }, index) => tokens > rule.short && index < turns.length - 1);
    let left = rule.budget - (view.tokens() - open.reduce((sum, { tokens }) => sum + tokens, 0));
    const scores = scoresOf(turns, rule);
    const chosen = new Set<Turn>();
    for (const turn of [...open].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))) {
      if (turn.tokens > left) continue;
      chosen.add(turn);
      left -= turn.tokens;
    }
    const gone = new Set(open.filter((turn) => !chosen.has(turn)).flatMap(({ messages }) => [...messages]));
    const atoms = view
      .atoms()
      .filter((atom) => atom.partIds.every((id) => gone.has(view.entry(id)?.messageIndex ?? -1)));
    return atoms.map((atom) => atomTarget(atom, "low-score-turn"));
  };

function agentTurns(view: View): Turn[] {
  const { messages } = view.conversation;
  const groups: number[][] = [];
  messages.forEach((message, index) => {
    if (message.role === "system" || isTypedUser(message)) return;
    const before = messages[index - 1];
    const continues = before !== undefined && before.role !== "system" && !isTypedUser(before);
    const group = groups.at(-1);
    if (continues && group) group.push(index);
    else groups.push([index]);
  });
  return groups.map((indexes) => {
    const own = indexes.map((index) => messages[index] as Message);
    const tokens = own.reduce((sum, message) => sum + view.environment.tokensOf(message), 0);
    const texts = own.flatMap(({ parts }) => parts.map(partText));
    return { messages: new Set(indexes), tokens, entities: weightedEntities(texts) };
  });
}

/**
 * Score of each turn: the sum of weight × ln(turns ÷ turns with the entity) over its entities, divided by the square
 * root of its tokens and by the best score. Later turns score slightly higher.
 */
function scoresOf(turns: readonly Turn[], { recency, bonus }: Rule): ReadonlyMap<Turn, number> {
  const turnsWith = new Map<string, number>();
  for (const { entities } of turns)
    for (const key of entities.keys()) turnsWith.set(key, (turnsWith.get(key) ?? 0) + 1);
  const raw = turns.map(({ entities, tokens }) => {
    let sum = 0;
    for (const [key, weight] of entities) {
      const found = turnsWith.get(key) ?? 1;
      sum += weight * Math.log(turns.length / found) * (found <= EXCLUSIVE_TURNS ? bonus : 1);
    }
    return sum / Math.sqrt(Math.max(1, tokens));
  });
  const best = Math.max(Number.MIN_VALUE, ...raw);
  return new Map(turns.map((turn, index) => [turn, (raw[index] ?? 0) / best + (recency * index) / turns.length]));
}

function preset(id: string, bonus: number) {
  const product = {
    name: "supercompact",
    version: "bb4fb00, as its description says",
    date: "2026-02-13",
    read: "2026-11-23",
    source: "https://github.com/heiervang-technologies/supercompact/blob/bb4fb00/README.md",
  };
  return defineStrategy(
    deterministic({ id, family: "cut", product, cache: "rewrites-all" }),
    z.object({
      budget: whole(80_000, "Tokens of the full prompt after the run; smaller prompts are left alone", 1),
      short: whole(300, "Turns of the agent of up to this many tokens always stay"),
      recency: share(0.15, "How much more the last turn scores than the first, as a share of the best turn's score"),
    }),
    ({ budget, short, recency }, { budget: { target } }) => {
      const rule = { budget: target ?? budget, short, recency, bonus };
      return when(
        targetOr(compares(TOKEN_COUNT, ">", budget)),
        step({ id: "select-turns", select: outsideBudget(rule), transform: drop, guards: [keepLoops] }),
      );
    },
  );
}

export const supercompactEitf = preset("supercompact-eitf", 1);
export const supercompactSetcover = preset("supercompact-setcover", EXCLUSIVE_BONUS);
