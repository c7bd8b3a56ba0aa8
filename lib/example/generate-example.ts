import { playBeat } from "./beats";
import type { World } from "./calls";
import { ENTITIES, type Entity } from "./domain";
import { Project } from "./project";
import { Random } from "./random";
import { type Row, SessionWriter } from "./session-writer";
import { CHAPTERS, type Chapter, MODELS } from "./story";

/** The seed of the session that ships with Winnow. */
const EXAMPLE_SEED = 20260310;
const EXAMPLE_TITLE = "Parcel tracking: retries and a queue for carrier calls";
/** 10 March 2026, 08:51 UTC. A fixed day, so that the bytes never change. */
const EXAMPLE_START = Date.UTC(2026, 2, 10, 8, 51, 12);

export type ExampleOptions = {
  readonly seed?: number;
  /** How many times the day is repeated. Each round is about 1.7 MB. May be Infinity if the consumer stops reading. */
  readonly rounds?: number;
};

/**
 * The rows of a fictional Claude Code session, one at a time, so that memory stays bounded for any number of rounds.
 */
export function* exampleRows(options: ExampleOptions = {}): Iterable<Row> {
  const { seed = EXAMPLE_SEED, rounds = 1 } = options;
  const random = new Random(seed);
  const writer = new SessionWriter(random, EXAMPLE_START);
  yield { type: "custom-title", customTitle: EXAMPLE_TITLE };
  for (let round = 0; round < rounds; round += 1) {
    const world: World = { random, project: new Project(random), seen: new Set(), todos: [] };
    yield* playDay(writer, world);
    writer.pass(14 * 3600);
  }
}

/** The built-in example as JSONL. The same seed gives the same bytes. */
export function generateExample(seed: number = EXAMPLE_SEED): string {
  let out = "";
  for (const row of exampleRows({ seed })) out += `${JSON.stringify(row)}\n`;
  return out;
}

function* playDay(writer: SessionWriter, world: World): Iterable<Row> {
  const asked: string[] = [];
  for (const chapter of CHAPTERS) {
    asked.push(chapter.prompt);
    yield* openChapter(writer, chapter);
    yield* playBeats(writer, world, chapter, asked);
  }
}

function* openChapter(writer: SessionWriter, chapter: Chapter): Iterable<Row> {
  writer.pass(chapter.pause === undefined ? writer.random.int(70, 280) : chapter.pause * 60);
  if (chapter.command) yield* writer.command(chapter.command.name, chapter.command.argument, chapter.command.output);
  writer.model = chapter.model ?? MODELS.usual;
  if (chapter.command) writer.pass(9);
  if (chapter.incident === "micro-compaction") yield* writer.microCompact();
  yield* writer.typed(chapter.prompt);
  if (chapter.incident === "api-error") {
    yield* writer.apiError();
    yield* writer.typed("try again");
  }
}

function* playBeats(writer: SessionWriter, world: World, chapter: Chapter, asked: readonly string[]): Iterable<Row> {
  const entity = ENTITIES.find((candidate) => candidate.name === chapter.topic) as Entity;
  let played = 0;
  for (const beat of chapter.beats) {
    for (const step of playBeat(world, entity, beat)) {
      if (writer.isFull) yield* writer.compact(summaryText(world, entity, asked));
      if (chapter.incident === "cache-collapse" && played === 6) writer.collapseCache();
      yield* writer.respond(step);
      played += 1;
    }
  }
}

/** The summary of an automatic compaction: requests, work done, decisions, and next steps. */
function summaryText(world: World, entity: Entity, prompts: readonly string[]): string {
  const files = [...world.seen].slice(-14);
  const outline = files.map(
    (path) =>
      `- \`${path}\` (${world.project.text(path).split("\n").length} lines): read${path.includes("service") ? " and changed: carrier call wrapped, error passed on" : ""}`,
  );
  const asked = prompts.map((prompt, index) => `${index + 1}. "${prompt}"`);
  const todos = world.todos.map((todo) => `- [${todo.status === "completed" ? "x" : " "}] ${todo.content}`);
  return `This session goes on from an earlier conversation that filled its context window. What follows is the summary of it.

## What the user asked for
${asked.join("\n")}

## How things are
The service is TypeScript on Fastify and Postgres. Every carrier call went through CarrierClient.fetchStatus with one attempt; errors were swallowed in several services, and the webhook handler answered 200 for scans it had lost. A policy (five attempts, 200 ms doubled, 20 % jitter, at most 10 s) and withRetry exist and are tested; sleep and random are injected. Work that still fails goes to retry_jobs with a dedupe key.

## Files
${outline.join("\n")}

## Decisions
- Postgres instead of Redis, because production has no Redis. Jobs are taken with \`for update skip locked\`.
- The carrier is called before the transaction opens, so no row stays locked during a backoff.
- The signature of fetchStatus stays. A 401 or 404 is never retried, a 429 is.
- Nobody pushes by force; the user pushes.

## Errors seen
- "expected { ok: true } to match object { ok: false }" in the tests of ${entity.plural}: failNext was shared between tests.
- "String to replace not found in file" twice, after the file had changed since it was read.

## Open
${todos.join("\n") || "- nothing"}

## Next step
Go on with ${entity.plural}: finish the change that was under way, run \`npm test\` and \`npx tsc --noEmit\`, then commit.`;
}
