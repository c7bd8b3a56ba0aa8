import fs from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { type CallRow, joinedLine, readCallRow } from "@/lib/importers/claude-code-events/call-row";
import { DEFAULT_LIMITS } from "@/lib/importers/limits";
import { openInside } from "../discovery/discovery-files";
import { describeFailure } from "../http/problem";
import { log } from "../process/log";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";
import { keepCall } from "./otlp-sessions";

/**
 * Follows the folder in WINNOW_CLAUDE_BODIES, where Claude Code writes the bodies of its calls. Each line of its index
 * names two files, which are joined with it into the session's file. Nothing outside that folder is opened, whatever
 * the index or an event contains.
 */

const POLL_MS = 2_000;
/** Bytes of the index to read per poll. */
const MAX_AT_ONCE = 4 * 1024 * 1024;
/** Claude Code may write the line before the files are complete; a body still missing after this time never comes. */
const PATIENCE_MS = 60_000;

const place = z.object({ folder: z.string(), offset: z.int().nonnegative() });

/** The folder; null if none is named. The path must be absolute, because Claude Code resolves others by project. */
export function bodiesFolder(): string | null {
  const named = process.env.WINNOW_CLAUDE_BODIES;
  return named && path.isAbsolute(named) ? named : null;
}

/** Starts following the folder, once per process. */
export function followBodies(): void {
  const folder = bodiesFolder();
  if (folder === null) return;
  const loop = processState("claude-bodies", () => ({ isRunning: false }));
  if (loop.isRunning) return;
  loop.isRunning = true;
  const next = async () => {
    await lookForBodies(folder).catch((error: unknown) =>
      log().warn({ code: describeFailure(error).code }, "the folder of WINNOW_CLAUDE_BODIES could not be read"),
    );
    setTimeout(next, POLL_MS).unref();
  };
  void next();
}

/** Reads new lines of the index. Returns how many calls were added to their sessions. */
export async function lookForBodies(folder: string, now: number = Date.now()): Promise<number> {
  const base = await realpath(folder).catch(() => null);
  if (base === null) return 0;
  const news = await readNews(base);
  let added = 0;
  let { offset } = news;
  for (const line of news.lines) {
    const outcome = await addCall(base, line, now);
    if (outcome === "too-early") break;
    if (outcome === "added") added += 1;
    offset += Buffer.byteLength(line) + 1;
    remember(base, offset);
  }
  return added;
}

/** The complete new lines of the index; from its start if it has become shorter. */
async function readNews(base: string): Promise<{ offset: number; lines: readonly string[] }> {
  const before = remembered(base);
  const index = await openInside(base, "index.jsonl").catch(() => null);
  if (index === null) return { offset: before, lines: [] };
  try {
    const { size } = await index.stat();
    const offset = size < before ? 0 : before;
    const buffer = Buffer.alloc(Math.min(MAX_AT_ONCE, size - offset));
    const { bytesRead } = await index.read(buffer, 0, buffer.length, offset);
    const text = buffer.toString("utf8", 0, buffer.lastIndexOf(10, bytesRead - 1) + 1);
    return { offset, lines: text.split("\n").slice(0, -1) };
  } finally {
    await index.close();
  }
}

async function addCall(base: string, line: string, now: number): Promise<"added" | "left-out" | "too-early"> {
  const call = readCallRow(parsed(line));
  if (call === null || call.bodies !== null) return "left-out";
  const request = await readBody(base, call.requestFile);
  const response = await readBody(base, call.responseFile);
  if (request !== null && response !== null) {
    const joined = joinedLine(line, request, response);
    if (joined.length <= DEFAULT_LIMITS.maxLineBytes && (await keepCall(call.session, joined))) return "added";
    log().warn("a call of Claude Code is too large for the file of its session and was left out");
    return "left-out";
  }
  return isRecent(call, now) ? "too-early" : "left-out";
}

const isRecent = ({ time }: CallRow, now: number) => time !== null && now - Date.parse(time) < PATIENCE_MS;

/** A file of the folder as text; null if it is missing, or not yet valid JSON. */
async function readBody(base: string, name: string): Promise<string | null> {
  const file = await openInside(base, name).catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    if (size > DEFAULT_LIMITS.maxLineBytes) return null;
    const text = await file.readFile("utf8");
    return parsed(text) === undefined ? null : text;
  } finally {
    await file.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const placeFile = (): string => path.join(dataDir(), "otlp", "bodies.json");

function remembered(folder: string): number {
  const file = placeFile();
  if (!fs.existsSync(file)) return 0;
  const known = place.safeParse(parsed(fs.readFileSync(file, "utf8")));
  return known.success && known.data.folder === folder ? known.data.offset : 0;
}

/** After a crash before this point, a line is joined twice; the importer counts a request once. */
function remember(folder: string, offset: number): void {
  fs.mkdirSync(path.dirname(placeFile()), { recursive: true, mode: 0o700 });
  fs.writeFileSync(placeFile(), JSON.stringify({ folder, offset } satisfies z.infer<typeof place>), { mode: 0o600 });
}
