import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/**
 * Other people's programs that are measured next to ours. Each has an exact version and is installed when a row first
 * needs it, into a separate folder inside node_modules, so that neither package.json nor the lock lists it.
 *
 * - ccusage: the last version whose reader is JavaScript; later ones are a native binary.
 * - codeburn needs Node 22.13, and `node` is that Node if ours is older.
 */
const VERSIONS = {
  "ai-tokenizer": "1.0.6",
  "js-tiktoken": "1.0.21",
  ccusage: "18.0.11",
  codeburn: "0.9.15",
  node: "22.23.3",
} as const;

export type PeerName = keyof typeof VERSIONS;
export type Peer = { readonly ok: true; readonly folder: string; readonly require: NodeJS.Require };
export type NoPeer = { readonly ok: false; readonly reason: string };

export const versionOf = (name: PeerName): string => VERSIONS[name];

/** The folder of a peer, which is installed if it is missing. Returns a reason if the registry cannot be reached. */
export function findPeer(name: PeerName): Peer | NoPeer {
  const version = VERSIONS[name];
  const home = path.resolve("node_modules/.peers/bench", `${name}-${version}`);
  if (!existsSync(home)) {
    const reason = install(name, version, home);
    if (reason) return { ok: false, reason };
  }
  const require = createRequire(path.join(home, "package.json"));
  return { ok: true, folder: path.join(home, "node_modules", name), require };
}

/**
 * Installs into a temporary folder that becomes the peer's only once it is complete. Returns why the installation
 * failed.
 */
function install(name: PeerName, version: string, home: string): string | null {
  const work = `${home}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  writeFileSync(path.join(work, "package.json"), JSON.stringify({ private: true }));
  console.error(`[bench] installing ${name} ${version} …`);
  const options = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  const command = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status, stderr } = spawnSync(command, ["install", `${name}@${version}`, ...options], {
    cwd: work,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status === 0) renameSync(work, home);
  rmSync(work, { recursive: true, force: true });
  const code = /code (E\w+)/.exec(stderr ?? "")?.[1] ?? "no answer";
  return status === 0 ? null : `npm could not install ${name} ${version} (${code})`;
}
