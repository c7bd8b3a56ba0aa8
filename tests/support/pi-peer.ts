import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { build, type Plugin } from "esbuild";

/** Fetched by `node scripts/fetch-peers.mjs`. */
const FILE = "node_modules/.peers/pi-coding-agent-0.73.1/package/dist/core/compaction/compaction.js";

export type PiEntry = { readonly type: "message"; readonly message: object };

/** What pi's compaction exports of its rules; pure functions. */
export type PiCompaction = {
  readonly DEFAULT_COMPACTION_SETTINGS: { enabled: boolean; reserveTokens: number; keepRecentTokens: number };
  readonly shouldCompact: (tokens: number, window: number, settings: object) => boolean;
  readonly estimateTokens: (message: object) => number;
  readonly findCutPoint: (
    entries: readonly PiEntry[],
    start: number,
    end: number,
    keepRecent: number,
  ) => { firstKeptEntryIndex: number; turnStartIndex: number; isSplitTurn: boolean };
};

/** Models and sessions are never touched by those rules: whatever imports them gets a function that fails. */
const withoutTheRest: Plugin = {
  name: "without-the-rest",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@|session-manager/ }, ({ path }) => ({ path, namespace: "absent" }));
    onLoad({ filter: /./, namespace: "absent" }, () => ({
      contents: "module.exports = new Proxy({}, { get: () => () => { throw new Error('not here'); } });",
      loader: "js",
    }));
  },
};

/** pi's own code; null if it was not fetched. */
export async function loadPi(): Promise<PiCompaction | null> {
  if (!existsSync(FILE)) return null;
  const entryPoints = [resolve(FILE)];
  const made = await build({
    entryPoints,
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    plugins: [withoutTheRest],
  });
  const code = made.outputFiles[0]?.text ?? "";
  return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}
