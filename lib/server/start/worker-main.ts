// The program of a worker process; scripts/build-worker.mjs bundles it into dist/job-worker.mjs.
import { migrateAndEnd } from "./migrate-and-end";
import { startWorker } from "./start-worker";

await (process.env.WINNOW_PROCESS === "migrate" ? migrateAndEnd() : startWorker());
