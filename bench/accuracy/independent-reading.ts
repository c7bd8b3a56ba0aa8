import { readFileSync } from "node:fs";
import type { TranscriptCase } from "./load-sessions";

/**
 * A reading of a Claude Code transcript that shares no code with the importer: JSON.parse per line and sets of ids. It
 * follows only the rules of the format, so that it does not repeat a mistake of the importer.
 */
export type IndependentCounts = {
  readonly rows: number;
  readonly responses: number;
  readonly agents: number;
  readonly toolCalls: number;
  readonly toolResults: number;
  readonly toolErrors: number;
  readonly orphanCalls: number;
  readonly images: number;
  readonly reasoning: number;
  readonly compactions: number;
  readonly apiErrors: number;
  readonly typed: number;
  /** From `toolUseResult`, where the client says what a tool did to a file. The importer does not read it. */
  readonly filesCreated: number;
  readonly filesModified: number;
  readonly filesRead: number;
  readonly usage: {
    readonly input: number;
    readonly write5m: number;
    readonly write1h: number;
    readonly read: number;
    readonly output: number;
  };
  /** The sum that a reader would get without merging the rows of one response. */
  readonly naiveInput: number;
};

// biome-ignore lint/suspicious/noExplicitAny: this benchmark reads raw rows and checks nothing
type Raw = any;

export function readIndependently({ main, companions }: TranscriptCase): IndependentCounts {
  const rows = uniqueRows([...rowsOf(main), ...companions.flatMap(rowsOf)]);
  const answers = rows.filter(
    (row) => row.type === "assistant" && row.message.model !== "<synthetic>" && !row.isApiErrorMessage,
  );
  const last = new Map<string, Raw>(answers.map((row) => [row.message.id, row.message.usage]));
  const blocks = rows.flatMap((row) => (Array.isArray(row.message?.content) ? row.message.content : []));
  const calls = new Set(blocks.filter((block: Raw) => block.type === "tool_use").map((block: Raw) => block.id));
  const results = blocks.filter((block: Raw) => block.type === "tool_result");
  const answered = new Set(results.map((result: Raw) => result.tool_use_id));
  const images = (list: Raw[]): number => list.filter((block) => block.type === "image").length;
  const inResults = results.map((result: Raw) => (Array.isArray(result.content) ? images(result.content) : 0));
  const sum = (pick: (usage: Raw) => number | undefined, list: Raw[] = [...last.values()]) =>
    list.reduce((all: number, usage) => all + (pick(usage) ?? 0), 0);
  const input = (usage: Raw) =>
    usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  return {
    rows: rows.length,
    responses: last.size,
    agents: countAgents(rows),
    toolCalls: calls.size,
    toolResults: results.length,
    toolErrors: results.filter((result: Raw) => result.is_error === true).length,
    orphanCalls: [...calls].filter((id) => !answered.has(id)).length,
    images: images(blocks) + inResults.reduce((all: number, count: number) => all + count, 0),
    reasoning: blocks.filter((block: Raw) => /thinking/.test(block.type)).length,
    compactions: rows.filter((row) => row.subtype === "compact_boundary").length,
    apiErrors: rows.filter((row) => row.subtype === "api_error" || row.isApiErrorMessage).length,
    typed: rows.filter(isTyped).length,
    ...countFiles(rows),
    usage: {
      input: sum((usage) => usage.input_tokens),
      write5m: sum((usage) => usage.cache_creation?.ephemeral_5m_input_tokens),
      write1h: sum((usage) => usage.cache_creation?.ephemeral_1h_input_tokens),
      read: sum((usage) => usage.cache_read_input_tokens),
      output: sum((usage) => usage.output_tokens),
    },
    naiveInput: sum(
      input,
      answers.map((row) => row.message.usage),
    ),
  };
}

/** Reads all rows. Sub-agents of 2.1.x are embedded in progress rows and extracted from them. */
function rowsOf(file: string): Raw[] {
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
  return rows.map((row) =>
    row.data?.type === "agent_progress" ? { ...row.data.message, agentId: row.data.agentId, isSidechain: true } : row,
  );
}

function uniqueRows(rows: Raw[]): Raw[] {
  const seen = new Set<string>();
  return rows.filter((row) => row.uuid === undefined || (!seen.has(row.uuid) && seen.add(row.uuid)));
}

/** Counts agents. Sidechains in the main file have no agent id and are distinguished by the root of their parent chain. */
function countAgents(rows: Raw[]): number {
  const byId = new Map<string, Raw>(rows.map((row) => [row.uuid, row]));
  const rootOf = (row: Raw): string => {
    let at = row;
    while (byId.get(at.parentUuid)?.isSidechain) at = byId.get(at.parentUuid);
    return at.uuid;
  };
  const spoken = rows.filter((row) => row.message !== undefined);
  return new Set(spoken.map((row) => (row.isSidechain ? (row.agentId ?? rootOf(row)) : "main"))).size;
}

function countFiles(rows: Raw[]) {
  const details = rows
    .map((row) => row.toolUseResult)
    .filter((detail) => detail !== null && typeof detail === "object");
  const created = new Set(details.filter((detail) => detail.type === "create").map((detail) => detail.filePath));
  const changed = details.filter((detail) => detail.filePath !== undefined && detail.structuredPatch !== undefined);
  const modified = new Set(changed.map((detail) => detail.filePath).filter((file) => !created.has(file)));
  const read = new Set(
    details.flatMap((detail) => (detail.file?.filePath === undefined ? [] : [detail.file.filePath])),
  );
  return { filesCreated: created.size, filesModified: modified.size, filesRead: read.size };
}

const PLUMBING =
  /^\s*(<(command-|local-command-|bash-|system-reminder|task-notification)|\[Request interrupted|Caveat: The messages below)/;

/**
 * True for a message by a person: not a tool result, not injected, not of a sub-agent, not a summary and not
 * a command's output.
 */
function isTyped(row: Raw): boolean {
  if (row.attachment?.type === "queued_command") return true;
  if (row.type !== "user" || row.isMeta || row.isSidechain || row.isCompactSummary) return false;
  const { content } = row.message;
  if (typeof content === "string") return !PLUMBING.test(content);
  if (content.some((block: Raw) => block.type === "tool_result")) return false;
  return !PLUMBING.test(content.find((block: Raw) => block.type === "text")?.text ?? "");
}
