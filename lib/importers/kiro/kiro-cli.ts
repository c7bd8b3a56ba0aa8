import { fail, ok } from "../../conversation/errors";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { finishAll, firstOf, parseEnvelopes } from "../envelopes";
import type { ImportRun } from "../import-run";
import type { Importer, Sample, TranscriptFile } from "../importer";
import { readJsonFile } from "../json-file";
import { readJsonl } from "../jsonl-reader";
import { ConversationReader } from "./conversation-reader";
import { kiroTables, parseKiroStore } from "./kiro-store";
import { SessionRows } from "./session-rows";

const KINDS = new Set(["Prompt", "AssistantMessage", "ToolResults", "Clear"]);

/**
 * Kiro CLI, formerly Amazon Q Developer CLI. Until 2026 it kept conversations in a database (or single ones in files written by
 * `/save`); since then each is a file of rows, with the session's data in another file.
 */
export const kiroCli: Importer = {
  id: "kiro-cli",
  title: "Kiro CLI",
  limitations: [
    "Kiro counts credits for a turn and no tokens: usage, cost and cache reads are unknown, and tokens are Winnow's own counts of what the log holds.",
    "System prompt and tool definitions are not in its log, so prompts here are shorter than what was sent.",
    "If Kiro chose the model itself (auto), the log does not name it. Calls without an id are matched with their results in order.",
  ],
  unchecked: "Kiro's rows since 2026, and its database beyond the one conversation that was read",
  detect(sample) {
    if (sample.shape === "store") return kiroTables(sample.store);
    if (isConversation(firstOf(sample))) return "a conversation_id, and a history of user and assistant";
    return sample.shape === "rows" && sample.rows.some(isRow) ? "rows with version, kind and data" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape === "store") return parseKiroStore(files, sample, run);
    if (isConversation(firstOf(sample))) return parseConversations(files, sample, run);
    const [file, ...companions] = files;
    if (!file || sample.shape !== "rows") throw new Error("parse is only called on what detect claimed");
    const reader = new SessionRows();
    for (const [index, companion] of companions.entries()) {
      const source = { file: index + 1, line: 1, byteOffset: 0, byteLength: companion.bytes };
      const facts = await readJsonFile(companion, "utf-8", run);
      run.settle(facts.ok ? reader.readFacts(facts.value) : { kept: "a file that is not of this session" }, source);
    }
    const failure = await readJsonl(file, 0, sample.encoding, run, reader.interpret);
    if (failure) return fail(failure);
    return reader.draft.messages.length > 0 ? ok([reader.draft.finish(files, run)]) : finishAll([], file, run);
  },
};

const isRow = (row: JsonObject): boolean =>
  KINDS.has(asText(row.kind) ?? "") && asObject(row.data) !== null && "version" in row;

function isConversation(value: JsonObject | null): boolean {
  const [turn] = asArray(value?.history) ?? [];
  const pair = asArray(turn);
  const user = asObject(pair ? pair[0] : asObject(turn)?.user);
  const assistant = asObject(pair ? pair[1] : asObject(turn)?.assistant);
  const isAnswer = assistant !== null && ("Response" in assistant || "ToolUse" in assistant);
  return value !== null && "conversation_id" in value && user !== null && "content" in user && isAnswer;
}

const parseConversations = (files: readonly TranscriptFile[], sample: Sample, run: ImportRun) =>
  parseEnvelopes(files, sample, run, (value, envelope) => {
    if (!isConversation(value)) return null;
    const reader = new ConversationReader(value, null);
    envelope.read(asArray(value.history) ?? [], reader.readTurn);
    return reader.draft;
  });
