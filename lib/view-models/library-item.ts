import type { ListedSession } from "../api/schemas/library-list";
import type { LibraryEntry } from "../api/schemas/session";
import { FORMAT_TITLES } from "./format-titles";
import type { LibraryItem } from "./library-table";
import { visibleName } from "./visible-name";

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
