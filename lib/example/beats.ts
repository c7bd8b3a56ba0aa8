import { bash, edit, grep, readFile, type Todo, type World, writeFile, writeTodos } from "./calls";
import { CORE_FILES, NEW_FILES } from "./core-files";
import { ENTITIES, type Entity, pascal } from "./domain";
import { phrase, thought } from "./phrases";
import { numbered } from "./project";
import type { Call, Step } from "./steps";
import { failingRun, gitDiff, passingRun, queryPlan, typeErrors, workerLog } from "./terminal";

/** A beat of a task. For example, `explore 4` is four responses that read files. See `story.ts`. */
export type Beat = readonly [name: BeatName, argument?: number | string];
type BeatName = keyof typeof BEATS;

type BeatWriter = (world: World, entity: Entity, argument: number | string | undefined) => Step[];

const BEATS = {
  orient,
  explore,
  survey,
  search,
  plan,
  write,
  change,
  fail,
  debug,
  pass,
  types,
  logs,
  database,
  reject,
  commit,
  delegate,
  answer,
} satisfies Record<string, BeatWriter>;

export const playBeat = (world: World, entity: Entity, [name, argument]: Beat): Step[] =>
  BEATS[name](world, entity, argument);

const times = (argument: number | string | undefined, otherwise: number) =>
  Array.from({ length: typeof argument === "number" ? argument : otherwise }, (_, index) => index);

function step(world: World, entity: Entity, calls: readonly Call[], kind: Parameters<typeof phrase>[2]): Step {
  const { random } = world;
  return {
    ...(random.chance(0.35) && { thinking: thought(random, entity) }),
    ...(random.chance(0.55) && { text: phrase(random, entity, kind) }),
    calls,
  };
}

function orient(world: World, entity: Entity): Step[] {
  const listing = [...world.project.files.keys()].map(
    (path) => `-rw-r--r-- 1 mira mira ${world.random.int(700, 9000)} ${path}`,
  );
  const status =
    "On branch retry-queue\nYour branch is up to date with 'origin/retry-queue'.\n\nnothing to commit, working tree clean";
  return [
    step(
      world,
      entity,
      [
        bash("git status", "Show the state of the branch", status, 0.3),
        bash("find src -type f -ls", "List source files", listing.join("\n"), 0.3),
      ],
      "look",
    ),
    step(
      world,
      entity,
      [readFile(world, "src/carriers/carrier-client.ts"), readFile(world, "src/webhooks/webhook-handler.ts")],
      "look",
    ),
  ];
}

function filesOf(entity: Entity): string[] {
  return ["service", "repository", "routes", "schema", "service.test"].map(
    (kind) => `src/${entity.plural}/${entity.name}-${kind}.ts`,
  );
}

/** Reads the topic's files and those next to them. About one read in six repeats an earlier file. */
function explore(world: World, entity: Entity, argument: number | string | undefined): Step[] {
  return times(argument, 3).map(() => {
    const candidates = [...filesOf(entity), ...filesOf(world.random.pick(ENTITIES)), ...Object.keys(CORE_FILES)];
    const fresh = candidates.filter((path) => !world.seen.has(path));
    const path = world.random.pick(fresh.length > 0 && world.random.chance(0.84) ? fresh : candidates);
    const calls = [readFile(world, path)];
    if (world.random.chance(0.72)) calls.push(readFile(world, world.random.pick(candidates)));
    if (world.random.chance(0.15)) calls.push(grep(world, pascal(entity.name)));
    return step(world, entity, calls, "look");
  });
}

/** Reads all the topic's files in one response with parallel calls. */
function survey(world: World, entity: Entity): Step[] {
  return [
    step(
      world,
      entity,
      filesOf(entity).map((path) => readFile(world, path)),
      "look",
    ),
  ];
}

function search(world: World, entity: Entity, argument: number | string | undefined): Step[] {
  const patterns = [
    "catch (error)",
    "fetchStatus",
    `${pascal(entity.name)}Service`,
    "await this.database.query",
    "setTimeout",
    "events.publish",
  ];
  return times(argument, 1).map(() =>
    step(world, entity, [grep(world, world.random.pick(patterns), world.random.int(20, 70))], "look"),
  );
}

function plan(world: World, entity: Entity): Step[] {
  const todos: Todo[] = [
    `Read how ${entity.plural} call the carrier`,
    "Write the failing test first",
    `Wrap ${entity.name} calls in withRetry`,
    "Queue what still fails",
    "Run the whole suite and the type check",
    "Commit",
  ].map((content, index) => ({ content, status: index === 0 ? "in_progress" : "pending", activeForm: content }));
  return [
    {
      thinking: thought(world.random, entity),
      text: phrase(world.random, entity, "plan"),
      calls: [writeTodos(world, todos)],
    },
  ];
}

function write(world: World, entity: Entity, argument: number | string | undefined): Step[] {
  const path = String(argument);
  const text = NEW_FILES[path];
  if (text === undefined) throw new Error(`the story writes an unknown file ${path}`);
  return [
    step(world, entity, [writeFile(world, path, text)], "change"),
    step(world, entity, [readFile(world, path)], "look"),
  ];
}

/** Edits a service: wraps the carrier call, or handles the swallowed error. Some edits fail to match and are redone. */
function change(world: World, entity: Entity, argument: number | string | undefined): Step[] {
  return times(argument, 2).flatMap(() => {
    const path = `src/${entity.plural}/${entity.name}-service.ts`;
    const steps: Step[] = world.seen.has(path) ? [] : [step(world, entity, [readFile(world, path)], "look")];
    if (world.random.chance(0.12)) steps.push(step(world, entity, [missedEdit(world, entity, path)], "change"));
    steps.push(step(world, entity, [nextEdit(world, entity, path)], "change"));
    if (world.random.chance(0.3))
      steps.push(step(world, entity, [readFile(world, path, { from: world.random.int(1, 40), count: 30 })], "look"));
    return steps;
  });
}

const missedEdit = (world: World, entity: Entity, path: string) =>
  edit(world, path, `const status = this.carriers.fetchStatus(${entity.name});`, "");

function nextEdit(world: World, entity: Entity, path: string): Call {
  const plain = `const status = await this.carriers.fetchStatus(${entity.name}.id);`;
  const swallowed = `this.log.warn({ error }, "carrier did not answer, going on without it");`;
  if (world.project.text(path).includes(plain))
    return edit(
      world,
      path,
      plain,
      `const status = await withRetry(\n        this.policy,\n        () => this.carriers.fetchStatus(${entity.name}.id),\n        this.surroundings,\n      );`,
    );
  if (world.project.text(path).includes(swallowed))
    return edit(
      world,
      path,
      swallowed,
      `await this.queue.put("${entity.name}.retry", \`${entity.name}:\${id}\`, { id });\n      return { ok: false, code: "carrier-unavailable", message: String(error) };`,
    );
  const imports = `import type { Logger } from "../log.js";`;
  const extra = `import type { Counter } from "../metrics/counter.js"; // ${entity.name} ${world.random.hex(4)}`;
  return edit(world, path, imports, `${imports}\n${extra}`);
}

function fail(world: World, entity: Entity): Step[] {
  const command = `npm test -- src/${entity.plural}`;
  return [
    step(
      world,
      entity,
      [bash(command, `Run the tests of ${entity.plural}`, failingRun(entity, world.random), world.random.int(4, 22))],
      "test",
    ),
  ];
}

function debug(world: World, entity: Entity, argument: number | string | undefined): Step[] {
  return times(argument, 3).flatMap((index) => {
    const path = world.random.pick(filesOf(entity));
    const range = { from: world.random.int(8, 50), count: world.random.int(25, 60) };
    const look: Step = { thinking: thought(world.random, entity), calls: [readFile(world, path, range)] };
    return index % 2 === 0 ? [look, ...change(world, entity, 1)] : [look];
  });
}

function pass(world: World, entity: Entity): Step[] {
  return [
    step(
      world,
      entity,
      [bash("npm test", "Run the whole test suite", passingRun(world.random), world.random.int(6, 30))],
      "test",
    ),
  ];
}

function types(world: World, entity: Entity): Step[] {
  const command = "npx tsc --noEmit";
  return [
    step(
      world,
      entity,
      [bash(command, "Check types", typeErrors(entity, world.random), world.random.int(5, 14))],
      "test",
    ),
    ...change(world, entity, 1),
    step(world, entity, [bash(command, "Check types again", "", world.random.int(5, 14))], "test"),
  ];
}

function logs(world: World, entity: Entity, argument: number | string | undefined): Step[] {
  return times(argument, 1).map(() =>
    step(
      world,
      entity,
      [
        bash(
          "docker compose logs worker --no-color --tail 200 | cut -d'|' -f2-",
          "Read the worker's log",
          workerLog(world.random, world.random.int(50, 110)),
          1.2,
        ),
      ],
      "look",
    ),
  );
}

function database(world: World, entity: Entity): Step[] {
  const query = `psql "$DATABASE_URL" -c "explain analyze select * from retry_jobs where run_after <= now() for update skip locked limit 20"`;
  return [
    step(world, entity, [bash(query, "Explain the query that takes jobs", queryPlan(world.random), 0.8)], "look"),
  ];
}

function reject(world: World, entity: Entity): Step[] {
  const text = "The user did not allow this tool use. Wait for their next message before you go on.";
  const input = { command: "git push --force origin retry-queue", description: "Push the branch" };
  return [
    step(
      world,
      entity,
      [{ name: "Bash", input, result: text, detail: `Error: ${text}`, isError: true, seconds: 38 }],
      "commit",
    ),
  ];
}

function commit(world: World, entity: Entity): Step[] {
  const { random, project } = world;
  const paths = filesOf(entity).slice(0, 3);
  const subject = phrase(random, entity, "subject");
  const done = `[retry-queue ${random.hex(7)}] ${subject}\n ${random.int(2, 7)} files changed, ${random.int(20, 240)} insertions(+), ${random.int(3, 60)} deletions(-)`;
  const todos = world.todos.map((todo) => ({ ...todo, status: "completed" as const }));
  return [
    step(world, entity, [bash("git diff", "Show what changed", gitDiff(project, paths, random), 0.4)], "look"),
    step(
      world,
      entity,
      [bash(`git add -A && git commit -q -m "${subject}"`, "Commit", done, 0.9), writeTodos(world, todos)],
      "commit",
    ),
  ];
}

/** Starts a sub-agent that reads for a while and reports. */
function delegate(world: World, entity: Entity): Step[] {
  const prompt = `Find every place under src/ where an error of a carrier call is caught and not passed on. For each: file, line, what is lost, and whether the caller could know. Start with ${entity.plural}; do not change anything.`;
  const inner: World = { ...world, seen: new Set() };
  const steps = [
    ...search(inner, entity, 2),
    ...explore(inner, entity, 9),
    ...search(inner, entity, 1),
    ...explore(inner, entity, 3),
  ];
  const hits = world.project
    .grep("going on without it", 12)
    .map((hit) => `- \`${hit.path}:${hit.line}\`: the outcome is reported as ok although the carrier never answered`);
  const report = `I read ${inner.seen.size} files. Swallowed errors:\n\n${hits.join("\n")}\n\nThe webhook handler is the worst: it answers 200 and the scan is gone. The others only delay a status.`;
  const call: Call = {
    name: "Task",
    input: { description: "Find swallowed errors", prompt, subagent_type: "Explore" },
    result: report,
    detail: null,
    seconds: 64,
    subAgent: { prompt, steps, report },
  };
  return [
    {
      text: "I will let a second agent look for the swallowed errors, so that this context stays small.",
      calls: [call],
    },
  ];
}

function answer(world: World, entity: Entity, argument: number | string | undefined): Step[] {
  const text = typeof argument === "string" ? argument : phrase(world.random, entity, "report");
  const quoted = world.random.chance(0.25)
    ? `\n\n\`\`\`ts\n${numbered(NEW_FILES["src/retry/retry-policy.ts"] ?? "").slice(0, 400)}\n\`\`\``
    : "";
  return [{ text: text + quoted, calls: [] }];
}
