// Copies the traced server of `next build` into the package and makes it independent of its build location.
import fs from "node:fs";
import path from "node:path";
import { shareChunks } from "./share-chunks.mjs";

/** Native or unused: packages that npm installs for the user's platform are not copied from this one. */
const LEFT_OUT = [/^libsql$/, /^@libsql\/(linux|darwin|win32)/, /^@neon-rs$/, /^detect-libc$/, /^sharp$/, /^@img$/];

/** Needed only by builds: tracing results, and font metrics for `next/font`. */
const FOR_BUILDS = /(?:\.nft\.json|[\\/]next[\\/]dist[\\/]server[\\/]capsize-font-metrics\.json)$/;

/** Read at run time by paths that tracing does not see. */
const BESIDE = [
  "dist/worker.mjs",
  "lib/tokenizers/vocabularies",
  "prisma/migrations",
  "prisma/migrations-postgres",
  "scripts/front-door.mjs",
  "scripts/sign-in-page.mjs",
  "scripts/stop-when-orphaned.mjs",
  "scripts/database-child.mjs",
];

/** Placeholder for the server's folder in its settings; start-server.mjs inserts the real one. */
export const SERVER_FOLDER = "__WINNOW_SERVER__";

export function packServer({ root, dist, target }) {
  const distName = path.relative(root, dist);
  const traced = path.join(dist, "standalone");
  copy(traced, target, (file) => !isLeftOut(path.relative(traced, file), distName));
  fs.cpSync(path.join(dist, "static"), path.join(target, distName, "static"), { recursive: true });
  fs.cpSync(path.join(root, "public"), path.join(target, "public"), { recursive: true });
  for (const file of BESIDE) fs.cpSync(path.join(root, file), path.join(target, file), { recursive: true });
  fs.copyFileSync(path.join(root, "scripts/package/start-server.mjs"), path.join(target, "start.mjs"));
  fs.copyFileSync(path.join(root, "scripts/package/start-worker.mjs"), path.join(target, "worker.mjs"));
  fs.rmSync(path.join(target, "server.js"), { force: true }); // Next's own server listens on every address
  nameRealPackages(path.join(dist, "node_modules"), path.join(target, distName));
  forgetBuildPaths(root, target);
  shareChunks(path.join(target, distName, "server"));
}

/** Only the build and its packages are needed from the checkout; traced sources are not. */
const KEPT = [".next", "node_modules", "package.json"];

function isLeftOut(file, distName) {
  if (file !== "" && !KEPT.includes(file.split(path.sep)[0])) return true;
  if (file.startsWith(path.join(distName, "node_modules")) || FOR_BUILDS.test(file)) return true;
  const [, name] = /(?:^|[\\/])node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
  const [scope] = name?.split(/[\\/]/) ?? [];
  return name !== undefined && LEFT_OUT.some((pattern) => pattern.test(name.replace("\\", "/")) || pattern.test(scope));
}

function copy(from, to, keeps) {
  fs.cpSync(from, to, { recursive: true, dereference: true, filter: keeps });
}

/**
 * Turbopack names external packages `pino-28069d5257187539` and links these names to the packages. npm leaves links out
 * of a tarball, so the code gets the real names.
 */
function nameRealPackages(links, built) {
  const renamed = linksIn(links);
  if (renamed.length === 0) return;
  const anyName = new RegExp(renamed.map(([name]) => literally(name)).join("|"), "g");
  const real = new Map(renamed);
  for (const file of textFiles(path.join(built, "server")))
    rewrite(file, (text) => text.replace(anyName, (name) => real.get(name)));
}

function linksIn(folder, scope = "") {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder).flatMap((entry) => {
    if (entry.startsWith("@")) return linksIn(path.join(folder, entry), `${entry}/`);
    const name = scope + entry;
    return [[name, name.replace(/-[0-9a-f]{16}$/, "")]];
  });
}

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Removes the checkout's absolute path from the server's settings, which contain it both as is and as a URL. */
function forgetBuildPaths(root, target) {
  const place = new RegExp(literally(root.replace(/[\\/]$/, "")), "g");
  for (const file of textFiles(target)) rewrite(file, (text) => text.replace(place, SERVER_FOLDER));
}

function rewrite(file, change) {
  const text = fs.readFileSync(file, "utf8");
  const changed = change(text);
  if (changed !== text) fs.writeFileSync(file, changed);
}

/** Every file that can contain a package's name or a path. */
export function textFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?js|cjs|json|txt|html|rsc|meta|ts)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
