/** How a provider compacts histories on its own servers; dated facts. */
export type CompactionEndpoint = {
  readonly provider: "openai" | "anthropic";
  readonly name: string;
  /** `now`: on request; `threshold`: automatically, within an ordinary request. */
  readonly runs: "now" | "threshold";
  /** Input tokens at which the endpoint runs by default, and the minimum setting. */
  readonly trigger: number | null;
  readonly leastTrigger: number | null;
  /** Beta header. */
  readonly beta: string | null;
  /** AI SDK provider option for the endpoint; null = none. */
  readonly aiSdk: string | null;
  readonly asOf: string;
  readonly source: string;
};

const OPENAI = "https://developers.openai.com/api/docs/guides/compaction";
const ANTHROPIC = "https://platform.claude.com/docs/en/build-with-claude/compaction";

/** AI SDK options of @ai-sdk/openai 4.0.118 and @ai-sdk/anthropic 4.0.105. */
export const COMPACTION_ENDPOINTS: readonly CompactionEndpoint[] = [
  {
    provider: "openai",
    name: "compaction_trigger",
    runs: "now",
    trigger: null,
    leastTrigger: null,
    beta: null,
    aiSdk: "openai.compactionTrigger",
    asOf: "2026-11-22",
    source: OPENAI,
  },
  {
    provider: "openai",
    name: "/responses/compact",
    runs: "now",
    trigger: null,
    leastTrigger: null,
    beta: null,
    aiSdk: null,
    asOf: "2026-11-22",
    source: OPENAI,
  },
  {
    provider: "openai",
    name: "context_management compaction",
    runs: "threshold",
    trigger: null,
    leastTrigger: null,
    beta: null,
    aiSdk: "openai.contextManagement",
    asOf: "2026-11-22",
    source: OPENAI,
  },
  {
    provider: "anthropic",
    name: "compaction summarize",
    runs: "now",
    trigger: null,
    leastTrigger: null,
    beta: "compact-2026-09-04",
    aiSdk: "anthropic.compaction",
    asOf: "2026-11-22",
    source: `${ANTHROPIC}-on-demand`,
  },
  {
    provider: "anthropic",
    name: "compact_20260112",
    runs: "threshold",
    trigger: 150_000,
    leastTrigger: 50_000,
    beta: "compact-2026-01-12",
    aiSdk: "anthropic.contextManagement",
    asOf: "2026-11-22",
    source: ANTHROPIC,
  },
];

/** A missing row is a bug. */
export function compactionEndpoint(name: string): CompactionEndpoint {
  const found = COMPACTION_ENDPOINTS.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`no compaction endpoint ${name}`);
  return found;
}
