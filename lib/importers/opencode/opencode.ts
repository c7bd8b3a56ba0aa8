import { fail, ok } from "../../conversation/errors";
import { asArray, asObject, asText } from "../../formats/json-fields";
import { reportStranger } from "../claude-code/companions";
import { notReadable } from "../describe-file";
import type { ImportRun } from "../import-run";
import type { Importer, ImportFailure, TranscriptFile } from "../importer";
import { oneObject } from "../one-value";
import { takeSample } from "../take-sample";
import { OpenCodeReader, type StoredMessage } from "./open-code-reader";
import { openCodeTables, parseOpenCodeStore } from "./open-code-store";

/**
 * OpenCode: an export (`opencode export`), which is `{info, messages: [{info, parts}]}`; or the storage tree on disk, a
 * session file with one file per message and per part; or the database of 2026 (`open-code-store.ts`). An item is a
 * message or a part; its line is the number of the message.
 */
export const opencode: Importer = {
  id: "opencode",
  title: "OpenCode",
  detect(sample) {
    if (sample.shape === "store") return openCodeTables(sample.store);
    const value = oneObject(sample);
    if (isExport(value)) return "info and messages with info and parts";
    if (isMessageFile(value)) return "one message of a storage tree";
    return isSessionFile(value) ? "the session file of a storage tree" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape === "store") return parseOpenCodeStore(files, sample, run);
    const root = oneObject(sample) ?? {};
    if (isMessageFile(root)) return fail(LONE_MESSAGE);
    const isTree = isSessionFile(root);
    const stored = isTree ? await readTree(files, asText(root.id) ?? "", run) : readExport(root, files);
    if ("code" in stored) return fail(stored);
    const reader = new OpenCodeReader(isTree ? root : (asObject(root.info) ?? {}), run);
    const whole = { file: 0, line: 1, byteOffset: 0, byteLength: files[0]?.bytes ?? 0 };
    if (isTree) run.settle("interpreted", whole);
    for (const message of stored.messages) reader.read(message);
    reader.end(whole);
    const failure = run.advance(files.reduce((sum, file) => sum + file.bytes, 0));
    return failure ? fail(failure) : ok([reader.draft.finish(stored.files, run)]);
  },
};

function isExport(value: unknown): boolean {
  const root = asObject(value);
  const info = asObject(root?.info);
  const messages = asArray(root?.messages);
  if (!info || asText(info.id) === null || !messages) return false;
  const first = asObject(messages[0]);
  return messages.length === 0 ? "directory" in info : asObject(first?.info) !== null && Array.isArray(first?.parts);
}

/** True for the file of a message. Each part of its text is in a separate file. */
function isMessageFile(value: unknown): boolean {
  const message = asObject(value);
  const isOwn =
    asText(message?.id)?.startsWith("msg_") === true && asText(message?.sessionID)?.startsWith("ses_") === true;
  return isOwn && asText(message?.role) !== null && !("parts" in (message ?? {}));
}

const LONE_MESSAGE = notReadable(
  "one message of an OpenCode session, without its text",
  "Import the session's file (storage/session/…/ses_….json) together with its folders of storage/message and storage/part, or what `opencode export` writes.",
);

function isSessionFile(value: unknown): boolean {
  const session = asObject(value);
  const isId = asText(session?.id)?.startsWith("ses_") === true;
  return isId && asText(session?.projectID) !== null && asObject(session?.time) !== null;
}

type Stored = { readonly messages: readonly StoredMessage[]; readonly files: readonly TranscriptFile[] };

function readExport(root: { readonly messages?: unknown }, files: readonly TranscriptFile[]): Stored {
  const byteLength = files[0]?.bytes ?? 0;
  const messages = (asArray(root.messages) ?? []).map((value, index) => {
    const source = { file: 0, line: index + 1, byteOffset: 0, byteLength };
    const message = asObject(value);
    const parts = (asArray(message?.parts) ?? []).map((part) => ({ value: part, source }));
    return { info: message?.info, parts, source };
  });
  return { messages, files: files.slice(0, 1) };
}

/** Joins the three levels of the tree by the ids in the files. Sorting by id sorts by time. */
async function readTree(
  files: readonly TranscriptFile[],
  sessionId: string,
  run: ImportRun,
): Promise<Stored | ImportFailure> {
  const [main, ...others] = files;
  const used = main ? [main] : [];
  const messages = new Map<string, { info: unknown; parts: StoredMessage["parts"][number][]; source: Place }>();
  const parts: { messageId: string; id: string; value: unknown; source: Place }[] = [];
  for (const file of others) {
    const sample = await takeSample(file, run);
    if (!sample.ok && sample.error.code === "cancelled") return sample.error;
    const fields = sample.ok ? oneObject(sample.value) : null;
    const id = asText(fields?.id);
    if (!fields || id === null || fields.sessionID !== sessionId) {
      reportStranger(file, run);
      continue;
    }
    const source = { file: used.push(file) - 1, line: 1, byteOffset: 0, byteLength: file.bytes };
    const messageId = asText(fields.messageID);
    if (messageId !== null) parts.push({ messageId, id, value: fields, source });
    else messages.set(id, { info: fields, parts: [], source });
  }
  for (const { messageId, value, source } of parts.sort(byId)) {
    const message = messages.get(messageId);
    if (message) message.parts.push({ value, source });
    else run.settle({ kept: "part without its message" }, source);
  }
  const sorted = [...messages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, message]) => message);
  return { messages: sorted, files: used };
}

type Place = StoredMessage["source"];
const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);
