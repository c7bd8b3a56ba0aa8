import { expect, test } from "vitest";
import { readTokbenchRun, wholeRuns } from "@/bench/two-arms/read-tokbench";

const HEAD = "phase\tprovider\tmodel\tinput\toutput\tcontextTokens\tturns\tmessages\tseconds\tstopReason\terror";
const phase = (name: string, input: number, output: number, turns: number, stop = "stop") =>
  `T1__${name}\tsome-cloud\tm-1\t${input}\t${output}\t900\t${turns}\t9\t5\t${stop}\t-`;
const manifest = (engaged = "pass") =>
  JSON.stringify({
    arm: "a9",
    task: "T1",
    rep: "1",
    engage_check: engaged,
    start: "",
    end: "",
    image: "i",
    model: "unset",
  });
const summary = [HEAD, phase("plan", 1_000, 10, 3), phase("build", 2_500, 40, 7), ""].join("\n");

test.each(["pass (27 calls)", "unknown"])("a run whose tool was engaged, as it is written there: %s", (engaged) => {
  expect(readTokbenchRun("r", manifest(engaged), summary).ok).toBe(true);
});

test("a run is the sum of its phases, in tokens", () => {
  expect(readTokbenchRun("a9-T1-r1", manifest(), summary)).toEqual({
    ok: true,
    value: {
      arm: "a9",
      phases: 2,
      run: {
        id: "a9-T1-r1",
        key: "T1",
        model: null,
        bill: { turns: 10, plainInput: 3_500, output: 50, reads: 0, writes: 0, others: 0, total: 3_550 },
      },
    },
  });
});

test("a run with fewer phases than another of its task stopped too early", () => {
  const short = [HEAD, phase("plan", 1_000, 10, 3)].join("\n");
  const runs = [short, summary].flatMap((text, run) => {
    const result = readTokbenchRun(`r${run}`, manifest(), text);
    return result.ok ? [result.value] : [];
  });
  expect(runs).toHaveLength(2);
  expect(wholeRuns(runs).map(({ run }) => run.id)).toEqual(["r1"]);
});

test.each([
  ["no-manifest", "{", summary],
  ["no-phases", manifest(), HEAD],
  ["no-phases", manifest(), "phase\tinput\nplan\t1"],
  ["no-phases", manifest(), [HEAD, phase("plan", Number.NaN, 1, 1)].join("\n")],
  ["not-engaged", manifest("FAIL: no calls"), summary],
  ["not-finished", manifest(), [HEAD, phase("plan", 1, 1, 1, "error")].join("\n")],
])("a run that does not count: %s", (code, manifestText, text) => {
  expect(readTokbenchRun("r", manifestText, text)).toMatchObject({ ok: false, error: { code } });
});
