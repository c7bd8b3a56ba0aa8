import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { recordFigure } from "@/tests/support/record-figure";
import { makeSession } from "@/tests/support/transcripts";

const DESCRIPTORS = 256;
const IMPORTS = 12;
const READERS = 60;
const hasPrlimit = process.platform === "linux" && canLimit();

function canLimit(): boolean {
  try {
    execFileSync("prlimit", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

let server: ProductionServer;
beforeAll(async () => {
  if (!isBuilt || !hasPrlimit) return;
  server = await startProductionServer();
  execFileSync("prlimit", ["--pid", String(server.process.pid), `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`]);
});
afterAll(() => server?.stop());

describe.skipIf(!isBuilt || !hasPrlimit)(`a server with ${DESCRIPTORS} descriptors (set by prlimit, on Linux)`, () => {
  test("imports and reads concurrently, and survives more connections than it can have", async () => {
    const imports = Array.from({ length: IMPORTS }, (_, index) =>
      fetch(`${server.origin}/api/sessions`, {
        method: "POST",
        body: makeSession({ id: `dfdfdfdf-0000-4000-8000-${String(index).padStart(12, "0")}`, turns: 60 }),
        headers: { "content-type": "application/octet-stream", "x-file-name": `${index}.jsonl` },
      }).then(({ status }) => status),
    );
    const reads = Array.from({ length: READERS }, () =>
      fetch(`${server.origin}/api/sessions`).then(({ status }) => status),
    );
    expect(new Set(await Promise.all(imports))).toEqual(new Set([201]));
    expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
    const flood = await Promise.allSettled(
      Array.from({ length: DESCRIPTORS * 2 }, () =>
        fetch(`${server.origin}/api/health`, { signal: AbortSignal.timeout(20_000) }),
      ),
    );
    const answered = flood.filter(({ status }) => status === "fulfilled").length;
    expect(server.process.exitCode).toBeNull();
    await expect
      .poll(
        () =>
          fetch(`${server.origin}/api/ready`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(200);
    recordFigure(
      "L3",
      `${DESCRIPTORS} descriptors`,
      `${IMPORTS} imports and ${READERS} reads at once; ${answered} of ${flood.length} answered at once`,
    );
  });
});
