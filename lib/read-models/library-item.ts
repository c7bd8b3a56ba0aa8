import type { Amount, CauseId } from "../api/schemas/cost-answer";
import type { ListedSession } from "../api/schemas/library-list";
import type { LibraryEntry, SessionCost } from "../api/schemas/session";
import { visibleName } from "./visible-name";

/** A session for the library. `null`: not in the log. Fractions are 0 to 1, times ISO 8601. */
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
  /** The shares of the window that the requests fill, at most 60 values from 0 to 1. */
  readonly sparkline: readonly number[];
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly isOutputPartial: boolean;
  readonly readShare: number | null;
  /** Simulated if the log has no cache figures; excluded from totals. */
  readonly simulatedReadShare: number | null;
  /** Amount in totals; ranges are excluded. */
  readonly cost: { readonly amount: number; readonly isFloor: boolean } | null;
  /** The lower end if it is a range. */
  readonly lostCost: number | null;
  /** The cost and the loss as displayed. */
  readonly shown: { readonly cost: Amount; readonly lost: Amount };
  /** The costliest cause in the session's answer; null if none is worth a change, or the answer is not stored. */
  readonly topCause: { readonly id: CauseId; readonly money: Amount } | null;
  readonly compactions: number;
  /** null if the log has no cache figures. */
  readonly breaks: number | null;
  readonly errors: number;
  readonly agents: number;
  readonly fileName: string;
  readonly bytes: number;
  /** Size of the database's log; 0 or absent for files without one. */
  readonly logBytes?: number;
  readonly project: string | null;
  readonly tags: readonly string[];
  /** The title in the log, which the reader may have replaced. */
  readonly loggedTitle: string;
  readonly importedAt: string;
  /** Difference from sessions of the same title; null if there are none, or nothing differs. */
  readonly differs: string | null;
  /** Id of the session that it seems to be a copy of. */
  readonly copyOf: string | null;
};

/** A session for the library's table. Breaks are unknown if no cache figures were logged. */
export function toLibraryItem(row: LibraryEntry): LibraryItem {
  const { cost } = row;
  const lost = row.lost ?? amountOf(row.lost_cost?.amount);
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
    cost: cost.amount === null ? null : { amount: cost.amount, isFloor: cost.basis === "partial" },
    lostCost: leastOf(lost),
    shown: { cost: costAmount(cost), lost },
    topCause: row.answer?.causes[0] ?? null,
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

/** A stored cost in the form that the answer uses. */
function costAmount({ amount, basis, range }: SessionCost): Amount {
  if (basis === "range" && range) return { kind: "range", ...range };
  return basis === "free" ? { kind: "unknown", why: "free-provider" } : amountOf(amount);
}

const amountOf = (usd: number | null | undefined): Amount =>
  usd == null ? { kind: "unknown", why: "no-price" } : { kind: "known", usd };

const leastOf = (amount: Amount): number | null =>
  amount.kind === "known" ? amount.usd : amount.kind === "range" ? amount.low : null;

/** A session in a sorted and filtered list. The server has already added how it differs from similar ones. */
export const toListedItem = (row: ListedSession): LibraryItem => ({
  ...toLibraryItem(row),
  differs: row.differs,
  copyOf: row.copy_of,
});

/** The usual name of the client or format. */
export const nameClient = (id: string): string => FORMAT_TITLES[id] ?? visibleName(id);

/** Placeholder for sessions without a tag. No tag can be empty. */
export const UNTAGGED = "";

/** The text that filter words are matched against. */
export function searchableText(item: LibraryItem): string {
  const names = `${item.title} ${item.loggedTitle} ${item.client} ${item.models.join(" ")}`;
  return `${names} ${item.tags.join(" ")} ${item.project ?? ""} ${item.fileName}`.toLowerCase();
}

/**
 * Display names of file formats, by API id: the importers' titles, which tests/lib/read-models/format-titles.test.ts
 * compares, and those of bodies with lists of messages. The importers themselves are not sent to a browser.
 */
export const FORMAT_TITLES: Readonly<Record<string, string>> = {
  "ai-sdk": "AI SDK",
  aider: "Aider chat history",
  amp: "Amp thread",
  anthropic: "Anthropic messages",
  "anthropic-captures": "Anthropic request captures",
  antigravity: "Antigravity CLI",
  atif: "ATIF trajectory",
  braintrust: "Braintrust spans",
  "chatgpt-export": "ChatGPT export",
  "claude-ai-export": "Claude.ai export",
  "claude-code": "Claude Code",
  "claude-code-events": "Claude Code telemetry",
  "claude-code-stream": "Claude Code stream",
  cline: "Cline, Roo Code, Kilo Code",
  "cline-sdk": "Cline SDK",
  codex: "Codex",
  "codex-exec": "Codex exec --json",
  continue: "Continue",
  copilot: "GitHub Copilot chat (VS Code)",
  "copilot-cli": "GitHub Copilot CLI",
  "copilot-replay": "GitHub Copilot chat replay",
  crush: "Crush",
  "cursor-cli": "Cursor CLI (database)",
  "cursor-ide": "Cursor (database of the IDE)",
  "cursor-transcript": "Cursor transcript",
  droid: "Factory Droid",
  "droid-exec": "Factory Droid exec stream",
  "gemini-cli": "Gemini CLI",
  "gemini-contents": "Gemini API",
  goose: "Goose",
  grok: "Grok CLI",
  helicone: "Helicone requests",
  hermes: "Hermes Agent",
  inspect: "Inspect evaluation log",
  "kimi-cli": "Kimi CLI",
  "kimi-code": "Kimi Code",
  "kiro-cli": "Kiro CLI",
  "kiro-ide": "Kiro IDE",
  langchain: "LangChain messages",
  langfuse: "Langfuse trace",
  langsmith: "LangSmith runs",
  litellm: "LiteLLM log",
  "message-list": "List of messages",
  "mini-swe-agent": "mini-swe-agent",
  "openai-chat": "OpenAI chat",
  "openai-responses": "OpenAI Responses",
  openclaw: "OpenClaw",
  opencode: "OpenCode",
  openhands: "OpenHands",
  "otel-genai": "OpenTelemetry GenAI spans",
  phoenix: "Phoenix spans",
  pi: "pi",
  "qwen-code": "Qwen Code",
  "raw-streams": "Raw streams",
  sharegpt: "ShareGPT conversations",
  specstory: "SpecStory Markdown",
  "swe-agent": "SWE-agent",
  "terminal-cast": "Terminal recording",
  tracelab: "TraceLab rounds",
  weave: "W&B Weave calls",
  winnow: "Winnow session",
  "winnow-recording": "Winnow recording",
};
