// The package's production server, in place of Next's own server.js, which listens on every address. The command
// `winnow open` runs this file with HOST, PORT and WINNOW_DATA_DIR set.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const server = path.dirname(fileURLToPath(import.meta.url));
const { HOST: host = "127.0.0.1", PORT: port = "3000" } = process.env;

process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
process.env.NEXT_MANUAL_SIG_HANDLE = "true"; // lib/server/start/shutdown.ts stops the server
process.umask(0o077); // only the server's user can read what the server writes
process.chdir(server);

const [settings] = ["required-server-files.json"].map((name) => path.join(server, ".next", name));
const { config } = JSON.parse(
  fs.readFileSync(settings, "utf8").replaceAll("__WINNOW_SERVER__", JSON.stringify(server).slice(1, -1)),
);
config.outputFileTracingRoot = server;
config.turbopack = { root: server };
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);

const require = createRequire(path.join(server, "package.json"));
require("next");
const { startServer } = require("next/dist/server/lib/start-server");
await startServer({ dir: server, isDev: false, config, hostname: host, port: Number(port), allowRetry: false });
