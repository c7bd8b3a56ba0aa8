import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Client, Place } from "./clients";
import { startModelServer } from "./model-server/model-server";
import type { Tasks } from "./model-server/tasks";
import { makeProject } from "./project";
import { runProcess } from "./run-process";
import { emptyEnvironment, freshFolder } from "./sandbox";
import { SCENARIOS, type ScenarioName, type Turn } from "./scenarios";
import { typeOnScreen } from "./screen";

/** What a scenario left: the session files of the client, and the ledger of the server. */
export type Ran = {
  readonly files: readonly string[];
  readonly ledger: string;
  readonly bodies: string;
  /** All that the client said. */
  readonly log: string;
  readonly home: string;
  /** Of each turn, if the client was started by `winnow record`. */
  readonly recordings: readonly string[];
};

type Options = {
  readonly root: string;
  readonly program: string;
  readonly tasks: Tasks;
  /** The built command, if the client is to be started by `winnow record`. */
  readonly recorder?: string;
};

/** A turn of a client takes seconds; one that hangs is killed. */
const MAX_SECONDS = 240;

/** Runs the turns of a scenario in a home and a project of its own. */
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
  try {
    const place: Place = { home, project, url: server.url, scenario };
    const env = { ...emptyEnvironment(home), ...client.prepare(place) };
    const log = path.join(folder, "client.log");
    const options = { cwd: project, env, log, seconds: MAX_SECONDS };
    const run = (args: readonly string[]) => runProcess(program, args, options);
    const ask = (args: readonly string[], n: number) =>
      recorder === undefined || client.recordedAs === undefined
        ? run(args)
        : runProcess(
            process.execPath,
            [recorder, "record", client.recordedAs, "--to", recordingIn(folder, n), "--", ...args],
            {
              ...options,
              env: { ...env, PATH: `${path.dirname(program)}${path.delimiter}${env.PATH}` },
            },
          );
    for (const args of client.before?.(place) ?? []) await run(args);
    const turns = turnsOf(client, scenario);
    for (const [n, turn] of turns.entries()) {
      if (client.screenArgs && (turn.isTyped || (turn.isContinued && client.continuesOnScreen)))
        await typeOnScreen(program, client.screenArgs(turn, place), {
          ...options,
          prompt: turn.prompt,
          ledger: server.ledger,
        });
      else await ask(client.args(turn, place), n);
    }
    const model = turns.at(-1)?.model ?? 0;
    for (const prompt of client.statements ?? []) await run(client.args({ prompt, model, isContinued: true }, place));
    if (client.after) await run(client.after);
  } finally {
    server.stop();
  }
  return leftBy(client, scenario, root);
}

const recordingIn = (folder: string, n: number): string => path.join(folder, "recordings", `${n}.jsonl`);

/** What the last run of a scenario left. */
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
  };
}

function turnsOf({ compactTurn }: Client, scenario: ScenarioName): readonly Turn[] {
  const turns: readonly Turn[] = SCENARIOS[scenario];
  if ((scenario !== "compact" && scenario !== "journey") || compactTurn === undefined) return turns;
  return [...turns.slice(0, 1), { prompt: compactTurn, model: 0, isContinued: true }, ...turns.slice(1)];
}

const filesIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).sort().map((name) => path.join(folder, name));

const sessionFiles = ({ sessions }: Client, home: string): string[] =>
  (existsSync(home) ? readdirSync(home, { recursive: true, encoding: "utf8" }) : [])
    .filter((file) => sessions.test(file.split(path.sep).join("/")))
    .sort()
    .map((file) => path.join(home, file));
