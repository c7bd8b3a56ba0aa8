import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Problem } from "@/lib/api/problem";
import { unzstd } from "@/lib/importers/containers/unzstd";
import { rightsSomewhere } from "../../api/caller";
import { getDb } from "../db/get-db";
import { reserve } from "../http/admission";
import { clientGone } from "../http/problem";
import { receiveBody } from "../http/receive-body";
import { whichExist } from "../library/run-sessions";
import { currentCaller, settleIn, visibleProjects } from "../process/caller-context";
import { inStage } from "../process/server-timing";
import { currentIds } from "../store/session-aliases";
import { parseJsonBody } from "../workers/parse-json";
import { tooLarge } from "./guard";

/** The body of a JSON request, read with `readBytes`. */
export async function readJsonBytes(request: Request, limit: number): Promise<Uint8Array> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw new Problem(415, "unsupported-media-type", "send Content-Type: application/json");
  return enterNamedInBody(await readBytes(request, limit));
}

/** The whole body, decompressed if needed, at most `limit` bytes; checked against Content-Length. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const chunks = await inStage("receive", () => allOf(request, limit));
  const received = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) !== received)
    throw new Problem(400, "body-truncated", `${received} of ${declared} bytes arrived`);
  const sent = joined(chunks, received);
  const body = await unpackBody(sent, request.headers.get("content-encoding"), limit);
  if (body !== sent) reserve(request, body.byteLength);
  return body;
}

/** Copied once into its own memory, because the body moves to another thread. */
function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const body = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}

/** Reads all chunks. Any error other than a `Problem` means that the client disconnected. */
async function allOf(request: Request, limit: number): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  try {
    for await (const chunk of receiveBody(request)) {
      received += chunk.byteLength;
      if (received > limit) throw tooLarge(limit, received);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Problem ? error : clientGone();
  }
  return chunks;
}

const unzip = promisify(gunzip);

/** Decompression runs on the event loop in pieces, so that other work can run in between. */
const BYTES_AT_A_TIME = 1 << 20;

/**
 * Decompresses a body (`Content-Encoding`) to at most `limit` bytes. Throws 415 for encodings other than gzip and zstd,
 * 400 if the bytes do not match the header, 413 above the limit.
 */
async function unpackBody(packed: Uint8Array, header: string | null, limit: number): Promise<Uint8Array> {
  const encoding = header?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return packed;
  if (encoding !== "gzip" && encoding !== "zstd")
    throw new Problem(
      415,
      "unsupported-encoding",
      `Content-Encoding ${encoding} is not supported; send gzip, zstd or none`,
    );
  try {
    return encoding === "gzip" ? await unzip(packed, { maxOutputLength: limit }) : await allOfZstd(packed, limit);
  } catch (error) {
    if (error instanceof Problem) throw error;
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(limit, limit + 1);
    throw new Problem(400, `bad-${encoding}`, `the body is not ${encoding}, although Content-Encoding says so`);
  }
}

async function allOfZstd(packed: Uint8Array, limit: number): Promise<Uint8Array> {
  const limits = {
    packedBytes: packed.byteLength,
    maxBytes: Number.POSITIVE_INFINITY,
    maxRatio: Number.POSITIVE_INFINITY,
  };
  const chunks: Uint8Array[] = [];
  let [bytes, rested] = [0, 0];
  for await (const chunk of unzstd(inOne(packed), "body", limits)) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooLarge(limit, bytes);
    chunks.push(chunk);
    if (bytes - rested < BYTES_AT_A_TIME) continue;
    rested = bytes;
    await setImmediate();
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * References in a body. Workers read the named data from files, so references are resolved before a worker sees the
 * body.
 */
type Named = { readonly sessions: readonly string[]; readonly states: readonly string[] };
type Fields = Readonly<Record<string, unknown>>;

/**
 * Resolves the stored sessions or state that a body names, and returns the body with the sessions' current ids. Throws
 * 403 if the caller may not read sessions, and 404 if their project does not exist for the caller. The rest of the work
 * runs in the project of the sessions.
 */
async function enterNamedInBody(given: Uint8Array): Promise<Uint8Array> {
  const isLimited = visibleProjects() !== "all";
  const rights = rightsSomewhere(currentCaller());
  const mayRead = rights.includes("read") || rights.includes("admin");
  if (!mayName(given, isLimited || !mayRead)) return given;
  const { sessions: named, states } = namedIn(parseJsonBody(given));
  const moved = mayRead ? await movedAmong(named) : new Map<string, string>();
  const sessions = named.map((id) => moved.get(id) ?? id);
  if (sessions.length > 0 && !mayRead)
    throw new Problem(403, "scope-missing", "this key cannot read stored sessions; send the messages themselves");
  await enterSessions(sessions, isLimited);
  if (isLimited) for (const state of states) await assertKept(state);
  return withIds(given, moved);
}

async function movedAmong(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = await whichExist(await getDb(), ids);
  return currentIds(ids.filter((id) => !known.has(id)));
}

/** Ids are letters and digits, so no other quoted JSON text looks like one. */
function withIds(body: Uint8Array, moved: ReadonlyMap<string, string>): Uint8Array {
  if (moved.size === 0) return body;
  let text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  for (const [id, now] of moved) text = text.replaceAll(`"${id}"`, `"${now}"`);
  return new TextEncoder().encode(text);
}

/** Maximum bytes of a body that only names its input. Longer bodies contain conversations, which take long to parse. */
const SHORT = 1 << 20;

/**
 * True if a body may name stored input. Refusals also count bodies with escapes, because a key may be written with
 * them.
 */
function mayName(body: Uint8Array, isRefused: boolean): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isRefused) return body.byteLength <= SHORT && bytes.includes('"session');
  return bytes.includes('"session') || bytes.includes('"state') || bytes.includes("\\u");
}

/** What the body names, among its own fields or under `winnow`. */
function namedIn(value: unknown): Named {
  const places = isRecord(value) ? [value, value.winnow].filter(isRecord) : [];
  return { sessions: places.flatMap(sessionsIn), states: places.flatMap(stateIn) };
}

function sessionsIn({ session, sessions }: Fields): string[] {
  const one = isRecord(session) ? session.id : session;
  const ids = [one, ...(Array.isArray(sessions) ? sessions : [])].filter((id) => typeof id === "string");
  return session !== undefined && ids.length === 0 ? [""] : ids;
}

const stateIn = ({ state }: Fields): string[] => (isRecord(state) && typeof state.ref === "string" ? [state.ref] : []);

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function enterSessions(ids: readonly string[], isLimited: boolean): Promise<void> {
  if (ids.length === 0) return;
  const db = await getDb();
  const rows = await db.session.findMany({ where: { id: { in: [...ids] } }, select: { id: true, projectId: true } });
  const known = new Map(rows.map(({ id, projectId }) => [id, projectId]));
  if (isLimited && ids.some((id) => !known.has(id)))
    throw new Problem(404, "no-such-session", "there is no session with that id");
  const [project, other] = new Set(known.values());
  if (project !== undefined && other === undefined) settleIn(project, ids.length === 1 ? (ids[0] ?? null) : null);
}

async function assertKept(id: string): Promise<void> {
  const db = await getDb();
  if (await db.storedOutput.findFirst({ where: { id }, select: { id: true } })) return;
  throw new Problem(404, "no-such-ref", "nothing is stored under that reference");
}
