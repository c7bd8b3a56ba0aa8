import { english, type Say } from "./say";

/**
 * Numbers as text. Pure: the same text on every machine, so that tests, exports and screenshots agree; figures are the
 * same in both languages, and only words and units differ. Callers pass `null` for unknown and show the word in the
 * quiet colour.
 */
export const UNKNOWN_TEXT = "unknown";
export const NOT_APPLICABLE_TEXT = "–";

/** A figure in the reader's language: its digits stay unchanged, and the word for an unknown one is translated. */
export const figureIn = (say: Say, figure: string): string => (figure === UNKNOWN_TEXT ? say(UNKNOWN_TEXT) : figure);
const MINUS = "\u2212";
/** As narrow as a thin space, but non-breaking: a line must not end between a figure and its sign. */
const JOINING_SPACE = "\u202f";

/** How a figure's last digit is chosen: a lower bound is rounded down and an upper bound up, so that both hold. */
export type Rounding = "nearest" | "down" | "up";

/** Binary fractions such as 0.289 × 1000 miss their decimal value by less than this. */
const BINARY_ERROR = 1e-9;

/** Rounds to a whole number. */
export function roundTo(rounding: Rounding, value: number): number {
  if (rounding === "down") return Math.floor(value + BINARY_ERROR);
  return rounding === "up" ? Math.ceil(value - BINARY_ERROR) : Math.floor(value + 0.5 + BINARY_ERROR);
}

/** Prefix of a figure: `≥` for an incomplete sum, `~` for an estimate. Without a mark, the sentence names the bound. */
export type FigureMark = {
  readonly isFloor?: boolean;
  readonly isEstimate?: boolean;
  readonly rounding?: Rounding;
};

const roundingOf = ({ isFloor, rounding }: FigureMark): Rounding => (isFloor ? "down" : (rounding ?? "nearest"));

/** Nouns that are counted within sentences, for all pages. */
export const COUNTED = {
  definition: "{count, plural, one {# definition} other {# definitions}}",
  fact: "{count, plural, one {# fact} other {# facts}}",
  file: "{count, plural, one {# file} other {# files}}",
  image: "{count, plural, one {# image} other {# images}}",
  "lost fact": "{count, plural, one {# lost fact} other {# lost facts}}",
  message: "{count, plural, one {# message} other {# messages}}",
  output: "{count, plural, one {# output} other {# outputs}}",
  pair: "{count, plural, one {# pair} other {# pairs}}",
  part: "{count, plural, one {# part} other {# parts}}",
  policy: "{count, plural, one {# policy} other {# policies}}",
  reading: "{count, plural, one {# reading} other {# readings}}",
  request: "{count, plural, one {# request} other {# requests}}",
  session: "{count, plural, one {# session} other {# sessions}}",
  "summary call": "{count, plural, one {# summary call} other {# summary calls}}",
  tool: "{count, plural, one {# tool} other {# tools}}",
} as const;

/** `1 part`, `1,105 messages`: a whole number of things. */
export const formatCount = (count: number, thing: keyof typeof COUNTED, say: Say = english): string =>
  say(COUNTED[thing], { count });

/** `113,008`: tokens in tables and details. */
export function formatTokens(tokens: number | null, mark: FigureMark = {}): string {
  return tokens === null ? UNKNOWN_TEXT : prefix(mark) + signed(tokens, (size) => grouped(Math.round(size)));
}

/** `150k`, `54k`: whole thousands, for axes and compaction labels. Below 1,000 the number itself. */
export function formatWholeThousands(tokens: number | null): string {
  if (tokens === null) return UNKNOWN_TEXT;
  return signed(tokens, (size) => (size < 1000 ? `${Math.round(size)}` : `${grouped(Math.round(size / 1000))}k`));
}

/** `2.5k`, `500k`, `1M`, `1.5M`: an axis tick, whose gutter is narrow on a phone. */
export const formatTick = (tokens: number): string => {
  if (tokens >= 1e6) return `${Number((tokens / 1e6).toFixed(2))}M`;
  return tokens < 1000 ? formatWholeThousands(tokens) : `${Number((tokens / 1000).toFixed(1))}k`;
};

/** `166.9k`, `26.16M`: one decimal of k, two of M, for dense rows and headers. */
export function formatCompactTokens(tokens: number | null, mark: FigureMark = {}): string {
  if (tokens === null) return UNKNOWN_TEXT;
  return prefix(mark) + signed(tokens, (size) => compact(size, roundingOf(mark)));
}

/** `167k → 54k`: a compaction's effect on the prompt. */
export function formatCompaction(before: number | null, after: number | null): string {
  return `${formatWholeThousands(before)} → ${formatWholeThousands(after)}`;
}

/** `+1,176`, `−1,207`: a change always has its sign; no change is a plain `0`. */
export function formatChange(tokens: number | null): string {
  if (tokens === null) return UNKNOWN_TEXT;
  const rounded = Math.round(tokens);
  return rounded > 0 ? `+${grouped(rounded)}` : signed(rounded, grouped);
}

/**
 * `96.2 %`, rounded half up but never to 100 %, with a narrow space; `< 0.1 %` below a tenth; a true zero is `0 %`. Takes
 * a fraction.
 */
export function formatShare(fraction: number | null): string {
  if (fraction === null) return UNKNOWN_TEXT;
  const figure = formatShareFigure(fraction);
  return `${figure}${JOINING_SPACE}%`;
}

/** Like `formatShare`, but without the unit, for a column with % in its head. */
export function formatShareFigure(fraction: number | null): string {
  if (fraction === null) return UNKNOWN_TEXT;
  if (fraction === 0) return "0";
  return signed(fraction, (size) => {
    const rounded = roundTo("nearest", size * 1000);
    const tenths = size < 1 ? Math.min(999, rounded) : rounded;
    return size * 1000 < 1 - BINARY_ERROR ? `<${JOINING_SPACE}0.1` : (tenths / 10).toFixed(1);
  });
}

/** `−28 %`, `+4 %`, `0 %`: a change in whole per cent with its sign, for modelled figures with an interval. Takes a fraction. */
export function formatPercentChange(fraction: number): string {
  const whole = Math.round(fraction * 100);
  return `${whole > 0 ? "+" : ""}${signed(whole, String)}${JOINING_SPACE}%`;
}

/** `$22.61`, `$0.683`, `$0.0683`: two decimals from $1, three from ten cents, four below. */
export function formatMoney(amount: number | null, mark: FigureMark = {}): string {
  if (amount === null) return UNKNOWN_TEXT;
  return prefix(mark) + signed(amount, (size) => dollars(size, roundingOf(mark)));
}

/**
 * `~$0.254 less`, `~$4.02 more`, `the same`: modelled money relative to a base; a sign would read as a
 * negative price.
 */
export function formatMoneyChange(amount: number | null, say: Say = english): string {
  if (amount === null) return say(UNKNOWN_TEXT);
  if (amount === 0) return say("the same");
  const money = formatMoney(Math.abs(amount), { isEstimate: true });
  return amount < 0 ? say("{money} less", { money }) : say("{money} more", { money });
}

/** `4.2 s`, `42 s`, `12 m`, `3 h 12 m`. Takes seconds. */
export function formatDuration(seconds: number | null, say: Say = english): string {
  if (seconds === null) return say(UNKNOWN_TEXT);
  if (seconds < 9.95) return say("{seconds} s", { seconds: seconds === 0 ? "0" : seconds.toFixed(1) });
  if (seconds < 59.5) return say("{seconds} s", { seconds: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return say("{minutes} m", { minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0
    ? say("{hours} h", { hours })
    : say("{hours} h {minutes} m", { hours, minutes: minutes % 60 });
}

/** `119 s`, `5 m 1 s`, `12 m`, `3 h 12 m`: a pause, with seconds near the five-minute cache lifetime. */
export function formatGap(seconds: number | null, say: Say = english): string {
  if (seconds === null) return formatDuration(seconds, say);
  if (seconds < 120) return say("{seconds} s", { seconds: Math.round(seconds) });
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
  return minutes < 10 && rest > 0 && rest < 60
    ? say("{minutes} m {seconds} s", { minutes, seconds: rest })
    : formatDuration(seconds, say);
}

/** `3.6 MB`, `804 KB`: decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  if (bytes < 999_500_000) return `${(bytes / 1e6).toFixed(bytes < 9_950_000 ? 1 : 0)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Requests count from 1 on screen: `102`. */
export const formatRequest = (index: number): string => grouped(index + 1);

/** In prose: `#102`. */
export const formatRequestReference = (index: number): string => `#${grouped(index + 1)}`;

function compact(size: number, rounding: Rounding): string {
  if (size < 999.5) return `${roundTo(rounding, size)}`;
  if (size < 999_950) return `${decimalsOf(size / 1000, 1, rounding)}k`;
  const [whole = "0", decimals = "00"] = decimalsOf(size / 1e6, 2, rounding).split(".");
  return `${grouped(Number(whole))}.${decimals}M`;
}

function dollars(size: number, rounding: Rounding = "nearest"): string {
  if (size === 0) return "$0";
  if (size < (rounding === "down" ? 0.0001 : 0.00005)) return `<${JOINING_SPACE}$0.0001`;
  const digits = size >= 0.9995 ? 2 : size >= 0.09995 ? 3 : 4;
  const [whole = "0", decimals = ""] = decimalsOf(size, digits, rounding).split(".");
  return `$${grouped(Number(whole))}.${decimals}`;
}

/** The nearest decimal is that of `toFixed`, which sees the exact binary value. */
function decimalsOf(value: number, digits: number, rounding: Rounding): string {
  const unit = 10 ** digits;
  return (rounding === "nearest" ? value : roundTo(rounding, value * unit) / unit).toFixed(digits);
}

const prefix = (mark: FigureMark) => (mark.isFloor ? "≥ " : mark.isEstimate ? "~" : "");

/** The size as text, with a true minus if the value is negative and does not round to zero. */
function signed(value: number, text: (size: number) => string): string {
  const body = text(Math.abs(value));
  return value < 0 && /[1-9]/.test(body) ? `${MINUS}${body}` : body;
}

const grouped = (whole: number) => `${whole}`.replace(/\B(?=(\d{3})+$)/g, ",");

/** `$0.04`, `$0.018`, `$0.0003`: cents, with one more digit if needed; a small price is not rounded to nothing. */
export const formatPrice = (price: number): string => {
  if (price > 0 && price < 0.00095) return dollars(price);
  const cents = Math.round(price * 100) / 100;
  return `$${Math.abs(cents - price) < 0.0005 ? price.toFixed(2) : price.toFixed(3)}`;
};
