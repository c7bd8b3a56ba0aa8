import type { MessageRow, PartRow } from "@/lib/api/schemas/message-row";
import type { BreakJson, RequestRow } from "@/lib/api/schemas/request-row";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { CONTENT_KINDS, type ContentKind } from "@/lib/ledger/content-kind";
import type { CompactionRow } from "@/lib/read-models/compactions";
import { breakEvidence } from "@/lib/read-models/words/break-evidence";
import { formatCompaction } from "@/lib/wording/number-format";

/** A made-up session as JSON of the read routes: it grows, is compacted twice, and has some cache breaks. */
export type SessionFixture = {
  summary: SessionSummary;
  rows: RequestRow[];
  compactions: CompactionRow[];
  messages: MessageRow[];
};

const WINDOW = 200_000;
const HEAD = 46_591;
const FULL = 166_900;
const START = Date.UTC(2026, 1, 8, 9, 16);

/** Deterministic noise in [0, 1). */
function noise(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

export function sessionFixture(count = 258): SessionFixture {
  const growth = Math.round((FULL - HEAD) / (count * 0.43));
  const rows: RequestRow[] = [];
  const compactions: CompactionRow[] = [];
  const messages: MessageRow[] = [];
  let composition = emptyComposition();
  let clock = START;
  let messageStart = 0;
  for (let index = 0; index < count; index += 1) {
    const before = rows.at(-1);
    const isNewPrompt = index % 11 === 0;
    if (sum(composition) > FULL) {
      const tokensBefore = sum(composition);
      composition = { ...emptyComposition(), summary: 6_200, user: 900 };
      const after = sum(composition);
      compactions.push({
        at: index,
        before: tokensBefore,
        after,
        trigger: "auto",
        time: iso(clock),
        summary_message_id: `message-${messages.length}`,
        label: formatCompaction(tokensBefore, after),
      });
      messageStart = messages.length;
      messages.push(
        message(messages.length, index, "user", "summary", [
          part(
            "summary",
            index,
            6_200,
            "## Goal\nKeep the hooks phase-aware.\n\n## Done\n- Split the manual strategy\n- Fixed the queue\n".repeat(
              6,
            ),
          ),
        ]),
      );
    }
    if (isNewPrompt) {
      messages.push(
        message(messages.length, index, "user", "typed", [
          part("user", index, 120, `so, testing this build: the stop hook did not fire in round ${index}, why?`),
        ]),
      );
    }
    const range = { message_start: messageStart, message_end: messages.length };
    addToolRound(messages, index);
    composition = grow(composition, growth, index);
    const isIdle = index === Math.round(count * 0.83);
    clock += isIdle ? 34_020_000 : 20_000 + noise(index) * 60_000;
    rows.push({ ...toRow(index, clock, composition, before, compactions.at(-1)?.at === index, isIdle), ...range });
  }
  return { summary: summaryOf(rows, compactions), rows, compactions, messages };
}

const iso = (time: number) => new Date(time).toISOString();
const sum = (composition: Record<ContentKind, number>) =>
  CONTENT_KINDS.reduce((total, kind) => total + composition[kind], 0);
const emptyComposition = (): Record<ContentKind, number> => ({
  unseen: HEAD,
  system: 4_626,
  tools: 0,
  summary: 0,
  user: 0,
  file: 0,
  tool_call: 0,
  tool_result: 0,
  reasoning: 0,
  assistant: 0,
});

const SHARES: Partial<Record<ContentKind, number>> = {
  user: 0.01,
  file: 0.36,
  tool_call: 0.14,
  tool_result: 0.36,
  reasoning: 0.04,
  assistant: 0.09,
};

function grow(composition: Record<ContentKind, number>, growth: number, seed: number): Record<ContentKind, number> {
  const step = Math.round(growth * (0.4 + noise(seed) * 1.2));
  const after = { ...composition };
  for (const kind of CONTENT_KINDS) after[kind] += Math.round(step * (SHARES[kind] ?? 0));
  return after;
}

function toRow(
  index: number,
  clock: number,
  composition: Record<ContentKind, number>,
  before: RequestRow | undefined,
  isCompacted: boolean,
  isIdle: boolean,
): Omit<RequestRow, "message_start" | "message_end"> {
  const prompt = sum(composition);
  const expected = before ? Math.min(before.prompt_tokens, prompt) : 0;
  const found = breakOf(index, isCompacted, isIdle);
  const read = !before ? 0 : isCompacted ? 16_600 : found ? 16_600 : expected;
  return {
    index,
    index_in_agent: index,
    agent: "main",
    model: "claude-opus-4-6",
    started_at: iso(clock),
    ended_at: iso(clock + 3_000 + noise(index + 7) * 12_000),
    first_token_ms: null,
    prompt_tokens: prompt,
    prompt_basis: "reported",
    cache_read: read,
    cache_write: prompt - read - 1,
    cache_write_5m: 0,
    cache_write_1h: prompt - read - 1,
    uncached: 1,
    output: 411,
    reasoning: null,
    limits: null,
    output_is_floor: true,
    composition,
    cost: { amount: 0.0683, currency: "USD" },
    cost_is_floor: true,
    cost_without_cache: { amount: 0.571, currency: "USD" },
    idle: isIdle ? { seconds: 34_020, time_to_live_seconds: 3_600 } : null,
    expected_read: before ? expected : null,
    follows_unlogged_call: false,
    break:
      found && before
        ? {
            ...found,
            reported: null,
            lost_tokens: expected - read,
            lost_cost: { amount: 0.0000057 * (expected - read), currency: "USD" },
          }
        : null,
  };
}

function breakOf(
  index: number,
  isCompacted: boolean,
  isIdle: boolean,
): Omit<BreakJson, "lost_tokens" | "lost_cost" | "reported"> | null {
  const facts: BreakJson["facts"] = [
    { id: "readable-and-read", readable: 20_000, read: 16_600 },
    { id: "not-expired", gap: 14, timeToLive: 300 },
  ];
  const observed = { facts, evidence: facts.map((fact) => breakEvidence(fact)).join(" ") };
  if (isCompacted) return { cause: "compaction", letter: "C", confidence: "certain", is_expected: true, ...observed };
  if (isIdle) return { cause: "ttl-expiry", letter: "T", confidence: "certain", is_expected: true, ...observed };
  if (index === 24 || index === 46)
    return { cause: "unknown", letter: "?", confidence: "unknown", is_expected: false, ...observed };
  if (index === 40 || index === 86 || index === 97) {
    return { cause: "system-changed", letter: "S", confidence: "likely", is_expected: false, ...observed };
  }
  return null;
}

const SOURCE = Array.from(
  { length: 40 },
  (_, line) => `   ${509 + line}→\tlogCtx := logging.WithComponent(context.Background(), "checkpoint ${line}")`,
).join("\n");

function addToolRound(messages: MessageRow[], index: number): void {
  const path = "cmd/entire/cli/strategy/manual_commit_hooks.go";
  messages.push(
    message(messages.length, index, "assistant", "model", [
      part("reasoning", index + 1, 80, "The hook runs before the commit, so the state is still ACTIVE."),
      part(
        "assistant",
        index + 1,
        385,
        `The interesting part is the post-commit hook. Let me look at the log lines:\n\n1. **Stop** (21:51:50): session \`28c304f6\` saves the checkpoint\n2. **user-prompt-submit** (21:52:15): same session, IDLE → ACTIVE`,
      ),
      part("tool_call", index + 1, 68, '{"file_path":"cmd/entire/cli/strategy/manual_commit_hooks.go","offset":509}', {
        tool: "Read",
        path,
      }),
    ]),
    message(messages.length + 1, index + 1, "tool", "tool", [
      index % 3 === 0
        ? part(
            "tool_result",
            index + 1,
            663,
            "cli/hooks_git_cmd.go:155:func newHooksGitPostCommitCmd() *cobra.Command {\n\u001b[31mcli/strategy/manual_commit_hooks.go:509\u001b[0m: PostCommit() error {",
            { tool: "Grep", command: "func.*PostCommit|func.*handlePost", isError: index % 9 === 0 },
          )
        : part("file", index + 1, 1_916, SOURCE, { tool: "Read", path }),
    ]),
  );
}

type PartExtras = { tool?: string; path?: string; command?: string; isError?: boolean };
let parts = 0;

function part(kind: ContentKind, first: number, tokens: number, text: string, extras: PartExtras = {}): PartRow {
  parts += 1;
  const type =
    kind === "tool_call"
      ? "tool-call"
      : kind === "file" || kind === "tool_result"
        ? "tool-result"
        : kind === "reasoning"
          ? "reasoning"
          : "text";
  const last = first + 61;
  return {
    id: `part-${parts}`,
    kind,
    type,
    tool: extras.tool ?? null,
    path: extras.path ?? null,
    command: extras.command ?? null,
    is_error: extras.isError ?? false,
    failure: extras.isError ? { basis: "marked", cue: null } : null,
    tokens,
    basis: "anchored",
    text,
    chars: text.length,
    truncated: false,
    first_request: first,
    last_request: last,
    requests_carried: 62,
    carry_cost: { amount: tokens * 0.00005, currency: "USD" },
    fate: "compacted",
    fate_request: last + 1,
  };
}

function message(
  index: number,
  request: number,
  role: MessageRow["role"],
  origin: MessageRow["origin"],
  parts: PartRow[],
): MessageRow {
  return {
    index,
    id: `message-${index}`,
    agent: "main",
    role,
    origin,
    time: iso(START + request * 45_000),
    response_id: null,
    request,
    hidden: false,
    abandoned: false,
    parts,
  };
}

function summaryOf(rows: RequestRow[], compactions: CompactionRow[]): SessionSummary {
  const prompts = rows.map((row) => row.prompt_tokens);
  const peak = Math.max(...prompts);
  const total = prompts.reduce((sum, tokens) => sum + tokens, 0);
  const read = rows.reduce((sum, row) => sum + (row.cache_read ?? 0), 0);
  const breaks = rows.flatMap((row) => (row.break ? [row.break] : []));
  return {
    id: "fixture",
    title: "Phase-aware git hooks: merge conflicts and review replies",
    format: "claude-code",
    import_notes: [],
    client: "Claude Code",
    client_version: "2.1.37",
    models: ["claude-opus-4-6"],
    started_at: rows[0]?.started_at ?? null,
    ended_at: rows.at(-1)?.ended_at ?? null,
    agents: [
      { id: "main", kind: "main", parent: null, requests: rows.length, peak_prompt_tokens: peak },
      { id: "a580f73", kind: "sub-agent", parent: "main", requests: 16, peak_prompt_tokens: 40_000 },
      { id: "a9c0ddf", kind: "sub-agent", parent: "main", requests: 6, peak_prompt_tokens: 30_000 },
    ],
    counts: {
      messages: { system: 0, user: 24, assistant: rows.length, tool: rows.length },
      user_prompts: Math.ceil(rows.length / 11),
      responses: rows.length,
      tool_calls: rows.length,
      tool_results: rows.length,
      tool_errors: 0,
      orphan_calls: 0,
      orphan_results: 0,
      images: 0,
      reasoning_parts: rows.length,
      compactions: compactions.length,
      micro_compactions: 0,
      api_errors: 0,
    },
    usage: {
      uncached_input: rows.length,
      cache_write_5m: 0,
      cache_write_1h: total - read,
      cache_write_unsplit: null,
      cache_read: read,
      output: 411 * rows.length,
      reasoning: null,
    },
    stated: null,
    window: {
      tokens: WINDOW,
      source: "known",
      peak_tokens: peak,
      peak_basis: "reported",
      peak_fraction: peak / WINDOW,
      last_tokens: prompts.at(-1) ?? null,
    },
    cost: { amount: 22.61, currency: "USD", basis: "partial" },
    cache: {
      read_share: read / total,
      rewrite_factor: 5.83,
      breaks: breaks.length,
      lost_tokens: breaks.reduce((sum, found) => sum + found.lost_tokens, 0),
      lost_cost: { amount: 8.3, currency: "USD" },
      reported_causes: null,
      simulated: null,
    },
    counting: { tokenizer: "claude", basis: "estimated", error_before: 0.07, error_after: 0.06, steps: 200 },
    files: { created: [], modified: [], deleted: [], renamed: [], read: [], guessed: [] },
  };
}
