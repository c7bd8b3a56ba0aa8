import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { groupFiles } from "@/lib/importers/file-groups/group-files";
import { importTranscript } from "@/lib/importers/import-transcript";
import { countSession } from "@/lib/read-models/session-counts";
import type { Session } from "@/lib/transcript/session";
import { type Kind, ledgerDifferences, readLedger } from "@/tests/support/client-ledger";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

/** What is missing from a client's log, and other expectations of a scenario. */
type Scenario = {
  readonly folder: string;
  readonly kinds: readonly Kind[];
  readonly failedCalls: number;
  readonly compactions?: number;
  readonly notLogged?: readonly string[];
};

const ALL: readonly Kind[] = ["user", "assistant", "reasoning", "call", "result"];
/** Gemini CLI logs summaries of thoughts, but never sends them. */
const WITHOUT_THOUGHTS: readonly Kind[] = ["user", "assistant", "call", "result"];

const SCENARIOS: readonly Scenario[] = [
  { folder: "codex-0.169.0/plain", kinds: ALL, failedCalls: 1 },
  {
    folder: "codex-0.169.0/compact",
    kinds: ALL,
    failedCalls: 0,
    compactions: 1,
    notLogged: ["#14 compaction prompt: the instruction at its end"],
  },
  { folder: "codex-0.169.0/errors", kinds: ALL, failedCalls: 4 },
  { folder: "gemini-cli-0.61.0/plain", kinds: WITHOUT_THOUGHTS, failedCalls: 3 },
  {
    folder: "gemini-cli-0.61.0/compact",
    kinds: WITHOUT_THOUGHTS,
    failedCalls: 0,
    compactions: 1,
    notLogged: ["compaction call of 37328 tokens", "compaction call of 37584 tokens"],
  },
  { folder: "gemini-cli-0.61.0/errors", kinds: WITHOUT_THOUGHTS, failedCalls: 4 },
  { folder: "gemini-cli-0.61.0/switch", kinds: WITHOUT_THOUGHTS, failedCalls: 0 },
  { folder: "qwen-code-0.24.4/plain", kinds: ALL, failedCalls: 1 },
  {
    folder: "qwen-code-0.24.4/compact",
    kinds: ALL,
    failedCalls: 0,
    compactions: 1,
    notLogged: [
      "#11 compaction prompt: the instruction at its end",
      "#12 compaction prompt: the instruction at its end",
    ],
  },
  { folder: "qwen-code-0.24.4/errors", kinds: ALL, failedCalls: 4 },
  { folder: "qwen-code-0.24.4/switch", kinds: ALL, failedCalls: 0 },
  {
    folder: "pi-0.73.1/compact",
    kinds: ALL,
    failedCalls: 0,
    compactions: 1,
    notLogged: ["compaction call of 7809 tokens"],
  },
  { folder: "pi-0.73.1/resume", kinds: ALL, failedCalls: 1 },
  { folder: "pi-0.73.1/switch", kinds: ALL, failedCalls: 0 },
];

/** The files of the folder's first session. */
function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.jsonl?$/.test(file) && path.basename(file) !== "ledger.jsonl")
    .sort();
  const [group] = groupFiles(
    names.map((name) => ({ name })),
    () => null,
  );
  return group ? [group.main, ...group.companions].map(({ name }) => path.join(folder, name)) : [];
}

async function readSessions(files: readonly string[]): Promise<readonly Session[]> {
  const imported = await importTranscript(files.map(diskFile));
  if (!imported.ok) throw new Error(imported.error.message);
  return imported.value.sessions;
}

/** Clients do not log refusals, so the ledger has more errors than the session. */
describeShared("real-clients", (place) => {
  test.each(SCENARIOS)("$folder", async ({ folder, kinds, failedCalls, compactions = 0, notLogged = [] }) => {
    const [session] = await readSessions(filesIn(path.join(place, folder)));
    if (!session) throw new Error("no session");
    const ledger = readLedger(path.join(place, folder, "ledger.jsonl"));
    expect(ledgerDifferences(session, ledger, kinds)).toEqual(notLogged);
    expect(session.issues).toEqual([]);
    const { tool_calls: calls, tool_results: results, tool_errors: errors, ...counts } = countSession(session);
    expect([calls, results]).toEqual([callsIn(ledger), callsIn(ledger)]);
    expect([errors, counts.compactions, counts.api_errors]).toEqual([failedCalls, compactions, 0]);
  });

  test("opencode-1.18.33: no log has a title's call or an aborted call's usage", async () => {
    const sessions = await readSessions([path.join(place, "opencode-1.18.33/opencode.db")]);
    const found = ["plain", "resume", "errors", "switch"].map((scenario) => {
      const ledger = readLedger(path.join(place, "opencode-1.18.33", scenario, "ledger.jsonl"));
      const all = sessions.map((session) => ({ session, differences: ledgerDifferences(session, ledger, ALL) }));
      const [closest] = all.toSorted((one, other) => one.differences.length - other.differences.length);
      return { scenario, ...closest };
    });
    const failed = found.find(({ scenario }) => scenario === "errors")?.session;
    expect(failed && countSession(failed).tool_errors).toBe(4);
    expect(found.map(({ scenario, differences }) => [scenario, differences])).toEqual([
      ["plain", ["side call of 527 tokens"]],
      ["resume", ["side call of 521 tokens", "main call of 7461 tokens", "invented: request 7 of null tokens"]],
      ["errors", ["side call of 523 tokens"]],
      ["switch", ["side call of 520 tokens"]],
    ]);
  });
});

const callsIn = (ledger: ReturnType<typeof readLedger>): number =>
  ledger.reduce((sum, { status, calls }) => sum + (status === 200 ? calls.length : 0), 0);
