import { fail, ok } from "../../conversation/errors";
import { asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { SessionFile } from "../../transcript/session";
import type { ImportRun } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { readItems } from "../json-items";
import { readJsonl } from "../jsonl-reader";
import { buildSession } from "./build-session";
import { type Companion, findCompanions, reportStranger } from "./companions";
import { RowInterpreter } from "./row-interpreter";

/** Rows that only Claude Code writes and that may precede the first message. */
const LEADING_ROWS = new Set(["file-history-snapshot", "queue-operation", "mode", "permission-mode", "last-prompt"]);

/** Claude Code session logs: `~/.claude/projects/<project>/<session>.jsonl`, with the files of their sub-agents. */
export const claudeCode: Importer = {
  id: "claude-code",
  title: "Claude Code",

  detect(sample) {
    const rows = rowsOf(sample)
      .slice(0, 20)
      .map(asObject)
      .filter((row) => row !== null);
    if (rows.some(isConversationRow)) return "rows with sessionId, uuid, parentUuid and message.content";
    if (rows.length > 0 && rows.every(isBareRow)) return "rows of user and assistant with the message inside";
    if (rows.length > 0 && rows.every(isOwnMetaRow)) return "rows that only Claude Code writes";
    return null;
  },

  async parse(files, sample, run) {
    const [main, ...others] = files;
    if (!main) throw new Error("an import has at least one file");
    const companions = await findCompanions(others, run);
    const rows = new RowInterpreter(run, agentsWithRows(companions));
    const used = [main];
    const failure = (await readMain(main, sample, run, rows)) ?? (await readCompanions(companions, used, run, rows));
    return failure ? fail(failure) : ok([buildSession(rows, used.map(fileRecord), run)]);
  },
};

const agentsWithRows = (companions: readonly Companion[]) =>
  new Set(companions.flatMap((companion) => (companion.kind === "rows" ? companion.agentId : [])));

/** Reads the companions after the main file, which contains the ids of the sessions that they may belong to. */
async function readCompanions(
  companions: readonly Companion[],
  used: TranscriptFile[],
  run: ImportRun,
  rows: RowInterpreter,
): Promise<ImportFailure | null> {
  const { sessionIds } = rows.facts;
  const ours = new Set(sessionIds);
  for (const companion of companions) {
    const failure = await readCompanion(companion, ours, used, run, rows);
    if (failure) return failure;
  }
  return null;
}

async function readCompanion(
  companion: Companion,
  ours: ReadonlySet<string>,
  used: TranscriptFile[],
  run: ImportRun,
  rows: RowInterpreter,
): Promise<ImportFailure | null> {
  const { file, agentId } = companion;
  if (companion.kind === "description") {
    const source = { file: used.push(file) - 1, line: 1, byteOffset: 0, byteLength: file.bytes };
    if (companion.title !== null) rows.agents.describe(agentId, companion.title);
    run.settle("interpreted", source);
    return run.advance(file.bytes);
  }
  const isOurs = ours.size === 0 || [...companion.sessionIds].some((id) => ours.has(id));
  if (isOurs) return readJsonl(file, used.push(file) - 1, companion.encoding, run, rows.interpretFor(agentId));
  reportStranger(file, run);
  return null;
}

function readMain(file: TranscriptFile, sample: Sample, run: ImportRun, rows: RowInterpreter) {
  if (sample.shape === "rows") return readJsonl(file, 0, sample.encoding, run, rows.interpret);
  return readItems(rowsOf(sample), file, run, rows.interpret);
}

/** The rows of a sample: JSONL rows, the same rows as one array, or the `loglines` of a web export. */
function rowsOf(sample: Sample): readonly unknown[] {
  if (sample.shape === "rows") return sample.rows;
  if (Array.isArray(sample.value)) return sample.value;
  const loglines = asObject(sample.value)?.loglines;
  return Array.isArray(loglines) ? loglines : [];
}

function isConversationRow(row: JsonObject): boolean {
  const message = asObject(row.message);
  const isTyped = row.type === "user" || row.type === "assistant";
  return (
    isTyped &&
    asText(row.sessionId) !== null &&
    "uuid" in row &&
    "parentUuid" in row &&
    !!message &&
    "content" in message
  );
}

/**
 * True for rows of exports that leave out the ids of the row and the session. The stream has these ids under other
 * names.
 */
function isBareRow(row: JsonObject): boolean {
  const message = asObject(row.message);
  const isTyped = row.type === "user" || row.type === "assistant";
  const isStream = "session_id" in row || "parent_tool_use_id" in row;
  return isTyped && !isStream && message?.role === row.type && "content" in (message ?? {});
}

/** True for rows of a session that has no message yet. */
function isOwnMetaRow(row: JsonObject): boolean {
  if (row.type === "summary") return typeof row.summary === "string" && "leafUuid" in row;
  const isTreeRow = row.type === "progress" || row.type === "system" || row.type === "attachment";
  if (isTreeRow) return "uuid" in row && "parentUuid" in row && "sessionId" in row && "userType" in row;
  return typeof row.type === "string" && LEADING_ROWS.has(row.type) && ("sessionId" in row || "messageId" in row);
}

const fileRecord = ({ name, sha256, bytes }: TranscriptFile): SessionFile => ({ name, sha256, bytes });
