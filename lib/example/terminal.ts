import { ENTITIES, type Entity, pascal } from "./domain";
import { type Match, PROJECT_ROOT, type Project } from "./project";
import type { Random } from "./random";

const ms = (random: Random, low: number, high: number) => `${random.int(low, high)}ms`;

/** A failing test run with a diff and a stack trace into the project. */
export function failingRun(entity: Entity, random: Random): string {
  const type = pascal(entity.name);
  const verb = random.pick(entity.verbs);
  const line = random.int(24, 88);
  const tests = `src/${entity.plural}/${entity.name}-service.test.ts`;
  const passed = ENTITIES.filter((other) => other !== entity).map(
    (other) =>
      ` ✓ src/${other.plural}/${other.name}-service.test.ts (${other.verbs.length * 2} tests) ${ms(random, 8, 140)}`,
  );
  const failures = Array.from({ length: random.int(2, 4) }, () => failure(entity, tests, random)).join("\n");
  return `Exit code 1

> parcel-tracking@3.8.1 test
> vitest run

 RUN  v3.2.4 ${PROJECT_ROOT}

${passed.join("\n")}
 ❯ ${tests} (${entity.verbs.length * 2} tests | 1 failed) ${ms(random, 90, 2100)}
   × ${type}Service > answers carrier-unavailable when the carrier times out during ${verb} ${ms(random, 20, 900)}
     → expected { ok: true, … } to match object { ok: false, …(1) }

⎯⎯⎯⎯⎯⎯⎯ Failed Tests ⎯⎯⎯⎯⎯⎯⎯

${failures}

 Test Files  1 failed | ${passed.length} passed (${passed.length + 1})
      Tests  1 failed | ${random.int(96, 140)} passed
   Start at  1${random.int(0, 7)}:${random.int(10, 59)}:${random.int(10, 59)}
   Duration  ${random.int(2, 9)}.${random.int(10, 99)}s (transform ${ms(random, 200, 900)}, setup 0ms, collect ${ms(random, 600, 3000)}, tests ${ms(random, 900, 5000)})
(failure first seen at line ${line})`;
}

function failure(entity: Entity, tests: string, random: Random): string {
  const type = pascal(entity.name);
  const verb = random.pick(entity.verbs);
  const line = random.int(20, 90);
  return ` FAIL  ${tests} > ${type}Service > answers carrier-unavailable when the carrier times out during ${verb}
AssertionError: expected { ok: true, …(1) } to match object { ok: false, …(1) }

- Expected
+ Received

  {
-   "code": "carrier-unavailable",
-   "ok": false,
+   "${entity.name}": {
+     "id": "${random.uuid()}",
+     "version": ${random.int(2, 9)},
+   },
+   "ok": true,
  }

 ❯ ${tests}:${line}:${random.int(5, 40)}
    ${line - 2}|     const stored = await ${entity.plural}.insert(sample${type}());
    ${line - 1}|     const outcome = await service.${verb}(stored.id);
    ${line}|     expect(outcome).toMatchObject({ ok: false, code: "carrier-unavailable" });
      |                     ^
 ❯ ${type}Service.${verb} src/${entity.plural}/${entity.name}-service.ts:${random.int(28, 70)}:${random.int(9, 30)}
 ❯ withRetry src/retry/with-retry.ts:${random.int(9, 16)}:${random.int(7, 20)}
 ❯ processTicksAndRejections node:internal/process/task_queues:105:5
 ❯ runTest node_modules/vitest/dist/chunks/runner.js:${random.int(700, 1100)}:11
`;
}

export function passingRun(random: Random): string {
  const lines = ENTITIES.map(
    (entity) =>
      ` ✓ src/${entity.plural}/${entity.name}-service.test.ts (${entity.verbs.length * 2} tests) ${ms(random, 8, 140)}`,
  );
  return `
> parcel-tracking@3.8.1 test
> vitest run

 RUN  v3.2.4 ${PROJECT_ROOT}

${lines.join("\n")}
 ✓ src/retry/with-retry.test.ts (${random.int(2, 9)} tests) ${ms(random, 4, 30)}

 Test Files  ${lines.length + 1} passed (${lines.length + 1})
      Tests  ${random.int(110, 160)} passed
   Duration  ${random.int(2, 6)}.${random.int(10, 99)}s`;
}

export function typeErrors(entity: Entity, random: Random): string {
  const file = `src/${entity.plural}/${entity.name}-service.ts`;
  const rows = Array.from(
    { length: random.int(2, 6) },
    () =>
      `${file}(${random.int(10, 80)},${random.int(5, 40)}): error TS2345: Argument of type '${pascal(entity.name)} | undefined' is not assignable to parameter of type '${pascal(entity.name)}'.\n  Type 'undefined' is not assignable to type '${pascal(entity.name)}'.`,
  );
  return `Exit code 2\n${rows.join("\n")}`;
}

/** Structured log lines of two workers under load. */
export function workerLog(random: Random, lines: number): string {
  const kinds = ["webhook.record", "carrier.fetch-status", "notification.send", "label.print"];
  let clock = Date.UTC(2026, 2, 9, 22, 14, 7);
  return Array.from({ length: lines }, () => {
    clock += random.int(3, 900);
    const job = random.int(48_000, 52_000);
    const worker = `worker-${random.int(1, 2)}`;
    const row = {
      time: new Date(clock).toISOString(),
      worker,
      jobId: job,
      kind: random.pick(kinds),
      attempts: random.int(1, 5),
    };
    const outcome = random.pick([
      { level: "info", msg: "job finished", ms: random.int(12, 480) },
      { level: "info", msg: "job taken" },
      {
        level: "warn",
        msg: "job failed",
        error: `CarrierError: carrier dhx answered ${random.pick([500, 502, 503, 429])}`,
      },
      {
        level: "error",
        msg: "query failed",
        error: `deadlock detected: process ${random.int(400, 900)} waits for ShareLock on transaction ${random.int(88_000, 99_000)}`,
      },
    ]);
    return JSON.stringify({ ...row, ...outcome });
  }).join("\n");
}

export const grepText = (matches: readonly Match[]): string =>
  matches.length === 0 ? "No matches found" : matches.map((m) => `${m.path}:${m.line}:${m.text}`).join("\n");

export function gitDiff(project: Project, paths: readonly string[], random: Random): string {
  return paths
    .map((path) => {
      const lines = project.text(path).split("\n").slice(0, random.int(18, 60));
      const shown = lines.map((line, index) => `${index % 5 === 3 ? "+" : " "}${line}`).join("\n");
      return `diff --git a/${path} b/${path}\nindex ${random.hex(7)}..${random.hex(7)} 100644\n--- a/${path}\n+++ b/${path}\n@@ -1,${lines.length} +1,${lines.length + 4} @@\n${shown}`;
    })
    .join("\n");
}

export function queryPlan(random: Random): string {
  const cost = () => `${random.int(0, 40)}.${random.int(10, 99)}..${random.int(41, 900)}.${random.int(10, 99)}`;
  return `                                   QUERY PLAN
---------------------------------------------------------------------------------
 Update on retry_jobs  (cost=${cost()} rows=20 width=${random.int(80, 400)}) (actual time=0.${random.int(100, 999)}..${random.int(1, 30)}.${random.int(100, 999)} rows=20 loops=1)
   ->  Nested Loop  (cost=${cost()} rows=20 width=96)
         ->  HashAggregate  (cost=${cost()} rows=20 width=40)
               Group Key: "ANY_subquery".id
               ->  LockRows  (cost=${cost()} rows=20 width=14)
                     ->  Index Scan using retry_jobs_due on retry_jobs retry_jobs_1
                           Index Cond: (run_after <= now())
         ->  Index Scan using retry_jobs_pkey on retry_jobs  (cost=${cost()} rows=1)
 Planning Time: 0.${random.int(100, 999)} ms
 Execution Time: ${random.int(1, 40)}.${random.int(100, 999)} ms
(11 rows)`;
}
