import { rmSync } from "node:fs";
import path from "node:path";
import { bundleTs } from "@/scripts/bundle-ts.mjs";
import { findPeer, type NoPeer, type PeerName, versionOf } from "./peers";
import { timeProgram, type WorkTime } from "./program";
import type { Skipped } from "./row";

/**
 * A program that reads the transcripts of a home folder; `run` returns the time of the reading and of the entire
 * process.
 */
export type Reader = {
  readonly name: string;
  readonly isOurs: boolean;
  run(): { readonly work: WorkTime | null; readonly whole: WorkTime };
};

/**
 * Bundles the code for our import and for the bare parsing of lines, which run in separate processes. Call
 * `remove` afterwards.
 */
export async function bundleWorks() {
  const bundle = await bundleTs(process.cwd(), "bench/importers/work-alone.ts");
  return { bundle, remove: () => rmSync(bundle) };
}

export function ownReaders(bundle: string, file: string): { bare: Reader; winnow: Reader } {
  const reader = (name: string, isOurs: boolean, work: string): Reader => ({
    name,
    isOurs,
    run: () => {
      const whole = timeProgram([bundle, work, file]);
      return { work: JSON.parse(whole.output) as WorkTime, whole };
    },
  });
  return {
    bare: reader("JSON.parse of each line", false, "parse-lines"),
    winnow: reader("Winnow", true, "import-whole"),
  };
}

type Other = {
  readonly name: PeerName;
  readonly args: readonly string[];
  readonly oldestNode: readonly [number, number];
};

const OTHERS: readonly Other[] = [
  { name: "ccusage", args: ["dist/index.js", "session", "--json", "--offline"], oldestNode: [20, 19] },
  {
    name: "codeburn",
    args: ["dist/cli.js", "report", "--format", "json", "--from", "2026-01-01", "--to", "2036-12-31"],
    oldestNode: [22, 13],
  },
];

/** Other people's readers, with `home` as their home folder, so that they find nothing else. */
export function otherReaders(home: string): { readers: Reader[]; skipped: Skipped[] } {
  const readers: Reader[] = [];
  const skipped: Skipped[] = [
    { name: "splitrail", reason: "it is a program in Rust, which this command cannot install" },
  ];
  for (const other of OTHERS) {
    const reader = otherReader(other, home);
    if ("reason" in reader) skipped.push({ name: other.name, reason: reader.reason });
    else readers.push(reader);
  }
  return { readers, skipped };
}

function otherReader({ name, args: [script = "", ...rest], oldestNode }: Other, home: string): Reader | NoPeer {
  const [peer, node] = [findPeer(name), nodeFor(oldestNode)];
  if (!peer.ok) return peer;
  if (typeof node !== "string") return node;
  const environment = { HOME: home, CLAUDE_CONFIG_DIR: path.join(home, ".claude"), NO_COLOR: "1" };
  const run = () => {
    rmSync(path.join(home, ".cache"), { recursive: true, force: true }); // the reader's cache from the previous round
    const whole = timeProgram([path.join(peer.folder, script), ...rest], environment, node);
    if (!/"totalTokens": [1-9]|"calls": [1-9]/.test(whole.output)) throw new Error(`${name} found no session`);
    return { work: null, whole };
  };
  return { name: `${name} ${versionOf(name)}`, isOurs: false, run };
}

/** The Node that runs us if it is new enough, otherwise a newer one that is installed as a package. */
function nodeFor([major, minor]: readonly [number, number]): string | NoPeer {
  const [own = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  if (own > major || (own === major && ownMinor >= minor)) return process.execPath;
  const newer = findPeer("node");
  return newer.ok ? path.join(newer.folder, "bin/node") : newer;
}
