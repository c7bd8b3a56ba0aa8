import { describe, expect, test } from "vitest";
import { knownTrigger } from "@/lib/models/compaction-triggers";
import { forecastCompaction, forecastOf } from "@/lib/read-models/compaction-forecast";
import { mustImport } from "@/tests/support/check-importer";
import { type RecordedCall, recordingOf } from "@/tests/support/recorded-rows";

const growing = (requests: number, by: number, from = 20_000) =>
  Array.from({ length: requests }, (_, at) => from + at * by);

describe("the forecast of the next compaction", () => {
  test("is a range around the tokens left at the current pace, wider than the pace alone", () => {
    const forecast = forecastCompaction(growing(50, 1_000), 100_000);
    expect(forecast).toMatchObject({ kind: "range", left: 31_000 });
    if (forecast.kind !== "range") return;
    expect(forecast.low).toBeLessThan(31);
    expect(forecast.about).toBeGreaterThanOrEqual(forecast.low);
    expect(forecast.high).toBeGreaterThan(forecast.about);
  });

  test("follows the pace of the last requests, and gets closer as the window fills", () => {
    const slow = [...growing(60, 2_000), ...growing(41, 100, 140_000)];
    const [early, late] = [slow.slice(0, 50), slow].map((sizes) => forecastCompaction(sizes, 170_000));
    expect([early, late]).toMatchObject([{ kind: "range" }, { kind: "range" }]);
    expect((late as { about: number }).about).toBeGreaterThan((early as { about: number }).about);
  });

  test("reports what is unknown, and what is certain", () => {
    expect(forecastCompaction(growing(50, 1_000), null)).toEqual({ kind: "unknown" });
    expect(forecastCompaction([], 90_000)).toEqual({ kind: "too-few", left: null });
    expect(forecastCompaction(growing(10, 1_000), 90_000)).toEqual({ kind: "too-few", left: 61_000 });
    expect(forecastCompaction(growing(50, 0), 90_000)).toEqual({ kind: "steady", left: 70_000 });
    expect(forecastCompaction(growing(50, 1_000), 60_000)).toEqual({ kind: "next" });
  });

  test("a trigger is known by client and version, never guessed", () => {
    expect(knownTrigger("claude-code", ["2.1.7"], 200_000)).toBe(155_000);
    expect(knownTrigger("claude-code", ["2.1.222"], 200_000)).toBe(167_000);
    expect(knownTrigger("codex", ["0.140.0"], 258_400)).toBe(244_800);
    expect(knownTrigger("codex", ["0.47.0"], 272_000)).toBe(244_800);
    expect(knownTrigger("pi", [], 200_000)).toBe(183_616);
    expect(knownTrigger("goose", [], 200_000)).toBeNull();
    expect(knownTrigger("codex", [], null)).toBeNull();
  });

  test("a recording is forecast like its client", async () => {
    const call = (at: number): RecordedCall => ({
      path: "/v1/messages",
      headers: { "user-agent": "claude-cli/2.1.332 (external, cli)" },
      body: { model: "claude-opus-4-5", messages: [{ role: "user", content: `Question ${at}` }] },
      answer: {
        ...{ type: "message", role: "assistant", model: "claude-opus-4-5", id: `msg_${at}` },
        content: [{ type: "text", text: `Answer ${at}` }],
        usage: { input_tokens: 20_000 + at * 1_000, output_tokens: 5 },
      },
    });
    const calls = Array.from({ length: 20 }, (_, at) => call(at)).map((one, at, all) => ({
      ...one,
      body: {
        ...one.body,
        messages: all
          .slice(0, at + 1)
          .flatMap((_, n) => [
            { role: "user", content: `Question ${n}` },
            ...(n < at ? [{ role: "assistant", content: [{ type: "text", text: `Answer ${n}` }] }] : []),
          ]),
      },
    }));
    const { sessions } = await mustImport([recordingOf(calls, "claude-code")]);
    expect(sessions.map(forecastOf)).toMatchObject([{ kind: "range", left: 128_000 }]);
  });
});
