// The program of a worker process; scripts/build-worker.mjs bundles it into dist/job-worker.mjs.
import { startWorker } from "./start-worker";

await startWorker();
