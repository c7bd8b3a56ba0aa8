import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Client, Place } from "./clients";
import { type Hop, programBehind, startHop } from "./hop";
import { startModelServer } from "./model-server/model-server";
import type { Tasks } from "./model-server/tasks";
import { makeProject } from "./project";
import { runProcess } from "./run-process";
import { emptyEnvironment, freshFolder } from "./sandbox";
import { SCENARIOS, type ScenarioName, type Turn } from "./scenarios";
import { typeOnScreen } from "./screen";

/** A scenario's results: the client's session files, and the server's ledger. */
export type Ran = {
  readonly files: readonly string[];
  readonly ledger: string;
  readonly bodies: string;
  /** The client's entire output. */
  readonly log: string;
  readonly home: string;
  /** The recordings of each turn, if `winnow record` started the client. */
  readonly recordings: readonly string[];
  /** What passed before and after the recorder: see hop.ts. */
  readonly hops: readonly [front: string, back: string];
};

type Options = {
  readonly root: string;
  readonly program: string;
  readonly tasks: Tasks;
  /** The built command, if the client is to be started by `winnow record`. */
  readonly recorder?: string;
};

/** Time limit of a turn; normally it takes seconds. */
const MAX_SECONDS = 360;

/** Runs the turns of a scenario in a new home and project. */
export async function runScenario(
  client: Client,
  scenario: ScenarioName,
  { root, program, tasks, recorder }: Options,
): Promise<Ran> {
  const folder = freshFolder(root, "runs", client.id, scenario);
  const home = freshFolder(root, "runs", client.id, scenario, "home");
  const project = path.join(folder, "project");
  makeProject(project);
  const server = await startModelServer({ port: 0, folder, project, tasks });
  const isRecorded = recorder !== undefined && client.recordedAs !== undefined;
  const hops = isRecorded ? await Promise.all(hopsIn(folder).map((file) => startHop(file))) : [];
  const [front, back] = hops;
  try {
    const url = back?.before(new URL(server.url).port) ?? server.url;
    const place: Place = { home, project, url, scenario };
    const env = { ...emptyEnvironment(home), ...client.prepare(place) };
    const log = path.join(folder, "client.log");
    const options = { cwd: project, env, log, seconds: MAX_SECONDS };
    const run = (args: readonly string[]) => runProcess(program, args, options);
    const start = front && recorder ? recordedBy(recorder, client, program, front, folder) : plainly(program);
    for (const args of client.before?.(place) ?? []) await run(args);
    const turns = turnsOf(client, scenario);
    for (const [n, turn] of turns.entries()) {
      const isOnScreen = client.screenArgs && (turn.isTyped || (turn.isContinued && client.continuesOnScreen));
      const [started, ...args] = start((isOnScreen && client.screenArgs?.(turn, place)) || client.args(turn, place), n);
      const prompts = [turn.prompt, ...(turn.next ?? [])];
      if (isOnScreen) await typeOnScreen(started, args, { ...options, prompts, ledger: server.ledger });
      else await runProcess(started, args, options);
    }
    for (const hop of hops) hop.rest();
    const model = turns.at(-1)?.model ?? 0;
    for (const prompt of client.statements ?? []) await run(client.args({ prompt, model, isContinued: true }, place));
    if (client.after) await run(client.after);
  } finally {
    for (const hop of hops) hop.stop();
    server.stop();
  }
  return leftBy(client, scenario, root);
}

/** The program to start for a turn, and its arguments. */
type Start = (args: readonly string[], n: number) => readonly [string, ...string[]];

const plainly =
  (program: string): Start =>
  (args) => [program, ...args];

function recordedBy(recorder: string, { recordedAs = "" }: Client, program: string, front: Hop, folder: string): Start {
  const PATH = [programBehind(front, program, path.join(folder, "behind")), process.env.PATH].join(path.delimiter);
  const recordingOf = (n: number) => path.join(folder, "recordings", `${n}.jsonl`);
  return (args, n) => [
    ...(["env", `PATH=${PATH}`, process.execPath, recorder, "record", recordedAs] as const),
    ...["--to", recordingOf(n), "--", ...args],
  ];
}

const hopsIn = (folder: string) =>
  [path.join(folder, "passed-before.jsonl"), path.join(folder, "passed-behind.jsonl")] as const;

/** The results of a scenario's last run. */
export function leftBy(client: Client, scenario: ScenarioName, root: string): Ran {
  const folder = path.join(root, "runs", client.id, scenario);
  const home = path.join(folder, "home");
  return {
    files: sessionFiles(client, home),
    ledger: path.join(folder, "ledger.jsonl"),
    bodies: path.join(folder, "bodies"),
    log: path.join(folder, "client.log"),
    home,
    recordings: filesIn(path.join(folder, "recordings")),
    hops: hopsIn(folder),
  };
}

function turnsOf({ compactTurn }: Client, scenario: ScenarioName): readonly Turn[] {
  const turns: readonly Turn[] = SCENARIOS[scenario];
  if ((scenario !== "compact" && scenario !== "journey") || compactTurn === undefined) return turns;
  return [...turns.slice(0, 1), { prompt: compactTurn, model: 0, isContinued: true }, ...turns.slice(1)];
}

const filesIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).sort().map((name) => path.join(folder, name));

/** The client's session files. */
export const sessionFiles = ({ sessions }: Client, home: string): string[] =>
  (existsSync(home) ? readdirSync(home, { recursive: true, encoding: "utf8" }) : [])
    .filter((file) => sessions.test(file.split(path.sep).join("/")))
    .sort()
    .map((file) => path.join(home, file));
