import { LIBRARY_SORTS, type LibraryColumn } from "../../api/library-keys";
import type { LibraryItem } from "../../read-models/library-item";
import type { Tone } from "../../read-models/read-tone";
import { shortModel } from "../../read-models/short-model";
import { formatAmount } from "../../read-models/words/format-amount";
import { formatDay } from "../../wording/format-day";
import {
  formatCompactTokens,
  formatDuration,
  formatMoney,
  formatShareFigure,
  formatTokens,
  NOT_APPLICABLE_TEXT,
} from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";

const HEADS: Readonly<Record<LibraryColumn, { readonly label: Sentence; readonly isNumeric: boolean }>> = {
  title: { label: sentence("Session"), isNumeric: false },
  model: { label: sentence("Model"), isNumeric: false },
  started: { label: sentence("Started"), isNumeric: false },
  duration: { label: sentence("Duration"), isNumeric: true },
  requests: { label: sentence("Requests"), isNumeric: true },
  peak: { label: sentence("Peak window %"), isNumeric: true },
  in: { label: sentence("Tokens in"), isNumeric: true },
  out: { label: sentence("Out"), isNumeric: true },
  read: { label: sentence("Read %"), isNumeric: true },
  cost: { label: sentence("Cost"), isNumeric: true },
  lost: { label: sentence("Lost"), isNumeric: true },
  compactions: { label: sentence("Comp."), isNumeric: true },
  breaks: { label: sentence("Breaks"), isNumeric: true },
  agents: { label: sentence("Agents"), isNumeric: true },
};

/** The table's columns in order; components/library/library-columns.tsx draws their cells. */
export const LIBRARY_COLUMNS = LIBRARY_SORTS.map((id) => ({ id, ...HEADS[id] }));

type FacetValue = { readonly value: string; readonly count: number };
export type LibraryFacets = Readonly<Record<"client" | "model" | "project" | "tag", readonly FacetValue[]>>;

export const peakTone = (fraction: number | null): Tone => (fraction !== null && fraction > 0.95 ? "bad" : undefined);

/** `$1.23`, or `≥ $1.23` if the log leaves out some of the cost. */
export const listedCost = ({ cost, shown }: Pick<LibraryItem, "cost" | "shown">): string =>
  cost?.isFloor ? formatMoney(cost.amount, { isFloor: true }) : formatAmount(shown.cost);

/** A row's texts, shared by the table and the list on phones. */
export function libraryTexts(item: LibraryItem, say: Say = english) {
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
    cost: listedCost(item),
    lost: item.shown.lost.kind === "unknown" ? NOT_APPLICABLE_TEXT : formatAmount(item.shown.lost),
    breaks: item.breaks === null ? NOT_APPLICABLE_TEXT : formatTokens(item.breaks),
    breaksInWords:
      item.breaks === null ? "" : say("{breaks, plural, one {# break} other {# breaks}}", { breaks: item.breaks }),
  };
}

/** `~88.7 sim.` is simulated, because the log has no cache figures. */
function readText({ readShare, simulatedReadShare }: LibraryItem, say: Say = english): string {
  if (readShare !== null) return formatShareFigure(readShare);
  return simulatedReadShare === null
    ? "unknown"
    : say("~{simulatedReadShare} sim.", { simulatedReadShare: formatShareFigure(simulatedReadShare) });
}

/** A stepped area of the window fill inside `width` × `height`, closed at the bottom; empty without values. */
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

/**
 * `258 requests of all agents, 2 compactions, 9 cache breaks, $8.30 lost to them`; the timeline below shows the main
 * agent's.
 */
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
