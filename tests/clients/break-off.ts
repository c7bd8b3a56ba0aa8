import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { importTranscript } from "@/lib/importers/import-transcript";
import { readLedger } from "@/tests/support/client-ledger";
import { diskFile } from "@/tests/support/transcript-file";
import type { Client } from "./clients";
import { type Hop, startHop } from "./hop";
import { startModelServer } from "./model-server/model-server";
import type { Tasks } from "./model-server/tasks";
import { makeProject } from "./project";
import { sessionFiles } from "./run-scenario";
import { countedTwice } from "./same-session";
import { emptyEnvironment, freshFolder } from "./sandbox";
import { SCENARIOS } from "./scenarios";

/** What is cut off in the middle of a turn: the network of an unrecorded client, or the recorder of a recorded one. */
type BreakOff = "network" | "recorder";

/** What a client did when its connection was lost for good, and what had been recorded. */
type BrokenOff = {
  /** Number of requests that the model answered. */
  readonly answered: number;
  /** Answers in the imported recording; null if the client was not recorded. */
  readonly recorded: number | null;
  /** The client's exit code; null if it had to be killed. */
  readonly exitCode: number | null;
  readonly seconds: number;
  /** The end of its output, without figures and ids. */
  readonly lastLine: string;
  readonly differences: readonly string[];
};

type Options = {
  readonly root: string;
  readonly program: string;
  readonly tasks: Tasks;
  /** The built command. */
  readonly recorder: string;
  /** The connection is cut as soon as the model has answered this many requests. */
  readonly after: number;
};

/** Some clients retry for minutes, and some forever. */
const MAX_SECONDS = 300;

/** Starts the scenario `plain`, and kills the recorder (`kill -9`) or cuts the network in the middle. */
async function breakOff(client: Client, how: BreakOff, options: Options): Promise<BrokenOff> {
  const { root, program, tasks, recorder, after } = options;
  const names = ["broken-off", client.id, `${how}-${after}`] as const;
  const folder = freshFolder(root, ...names);
  const home = freshFolder(root, ...names, "home");
  const project = path.join(folder, "project");
  makeProject(project);
  const server = await startModelServer({ port: 0, folder, project, tasks });
  const hop = await startHop(path.join(folder, "passed.jsonl"));
  const recording = path.join(folder, "recording.jsonl");
  const place = { home, project, url: hop.before(new URL(server.url).port), scenario: "plain" } as const;
  const env = { ...emptyEnvironment(home), ...client.prepare(place) };
  const [turn] = SCENARIOS.plain;
  const told = toldExit(program, folder);
  const [started, ...args] =
    how === "network"
      ? [told.program, ...client.args(turn, place)]
      : [...recordCommand(recorder, client, recording), ...client.args(turn, place)];
  const log = path.join(folder, "client.log");
  const PATH = [path.dirname(told.program), env.PATH].join(path.delimiter);
  const output = openSync(log, "a");
  const child = spawn(started as string, args, {
    cwd: project,
    env: { ...env, PATH } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", output, output],
    detached: true,
  });
  const answeredUntilNow = () => readLedger(server.ledger).filter(({ status }) => status === 200).length;
  try {
    await until(() => answeredUntilNow() >= after || child.exitCode !== null, MAX_SECONDS);
    told.forget();
    end(how, child, hop);
    const brokenAt = Date.now();
    await until(() => told.code() !== null, MAX_SECONDS);
    const answered = answeredUntilNow();
    const read = how === "recorder" ? await readRecording(recording, client, sessionFiles(client, home)) : null;
    const lost = answered - (read?.recorded ?? answered);
    return {
      answered,
      recorded: read?.recorded ?? null,
      exitCode: told.code(),
      seconds: Math.round((Date.now() - brokenAt) / 1_000),
      lastLine: lastLineOf(log),
      differences: [
        ...(read?.differences ?? []),
        ...(lost > 1 ? [`${lost} answered requests are not in the recording`] : []),
      ],
    };
  } finally {
    killGroup(child);
    closeSync(output);
    hop.stop();
    server.stop();
  }
}

function end(how: BreakOff, recorder: ChildProcess, network: Hop): void {
  if (how === "recorder") recorder.kill("SIGKILL");
  else network.stop();
}

const recordCommand = (recorder: string, { recordedAs = "" }: Client, file: string) => [
  ...[process.execPath, recorder, "record", recordedAs],
  ...["--to", file, "--"],
];

/**
 * A program with the client's name that starts the client and writes its exit code to a file, even if its parent is
 * gone.
 */
function toldExit(program: string, folder: string) {
  const behind = path.join(folder, "behind");
  mkdirSync(behind);
  const [file, code] = [path.join(behind, path.basename(program)), path.join(folder, "exit-code")];
  writeFileSync(file, `#!/bin/sh\n'${program}' "$@"\necho $? > '${code}'\n`, { mode: 0o755 });
  const read = () => (existsSync(code) ? readFileSync(code, "utf8").trim() : "");
  return {
    program: file,
    code: () => (read() === "" ? null : Number(read())),
    /** The recorder first asks OpenCode for its settings, which is a separate run. */
    forget: () => rmSync(code, { force: true }),
  };
}

async function readRecording(recording: string, { notLogged }: Client, files: readonly string[]) {
  const imported = await importTranscript([diskFile(recording)]);
  if (!imported.ok) return { recorded: 0, differences: ["the recording cannot be read"] };
  const { sessions } = imported.value;
  const issues = sessions
    .flatMap((session) => session.issues.map(({ message }) => `the import says: ${message}`))
    .filter((one) => !notLogged.some(({ what }) => what.test(one)));
  return {
    recorded: sessions.reduce((sum, { responses }) => sum + responses.length, 0),
    differences: [...issues, ...(await countedTwice({ files, recordings: [recording] }))],
  };
}

/** Addresses, ids and figures differ from run to run. */
const OWN_TO_A_RUN = /https?:\/\/[^\s"]+|\bses_\w+|[0-9a-f-]{8,}|\d+(\.\d+)?/g;

const lastLineOf = (log: string): string =>
  (readFileSync(log, "utf8").trim().split("\n").at(-1) ?? "").replaceAll(OWN_TO_A_RUN, "#");

async function until(holds: () => boolean, seconds: number): Promise<void> {
  for (const last = Date.now() + seconds * 1_000; !holds() && Date.now() < last; ) await pause(5);
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {}
}

/** The places in the turn at which the connection ends. */
const AFTER = [3, 8];

/** Cuts a client off at each of these places, in both ways. Returns table rows and a sentence per difference. */
export async function compareBrokenOff(client: Client, options: Omit<Options, "after">) {
  const rows: string[][] = [];
  const differences: string[] = [];
  for (const after of AFTER) {
    const [network, recorder] = [
      await breakOff(client, "network", { ...options, after }),
      await breakOff(client, "recorder", { ...options, after }),
    ];
    const isSame = network.exitCode === recorder.exitCode && network.lastLine === recorder.lastLine;
    differences.push(...recorder.differences);
    if (!isSame)
      differences.push(`after ${after}: without network "${network.lastLine}", recorded "${recorder.lastLine}"`);
    rows.push([
      ...[`${after}`, `${recorder.recorded} of ${recorder.answered}`],
      ...[`${network.exitCode} / ${recorder.exitCode}`, `${network.seconds} / ${recorder.seconds}`],
      ...[isSame ? "the same" : "another", `${recorder.differences.length}`],
    ]);
  }
  return { rows, differences };
}
