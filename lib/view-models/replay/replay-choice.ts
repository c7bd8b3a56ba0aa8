import { DEFAULT_FRACTION } from "../../replay/default-trigger";
import { formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import {
  choiceName,
  decodeChoice,
  encodeChoice,
  MAX_CHOICES,
  type StrategyChoice,
  toggleChoice,
  toRecipe,
} from "../compare/strategy-choice";
import { fieldText } from "../compare/strategy-form";

/** A strategy that runs whenever the prompt reaches a share of the window, or at its own trigger. */
export type PolicyChoice = StrategyChoice & {
  /** Percentage of the window; null: the strategy's own trigger, which few have. */
  readonly percent: number | null;
  /** Tokens the prompt must grow before it runs again; null: a tenth of the threshold, or of what remained. */
  readonly regrowth: number | null;
};

const TRIGGER_PERCENTS = [40, 50, 60, 70, 80, 90, 95] as const;
export const DEFAULT_PERCENT = Math.round(DEFAULT_FRACTION * 100);

/** Strategies with their own trigger, in tokens rather than as a share of a window. */
export const OWN_TRIGGER: ReadonlySet<string> = new Set(["winnow"]);
/** Default trigger of a strategy, as `PolicyChoice.percent`. */
const defaultPercent = (id: string): number | null => (OWN_TRIGGER.has(id) ? null : DEFAULT_PERCENT);

const OWN = "own";

/**
 * `80:2.roo-truncate~fraction=0.5`, `80-20000:…` with a regrowth, `own:1.winnow` for the strategy's own trigger: the
 * trigger, then the strategy as Compare writes it.
 */
export const encodePolicy = (choice: PolicyChoice): string =>
  `${triggerValue(choice.percent)}${choice.regrowth === null ? "" : `-${choice.regrowth}`}:${encodeChoice(choice)}`;

/** null for text that is not from one of our links. `own` for a strategy without its own trigger means the default. */
export function decodePolicy(text: string): PolicyChoice | null {
  const match = text.match(/^(\d{1,3}|own)(?:-(\d{1,9}))?:(.+)$/s);
  const regrowth = match?.[2] === undefined ? null : Number(match[2]);
  const choice = match ? decodeChoice(match[3] as string) : null;
  if (!choice) return null;
  if (match?.[1] === OWN) return { ...choice, percent: defaultPercent(choice.id), regrowth };
  const percent = Number(match?.[1]);
  return percent >= 1 && percent <= 100 ? { ...choice, percent, regrowth } : null;
}

/** Adds a strategy in the first free slot; no change if six are chosen. */
export function addPolicy(choices: readonly PolicyChoice[], id: string): PolicyChoice[] {
  if (choices.length >= MAX_CHOICES || choices.some((choice) => choice.id === id)) return [...choices];
  const added = toggleChoice(choices, id).at(-1) as StrategyChoice;
  return [...choices, { ...added, percent: defaultPercent(id), regrowth: null }];
}

export const removePolicy = (choices: readonly PolicyChoice[], id: string): PolicyChoice[] =>
  choices.filter((choice) => choice.id !== id);

export const changePolicy = (
  choices: readonly PolicyChoice[],
  id: string,
  change: (choice: PolicyChoice) => PolicyChoice,
): PolicyChoice[] => choices.map((choice) => (choice.id === id ? change(choice) : choice));

/** Number of changed settings of a policy. */
export const changesOf = ({ params, regrowth }: PolicyChoice): number =>
  Object.keys(params).length + (regrowth === null ? 0 : 1);

/** A policy's changed settings in words: `n 10, again after 20,000 tokens`. */
export const policyDetail = ({ params, regrowth }: PolicyChoice, say: Say = english): string =>
  [
    ...Object.entries(params).map(([name, value]) => `${name} ${fieldText(value)}`),
    ...(regrowth === null ? [] : [say("again after {tokens} tokens", { tokens: formatTokens(regrowth) })]),
  ].join(", ");

const triggerText = (percent: number | null, say: Say): string =>
  percent === null ? say("at its own trigger") : say("at {share}", { share: `${percent}\u202f%` });

export const policyLabel = ({ id, percent }: PolicyChoice, say: Say = english): string =>
  `${choiceName(id, say)} ${triggerText(percent, say)}`;

/** A trigger's value in menus and links: `80`, or `own`. */
export const triggerValue = (percent: number | null): string => String(percent ?? OWN);

/** A policy's trigger menu, including its own; `toPercent` reads a value back. */
export function triggerOptions(
  { id, percent: now }: PolicyChoice,
  say: Say = english,
): { value: string; label: string }[] {
  const shares = [...new Set([...TRIGGER_PERCENTS, ...(now === null ? [] : [now])])].sort((a, b) => a - b);
  const triggers = [...(OWN_TRIGGER.has(id) ? [null] : []), ...shares];
  return triggers.map((percent) => ({ value: triggerValue(percent), label: triggerText(percent, say) }));
}

export const toPercent = (value: string): number | null => (value === OWN ? null : Number(value));

/** The body of POST /api/replay; also decides whether a result is still current. */
export function replayRequest(session: string, agent: string, choices: readonly PolicyChoice[]): string {
  const policies = choices.map((choice) => ({
    id: choice.id,
    recipe: toRecipe(choice),
    trigger: triggerOf(choice),
  }));
  return JSON.stringify({ session: { id: session }, agent, policies: ["logged", "keep-all", ...policies] });
}

/** Without a share, the strategy's own trigger applies. */
const triggerOf = ({ percent, regrowth }: PolicyChoice) => ({
  ...(percent !== null && { fraction: percent / 100 }),
  ...(regrowth !== null && { regrowth }),
});
