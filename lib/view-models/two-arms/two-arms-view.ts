import type { ArmLeftOut, ArmTask, BillPartAnswer, TwoArmsAnswer } from "../../api/schemas/two-arms";
import { joinSentences } from "../../wording/join-sentences";
import { formatCompactTokens, formatCount, formatMoney } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { BILL_WORDS, leftOutWords, partWord } from "./two-arms-words";

/** Ends of an interval as shares of the plot: 0 at its left end, 1 at its right. */
export type PlotInterval = {
  readonly low: number;
  readonly mean: number;
  readonly high: number;
  readonly isSure: boolean;
};

export type BillRow = {
  readonly part: BillPartAnswer["part"];
  readonly title: string;
  readonly note: string;
  readonly a: string;
  readonly b: string;
  readonly change: string;
  /** `noise` if the interval includes zero. */
  readonly verdict: string;
  readonly tone: "good" | "bad" | "quiet";
  readonly plot: PlotInterval | null;
};

export type BillBar = {
  readonly arm: string;
  readonly total: string;
  readonly parts: readonly { readonly part: BillPartAnswer["part"]; readonly title: string; readonly share: number }[];
};

export type PairRow = {
  readonly title: string;
  readonly a: string;
  readonly b: string;
  readonly change: string;
  /** −1 to 1: the bar's length to the left or right. */
  readonly bar: number;
  readonly sessionA: string;
  readonly sessionB: string;
  readonly note: string | null;
};

export type TwoArmsView = {
  readonly chip: string | null;
  readonly sentence: string;
  readonly detail: string;
  /** The distance from zero to either end of the plot: 0.4 is ±40 %. */
  readonly scale: number;
  readonly rows: readonly BillRow[];
  readonly bars: readonly BillBar[];
  readonly noise: string;
  readonly needed: string;
  readonly pairs: readonly PairRow[];
  readonly leftOut: readonly { readonly text: string; readonly sessions: readonly ArmLeftOut[] }[];
};

type Names = { readonly a: string; readonly b: string };

/** The comparison page: its sentence, and the rows to draw. */
export function toTwoArmsView(answer: TwoArmsAnswer, names: Names, say: Say = english): TwoArmsView {
  const amount = amountOf(answer.unit);
  const scale = scaleOf(answer.parts);
  return {
    ...verdictWords(answer, names, say),
    detail: movedParts(answer, amount, say),
    scale,
    rows: answer.parts.map((part) => billRow(part, { amount, scale }, say)),
    bars: barsOf(answer.parts, { names, amount }, say),
    noise: noiseSentence(answer, say),
    needed: neededSentence(answer, say),
    pairs: pairRows(answer.tasks, amount, say),
    leftOut: leftOutGroups(answer.left_out, say),
  };
}

const MINUS = "\u2212";
const amountOf =
  (unit: TwoArmsAnswer["unit"]) =>
  (value: number): string =>
    unit === "usd" ? formatMoney(value) : formatCompactTokens(value);
const signedAmount = (value: number, amount: (value: number) => string): string =>
  `${value < 0 ? MINUS : "+"}${amount(Math.abs(value))}`;

/** `−8.1`, `+7.9`, `0`: per cent with one decimal and sign. */
function signedPercent(share: number): string {
  const size = (Math.abs(share) * 100).toFixed(1);
  if (size === "0.0") return "0";
  return `${share < 0 ? MINUS : "+"}${size}`;
}
const percent = (share: number): string => (Math.abs(share) * 100).toFixed(1);

const haveOtherModels = (left: TwoArmsAnswer["left_out"]): boolean =>
  left.length > 0 && left.every(({ reason }) => reason === "other-model");

/** Why nothing could be compared. */
const withoutPairs = (left: TwoArmsAnswer["left_out"], say: Say): string =>
  haveOtherModels(left) ? say("The two groups have no model in common.") : say("No task of A was done in B.");

function verdictWords(
  { verdict, pairs, parts, left_out: left }: TwoArmsAnswer,
  names: Names,
  say: Say,
): { chip: string | null; sentence: string } {
  const bill = parts.find(({ part }) => part === "total")?.change ?? null;
  if (bill === null) return { chip: say("no verdict"), sentence: withoutPairs(left, say) };
  const share = percent(bill.mean);
  const arm = names.b;
  const measured =
    bill.mean < 0 ? say("{share} % cheaper per task", { share }) : say("{share} % more expensive per task", { share });
  const ends = { low: signedPercent(bill.low), high: signedPercent(bill.high) };
  if (verdict === "too-few")
    return {
      chip: say("no verdict"),
      sentence: say("{arm}: no verdict from {pairs}; so far {measured} ({low} to {high}).", {
        arm,
        pairs: formatCount(pairs, "pair", say),
        measured,
        ...ends,
      }),
    };
  if (verdict === "noise")
    return {
      chip: say("unclear"),
      sentence: say("{arm}: {measured}, within the noise ({low} to {high}).", { arm, measured, ...ends }),
    };
  const [near, far] = [Math.abs(bill.low), Math.abs(bill.high)].sort((one, other) => one - other) as [number, number];
  return {
    chip: null,
    sentence: say("{arm}: {measured} ({low} to {high}).", {
      arm,
      measured,
      low: percent(near),
      high: percent(far),
    }),
  };
}

const isSure = ({ difference: { low, high } }: BillPartAnswer): boolean => low > 0 || high < 0;

/** The parts of the bill that certainly changed, in money. */
function movedParts(
  { parts, output_floors: floors, left_out: left }: TwoArmsAnswer,
  amount: (value: number) => string,
  say: Say,
): string {
  if (parts.length === 0)
    return haveOtherModels(left)
      ? say("Choose groups that used the same model.")
      : say("Choose groups that did the same tasks, or choose “No pairs”.");
  const own = parts.filter(({ part }) => part !== "turns" && part !== "total");
  const words = own
    .filter(isSure)
    .map(({ part, difference }) => `${partWord(part, say)} ${signedAmount(difference.mean, amount)}`);
  const largest = [...own].sort((one, other) => Math.abs(other.difference.mean) - Math.abs(one.difference.mean))[0];
  const told =
    words.length > 0
      ? say("What changed, per task: {parts}.", { parts: words.join(say(", ")) })
      : say("No part of the bill clearly changed; the largest change is in {part}, {amount}.", {
          part: largest ? partWord(largest.part, say) : say("nothing"),
          amount: signedAmount(largest?.difference.mean ?? 0, amount),
        });
  if (floors === 0) return told;
  const sessions = formatCount(floors, "session", say);
  return joinSentences([told, say("The logs of {sessions} contain only part of the output.", { sessions })], say);
}

/** Possible widths of the plot, as shares. */
const SCALES = [0.1, 0.2, 0.4, 0.6, 1] as const;

/** The smallest width that shows every interval; the widest cuts off longer ones. */
function scaleOf(parts: readonly BillPartAnswer[]): number {
  const farthest = Math.max(
    0,
    ...parts.flatMap(({ change }) => (change ? [Math.abs(change.low), Math.abs(change.high)] : [])),
  );
  return SCALES.find((scale) => scale >= farthest) ?? 1;
}

type Drawing = { readonly amount: (value: number) => string; readonly scale: number };

function billRow(part: BillPartAnswer, { amount, scale }: Drawing, say: Say): BillRow {
  const { change, difference } = part;
  const figure = part.part === "turns" ? (value: number) => value.toFixed(1) : amount;
  const isMoved = isSure(part);
  const isNothing = part.a === 0 && part.b === 0;
  const at = (share: number) => Math.min(1, Math.max(0, (share / scale + 1) / 2));
  return {
    part: part.part,
    title: say(BILL_WORDS[part.part].title),
    note: say(BILL_WORDS[part.part].note),
    a: figure(part.a),
    b: figure(part.b),
    change: isNothing ? "–" : change ? `${signedPercent(change.mean)} %` : signedAmount(difference.mean, figure),
    verdict: isMoved || isNothing ? "" : say("noise"),
    tone: isMoved ? (difference.mean < 0 ? "good" : "bad") : "quiet",
    plot: change ? { low: at(change.low), mean: at(change.mean), high: at(change.high), isSure: isMoved } : null,
  };
}

function barsOf(
  parts: readonly BillPartAnswer[],
  { names, amount }: { readonly names: Names; readonly amount: (value: number) => string },
  say: Say,
): BillBar[] {
  const total = parts.find(({ part }) => part === "total");
  if (!total) return [];
  const longest = Math.max(total.a, total.b);
  const own = parts.filter(({ part }) => part !== "turns" && part !== "total");
  return (["a", "b"] as const).map((arm) => ({
    arm: names[arm],
    total: amount(total[arm]),
    parts: own
      .filter((part) => part[arm] > 0)
      .map((part) => ({ part: part.part, title: say(BILL_WORDS[part.part].title), share: part[arm] / longest })),
  }));
}

function noiseSentence({ pair_by, repeats, visible, pairs }: TwoArmsAnswer, say: Say): string {
  const seen =
    visible === null
      ? ""
      : say("With {pairs}, a saving under about {share} % cannot be detected.", {
          share: percent(visible),
          pairs: formatCount(pairs, "pair", say),
        });
  const told =
    pair_by === "none"
      ? say("Without pairs, repeats of a task look the same as other tasks.")
      : repeats.difference === null
        ? say("No task was done twice in the same group.")
        : say(
            "{tasks, plural, one {One task was} other {# tasks were}} done more than once in the same group; the bills differ by {share} % on average.",
            { tasks: repeats.tasks, share: percent(repeats.difference) },
          );
  return seen === "" ? told : `${told} ${seen}`;
}

function neededSentence({ needed, pairs, models }: TwoArmsAnswer, say: Say): string {
  const says = (saving: string, count: number | null) => {
    if (count === null) return [];
    const about = say("about {pairs}", { pairs: formatCount(count, "pair", say) });
    return [
      say("Enough to detect a saving of {saving}: {pairs}.", {
        saving,
        pairs: count <= pairs ? say("the pairs you have") : about,
      }),
    ];
  };
  const sentences = [...says("5 %", needed.five), ...says("10 %", needed.ten)];
  const isSame = models.a.length === models.b.length && models.a.every((model) => models.b.includes(model));
  const told = sentences.length === 0 ? say("A verdict needs at least seven pairs.") : joinSentences(sentences, say);
  if (pairs === 0) return told;
  return joinSentences(
    [told, isSame ? say("Both groups used the same models.") : say("The groups used different models.")],
    say,
  );
}

function pairRows(tasks: readonly ArmTask[], amount: (value: number) => string, say: Say): PairRow[] {
  const farthest = Math.max(0.05, ...tasks.map(({ change }) => Math.min(1, Math.abs(change ?? 0))));
  return tasks.map(({ title, a, b, change }) => ({
    title,
    a: amount(a.amount),
    b: amount(b.amount),
    change: change === null ? "–" : `${signedPercent(change)} %`,
    bar: change === null ? 0 : Math.max(-1, Math.min(1, change / farthest)),
    sessionA: a.sessions[0] ?? "",
    sessionB: b.sessions[0] ?? "",
    note:
      a.sessions.length + b.sessions.length > 2
        ? say("{count} vs. {sessions}", {
            count: a.sessions.length,
            sessions: formatCount(b.sessions.length, "session", say),
          })
        : null,
  }));
}

function leftOutGroups(leftOut: readonly ArmLeftOut[], say: Say): TwoArmsView["leftOut"] {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))];
  return reasons
    .map((reason) => ({
      text: say(leftOutWords[reason]),
      sessions: leftOut.filter((entry) => entry.reason === reason),
    }))
    .sort((one, other) => other.sessions.length - one.sessions.length);
}
