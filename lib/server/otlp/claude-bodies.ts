import fs from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { joinedLine, readCallRow } from "@/lib/importers/claude-code-events/call-row";
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
/**
 * Claude Code may write a line before its files are complete. Files still missing this long after the line was first
 * seen will not come.
 */
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
  const seenAt = noteSize(base, news, now);
  let added = 0;
  let { offset } = news;
  for (const line of news.lines) {
    const outcome = await addCall(base, line.text, now - seenAt(offset) < PATIENCE_MS);
    if (outcome === "too-early") break;
    if (outcome === "added") added += 1;
    offset += line.bytes;
    remember(base, offset);
  }
  return added;
}

/** `bytes`: with the line break. */
type Line = { readonly text: string; readonly bytes: number };
/** `size`: of the whole index, in bytes. */
type News = { readonly offset: number; readonly size: number; readonly lines: readonly Line[] };

/** The complete new lines of the index; from its start if it has become shorter. */
async function readNews(base: string): Promise<News> {
  const before = remembered(base);
  const index = await openInside(base, "index.jsonl").catch(() => null);
  if (index === null) return { offset: before, size: before, lines: [] };
  try {
    const { size } = await index.stat();
    const offset = size < before ? 0 : before;
    const buffer = Buffer.alloc(Math.min(MAX_AT_ONCE, size - offset));
    const { bytesRead } = await index.read(buffer, 0, buffer.length, offset);
    return { offset, size, lines: linesIn(buffer.subarray(0, bytesRead)) };
  } finally {
    await index.close();
  }
}

/**
 * The complete lines. Bytes of a line that is too long to name files become an empty line, so that reading continues.
 */
function linesIn(bytes: Buffer): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    lines.push({ text: bytes.toString("utf8", from, end), bytes: end + 1 - from });
    from = end + 1;
  }
  return lines.length === 0 && bytes.length === MAX_AT_ONCE ? [{ text: "", bytes: bytes.length }] : lines;
}

/** A size of the index, and when it was first seen. */
type Sighting = { readonly size: number; readonly at: number };

/** Returns when the line at an offset was first seen. */
function noteSize(base: string, { offset, size }: News, now: number): (lineOffset: number) => number {
  const noted = processState("claude-bodies-sizes", () => new Map<string, readonly Sighting[]>());
  const before = (noted.get(base) ?? []).filter((seen) => seen.size > offset && seen.size <= size);
  const sightings = before.at(-1)?.size === size ? before : [...before, { size, at: now }];
  noted.set(base, sightings);
  return (lineOffset) => sightings.find((seen) => seen.size > lineOffset)?.at ?? now;
}

async function addCall(base: string, line: string, canWait: boolean): Promise<"added" | "left-out" | "too-early"> {
  const call = readCallRow(parsed(line));
  if (call === null || call.bodies !== null) return "left-out";
  const request = await readBody(base, call.requestFile);
  const response = await readBody(base, call.responseFile);
  if (request === TOO_LARGE || response === TOO_LARGE) return leftOut("it is too large for the file of its session");
  if (request === null || response === null)
    return canWait ? "too-early" : leftOut("the file of its request or response is missing or incomplete");
  const joined = joinedLine(line, request.text, response.text);
  const isStored = Buffer.byteLength(joined) <= DEFAULT_LIMITS.maxLineBytes && (await keepCall(call.session, joined));
  return isStored ? "added" : leftOut("it is too large for the file of its session");
}

function leftOut(reason: string): "left-out" {
  log().warn(`a call of Claude Code was left out: ${reason}`);
  return "left-out";
}

const TOO_LARGE = "too-large";

/** A file of the folder; null if it is missing, or not yet valid JSON. */
async function readBody(base: string, name: string): Promise<{ readonly text: string } | typeof TOO_LARGE | null> {
  const file = await openInside(base, name).catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    if (size > DEFAULT_LIMITS.maxLineBytes) return TOO_LARGE;
    const text = await file.readFile("utf8");
    return parsed(text) === undefined ? null : { text };
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
  const stored = place.safeParse(parsed(fs.readFileSync(file, "utf8")));
  return stored.success && stored.data.folder === folder ? stored.data.offset : 0;
}

/** After a crash before this point, a line is joined twice; the importer counts a request once. */
function remember(folder: string, offset: number): void {
  fs.mkdirSync(path.dirname(placeFile()), { recursive: true, mode: 0o700 });
  fs.writeFileSync(placeFile(), JSON.stringify({ folder, offset } satisfies z.infer<typeof place>), { mode: 0o600 });
}
