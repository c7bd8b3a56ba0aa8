import { formatDay } from "./format-day";
import {
  formatCompactTokens,
  formatDuration,
  formatMoney,
  formatShareFigure,
  formatTokens,
  NOT_APPLICABLE_TEXT,
} from "./number-format";
import { shortModel } from "./short-model";
import { english, type Say, sentence } from "./wording/say";

/** One session as the library shows it. `null` = the log does not say. Fractions are 0 to 1, times ISO 8601. */
export type LibraryItem = {
  readonly id: string;
  readonly title: string;
  readonly client: string;
  readonly models: readonly string[];
  readonly isExample: boolean;
  readonly startedAt: string | null;
  readonly durationSeconds: number | null;
  readonly requests: number;
  readonly peakTokens: number | null;
  readonly peakFraction: number | null;
  /** Counted from the text, because the log reports no usage. */
  readonly isPeakEstimate: boolean;
  /** Window fill over the requests, at most 60 values from 0 to 1. */
  readonly sparkline: readonly number[];
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly isOutputPartial: boolean;
  readonly readShare: number | null;
  /** Simulated, if the log reports nothing about its cache; it enters no total. */
  readonly simulatedReadShare: number | null;
  readonly cost: { readonly amount: number; readonly isFloor: boolean; readonly isEstimate: boolean } | null;
  readonly lostCost: number | null;
  readonly compactions: number;
  /** null if the log holds no cache counters. */
  readonly breaks: number | null;
  readonly errors: number;
  readonly agents: number;
  readonly fileName: string;
  readonly bytes: number;
  /** Of a database's log; 0 or nothing for files without. */
  readonly logBytes?: number;
  /** The project's folder. */
  readonly project: string | null;
  readonly tags: readonly string[];
  /** The title in the log, which the reader may have replaced. */
  readonly loggedTitle: string;
  readonly importedAt: string;
  /** What tells it from sessions of the same title; null if no other has it, or nothing differs. */
  readonly differs: string | null;
  /** The id of the session that it seems to be a copy of. */
  readonly copyOf: string | null;
};

export const LIBRARY_COLUMNS = [
  { id: "title", label: sentence("Session"), isNumeric: false },
  { id: "model", label: sentence("Model"), isNumeric: false },
  { id: "started", label: sentence("Started"), isNumeric: false },
  { id: "duration", label: sentence("Duration"), isNumeric: true },
  { id: "requests", label: sentence("Requests"), isNumeric: true },
  { id: "peak", label: sentence("Peak window %"), isNumeric: true },
  { id: "in", label: sentence("Tokens in"), isNumeric: true },
  { id: "out", label: sentence("Out"), isNumeric: true },
  { id: "read", label: sentence("Read %"), isNumeric: true },
  { id: "cost", label: sentence("Cost"), isNumeric: true },
  { id: "lost", label: sentence("Lost"), isNumeric: true },
  { id: "compactions", label: sentence("Comp."), isNumeric: true },
  { id: "breaks", label: sentence("Breaks"), isNumeric: true },
  { id: "agents", label: sentence("Agents"), isNumeric: true },
] as const;

export type LibraryColumn = (typeof LIBRARY_COLUMNS)[number]["id"];
export const LIBRARY_COLUMN_IDS = LIBRARY_COLUMNS.map((column) => column.id);
export type Direction = "asc" | "desc";

export const LIBRARY_FLAGS = ["compaction", "break", "error", "copy"] as const;
export type LibraryFlag = (typeof LIBRARY_FLAGS)[number];

/** Stands for sessions without a tag, in place of a tag. No tag can be empty. */
export const UNTAGGED = "";

/** What the words of a filter are looked for in. */
export function searchableText(item: LibraryItem): string {
  const names = `${item.title} ${item.loggedTitle} ${item.client} ${item.models.join(" ")}`;
  return `${names} ${item.tags.join(" ")} ${item.project ?? ""} ${item.fileName}`.toLowerCase();
}

export type FacetValue = { readonly value: string; readonly count: number };
export type LibraryFacets = Readonly<Record<"client" | "model" | "project" | "tag", readonly FacetValue[]>>;

export type Tone = "good" | "bad" | undefined;

/** Good from 94 %, bad below 80 %, neutral between. */
export const readTone = (share: number | null): Tone =>
  share === null ? undefined : share >= 0.94 ? "good" : share < 0.8 ? "bad" : undefined;
export const peakTone = (fraction: number | null): Tone => (fraction !== null && fraction > 0.95 ? "bad" : undefined);

/** The texts of a row, shared by the table and the list on phones. */
export function libraryTexts(item: LibraryItem, say: Say = english) {
  const { cost } = item;
  return {
    model: shortModel(item.models) ?? "unknown",
    started: formatDay(item.startedAt, "time", say),
    day: formatDay(item.startedAt, "day", say),
    shortDay: formatDay(item.startedAt, "day", say).replace(/^\d{4}-| \d{4}$/, ""),
    duration: item.durationSeconds === null ? NOT_APPLICABLE_TEXT : formatDuration(item.durationSeconds, say),
    requests: formatTokens(item.requests),
    compactions: formatTokens(item.compactions),
    agents: formatTokens(item.agents),
    peak:
      item.peakFraction === null
        ? "unknown"
        : `${item.isPeakEstimate ? "~" : ""}${formatShareFigure(item.peakFraction)}`,
    tokensIn: item.tokensIn === null ? NOT_APPLICABLE_TEXT : formatCompactTokens(item.tokensIn),
    tokensOut:
      item.tokensOut === null
        ? NOT_APPLICABLE_TEXT
        : formatCompactTokens(item.tokensOut, { isFloor: item.isOutputPartial }),
    read: readText(item, say),
    cost: cost ? formatMoney(cost.amount, { isFloor: cost.isFloor, isEstimate: cost.isEstimate }) : "unknown",
    lost: item.lostCost === null ? NOT_APPLICABLE_TEXT : formatMoney(item.lostCost),
    breaks: item.breaks === null ? NOT_APPLICABLE_TEXT : formatTokens(item.breaks),
    breaksInWords:
      item.breaks === null ? "" : say("{breaks, plural, one {# break} other {# breaks}}", { breaks: item.breaks }),
  };
}

/** `~88.7 sim.` is simulated, because the log reports nothing about its cache. */
function readText({ readShare, simulatedReadShare }: LibraryItem, say: Say = english): string {
  if (readShare !== null) return formatShareFigure(readShare);
  return simulatedReadShare === null
    ? "unknown"
    : say("~{simulatedReadShare} sim.", { simulatedReadShare: formatShareFigure(simulatedReadShare) });
}

/** A step-like area of the window fill inside `width` × `height`, closed at the bottom; empty without values. */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  if (values.length === 0) return "";
  const step = width / values.length;
  const tops = values.map((value, index) => {
    const y = round(height - Math.min(1, Math.max(0, value)) * height);
    return `L${round(index * step)} ${y}L${round((index + 1) * step)} ${y}`;
  });
  return `M0 ${height}${tops.join("")}L${width} ${height}Z`;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** `258 requests of all agents, 2 compactions, 9 cache breaks, $8.30 lost to them`; the timeline below has the main agent's. */
export function exampleLine(item: LibraryItem, say: Say = english): string {
  const { requests, agents, compactions, breaks, lostCost } = item;
  const parts = [
    agents > 1
      ? say("{requests, plural, one {# request} other {# requests}} of all agents", { requests })
      : say("{requests, plural, one {# request} other {# requests}}", { requests }),
    say("{compactions, plural, one {# compaction} other {# compactions}}", { compactions }),
    ...(breaks === null ? [] : [say("{breaks, plural, one {# cache break} other {# cache breaks}}", { breaks })]),
    ...(lostCost === null ? [] : [say("{lost} lost to them", { lost: formatMoney(lostCost) })]),
  ];
  return parts.join(say(", "));
}
