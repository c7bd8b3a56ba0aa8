import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RedactionMode } from "@/lib/exporters/redact";
import { formatBytes } from "@/lib/wording/number-format";
import { print, printJson, progress, Refusal } from "./output";
import { bytesOf, copyGroup, findGroups, hashOf, nameOf, type PushGroup, signatureOf } from "./push-groups";
import { PushServer } from "./push-server";

export type PushOptions = {
  readonly to?: string;
  readonly redact?: string | true;
  readonly follow?: boolean;
  readonly every: string;
  readonly patience: string;
  readonly dryRun?: boolean;
  /** The id or name of the remote project. */
  readonly project?: string;
  readonly json?: boolean;
};

/** The outcome of the sessions so far. */
type Tally = {
  readonly sent: { readonly name: string; readonly bytes: number; readonly sessions: readonly string[] }[];
  readonly known: string[];
  readonly deleted: string[];
  readonly failed: { readonly name: string; readonly message: string }[];
};

type Push = {
  readonly server: PushServer;
  readonly redact: RedactionMode | null;
  readonly isDry: boolean;
  readonly tally: Tally;
};

/** `winnow push [paths…]`: sends this machine's sessions that the server does not have. */
export async function push(places: readonly string[], options: PushOptions): Promise<void> {
  const address = addressOf(options.to ?? process.env.WINNOW_URL);
  const every = secondsOf(options.every, "--every");
  const patience = options.follow ? Number.POSITIVE_INFINITY : secondsOf(options.patience, "--patience") * 1_000;
  warnOfPlainKey(address);
  const onWait = (why: string, ms: number) => progress(`${why}; trying again in ${Math.round(ms / 1_000)} s …`);
  const stop = new AbortController();
  const work: Push = {
    server: new PushServer(
      address,
      { ms: patience, sleep: (ms) => sleep(ms, undefined, { signal: stop.signal }), onWait },
      options.project ?? null,
    ),
    redact: modeOf(options.redact),
    isDry: options.dryRun ?? false,
    tally: { sent: [], known: [], deleted: [], failed: [] },
  };
  const groups = await findGroups(places);
  if (groups.length === 0 && !options.follow)
    throw new Refusal("there is nothing to send: no known client stores sessions on this machine", 1);
  if (options.follow) await untilStopped(stop, () => followPlaces(places, every * 1_000, work, groups, stop.signal));
  else await pushAll(groups, work);
  report(work, options.json ?? false);
}

function addressOf(given: string | undefined): string {
  if (given === undefined || !/^https?:\/\//.test(given) || !URL.canParse(given))
    throw new Refusal("name the server: --to https://winnow.example.org, or WINNOW_URL", 2);
  return given.replace(/\/+$/, "");
}

function secondsOf(text: string, option: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new Refusal(`${option} takes a number of seconds`, 2);
}

function modeOf(given: string | true | undefined): RedactionMode | null {
  if (given === undefined) return null;
  if (given === true || given === "mask") return "mask";
  if (given === "drop") return "drop";
  throw new Refusal(`--redact must be mask or drop, not ${given}; put paths before it`, 2);
}

function warnOfPlainKey(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === "http:" && process.env.WINNOW_KEY && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
    progress(`the key and the sessions go to ${hostname} unencrypted; use https if others can listen`);
}

/** Number of sessions to hash and look up together. */
const BATCH = 50;

async function pushAll(groups: readonly PushGroup[], work: Push): Promise<void> {
  for (let at = 0; at < groups.length; at += BATCH) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-push-"));
    try {
      await pushBatch(groups.slice(at, at + BATCH), folder, work);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

type Ready = { readonly group: PushGroup; readonly hashes: readonly string[]; readonly folder: string };

/** Hashes all sessions, asks the server once, and sends the missing ones. */
async function pushBatch(groups: readonly PushGroup[], folder: string, work: Push): Promise<void> {
  const ready: Ready[] = [];
  for (const [index, group] of groups.entries()) {
    const own = path.join(folder, String(index));
    fs.mkdirSync(own);
    const prepared = await unlessGone(group, work, () => prepare(group, own, work));
    if (prepared) ready.push(prepared);
  }
  const known = await work.server.known([...new Set(ready.flatMap(({ hashes }) => hashes))].concat(NOTHING));
  for (const one of ready) {
    if (one.hashes.every((hash) => known.has(hash))) work.tally.known.push(nameOf(one.group));
    else await unlessGone(one.group, work, () => sendOne(one, work));
  }
}

/** Also looked up, so that a wrong key or address is reported even if there is nothing to send. */
const NOTHING = ["0".repeat(64)];

const hashesOf = ({ files }: PushGroup): Promise<string[]> => Promise.all(files.map(({ path: file }) => hashOf(file)));

/** Hashes the copy to send with redaction, otherwise the files themselves. Null if they cannot be redacted. */
async function prepare(group: PushGroup, folder: string, { redact, tally }: Push): Promise<Ready | null> {
  if (redact === null) return { group, hashes: await hashesOf(group), folder };
  const { redactGroup } = await import("./push-redact");
  const copy = copyGroup(group, folder);
  const secrets = redactGroup(copy, redact);
  if (secrets !== null) return { group: copy, hashes: await hashesOf(copy), folder };
  fail(tally, group, "left out: it is not text, so nothing can be redacted in it");
  return null;
}

async function sendOne({ group, folder }: Ready, { server, redact, isDry, tally }: Push): Promise<void> {
  const [name, bytes] = [nameOf(group), bytesOf(group)];
  if (isDry) {
    tally.sent.push({ name, bytes, sessions: [] });
    return progress(`would send ${name} (${formatBytes(bytes)})`);
  }
  const sent = await server.send(redact === null ? copyGroup(group, folder) : group);
  fs.rmSync(folder, { recursive: true, force: true });
  if (sent.kind === "deleted") tally.deleted.push(name);
  else if (sent.kind === "failed") fail(tally, group, sent.message);
  else {
    tally.sent.push({ name, bytes, sessions: sent.sessions });
    progress(`sent ${name} (${formatBytes(bytes)})`);
  }
}

/** A client may remove or replace a file between listing and reading; the next push sees the new state. */
async function unlessGone<T>(group: PushGroup, { tally }: Push, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "ENOENT" && code !== "EACCES" && code !== "EISDIR") throw error;
    fail(tally, group, code === "EACCES" ? "no permission to read it" : "it no longer exists");
    return null;
  }
}

function fail(tally: Tally, group: PushGroup, message: string): void {
  tally.failed.push({ name: nameOf(group), message });
  progress(`${nameOf(group)}: ${message}`);
}

/** Polls; sends files that changed since the last poll and then stayed unchanged for one pause. */
async function followPlaces(
  places: readonly string[],
  pauseMs: number,
  work: Push,
  first: readonly PushGroup[],
  signal: AbortSignal,
): Promise<void> {
  const done = new Map(first.map((group) => [keyOf(group), signatureOf(group)]));
  let seen = new Map(done);
  await pushAll(first, work);
  progress("following; Ctrl+C stops it");
  while (await paused(pauseMs, signal)) {
    const now = new Map((await findGroups(places)).map((group) => [keyOf(group), { group, is: signatureOf(group) }]));
    const quiet = [...now].filter(([key, { is }]) => done.get(key) !== is && seen.get(key) === is);
    await pushAll(
      quiet.map(([, { group }]) => group),
      work,
    );
    for (const [key, { is }] of quiet) done.set(key, is);
    seen = new Map([...now].map(([key, { is }]) => [key, is]));
  }
}

/** Ctrl+C ends the pause, also before a retry; a running upload is completed. */
async function untilStopped(stop: AbortController, work: () => Promise<void>): Promise<void> {
  const end = () => stop.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    await work();
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}

const keyOf = ({ files }: PushGroup): string => files[0]?.path ?? "";

/** False if following was ended meanwhile. */
const paused = (ms: number, signal: AbortSignal): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false);

function report({ tally, isDry }: Push, isJson: boolean): void {
  const { sent, known, deleted, failed } = tally;
  if (failed.length > 0) process.exitCode = 1;
  if (isJson) {
    printJson({ dry_run: isDry, sent, known: known.length, deleted, failed });
    return;
  }
  const parts = [
    `${sent.length} ${isDry ? "to send" : "sent"}`,
    `${known.length} there before`,
    ...(deleted.length > 0 ? [`${deleted.length} deleted there`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ];
  print(parts.join(", "));
}
