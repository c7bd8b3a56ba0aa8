import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { mustImport } from "@/tests/support/check-importer";
import { readLedger } from "@/tests/support/client-ledger";
import { logShares } from "@/tests/support/log-shares";
import { samples } from "@/tests/support/samples";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

/** The breaks of each scenario: the request by the server's count, and its cause. */
const FEW: readonly { readonly name: string; readonly breaks: readonly (readonly [number, string])[] }[] = [
  { name: "codex-0.169.0/compact", breaks: [[15, "compaction"]] },
  { name: "gemini-cli-0.61.0/switch", breaks: [[3, "model-switch"]] },
  { name: "pi-0.73.1/switch", breaks: [[3, "model-switch"]] },
];
const ALL: typeof FEW = [
  ...FEW,
  { name: "codex-0.169.0/errors", breaks: [] },
  { name: "codex-0.169.0/plain", breaks: [] },
  { name: "gemini-cli-0.61.0/compact", breaks: [[18, "compaction"]] },
  { name: "gemini-cli-0.61.0/errors", breaks: [] },
  { name: "gemini-cli-0.61.0/plain", breaks: [] },
  { name: "pi-0.73.1/compact", breaks: [[17, "compaction"]] },
  { name: "pi-0.73.1/resume", breaks: [] },
  { name: "qwen-code-0.24.4/compact", breaks: [[13, "compaction"]] },
  { name: "qwen-code-0.24.4/errors", breaks: [] },
  { name: "qwen-code-0.24.4/plain", breaks: [] },
  { name: "qwen-code-0.24.4/switch", breaks: [[3, "model-switch"]] },
];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.jsonl?$/.test(file) && file !== "ledger.jsonl")
    .sort()
    .map((file) => path.join(folder, file));

describeShared("real-clients", (place) => {
  test.each(samples(FEW, ALL))(
    "$name: what is not in the log, to one point, and each break",
    async ({ name, breaks }) => {
      const folder = path.join(place, name);
      const [session] = (await mustImport(filesIn(folder).map(diskFile))).sessions;
      if (!session) throw new Error("no session");
      const shares = logShares(session, readLedger(path.join(folder, "ledger.jsonl")));
      expect(Math.abs(shares.toldAsServerCounts - shares.missing)).toBeLessThan(0.01);
      expect(Math.abs(shares.shown - shares.missing)).toBeLessThan(0.01);
      expect(shares.breaks).toEqual(breaks);
      expect(shares.drops).toEqual(breaks.map(([request]) => request));
    },
  );
});
