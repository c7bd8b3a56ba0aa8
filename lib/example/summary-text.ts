import type { World } from "./calls";
import type { Entity } from "./domain";

/** The summary that an automatic compaction writes: what was asked, done and decided, and what comes next. */
export function summaryText(world: World, entity: Entity, prompts: readonly string[]): string {
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
