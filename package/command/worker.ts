import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dataFolder } from "./data-folder";
import { Refusal } from "./output";

/** The bundled server, next to `dist`. */
const SERVER = fileURLToPath(new URL("../../server/", import.meta.url));

/** Runs the jobs of a PostgreSQL database until stopped, or only creates its tables; exits with that process's code. */
export async function work(kind: "worker" | "migrate" = "worker"): Promise<void> {
  if (!/^postgres(ql)?:/.test(process.env.DATABASE_URL ?? ""))
    throw new Refusal(
      "DATABASE_URL is not a PostgreSQL database. With the embedded database, the server runs all jobs itself",
      2,
    );
  if (!fs.existsSync(SERVER)) throw new Refusal("the server is not in this package; use npm run worker in a checkout");
  const orphan = pathToFileURL(path.join(SERVER, "scripts", "stop-when-orphaned.mjs")).href;
  const child = spawn(process.execPath, ["--import", orphan, path.join(SERVER, "worker.mjs")], {
    env: { MALLOC_ARENA_MAX: "2", ...process.env, WINNOW_DATA_DIR: dataFolder(), WINNOW_PROCESS: kind },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}
