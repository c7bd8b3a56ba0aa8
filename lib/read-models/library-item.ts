import type { ListedSession } from "../api/schemas/library-list";
import type { LibraryEntry } from "../api/schemas/session";
import { FORMAT_TITLES } from "./format-titles";
import { visibleName } from "./visible-name";

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

/** A session for the library's table. Breaks are unknown if no cache counters were logged. */
export function toLibraryItem(row: LibraryEntry): LibraryItem {
  const { cost } = row;
  const others = row.models.filter((model) => model !== row.model);
  return {
    id: row.id,
    title: visibleName(row.title),
    client: nameClient(row.client ?? row.format),
    models: (row.model === null ? row.models : [row.model, ...others]).map(visibleName),
    isExample: row.is_example,
    startedAt: row.started_at,
    durationSeconds: row.duration_seconds,
    requests: row.requests,
    peakTokens: row.peak_tokens,
    peakFraction: row.peak_fraction,
    isPeakEstimate: row.peak_basis === "estimated",
    sparkline: row.fill,
    tokensIn: row.tokens_in,
    tokensOut: row.tokens_out,
    isOutputPartial: row.output_is_floor,
    readShare: row.cache_read_share,
    simulatedReadShare: row.simulated_read_share ?? null,
    cost: cost.amount === null ? null : { amount: cost.amount, isFloor: cost.basis === "partial", isEstimate: false },
    lostCost: row.lost_cost?.amount ?? null,
    compactions: row.compactions,
    breaks: row.cache_breaks,
    errors: row.api_errors + row.tool_errors,
    agents: row.sub_agents + 1,
    fileName: visibleName(row.file_name),
    bytes: row.bytes,
    logBytes: row.log_bytes ?? 0,
    project: row.project === null ? null : visibleName(row.project),
    tags: row.tags.map(visibleName),
    loggedTitle: row.logged_title,
    importedAt: row.imported_at,
    differs: null,
    copyOf: null,
  };
}

/** A session of a sorted and filtered list, which the server has told apart from its like. */
export const toListedItem = (row: ListedSession): LibraryItem => ({
  ...toLibraryItem(row),
  differs: row.differs,
  copyOf: row.copy_of,
});

/** The usual name of the client or format. */
export const nameClient = (id: string): string => FORMAT_TITLES[id] ?? visibleName(id);

/** Stands for sessions without a tag, in place of a tag. No tag can be empty. */
export const UNTAGGED = "";

/** What the words of a filter are looked for in. */
export function searchableText(item: LibraryItem): string {
  const names = `${item.title} ${item.loggedTitle} ${item.client} ${item.models.join(" ")}`;
  return `${names} ${item.tags.join(" ")} ${item.project ?? ""} ${item.fileName}`.toLowerCase();
}
