import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { DEFAULT_PROJECT } from "../api/caller";
import { dropStaged, stageBlob } from "./blobs";
import { currentProject } from "./caller-context";
import { importRevision } from "./follow-import";
import { firstFollowed } from "./follow-plan";
import { followState } from "./follow-state";
import { LIMITS } from "./limits";
import { log } from "./log";
import { describeFailure } from "./problem";
import { processState } from "./process-state";
import { dataDir } from "./settings";
import type { OtlpEvents, OtlpTrace } from "./workers/otlp-task";

/**
 * Spans and events that were sent are kept in one file per conversation, which grows as a followed transcript does: each time it has
 * grown it is imported as a new revision of the same session.
 */

/** The name under which follow.json keeps these files. It is no folder of a client. */
const ROOT = "otlp";
/** Traces whose conversation is remembered, for spans that do not name it themselves. */
const MOST_TRACES = 10_000;

type Work = { running: Promise<void>; isAgain: boolean };
const works = () => processState("otlp-imports", () => new Map<string, Work>());
const traces = () => processState("otlp-traces", () => new Map<string, string>());

/** Appends a trace to the file of its conversation. False where that file is full. */
export function keepTrace({ traceId, conversation, line }: OtlpTrace): boolean {
  const name = nameOf(conversation ?? traces().get(ofProject(traceId)) ?? `trace ${traceId}`);
  if (conversation !== null) remember(traceId, conversation);
  return keepLine(name, line);
}

/** Appends events of a session of Claude Code to its file. False where that file is full. */
export const keepEvents = ({ session, line }: OtlpEvents): boolean => keepLine(nameOf(`claude-code ${session}`), line);

/** Appends a call with its bodies to the file of its session, where its events are too. False where that file is full. */
export const keepCall = (session: string, line: string): boolean => keepLine(nameOf(`claude-code ${session}`), line);

function keepLine(name: string, line: string): boolean {
  const file = fileOf(name);
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size + line.length > LIMITS.uploadBytes) return false;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.appendFileSync(file, `${line}\n`, { mode: 0o600, flush: true });
  importSoon(name);
  return true;
}

/** Whether spans of a trace were kept before. */
export const isKnownTrace = (traceId: string): boolean =>
  traces().has(ofProject(traceId)) || fs.existsSync(fileOf(nameOf(`trace ${traceId}`)));

/** Ends when everything that was kept so far is imported. */
export async function whenIngested(): Promise<void> {
  while (works().size > 0) await Promise.all([...works().values()].map(({ running }) => running));
}

/** Each project has its own files, whatever the names say. */
const ofProject = (name: string): string => {
  const project = currentProject();
  return project === DEFAULT_PROJECT ? name : `${project}\n${name}`;
};

function remember(traceId: string, conversation: string): void {
  const known = traces();
  const key = ofProject(traceId);
  known.delete(key);
  known.set(key, conversation);
  const [oldest] = known.keys();
  if (known.size > MOST_TRACES && oldest !== undefined) known.delete(oldest);
}

/** Names come from the network, so a file is called by their hash. */
const nameOf = (conversation: string): string =>
  `${createHash("sha256").update(ofProject(conversation)).digest("hex").slice(0, 32)}.jsonl`;
const fileOf = (name: string): string => path.join(dataDir(), "otlp", name);

/** One import of a file at a time; what comes while it runs is in the next one. */
function importSoon(name: string): void {
  const known = works().get(name);
  if (known) {
    known.isAgain = true;
    return;
  }
  const work: Work = { running: Promise.resolve(), isAgain: true };
  works().set(name, work);
  work.running = importWhileGrowing(name, work).finally(() => works().delete(name));
}

async function importWhileGrowing(name: string, work: Work): Promise<void> {
  while (work.isAgain) {
    work.isAgain = false;
    try {
      await importFile(name);
    } catch (error) {
      log().warn({ code: describeFailure(error).code }, "what was received by OTLP could not be imported");
    }
  }
}

async function importFile(name: string): Promise<void> {
  const state = followState();
  const known = state.fileAt(ROOT, name) ?? firstFollowed(ROOT, name);
  const staged = { ...(await stageBlob(fs.createReadStream(fileOf(name)))), name: `otlp-${name}` };
  try {
    const outcome = await importRevision([staged], known, state, new AbortController().signal);
    if (outcome.kind === "failed") log().info({ code: outcome.code }, "what was received by OTLP is no session yet");
  } finally {
    dropStaged(staged);
  }
}
