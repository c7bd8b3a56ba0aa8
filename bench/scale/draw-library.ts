// Rows of a made-up library, the same at each run: clients, models, days, tokens, breaks, titles, tags and words of
// messages as unevenly spread as in real libraries. The rows have no files.
import { createHash } from "node:crypto";
import type { LibraryRow } from "@/lib/api/schemas/session";
import { PARSER_VERSION } from "@/lib/server/process/parser-version";

const DAY_MS = 86_400_000;
const LAST_DAY = Date.UTC(2026, 2, 10, 12);
/** Words of messages: common ones are in most messages, the last ones in only a few. */
const VOCABULARY = 20_000;
export const MESSAGES_PER_SESSION = 10;
const WORDS_PER_MESSAGE = 50;

const CLIENTS = [
  "claude-code",
  "claude-code",
  "claude-code",
  "codex",
  "codex",
  "gemini-cli",
  "opencode",
  "cline",
  "pi",
];
const MODELS = ["claude-sonnet-4-5-20250929", "claude-opus-4-6", "gpt-5.3-codex", "gemini-2.5-pro", "minimax-m2.7"];
const VERBS = ["Fix", "Explain", "Add", "Remove", "Review", "Speed up", "Test", "Rename", "修复", "Document"];
const THINGS = [
  "the retry queue",
  "a stale lock",
  "the deploy",
  "the token count",
  "the parcel route",
  "缓存失效",
  "login",
];
const TAGS = ["prod", "retries", "docs", "slow", "to read", "team-a", "team-b"];
const CHINESE = ["缓存", "失效", "重试", "队列", "部署", "令牌"];

/** The same numbers at each run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type DrawnSession = {
  readonly id: string;
  readonly fileId: string;
  readonly sha256: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly createdAt: Date;
  readonly row: LibraryRow;
  readonly tags: readonly string[];
  readonly ownTitle: string | null;
  readonly isBinned: boolean;
  /** The words of each message, separated by spaces. */
  readonly messages: readonly string[];
};

/** The session of this number. */
export function drawSession(number: number): DrawnSession {
  const random = randomOf(number * 7_919 + 17);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const sha256 = createHash("sha256").update(`session ${number}`).digest("hex");
  const id = sha256.slice(0, 16);
  const started = new Date(LAST_DAY - Math.floor(random() ** 2 * 730 * DAY_MS));
  const requests = 1 + Math.floor(random() ** 3 * 900);
  const hasUsage = random() < 0.9;
  const model = random() < 0.03 ? null : pick(MODELS);
  const read = hasUsage ? 0.5 + random() * 0.5 : null;
  const tokensIn = hasUsage ? Math.floor(requests * (5_000 + random() * 80_000)) : null;
  const breaks = hasUsage ? Math.floor(random() ** 4 * 12) : null;
  const title = random() < 0.02 ? "Warmup" : `${pick(VERBS)} ${pick(THINGS)} ${Math.floor(random() * 30_000)}`;
  const row: LibraryRow = {
    id,
    title,
    client: pick(CLIENTS),
    format: "claude-code",
    project: random() < 0.1 ? null : `/home/me/work/project-${Math.floor(random() ** 2 * 400)}`,
    model,
    models: model === null ? [] : random() < 0.1 ? [model, pick(MODELS)] : [model],
    started_at: random() < 0.02 ? null : started.toISOString(),
    ended_at: new Date(started.getTime() + requests * 20_000).toISOString(),
    duration_seconds: random() < 0.02 ? null : requests * 20,
    messages: requests * 3,
    requests,
    window_tokens: 200_000,
    peak_tokens: Math.floor(random() * 200_000),
    peak_fraction: random() < 0.05 ? null : random(),
    peak_basis: hasUsage ? "reported" : "estimated",
    fill: Array.from({ length: Math.min(60, requests) }, () => Math.round(random() * 1_000) / 1_000),
    trigger_fraction: null,
    tokens_in: tokensIn,
    tokens_out: tokensIn === null ? null : Math.floor(tokensIn / 50),
    output_is_floor: false,
    cache_read_share: read,
    simulated_read_share: read === null ? 0.8 : null,
    cost: hasUsage
      ? { amount: Math.round(random() ** 3 * 40_000) / 1_000, currency: "USD", basis: "reported" }
      : { amount: null, currency: "USD", basis: "unknown" },
    compactions: Math.floor(random() ** 5 * 6),
    cache_breaks: breaks,
    lost_cost: breaks === null ? null : { amount: (breaks * Math.round(random() * 900)) / 1_000, currency: "USD" },
    sub_agents: Math.floor(random() ** 6 * 9),
    api_errors: random() < 0.04 ? 1 : 0,
    tool_errors: Math.floor(random() ** 4 * 5),
  } as LibraryRow;
  const word = () => `w${Math.floor(random() ** 4 * VOCABULARY)}`;
  const messages = Array.from({ length: MESSAGES_PER_SESSION }, () => {
    const words = new Set(Array.from({ length: WORDS_PER_MESSAGE }, word));
    if (random() < 0.6) words.add("deploy");
    if (random() < 0.05) for (const pair of [pick(CHINESE), pick(CHINESE)]) words.add(pair);
    return [...words].join(" ");
  });
  if (number % 5_000 === 42) messages[0] += " staleversionerror expected";
  return {
    id,
    fileId: `file_${sha256.slice(0, 32)}`,
    sha256,
    fileName: `project-${number % 400}/${id}.jsonl`,
    bytes: 1_000 + Math.floor(random() * 4e6),
    createdAt: new Date(started.getTime() + 3_600_000),
    row,
    tags: TAGS.filter(() => random() < 0.03),
    ownTitle: random() < 0.01 ? `Mine ${number}` : null,
    isBinned: random() < 0.005,
    messages,
  };
}

export const parserVersion = PARSER_VERSION;
