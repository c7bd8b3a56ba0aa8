import { describe, expect, test } from "vitest";
import type { PolicyId, PolicyOptions } from "@/lib/cache/policies";
import { findPolicy } from "@/lib/cache/policies";
import { blocks, drawRequests } from "../../../support/cache-stream";
import { checkCachePolicy } from "../../../support/check-cache-policy";

/** `read written uncached` of each row; one-hour writes after a slash. */
function run(id: PolicyId, rows: string[], options: PolicyOptions = {}): string[] {
  const policy = findPolicy(id);
  if (policy === null) throw new Error(id);
  return checkCachePolicy(policy, drawRequests(rows), { modelOf: () => null, ...options }).outcomes.map((outcome) => {
    if (outcome === null) return "–";
    const { read, written, written1h, uncached, refusal } = outcome;
    if (refusal !== undefined) return refusal;
    return `${read} ${written}${written1h > 0 ? `/${written1h}` : ""} ${uncached}`;
  });
}

describe("Anthropic's example of 10, 15 and 35 blocks", () => {
  const anthropic = (rows: string[]) => run("anthropic-breakpoints", rows, { minimum: 1 });
  const ten = `${blocks("b", 1, 10)}|`;
  const fifteen = `${blocks("b", 1, 15)}|`;

  test("the first writes, the second reads ten, the third looks back to 16 and misses", () => {
    expect(anthropic([ten, fifteen, `${blocks("b", 1, 35)}|`])).toEqual(["0 10 0", "10 5 0", "0 35 0"]);
  });

  test("20 positions include the breakpoint itself: 34 blocks still hit, and so does a second breakpoint at 15", () => {
    expect(anthropic([ten, fifteen, `${blocks("b", 1, 34)}|`])[2]).toBe("15 19 0");
    expect(anthropic([ten, fifteen, `${blocks("b", 1, 15)}| ${blocks("b", 16, 35)}|`])[2]).toBe("15 20 0");
  });

  test("a run of tool results is one position", () => {
    const results = Array.from({ length: 19 }, (_, index) => `r${index}@r`).join(" ");
    expect(anthropic([ten, fifteen, `${blocks("b", 1, 15)} ${results} b35|`])[2]).toBe("15 20 0");
  });

  test("mixed time-to-live: hit at 5,000, an hour to 8,000, five minutes to 9,500 of 9,700", () => {
    expect(anthropic(["A:5000|h", "A:5000 B:3000|h C:1500| D:200"])).toEqual(["0 5000/5000 0", "5000 4500/3000 200"]);
  });

  test("below the minimum nothing is cached and both counters are 0", () => {
    expect(run("anthropic-breakpoints", ["A:900| B:100", "A:900| B:100"], { minimum: 1024 })).toEqual([
      "0 0 1000",
      "0 0 1000",
    ]);
  });

  test("refuses four marks plus the automatic one, and 5 m before 1 h", () => {
    expect(run("anthropic-breakpoints", ["a| b| c| d| e"], { breakpoints: "auto" })).toEqual([
      "more than 4 breakpoints",
    ]);
    expect(run("anthropic-breakpoints", ["a| b| c| d|"], { breakpoints: "auto", minimum: 1 })).toEqual(["0 4 0"]);
    expect(run("anthropic-breakpoints", ["a| b|h"])).toEqual(["a shorter time to live comes before a longer one"]);
  });

  test("a lifetime counts from the start of the request, and a read extends it", () => {
    const rows = (second: number, third: number) => [
      "at=0 took=200 A:10|",
      `at=${second} A:10 B:10|`,
      `at=${third} A:10 B:10 C:10|`,
    ];
    expect(anthropic(rows(300, 600))).toEqual(["0 10 0", "10 10 0", "20 10 0"]);
    expect(anthropic(rows(301, 302))).toEqual(["0 10 0", "0 20 0", "20 10 0"]);
    expect(anthropic(rows(300, 601))[2]).toBe("0 30 0");
  });

  test("parallel requests cannot read what is not answered yet", () => {
    const rows = (start: number) => ["agent=a at=0 took=10 A:10|", `agent=b at=${start} took=10 A:10|`];
    expect(anthropic(rows(5))[1]).toBe("0 10 0");
    expect(anthropic(rows(10))[1]).toBe("10 0 0");
  });

  test("optimal placement finds every live prefix", () => {
    const rows = ["A:10 B:10", "A:10 C:10", "A:10 B:10 D:10"];
    expect(run("anthropic-breakpoints", rows, { breakpoints: "optimal", minimum: 1 })).toEqual([
      "0 20 0",
      "10 10 0",
      "20 10 0",
    ]);
    expect(run("anthropic-breakpoints", rows, { minimum: 1 })).toEqual(["0 20 0", "0 20 0", "20 10 0"]);
  });
});

describe("OpenAI", () => {
  test("up to 5.5: a common prefix of 1,500 reads 1,408", () => {
    expect(run("openai-auto", ["A:1500 B:9", "A:1500 C:9"], { minimum: 1024 })[1]).toBe("1408 0 101");
  });

  test("5.5: intervals of 2,048, counted with the hidden tokens and reported in multiples of 128", () => {
    const rows = ["A:5000 B:9", "A:5000 C:9"];
    const read = (hidden: number) =>
      run("openai-auto", rows, { spacing: 2048, minimum: 2048, hidden })[1]?.split(" ")[0];
    expect([read(0), read(100)]).toEqual(["4096", "3968"]);
  });

  test("the minimum depends on the date", () => {
    expect(run("openai-auto", ["at=0 A:1500", "at=1 A:1500 B:1"])[1]).toBe("1408 0 93");
    const later = drawRequests(["at=0 A:1500", "at=1 A:1500 B:1"]).map((request) => ({
      ...request,
      startedAt: "2026-08-01T00:00:00Z",
    }));
    const policy = findPolicy("openai-auto");
    expect(policy && checkCachePolicy(policy, later, { modelOf: () => null }).outcomes[1]?.read).toBe(0);
  });

  test("from 5.6: a changing suffix in the last message leaves no entry at the shared boundary", () => {
    expect(run("openai-breakpoints", ["A:5000+B:10", "A:5000+C:10"])[1]).toBe("0 5010 0");
    expect(run("openai-breakpoints", ["A:5000 B:10", "A:5000 B:10 x~ C:10"])[1]).toBe("5010 11 0");
  });

  test("from 5.6: an extended message loses its end", () => {
    expect(run("openai-breakpoints", ["A:5000", "A:5000+B:10"])[1]).toBe("0 5010 0");
  });

  test("from 5.6: a final answer is not written, and an explicit mark is found however far back", () => {
    expect(run("openai-breakpoints", ["A:2000 x:5~"])).toEqual(["0 2000 5"]);
    const far = blocks("b", 1, 40);
    expect(run("openai-breakpoints", ["A:2000", `A:2000 ${far}`])[1]).toBe("0 2040 0");
    expect(run("openai-breakpoints", ["A:2000|", `A:2000| ${far}`])[1]).toBe("2000 40 0");
  });
});

describe("Gemini", () => {
  test("a range, and a share of it", () => {
    const policy = findPolicy("gemini-implicit");
    const requests = drawRequests(["A:4000", "A:4000 B:100"]);
    const outcomes = policy && checkCachePolicy(policy, requests, { modelOf: () => null }).outcomes;
    expect(outcomes?.[1]).toMatchObject({ read: 2400, range: { low: 0, high: 4000 } });
    expect(run("gemini-implicit", ["A:2000", "A:2000 B:1"])[1]).toBe("0 0 2001");
  });
});

describe("DeepSeek", () => {
  test("A+B, A+C, A+D: the second misses and makes A a unit, the third reads it", () => {
    const rows = ["A:100 B:10", "A:100 C:10", "A:100 D:10"];
    expect(run("deepseek-units", rows)).toEqual(["0 0 110", "0 0 110", "100 0 10"]);
  });

  test("a unit takes five seconds to build", () => {
    expect(run("deepseek-units", ["at=0 A:100", "at=4 A:100 B:1", "at=9 A:100 B:1 C:1"])).toEqual([
      "0 0 100",
      "0 0 101",
      "101 0 1",
    ]);
  });

  test("in 2024: 1,000 common tokens read 960", () => {
    expect(run("deepseek-legacy-64", ["A:1000 B:1", "A:1000 C:1"])[1]).toBe("960 0 41");
  });
});

describe("vLLM and SGLang", () => {
  test("blocks of 4: 14 tokens with 10 shared read 8", () => {
    const rows = [blocks("t", 1, 15), `${blocks("t", 1, 10)} ${blocks("u", 1, 4)}`];
    expect(run("vllm-blocks", rows, { block: 4 })[1]).toBe("8 0 6");
  });

  test("the last token is computed: 32 cached tokens of 32 read 16", () => {
    expect(run("vllm-blocks", ["A:32", "A:32"])[1]).toBe("16 0 16");
    expect(run("sglang-radix", ["A:32", "A:32"])[1]).toBe("31 0 1");
  });

  test("a different salt is a different scope", () => {
    expect(run("vllm-blocks", ["model=m#tenant1 A:64", "model=m#tenant2 A:64"])[1]).toBe("0 0 64");
  });
});
