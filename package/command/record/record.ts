import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { type RedactionMode, Redactor } from "@/lib/exporters/redact";
import { removeRunningNote, updateRunningNote, writeRunningNote } from "@/lib/server/follow/running-note";
import { detectSecrets } from "@/lib/server/workers/secret-detector";
import { dataFolder } from "../data-folder";
import { print, progress, Refusal } from "../output";
import { redactText } from "../push-redact";
import { RECORDED_CLIENTS, type RecordedClient, recordedClient, type Setup } from "./clients";
import { followRecordings, landRecording } from "./land";
import { loggedSince } from "./logged-session";
import { Machine, upstreamOf } from "./machine";
import { RecordingFile, type Redaction } from "./recording-file";
import { type Relay, startRelay } from "./relay";

export type RecordOptions = {
  readonly upstream?: string;
  readonly to?: string;
  readonly redact?: string | true;
};

/** `winnow record <client> [-- its arguments]`, or `winnow record --upstream <address>`. */
export async function record(name: string | undefined, args: readonly string[], options: RecordOptions): Promise<void> {
  const client = name === undefined ? null : chosenClient(name);
  if ((client === null) === (options.upstream === undefined))
    throw new Refusal("name either a client or --upstream <address>; winnow record --help shows how", 2);
  const redact = redactionOf(options.redact);
  const isOurs = options.to === undefined;
  const place = options.to ?? newFile(client?.name ?? "any");
  const title = client?.title ?? upstreamOf(options.upstream ?? "").host;
  const note = { pid: process.pid, title, started_at: new Date().toISOString(), requests: 0 };
  const noteProgress = (requests: number) => !isOurs || updateRunningNote(place, { ...note, requests });
  const file = new RecordingFile(place, client?.id ?? null, redact, noteProgress);
  if (isOurs) writeRunningNote(place, note);
  const relay = await startRelay((exchange) => file.write(exchange));
  try {
    const isFollowed = isOurs && (await followRecordings());
    if (client) await runClient(client, args, relay, file);
    else await serve(upstreamOf(options.upstream ?? ""), relay, file);
    await relay.close();
    await settle(file, client?.title ?? "The program", isOurs, isFollowed);
  } finally {
    await relay.close();
    if (isOurs) removeRunningNote(place);
  }
}

function chosenClient(name: string): RecordedClient {
  const client = recordedClient(name);
  if (client) return client;
  const names = RECORDED_CLIENTS.map((one) => one.name).join(", ");
  throw new Refusal(`${name} cannot be recorded by name. Known clients: ${names}. For others, use --upstream`, 2);
}

/** Files in one folder, which the server follows. */
function newFile(name: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  return path.join(dataFolder(), "recordings", `${time}-${name}-${randomBytes(3).toString("hex")}.jsonl`);
}

function redactionOf(given: string | true | undefined): Redaction {
  if (given === undefined) return (text) => text;
  const mode = given === true ? "mask" : given;
  if (mode !== "mask" && mode !== "drop") throw new Refusal("--redact must be mask or drop", 2);
  return (text) => redactText(text, new Redactor(mode satisfies RedactionMode, detectSecrets), "recording");
}

async function runClient(
  client: RecordedClient,
  args: readonly string[],
  relay: Relay,
  file: RecordingFile,
): Promise<void> {
  const machine = new Machine(relay, args);
  const startedAt = Date.now();
  try {
    const setup = client.setUp(machine);
    progress(`Recording ${client.title}. Its requests are forwarded to ${[...new Set(machine.hosts)].join(", ")}.`);
    progress(`Stored: bodies of requests and answers, status, times. Never: keys, cookies, authorization headers.`);
    progress(`Kept in ${file.file}`);
    process.exitCode = await run(client, setup, args);
    if (client.logs) file.end(loggedSince(startedAt, client.logs(machine)));
  } finally {
    machine.tidyUp();
  }
}

/** Runs the client in this terminal; returns its exit code, or 128 plus the number of the signal that ended it. */
function run({ program, title }: RecordedClient, setup: Setup, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...(setup.args ?? []), ...args], {
      stdio: "inherit",
      env: { ...process.env, ...pastProxies(process.env), ...setup.env },
      shell: process.platform === "win32", // on Windows, the client is a .cmd file
    });
    const ignore = () => {}; // Ctrl+C also reaches the client, which decides what to do
    const end = () => child.kill("SIGTERM");
    process.on("SIGINT", ignore).on("SIGTERM", end);
    const settled = () => process.off("SIGINT", ignore).off("SIGTERM", end);
    child.once("error", (error: NodeJS.ErrnoException) => {
      settled();
      reject(error.code === "ENOENT" ? new Refusal(`${title} is not installed: there is no ${program}`) : error);
    });
    child.once("exit", (code, signal) => {
      settled();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** A client behind a proxy reaches the relay directly; the relay uses that proxy. */
function pastProxies(env: NodeJS.ProcessEnv): Record<string, string> {
  const isBehindProxy = Object.keys(env).some((name) => /^https?_proxy$/i.test(name));
  if (!isBehindProxy) return {};
  const excepted = [env.NO_PROXY ?? env.no_proxy, "127.0.0.1"].filter(Boolean).join(",");
  return { NO_PROXY: excepted, no_proxy: excepted };
}

async function serve(upstream: URL, relay: Relay, file: RecordingFile): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const address = relay.open("api", upstream);
  print(address);
  progress(`Set this as the base URL of the program. Its requests are forwarded to ${upstream.host}.`);
  progress(`Kept in ${file.file}. Ctrl+C ends the recording.`);
  await ended;
}

/** Reports what was recorded and where it is. */
async function settle(file: RecordingFile, title: string, isOurs: boolean, isFollowed: boolean): Promise<void> {
  const { exchanges, state } = file;
  if (state.kind === "stopped") progress(`The recording ended at request ${exchanges}: ${state.why}.`);
  if (exchanges === 0) {
    fs.rmSync(file.file, { force: true });
    progress(`${title} sent nothing here, so nothing was recorded.`);
    return;
  }
  const many = `${exchanges} ${exchanges === 1 ? "request" : "requests"} recorded`;
  if (!isOurs) return progress(`${many} in ${file.file}. winnow import adds it to the library.`);
  const pages = isFollowed ? await landRecording(path.basename(file.file)) : null;
  if (pages === null || pages.length === 0)
    progress(`${many}. Winnow is not running: the recording is in the library after its next start (winnow).`);
  else for (const page of pages) progress(`${many}: ${page}`);
}
