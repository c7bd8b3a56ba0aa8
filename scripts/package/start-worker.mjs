// The package's worker process: it runs the server's code but does not listen. `winnow worker` and `winnow migrate` run
// this file with DATABASE_URL and WINNOW_DATA_DIR set.
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const server = path.dirname(fileURLToPath(import.meta.url));

process.env.NODE_ENV = "production";
process.env.NEXT_RUNTIME = "nodejs";
process.env.WINNOW_PROCESS ||= "worker";
process.umask(0o077); // only the worker's user can read what it writes
process.chdir(server);

const require = createRequire(path.join(server, "package.json"));
const { register } = require(path.join(server, ".next/server/instrumentation.js"));
await register();
