import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { builtinModules } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { runProcess } from "../clients/run-process";

/**
 * A published library of another product. Only the few files of its archive that a test needs are bundled, without
 * dependencies.
 */
export type Peer = {
  readonly spec: string;
  readonly sha512: string;
  /** A module that exports what the test needs, written as if it were in the package's folder. */
  readonly source: string;
  /** Modules of the package itself that the tested rules never use. */
  readonly absent?: RegExp;
  /** Members of other packages' objects that the rules call, by package name. */
  readonly given?: Readonly<Record<string, string>>;
};

/** A loaded library, or the reason why it is missing. */
export type Loaded<T> =
  | { readonly module: T; readonly problem: null }
  | { readonly module: null; readonly problem: string };

/** Cached for all checkouts of this user and for the next run. */
const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "winnow-peers");
const folderOf = (spec: string): string => path.join(CACHE, spec.replace(/^@/, "").replaceAll(/[/@]/g, "-"));

/** Fetches a library with npm if it is not cached, and loads the exports of its `source`. */
export async function loadPeer<T>(peer: Peer): Promise<Loaded<T>> {
  const problem = await fetchPeer(peer);
  if (problem !== null) return { module: null, problem: `${peer.spec}: ${problem}` };
  const made = await build({
    stdin: { contents: peer.source, resolveDir: path.join(folderOf(peer.spec), "package"), loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    plugins: [withoutTheRest(peer)],
  });
  const folder = mkdtempSync(path.join(CACHE, "bundle-"));
  try {
    const file = path.join(folder, "peer.mjs");
    writeFileSync(file, made.outputFiles[0]?.contents ?? "");
    return { module: (await import(/* @vite-ignore */ pathToFileURL(file).href)) as T, problem: null };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Null once the archive is unpacked in the cache; otherwise the error. */
async function fetchPeer({ spec, sha512 }: Peer): Promise<string | null> {
  const target = folderOf(spec);
  if (existsSync(target)) return null;
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(path.join(CACHE, "fetching-"));
  try {
    const args = ["pack", spec, "--silent", "--fetch-retries=0", "--pack-destination", work];
    const log = path.join(work, "npm.log");
    const code = await runProcess("npm", args, { cwd: work, env: definedEnvironment(), log, seconds: 120 });
    const archive = readdirSync(work).find((file) => file.endsWith(".tgz"));
    if (code !== 0 || !archive) return "npm could not fetch it";
    const bytes = readFileSync(path.join(work, archive));
    if (createHash("sha512").update(bytes).digest("base64") !== sha512) return "its archive has another checksum";
    execFileSync("tar", ["-xzf", archive], { cwd: work });
    rmSync(path.join(work, archive));
    renameSync(work, target);
    return null;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** Replaces every omitted module: each of its properties, calls and instances is the same object. */
const ABSENT = `const absent = new Proxy(function () {}, {
  get: (target, key) => {
    if (key === "then" || key === "__esModule") return undefined;
    if (key === "prototype") return target.prototype;
    if (key === Symbol.toPrimitive) return () => "";
    return key === Symbol.iterator ? function* () {} : absent;
  },
  getPrototypeOf: () => absent,
  apply: () => absent,
  construct: () => absent,
});
`;

const isBuiltIn = (name: string): boolean => name.startsWith("node:") || builtinModules.includes(name);

function withoutTheRest({ absent, given = {} }: Peer): Plugin {
  return {
    name: "without-the-rest",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path: name, kind }) =>
        kind !== "entry-point" && !isBuiltIn(name) && (!name.startsWith(".") || absent?.test(name))
          ? { path: name, namespace: "absent" }
          : undefined,
      );
      onLoad({ filter: /./, namespace: "absent" }, ({ path: name }) => {
        const members = given[name];
        const exported = members ? `Object.setPrototypeOf({ ${members} }, absent)` : "absent";
        return { contents: `${ABSENT}module.exports = ${exported};`, loader: "js" };
      });
    },
  };
}
