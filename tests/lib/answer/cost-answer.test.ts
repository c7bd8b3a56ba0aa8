import fc from "fast-check";
import { expect, test } from "vitest";
import { endsOf, mostOf } from "@/lib/answer/amount";
import { type Amount, type CostAnswer, costAnswer } from "@/lib/api/schemas/cost-answer";
import { WASTE_KINDS } from "@/lib/evaluation/waste/waste-kind";
import { FINDING_NAMES } from "@/lib/read-models/words/finding-text";
import type { Session } from "@/lib/transcript/session";
import { UNKNOWN_USAGE } from "@/lib/transcript/usage";
import { answerLines } from "@/lib/view-models/answer/answer-lines";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { answerSentence, type SentenceFacts } from "@/lib/view-models/answer/answer-sentence";
import { causeNote } from "@/lib/view-models/answer/cause-note";
import { causesByRequest, letterOf } from "@/lib/view-models/answer/cause-of-request";
import { CAUSE_WORDS } from "@/lib/view-models/answer/cause-words";
import { rankedCauses } from "@/lib/view-models/answer/ranked-causes";
import { sayIn } from "@/lib/wording/say";
import { answer as chineseAnswer } from "@/lib/wording/zh/answer";
import { causes as chineseCauses } from "@/lib/wording/zh/causes";
import { common as chineseCommon } from "@/lib/wording/zh/common";
import { analyzeDrawn, analyzeSketch } from "@/tests/support/analyze-sketch";
import { capturedRows } from "@/tests/support/captured-session";
import { mustImport } from "@/tests/support/check-importer";
import { sketchSession } from "@/tests/support/sketch-session";
import { memoryFile } from "@/tests/support/transcript-file";

type Step = {
  readonly typed: boolean;
  readonly read: number;
  readonly grows: number;
  readonly pause: number;
  readonly does: string;
};

const step: fc.Arbitrary<Step> = fc.record({
  typed: fc.boolean(),
  read: fc.constantFrom(0, 0, 4_000, 20_000, 60_000),
  grows: fc.integer({ min: 1_000, max: 30_000 }),
  pause: fc.constantFrom(10, 10, 400, 4_000),
  does: fc.constantFrom("read", "edit", "fail", "plan", "compact", "say"),
});

/** A session with these steps. `counters`: its cache usage. */
function draw(steps: readonly Step[], counters: "both" | "reads" | "none"): string {
  let at = 0;
  let prompt = 2_000;
  return steps
    .flatMap(({ typed, read: most, grows, pause, does }, number) => {
      at += pause;
      prompt = does === "compact" ? 2_000 : prompt + grows;
      const read = Math.min(most, prompt);
      const write = prompt - read;
      const cache =
        counters === "both"
          ? `read=${read} write=${write} in=10`
          : counters === "reads"
            ? `read=${read} in=${write}`
            : `in=${read + write}`;
      return [
        ...(typed ? ["user go on"] : []),
        ...(does === "compact" ? ["compact auto 90000", "summary what was done"] : []),
        ...callOf(does, number),
        `usage model=${counters === "reads" ? "gpt-5" : "claude-sonnet-4-5"} ${cache} out=50 at=${at}`,
        ...resultOf(does, number),
      ];
    })
    .join("\n");
}

const callOf = (does: string, number: number): string[] => {
  if (does === "read") return [`call c${number} Read {"file_path":"/a.ts"}`];
  if (does === "edit") return [`call c${number} Write {"file_path":"/a.ts","content":"x${number}"}`];
  if (does === "fail") return [`call c${number} Bash {"command":"make"}`];
  if (does === "plan") return [`call c${number} TodoWrite {"todos":[{"content":"a","status":"pending"}]}`];
  return ["say done"];
};
const resultOf = (does: string, number: number): string[] => {
  if (does === "say" || does === "compact") return [];
  return [`${does === "fail" ? "error" : "result"} c${number} ${"a line of the file ".repeat(60)}`];
};

const sketches = fc.array(step, { minLength: 5, maxLength: 14 });
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const mostIn = (causes: readonly Pick<CostAnswer["causes"][number], "money">[]) =>
  sum(causes.map(({ money }) => mostOf(money) ?? 0));

test("every break has exactly one cause, and all causes together cost what the breaks cost", () => {
  fc.assert(
    fc.property(sketches, (steps) => {
      const analysis = analyzeSketch(draw(steps, "both"));
      const answer = answerOf(analysis);
      const { causes, unexplained, compactions, breaks } = answer;
      const ofBreaks = [...causes, ...(unexplained ? [unexplained] : [])].filter(
        ({ covers }) => covers.breaks.length > 0,
      );
      const covered = [...ofBreaks.flatMap(({ covers }) => covers.breaks), ...(compactions?.breaks ?? [])];
      expect(covered.toSorted((a, b) => a - b)).toEqual(analysis.cache.breaks.map(({ request }) => request));
      const lost = mostIn(ofBreaks) + (compactions ? (mostOf(compactions.rewrites) ?? 0) : 0);
      expect(lost).toBeCloseTo(mostOf(breaks.money) ?? 0, 6);
      expect(lost).toBeLessThanOrEqual((mostOf(answer.cost) ?? 0) + 1e-9);
    }),
    { numRuns: 12 },
  );
});

test("no cause, and no waste in total, costs more than the session; the sentence names the costliest cause or what is unknown", () => {
  fc.assert(
    fc.property(sketches, fc.constantFrom("both", "reads", "none" as const), (steps, counters) => {
      const answer = answerOf(analyzeSketch(draw(steps, counters as "both")));
      expect(costAnswer.safeParse(answer).error).toBeUndefined();
      // Part sizes are counted and fitted to the reported growth, so their sum may be slightly off.
      const most = (mostOf(answer.cost) ?? 0) * 1.05;
      for (const { money } of answer.causes) expect(mostOf(money) ?? 0).toBeLessThanOrEqual(most);
      expect(mostIn(answer.causes.filter(({ covers }) => covers.parts.length > 0))).toBeLessThanOrEqual(most);
      expect(answer.sentence).not.toMatch(/[{}]|undefined|null|NaN|≥/);
      const [first] = answer.causes;
      if (answer.case === "one-cause" || answer.case === "several")
        expect(answer.sentence.toLowerCase()).toContain(CAUSE_WORDS[first?.id ?? "unexplained"].subject.toLowerCase());
      if (counters === "none") {
        expect(answer.breaks.count).toBeNull();
        expect(answer.cost.kind).toBe("range");
      }
    }),
    { numRuns: 15 },
  );
});

const CHECKS = [...Object.keys(FINDING_NAMES), ...WASTE_KINDS, "oversized-output", "unused-tools"];

test("each check is a cause, a risk, passed or unanswerable", () => {
  fc.assert(
    fc.property(sketches, fc.constantFrom("both", "reads", "none" as const), (steps, counters) => {
      const { causes, risks, checked, unanswerable } = answerOf(analyzeSketch(draw(steps, counters)));
      const named = new Set([...causes, ...risks].map(({ id }) => id.replace(/-risk$/, "")));
      const listed = [...named, ...[...checked, ...unanswerable].map(({ id }) => id)].filter((id) =>
        CHECKS.includes(id),
      );
      expect(listed.toSorted()).toEqual(CHECKS.toSorted());
    }),
    { numRuns: 15 },
  );
});

test("a failed call and a to-do list count once, although their results are carried too", () => {
  const steps = [
    'call a Bash {"command":"make"}\nusage model=claude-opus-4-5 write=20000 in=1 out=20\nerror a failed: no rule ×2000',
    'call b Bash {"command":"make"}\nusage model=claude-opus-4-5 read=20000 write=9000 in=1 out=20\nresult b fine',
    ...["c", "d", "e"].map(
      (id, at) =>
        `call ${id} TodoWrite {"todos":[{"content":"${"step ".repeat(5_000)}${at}","status":"pending"}]}\nusage model=claude-opus-4-5 read=${29_000 + at * 9_000} write=9000 in=1 out=20\nresult ${id} ok`,
    ),
    "say done\nusage model=claude-opus-4-5 read=56000 write=9000 in=1 out=20",
  ];
  const { causes } = of(["user go", ...steps].join("\n"));
  const counts = Object.fromEntries(causes.map(({ id, evidence }) => [id, `${evidence.count} ${evidence.noun}`]));
  expect(counts).toMatchObject({ "repeated-error": "1 errors", "restated-plan": "2 lists" });
});

test("in a log without writes, a cause that certainly has most of the loss is named, and a price that depends on writes is still known", () => {
  const say = (usage: string) => `user on\n say on\n usage ${usage}`;
  const switched = [
    ...Array.from({ length: 4 }, (_, at) => say(`model=gemini-2.5-pro read=${at * 9_000} in=${9_000} out=20`)),
    say("model=gemini-3-pro-preview read=0 in=45000 out=20"),
    say("model=gemini-3-pro-preview read=44000 in=1000 out=20"),
  ].join("\n");
  expect(answerOf(analyzeSketch(switched))).toMatchObject({
    cache: "reads-only",
    case: "one-cause",
    sentence: expect.stringMatching(/has one cause: switching models/),
  });
  // The model's writes have a separate price, so each request's cost follows from what was logged.
  const partly = Array.from({ length: 6 }, (_, at) =>
    say(`model=qwen3-coder-plus ${at === 4 ? "read=0 in=45000" : `read=${at * 9_000} in=9000`}`),
  );
  const answer = answerOf(analyzeSketch(partly.join("\n")));
  expect(answer.breaks.money.kind).toBe("range");
  expect(answer.sentence).not.toContain("no price is known");
});

test("without writes, a reduced read lost at least what the previous request read and at most the previous prompt", () => {
  const say = (usage: string) => `user on\n say on\n usage model=gpt-5.5 ${usage} out=20`;
  const drop = ["read=0 in=24000", "read=23900 in=4100", "read=27500 in=10300", "read=23900 in=22400"];
  const later = ["read=45900 in=900", "read=46500 in=900"];
  const { unexplained, breaks, sentence } = answerOf(analyzeSketch([...drop, ...later].map(say).join("\n")));
  const [low, high] = [3_600, 37_800 - 23_900].map((tokens) => (tokens * (5 - 0.5)) / 1e6);
  expect(breaks).toMatchObject({ count: 1, tokens: 13_900, money: { kind: "range" } });
  expect(endsOf(breaks.money)?.low).toBeCloseTo(low ?? 0, 6);
  expect(endsOf(breaks.money)?.high).toBeCloseTo(high ?? 0, 6);
  expect(unexplained).toMatchObject({ tokens: 13_900, money: breaks.money });
  expect(sentence).toContain("$0.0162–0.0626");
});

const requests = (count: number, usage: string) =>
  ["user go", ...Array.from({ length: count }, (_, at) => `say ${at}\nusage ${usage.replaceAll("N", `${at}`)}`)].join(
    "\n",
  );
const of = (drawing: string, changes: Partial<Session> = {}) => answerOf(analyzeSketch(drawing, changes));

test.each([
  ["too-short", requests(2, "model=claude-sonnet-4-5 read=0 write=900 in=1"), "Too short to judge: 2 requests."],
  [
    "no-usage",
    requests(6, "none"),
    "This log has no token counts for its prompts, so sizes are estimates. The cost is unknown.",
  ],
  [
    "no-price",
    requests(6, "model=nobody-knows-it read=0 write=9000 in=1"),
    /^\d+,\d+ tokens \(\d+\s% of the input\) were paid for again; no price is known\.$/,
  ],
  [
    "no-price",
    requests(6, "model=nobody-knows-it read=9000 write=9 in=1"),
    "No price is known for the models of this session, so the cost is unknown. Nothing to change was found.",
  ],
  [
    "free-provider",
    requests(6, "model=ollama/qwen3:30b in=9000"),
    "The models of this session are free or run locally, so there is no cost. Nothing to change was found.",
  ],
  [
    "free-provider",
    `${requests(5, "model=minimax-m2.7:cloud in=9000")}\nsay more\nusage model=big-pickle in=9000`,
    "The models of this session are free or run locally, so there is no cost. Nothing to change was found.",
  ],
  [
    "no-cache",
    requests(6, "model=claude-sonnet-4-5 in=9000"),
    /^This log has no cache figures, so the cost is between \$[\d.]+ and \$[\d.]+\. Nothing to change was found\.$/,
  ],
  [
    "healthy-in-part",
    requests(6, "model=gpt-5 read=9000 in=10"),
    /^This log shows nothing to change, but \d+ of \d+ checks need data that it lacks\.$/,
  ],
] as const)("the case %s", (expected, drawing, sentence) => {
  const answer = of(drawing);
  expect(answer.case).toBe(expected);
  if (typeof sentence === "string") expect(answer.sentence).toBe(sentence);
  else expect(answer.sentence).toMatch(sentence);
});

test("in a log without writes, breaks are the reduced reads: none if no read fell, unknown if nothing was read", () => {
  const breaksOf = (...usages: string[]) =>
    of(usages.map((usage) => `user on\n say on\n usage model=gpt-5 ${usage} out=20`).join("\n")).breaks;
  const grows = [
    "read=0 in=9000",
    "read=8960 in=3000",
    "read=11904 in=3000",
    "read=14848 in=3000",
    "read=17792 in=3000",
  ];
  expect(breaksOf(...grows)).toEqual({ count: 0, money: { kind: "known", usd: 0 }, tokens: 0 });
  expect(breaksOf(...grows, "read=0 in=24000").count).toBe(1);
  expect(breaksOf(...grows.map((usage) => usage.replace(/read=\d+/, "read=0"))).count).toBeNull();
});

const warm = (read: number, at: number) =>
  `say a\nusage model=claude-sonnet-4-5 read=${read} write=200 in=1 out=5 at=${at}`;

test("a log that counts only answers has no cost, rather than a range of estimates", () => {
  const session = sketchSession(requests(6, "model=claude-sonnet-4-5 in=9000 out=90"));
  const responses = session.responses.map((response) => ({
    ...response,
    usage: response.usage && { ...UNKNOWN_USAGE, output: response.usage.output },
  }));
  const { case: found, cost } = answerOf(analyzeDrawn({ ...session, responses }));
  expect([found, cost]).toEqual(["no-usage", { kind: "unknown", why: "no-usage" }]);
});

test("after a pause, what a compaction rewrote anyway is part of its price, not idle time", () => {
  const turn = (usage: string, at: number) =>
    `user on\nsay a\nusage model=claude-sonnet-4-5 ${usage} in=0 out=5 at=${at}`;
  const compact = (usage: string, at: number) => `compact auto 90000\nsummary done\n${turn(usage, at)}`;
  const { causes, compactions, breaks } = of(
    [
      turn("write=100000", 0),
      compact("read=28000 write=10000", 10),
      turn("read=38000 write=500", 20),
      turn("read=38500 write=51500", 30),
      compact("read=0 write=44000", 900),
    ].join("\n"),
  );
  const idle = causes.find(({ id }) => id === "idle");
  expect(idle).toMatchObject({ tokens: 28_000, evidence: { count: 1 } });
  expect(mostOf(idle?.money as Amount)).toBeCloseTo((28_000 * 3.45) / 1e6);
  expect(mostOf(compactions?.rewrites as Amount)).toBeCloseTo((26_000 * 3.45) / 1e6);
  expect(compactions?.breaks).toEqual([1]);
  expect(breaks).toMatchObject({ count: 2, tokens: 54_000 });
});

test("a file read again is priced at the model of the request that first sends it", () => {
  const read = (id: string) => `call ${id} Read {"file_path":"src/a.ts"}`;
  const refetchWith = (model: string) =>
    of(`
      user go\n${read("a")}\nusage model=claude-haiku-4-5 write=20000 in=0
      result a const needleName = 1; ×50\nsay one\nusage model=claude-haiku-4-5 read=20000 write=500 in=0
      compact auto 20500\nsummary we began\nuser go on\n${read("b")}\nusage model=claude-haiku-4-5 read=5000 write=1000 in=0
      result b const needleName = 1; ×50\nsay needleName\nusage model=${model} read=0 write=6500 in=0`).compactions;
  const [cheap, dear] = [refetchWith("claude-haiku-4-5"), refetchWith("claude-opus-4-6")];
  expect(cheap?.refetch_tokens).toBeGreaterThan(0);
  expect(mostOf(cheap?.refetch as Amount)).toBeCloseTo(((cheap?.refetch_tokens ?? 0) * 1.25) / 1e6, 6);
  expect(mostOf(dear?.refetch as Amount)).toBeCloseTo(((dear?.refetch_tokens ?? 0) * 6.25) / 1e6, 6);
});

test("a file read again after two compactions is one file, and its tokens count twice", () => {
  const refetchAfter = (compactions: number) => {
    const text = "const needleName = 1; ".repeat(50);
    const read = (id: number) =>
      `call r${id} Read {"file_path":"src/a.ts"}\nusage none\nresult r${id} ${text}\nsay read\nusage none`;
    const again = Array.from(
      { length: compactions },
      (_, at) => `compact auto 20500\nsummary we began\nuser go on\n${read(at + 1)}`,
    );
    return of(["user go", read(0), ...again].join("\n")).compactions;
  };
  const [once, twice] = [refetchAfter(1), refetchAfter(2)];
  expect([once?.files, twice?.files]).toEqual([1, 1]);
  expect(twice?.refetch_tokens).toBe(2 * (once?.refetch_tokens ?? 0));
});

test("a log without prompt counts quotes the client's own cost", () => {
  const session = sketchSession(["user go", ...[1, 2, 3, 4, 5].map(() => "say a\nusage none\nuser on")].join("\n"));
  const said = (cost: number | null) => answerOf(analyzeDrawn({ ...session, totals: { models: [], cost } })).sentence;
  expect(said(1.76)).toMatch(/The client reports a cost of \$1\.76\.$/);
  expect(said(null)).toMatch(/The cost is unknown\.$/);
});

test("the sentence quotes the client's own cost if it differs from the cost at list prices", () => {
  const stale = largeCause("stale-read", usd(0.85), 8);
  const alone = sentenceOf([stale]);
  expect(sentenceOf([stale], null, 10)).toBe(alone);
  expect(sentenceOf([stale], null, 12.5)).toBe(`${alone} The client reports a cost of $12.50.`);
  const chinese = sayIn("zh", chineseAnswer).known(sentenceOf([stale], null, 12.5));
  expect(chinese).toMatch(/。客户端给出的费用为 \$12\.50。$/);
  expect(chinese).not.toContain("The largest");
});

test("checks for moved reminders and key order stay open if the provider only reports that messages changed", () => {
  const turns = [1, 2, 3, 4].map((n) => warm(20_000 + 200 * (n - 1), n * 10));
  const session = sketchSession(
    ["user go", "say a\nusage model=claude-sonnet-4-5 read=0 write=20000 in=1 out=5 at=0", ...turns].join("\n"),
  );
  const drawn = sketchSession(
    [
      "user go",
      "say a\nusage model=claude-sonnet-4-5 read=0 write=20000 in=1 out=5 at=0",
      ...turns,
      "user on\nsay b\nusage model=claude-sonnet-4-5 read=5000 write=16000 in=1 out=5 at=60",
    ].join("\n"),
  );
  const responses = drawn.responses.map((one, at) =>
    at === 5 ? { ...one, cacheMissReason: "messages_changed" } : one,
  );
  const open = (of: typeof session) => answerOf(analyzeDrawn(of)).unanswerable.map(({ name }) => name);
  expect(open({ ...drawn, responses })).toEqual(
    expect.arrayContaining(["Reminders that move", "Keys in another order"]),
  );
  expect(open(session)).not.toContain("Keys in another order");
  const quiet = ["read=9000 write=11200", "read=20200 write=100", "read=20300 write=100", "read=20400 write=100"];
  const thinking = sketchSession(
    [
      "user go\nthink first\nsay a\nusage model=claude-sonnet-4-5 read=0 write=20000 in=1 out=5 at=0",
      ...quiet.map((usage, n) => `user on\nsay b\nusage model=claude-sonnet-4-5 ${usage} in=1 out=5 at=${10 * n + 10}`),
    ].join("\n"),
  );
  expect(answerOf(analyzeDrawn(thinking)).causes.map(({ id }) => id)).toContain("params-changed");
  expect(open(thinking)).toContain("Keys in another order");
});

test("a session without a break has nothing to change", () => {
  const {
    case: found,
    sentence,
    breaks,
  } = of(
    [
      "user go",
      "say a\nusage model=claude-sonnet-4-5 read=0 write=20000 in=1 out=5 at=0",
      ...[1, 2, 3, 4, 5].map((n) => warm(20_000 + 200 * (n - 1), n * 10)),
    ].join("\n"),
  );
  expect([found, sentence, breaks.count]).toEqual([
    "healthy",
    "Nothing to change in what this log shows. No cache break, and less than a cent wasted.",
    0,
  ]);
});

test("a prompt that a sub-agent cut without a logged compaction is a cause, not the price of a compaction", () => {
  const turn = (usage: string, at: number) => `say a\nusage model=claude-sonnet-4-5 ${usage} in=1 out=5 at=${at}`;
  const answer = of(
    [
      "user go",
      turn("read=0 write=90000", 0),
      ...[1, 2, 3, 4].map((n) => turn(`read=${90_000 + (n - 1) * 500} write=500`, n * 20)),
      turn("read=8000 write=20000", 100),
      ...[1, 2].map((n) => turn(`read=${28_000 + (n - 1) * 500} write=500`, 100 + n * 20)),
    ].join("\n"),
  );
  const { causes, unexplained, compactions, breaks } = answer;
  expect([breaks.count, compactions]).toEqual([1, null]);
  const covering = [...causes, ...(unexplained ? [unexplained] : [])].filter(({ covers }) => covers.breaks.length > 0);
  expect(covering.map(({ id, covers }) => [id, covers.breaks])).toEqual([["shorter-prompt", [5]]]);
  expect(covering[0]?.note).not.toContain("may be zero");
});

test("removing text from the prompt is not a compaction merely because the session has one elsewhere", () => {
  const turn = (usage: string, at: number) => `say a\nusage model=claude-sonnet-4-5 ${usage} in=1 out=5 at=${at}`;
  const answer = of(
    [
      "user go",
      turn("read=0 write=90000", 0),
      turn("read=90000 write=500", 20),
      "compact auto 90500\nsummary what was done",
      turn("read=8000 write=52000", 40),
      turn("read=60000 write=500", 60),
      turn("read=8000 write=20000", 80),
      turn("read=28000 write=500", 100),
    ].join("\n"),
  );
  expect(answer.compactions).toMatchObject({ count: 1, breaks: [2] });
  expect(answer.causes.map(({ id, covers }) => [id, covers.breaks])).toEqual([["shorter-prompt", [4]]]);
  // Two letters on the timeline; the cause's row has its own.
  const marks = causesByRequest(answer);
  expect([2, 4].map((index) => marks.get(index)?.letter)).toEqual(["C", "X"]);
  expect(answer.causes.map(letterOf)).toEqual([{ letter: "X", isExpected: true }]);
});

test("a pause within the hour justifies the longer lifetime only if it costs less than it saves", () => {
  const drawing = (writes: number) =>
    [
      "user go",
      "say a\nusage model=claude-sonnet-4-5 read=0 write=90000 in=1 out=5 at=0",
      ...[1, 2, 3, 4, 5].map(
        (n) => `say b\nusage model=claude-sonnet-4-5 read=0 write=${90_000 + n * writes} in=1 out=5 at=${n * 1000}`,
      ),
    ].join("\n");
  const idleWith = (version: string) =>
    of(drawing(100), { format: "claude-code", clientVersions: [version] }).causes[0];
  const change = "Use the one-hour cache.";
  expect(idleWith("2.1.108")).toMatchObject({ id: "idle", confidence: "certain", change });
  // Sonnet 4.5 costs $3.75 per million tokens written for five minutes, $6 for an hour, and $0.30 read.
  const paid = (90_000 + [1, 2, 3, 4, 5].reduce((sum, n) => sum + 90_000 + n * 100, 0)) * 3.75;
  const longer = 90_000 * 6 + [0, 1, 2, 3, 4].reduce((sum, n) => sum + (90_000 + n * 100) * 0.3 + 100 * 6, 0);
  expect(idleWith("2.1.108")?.saving).toBeCloseTo((paid - longer) / 1e6, 4);
  expect(answerLines(of(drawing(100), { format: "anthropic" })).join("\n")).toMatch(
    /Use the one-hour cache\. It would have saved about \$1\.\d\d, net of its costlier writes\./,
  );
  expect(of(drawing(100)).causes[0]).not.toHaveProperty("saving");
  expect(idleWith("2.1.108")?.setting).not.toHaveProperty("update_from");
  expect(idleWith("2.1.9")).toMatchObject({ change, setting: { since: "2.1.108", update_from: "2.1.9" } });
  expect(of(drawing(100)).causes[0]?.change).not.toBe(change); // a client without the setting
  expect(of(drawing(100), { format: "anthropic" }).causes[0]).toMatchObject({ change });
  expect(of(drawing(100)).sentence).toMatch(
    /^\d+\s% of this session's cost, \$[\d.]+ of \$[\d.]+, has one cause: pauses longer than the cache lifetime\.$/,
  );
  const pause = `user go\nsay a\nusage model=claude-sonnet-4-5 read=0 write1h=90000 in=1 out=5 at=0\n${[1, 2, 3, 4, 5]
    .map((n) => `say b\nusage model=claude-sonnet-4-5 read=0 write1h=91000 in=1 out=5 at=${n * 9000}`)
    .join("\n")}`;
  expect(of(pause).causes[0]).toMatchObject({
    change: "Before a long break or a slow tool call, compact or start a new session.",
  });
});

test("a note describes the break that cost most, not the one that lost most tokens", () => {
  const turn = (model: string, usage: string, at: number) =>
    `user on\nsay a\nusage model=claude-${model} ${usage} in=1 out=5 at=${at}`;
  const drawing = [
    turn("sonnet-4-5", "read=0 write=20000", 0),
    turn("haiku-4-5", "read=0 write=20500", 20),
    turn("opus-4-5", "read=1500 write=19500", 40),
  ];
  expect(of(drawing.join("\n")).causes.find(({ id }) => id === "model-switch")).toMatchObject({
    note: expect.stringMatching(/^Request 3: The model changed from claude-haiku-4-5 to claude-opus-4-5/),
    evidence: { count: 2 },
  });
});

test("in a log without writes, a note describes the break that may have cost most", () => {
  const turn = (model: string, usage: string) => `user on\nsay a\nusage model=${model} ${usage} out=5`;
  const drawing = [
    turn("gpt-5", "read=20000 in=1000"),
    turn("gpt-5-mini", "read=0 in=21500"),
    turn("gpt-5", "read=10000 in=50000"),
    turn("gpt-5-mini", "read=0 in=61000"),
  ];
  expect(of(drawing.join("\n")).causes).toMatchObject([
    { id: "model-switch", note: expect.stringMatching(/^Request 4/) },
  ]);
});

test("the cost lacks requests without usage, and output that is not counted", () => {
  const noteOf = (out: string) =>
    of(`user go\nsay one\nusage model=claude-sonnet-4-5 write=10000 in=3 ${out}\nuser on\nsay cut off\nusage none`)
      .cost_note;
  expect(noteOf("out=40")).toBe("requests-in-part");
  expect(noteOf("")).toBe("requests-and-output-in-part");
});

test("one answer that is longer than its counted output makes the cost a minimum", () => {
  const noteOf = (out: number) =>
    of(`${"user go\nsay abcd ×10\nusage model=claude-sonnet-4-5 write=10000 in=3 out=10\n".repeat(20)}user on
      say abcd ×10\nusage model=claude-sonnet-4-5 read=10000 write=90 in=3 out=${out}`).cost_note;
  expect(noteOf(10)).toBeNull();
  expect(noteOf(1)).toBe("output-in-part");
});

test("the cost lacks requests if the log shows their effect: a summary that a model wrote, or a read of what no request wrote", () => {
  const noteOf = (between: string, read: number, out = "out=40") =>
    of(`user go\nsay one\nusage model=claude-sonnet-4-5 write=10000 in=3 out=40 at=0
      ${between}\nuser on\nsay two\nusage model=claude-sonnet-4-5 read=${read} write=500 in=3 ${out} at=20`).cost_note;
  expect(noteOf("", 10_000)).toBeNull();
  expect(noteOf("", 11_000)).toBe("requests-in-part");
  expect(noteOf("", 11_000, "")).toBe("requests-and-output-in-part");
  expect(noteOf("compact auto 10000\nsummary all done", 2000)).toBe("requests-in-part");
  const logged =
    "compact auto 10000\nsay all done\nusage model=claude-sonnet-4-5 read=0 write=5000 in=0 out=40 at=10 summary";
  expect(noteOf(logged, 2000)).toBeNull();
});

test("the longer lifetime is judged by the writes that would remain, and by pauses that it would have covered", () => {
  const changeOf = (between: string) => {
    const turns = [1, 2, 3, 4, 5].map(
      (n) =>
        `user on\n${between}\nsay b\nusage model=claude-sonnet-4-5 read=${n === 5 ? 90_000 : 0} write=${n === 5 ? 109_000 : 90_000} in=1 out=5 at=${n * 1000}`,
    );
    const first = "user go\nsay a\nusage model=claude-sonnet-4-5 read=0 write=90000 in=1 out=5 at=0";
    const own = { format: "claude-code", clientVersions: ["2.1.108"] } as const;
    return of([first, ...turns].join("\n"), own).causes[0];
  };
  expect(changeOf("")).toMatchObject({ id: "idle", change: "Use the one-hour cache." });
  expect(changeOf("resume")).toMatchObject({
    ...{ id: "idle", fact: { count: 4, restarts: 4 } },
    change: "Before a long break or a slow tool call, compact or start a new session.",
  });
});

test("reports both lifetimes if they changed during the session", () => {
  const turn = (usage: string, at: number) => `say a\nusage model=claude-sonnet-4-5 ${usage} in=1 out=5 at=${at}`;
  const drawing = [
    "user go",
    turn("read=0 write1h=90000", 0),
    turn("read=0 write1h=90500", 9_000),
    turn("read=0 write=91000", 18_000),
    ...[1, 2].map((n) => turn(`read=${91_000 + (n - 1) * 500} write=500`, 18_000 + n * 20)),
    turn("read=0 write=93000", 19_000),
  ].join("\n");
  expect(of(drawing).causes.find(({ id }) => id === "idle")?.note).toContain("entries live 5 m or 1 h");
});

test("an amount has two ends, one, or none", () => {
  expect([
    endsOf({ kind: "known", usd: 1 }),
    endsOf({ kind: "range", low: 1, high: 2 }),
    endsOf({ kind: "unknown", why: "no-cache" }),
  ]).toEqual([{ low: 1, high: 1 }, { kind: "range", low: 1, high: 2 }, null]);
});

test("the answer says if a program sets no marks, and what that costs", async () => {
  const counted = { cache_read_input_tokens: 0, cache_creation_input_tokens: 0, cache_creation: undefined };
  const rows = capturedRows().map(({ request, response }) => {
    const { system: _, ...body } = JSON.parse(JSON.stringify(request.body).replace(/,"cache_control":\{[^}]*\}/g, ""));
    const usage = { ...response.body.usage, ...counted, input_tokens: 4_000 };
    const system = [{ type: "text", text: "Keep to the rules. ".repeat(800) }];
    const answer = { ...response.body, usage, diagnostics: undefined };
    return { request: { ...request, body: { ...body, system } }, response: { ...response, body: answer } };
  });
  const { sessions } = await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))]);
  const [session] = sessions;
  if (!session) throw new Error("a capture is a session");
  const cause = answerOf(analyzeDrawn(session)).causes.find(({ id }) => id === "nothing-marked");
  expect(cause).toMatchObject({ confidence: "certain", change: CAUSE_WORDS["nothing-marked"].change });
  expect(cause?.money).toMatchObject({ kind: "known" });
});

const largeCause = (id: string, money: Amount, count = 1) =>
  ({
    id,
    money,
    tokens: 1,
    share: { low: (endsOf(money)?.low ?? 0) / 10, high: (mostOf(money) ?? 0) / 10 },
    evidence: { count },
    is_small: false,
  }) as never;
const usd = (amount: number): Amount => ({ kind: "known", usd: amount });
const sentenceOf = (
  causes: never[],
  unexplained: never | null = null,
  stated: number | null = null,
  over: Partial<SentenceFacts> = {},
) =>
  answerSentence({
    ...{
      case: "several",
      cache: "reported",
      cost: usd(10),
      cost_note: null,
      requests: 50,
      compactions: null,
      input_tokens: 1,
      stated_cost: stated,
    },
    ...{ breaks: { count: 3, tokens: 1, money: usd(2.7) }, checked: [], unanswerable: [], causes, unexplained },
    ...over,
  });

test("a shorter prompt after a restart of the client is a break caused by the restart", () => {
  const broken = (between: string) =>
    answerOf(
      analyzeSketch(`
        user ${"word ".repeat(30_000)}
        say one
        usage write=50000 in=0
        ${between}
        user on
        say two
        usage read=20000 write=29000 in=0
      `),
    )
      .causes.filter(({ id }) => id === "restart" || id === "history-edit")
      .map(({ id, confidence }) => `${id} ${confidence}`);
  expect(broken("resume")).toEqual(["restart likely"]);
  expect(broken("")).toEqual(["history-edit likely"]);
});

test("a switch to a cheaper model mentions that its saving is not subtracted", () => {
  const noteOf = (from: string, to: string) =>
    of(
      `user go\nsay a\nusage model=${from} read=0 write=60000 in=0 at=0\nuser on\nsay b\nusage model=${to} read=0 write=60500 in=0 at=60`,
    ).causes.find(({ id }) => id === "model-switch")?.note;
  expect(noteOf("claude-opus-4-5", "claude-haiku-4-5")).toMatch(/its own cache\. What the cheaper model saved is not/);
  expect(noteOf("claude-haiku-4-5", "claude-opus-4-5")).toMatch(/its own cache\.$/);
});

test("tools that changed only according to the provider show the call that may have changed them", () => {
  const drawn = sketchSession(`
    user go
    call s ToolSearch {}
    usage write=50000 in=0
    result s found
    say done
    usage read=20000 write=31000 in=0
  `);
  const responses = drawn.responses.map((response, at) =>
    at === 1 ? { ...response, cacheMissReason: "tools_changed" } : response,
  );
  const [cause] = answerOf(analyzeDrawn({ ...drawn, responses })).causes.filter(({ id }) => id === "tool-churn");
  expect(cause?.note).toMatch(/The provider says tools_changed.*The break follows a call to ToolSearch/);
});

test("the first sentence names unexplained breaks first if they cost more than the costliest known cause", () => {
  const stale = largeCause("stale-read", usd(0.85), 8);
  expect(sentenceOf([stale], largeCause("unexplained", usd(2.7), 3))).toBe(
    "3 cache breaks cost $2.70 of $10.00; this log does not show why. The largest cost with a known cause is outdated file reads: at most $0.850 (8.5\u202f%).",
  );
  const alone = "The largest avoidable cost is outdated file reads: at most $0.850 of $10.00 (8.5\u202f%).";
  expect(sentenceOf([stale], largeCause("unexplained", usd(0.5)))).toBe(alone);
  expect(sentenceOf([stale])).toBe(alone);
});

test("a note names the agent of a request that the main agent did not send", () => {
  const requests = [
    { index: 4, agent: "main", number: 5 },
    { index: 9, agent: "explore", number: 6 },
  ];
  const cause = { id: "unexplained", fact: null, tokens: 1, covers: { breaks: [], parts: [] } } as const;
  expect(causeNote({ ...cause, evidence: { count: 2, noun: "requests", requests } })).toBe("At #5, #6 of explore.");
});

test("a cost that may be zero never precedes a certain one, and is never called the largest", () => {
  const shorter = largeCause("shorter-prompt", { kind: "range", low: 0, high: 1.04 });
  const idle = largeCause("idle", usd(0.457));
  const unexplained = largeCause("unexplained", usd(0.449), 8);
  const ranked = rankedCauses({ causes: [shorter, idle], unexplained });
  expect(ranked.map(({ id }) => id)).toEqual(["idle", "unexplained", "shorter-prompt"]);
  expect(sentenceOf([shorter, idle], unexplained)).toBe(
    "The largest certain cost is pauses longer than the cache lifetime: $0.457 of $10.00 (4.6\u202f%); removing text from the prompt may have cost more: $0–1.04.",
  );
});

test("the first sentence names two uncertain costs in the order of the list of causes", () => {
  const causes = [
    largeCause("shorter-prompt", { kind: "range", low: 0, high: 1.04 }),
    largeCause("stale-read", usd(0.119)),
  ];
  expect(rankedCauses({ causes, unexplained: null }).map(({ id }) => id)).toEqual(["stale-read", "shorter-prompt"]);
  expect(sentenceOf(causes)).toBe(
    "The largest cost may be outdated file reads (at most $0.119 of $10.00, 1.2\u202f%) or removing text from the prompt ($0–1.04).",
  );
});

test("for breaks known only from reduced reads, the sentence says how many have no cause in the log", () => {
  const shorter = largeCause("shorter-prompt", { kind: "range", low: 0, high: 1.04 });
  const said = (unexplained: never | null) => sentenceOf([shorter], unexplained, null, { case: "reads-only" });
  expect(said(null)).toBe("3 cache breaks cost $2.70 of $10.00.");
  expect(said(largeCause("unexplained", usd(0.5), 2))).toBe(
    "3 cache breaks cost $2.70 of $10.00; this log does not show why 2 of them happened.",
  );
  expect(said(largeCause("unexplained", usd(2.7), 3))).toBe(
    "3 cache breaks cost $2.70 of $10.00; this log does not show why.",
  );
});

test("a cost that the log states only in part is a minimum, and shares of it are maxima", () => {
  const partly = { cost_note: "output-in-part" } as const;
  const idle = largeCause("idle", usd(3), 2);
  expect(sentenceOf([idle], null, null, partly)).toBe(
    "The largest cost found is pauses longer than the cache lifetime: $3.00 of at least $10.00 (≤\u202f30.0\u202f%).",
  );
  const only = { ...partly, case: "one-cause" } as const;
  expect(sentenceOf([{ ...(idle as object), confidence: "certain" } as never], null, null, only)).toBe(
    "Pauses longer than the cache lifetime cost $3.00 of at least $10.00, at most 30.0\u202f%.",
  );
  expect(sentenceOf([idle], null, null, only)).toMatch(/^Pauses longer than the cache lifetime probably cost \$3\.00/);
  expect(sentenceOf([largeCause("tool-churn", usd(3))], null, null, only)).toBe(
    "At most 30.0\u202f% of this session's cost, $3.00 of at least $10.00, has one avoidable cause: changed tool definitions.",
  );
  const range = largeCause("idle", { kind: "range", low: 0.5, high: 3 });
  expect(sentenceOf([range], null, null, only)).toMatch(
    / cost \$0\.500–3\.00 of at least \$10\.00, at most 30\.0\u202f%\.$/,
  );
});

test("shares and money of a maximum are rounded up, a minimum is rounded down", () => {
  const partly = { cost_note: "output-in-part", cost: usd(10.009) } as const;
  expect(sentenceOf([largeCause("stale-read", usd(0.47201))], null, null, partly)).toBe(
    "The largest avoidable cost is outdated file reads: at most $0.473 of at least $10.00 (≤\u202f4.8\u202f%).",
  );
  expect(sentenceOf([largeCause("stale-read", usd(1.5281))])).toMatch(
    /at most \$1\.53 of \$10\.00 \(15\.3\u202f%\)\.$/,
  );
  expect(sentenceOf([largeCause("tool-churn", usd(1.5281))])).toMatch(/: \$1\.53 of \$10\.00 \(15\u202f%\)\.$/);
  const range = { case: "no-cache", cost: { kind: "range", low: 1.009, high: 2.001 } } as const;
  expect(sentenceOf([], null, null, range)).toMatch(/between \$1\.00 and \$2\.01\./);
});

test("a cost is called avoidable only if a change could have saved all of it", () => {
  const saving = { fact: { id: "break", isSaving: true } };
  const first = (id: string, over: object = {}) =>
    sentenceOf([{ ...(largeCause(id, usd(1)) as object), ...over } as never]);
  expect(first("model-switch")).toMatch(/^The largest avoidable cost is switching models/);
  expect(first("model-switch", saving)).toMatch(/^The largest cost found is switching models/);
  expect(first("model-switch", { fact: { id: "break", isAfterExpiry: true } })).not.toContain("avoidable");
  expect(first("refused", { who: "nobody" })).toMatch(/^The largest cost found is/);
  for (const id of ["restart", "shorter-prompt", "unread-writes"])
    expect(first(id)).toMatch(/^The largest cost found is/);
});

test("a cost with a known cause is the largest one found unless a break has no cause", () => {
  const idle = largeCause("idle", usd(1), 2);
  expect(sentenceOf([idle])).toMatch(/^The largest cost found is pauses/);
  expect(sentenceOf([idle], largeCause("unexplained", usd(0.5)))).toMatch(
    /^The largest cost with a known cause is pauses/,
  );
});

test("the first sentence says so if compactions cost more than the costliest cause", () => {
  const compacted = (dollars: number) => ({ compactions: { rewrites: usd(dollars) } as SentenceFacts["compactions"] });
  const stale = largeCause("stale-read", usd(0.85));
  const unexplained = largeCause("unexplained", usd(2.7), 3);
  expect(sentenceOf([stale], unexplained, null, compacted(0.9))).toContain(
    "Besides compactions, the largest cost with a known cause is outdated file reads",
  );
  expect(sentenceOf([stale], unexplained, null, compacted(0.5))).toContain(". The largest cost with a known cause is");
  const idle = largeCause("idle", usd(1), 2);
  expect(sentenceOf([idle], null, null, compacted(1.5))).toMatch(/^Besides compactions, the largest cost found is/);
});

test("the first sentence says that sub-agents are missing from the log, unless there is no cost", () => {
  const stale = largeCause("stale-read", usd(1));
  const said = (over: Partial<SentenceFacts>) => sentenceOf([stale], null, null, { agents_missing: 2, ...over });
  expect(said({})).toMatch(/ The total leaves out requests of 2 sub-agents that are not in the log\.$/);
  expect(said({ requests_unpriced: 3 })).toMatch(
    / not in the log\. It also leaves out the price of 3 requests whose model/,
  );
  expect(said({ case: "no-usage", cost: { kind: "unknown", why: "no-usage" } })).not.toContain("sub-agents");
  expect(said({ case: "too-short" })).not.toContain("sub-agents");
});

test("the first sentence says that requests have no price, unless there is no cost", () => {
  const step = (model: string, write: number) => `user on\nsay a\nusage ${model} read=0 write=${write} in=1`;
  const drawn = sketchSession(
    [...[1, 2, 3, 4, 5].map(() => step("model=claude-opus-4-5", 9000)), step("model=claude-opus-4-5", 9000)].join("\n"),
  );
  const responses = drawn.responses.map((response, at) => (at === 3 ? { ...response, model: null } : response));
  const { requests_unpriced, sentence, requests } = answerOf(analyzeDrawn({ ...drawn, responses }));
  expect([requests, requests_unpriced]).toEqual([6, 1]);
  expect(sentence).toMatch(
    / The total leaves out the price of one request whose model is unknown or has no known price\.$/,
  );
  expect(answerOf(analyzeDrawn(drawn)).requests_unpriced).toBeUndefined();
  const none = drawn.responses.map((response) => ({ ...response, model: null }));
  expect(answerOf(analyzeDrawn({ ...drawn, responses: none })).requests_unpriced).toBeUndefined();
});

test("a log without token counts of prompts may still state the session's totals", () => {
  const said = (input_tokens: number | null, stated: number | null) =>
    sentenceOf([], null, stated, { case: "no-usage", cost: { kind: "unknown", why: "no-usage" }, input_tokens });
  expect(said(null, null)).toBe(
    "This log has no token counts for its prompts, so sizes are estimates. The cost is unknown.",
  );
  expect(said(120_000, 4.06)).toBe(
    "This log counts the tokens of the entire session (120,000 in all prompts), but not of each prompt, so sizes are estimates. The client reports a cost of $4.06.",
  );
});

test("the advice fits what changed the start of the prompt: a typed command, or a skill that the agent loaded", () => {
  const changeAfter = (between: string) =>
    of(`
      user go
      ${between}
      say one
      usage read=16600 write1h=40000 in=3
      user on
      say two
      usage read=16606 write1h=50000 in=3
    `).causes.find(({ id }) => id === "skill-loaded")?.change;
  const first = "say zero\nusage write1h=50000 in=3";
  expect(changeAfter(`${first}\nuser <command-message>review</command-message>`)).toMatch(/^Commands that bring/);
  expect(changeAfter('call a Skill {"name":"review"}\nusage write1h=50000 in=3\nresult a x')).toBe(
    "Load skills and tools before the first task.",
  );
});

test("the advice about pauses fits calls that the agent waited for", () => {
  const changeAfter = (between: string) =>
    of(`
      user go
      call a Bash {"command":"make"}
      usage model=claude-sonnet-4-5 write=50000 in=3 at=0
      ${between}
      say two
      usage model=claude-sonnet-4-5 read=0 write=51000 in=3 at=9000
    `).causes.find(({ id }) => id === "idle")?.change;
  expect(changeAfter("wait 8000\nresult a done")).toMatch(/^Answer the agent's questions/);
  expect(changeAfter("result a done\nuser and then?")).toBe(CAUSE_WORDS.idle.change);
});

test("an answer that was not streamed is for the client's authors to change", () => {
  const cause = of(`
    user ${"x ".repeat(20_000)}
    say one
    usage model=claude-sonnet-4-5 write=30000 in=3
    user on
    say two
    usage model=claude-sonnet-4-5 read=9000 write=22000 in=3 whole
  `).causes.find(({ id }) => id === "params-changed");
  expect(cause).toMatchObject({ who: "authors", change: expect.stringMatching(/^Send the same limits/) });
});

test("input tokens count only prompts whose size is reported", () => {
  const { input_tokens } = of("user go\nsay a\nusage in=5000\nuser on\nsay b\nusage none");
  expect(input_tokens).toBe(5000);
});

test("a session is called healthy only as far as the log shows, unless every check has an answer", () => {
  const said = (unanswerable: unknown[]) => sentenceOf([], null, null, { case: "healthy", unanswerable });
  expect(said([])).toBe("Nothing to change. 3 cache breaks cost $2.70.");
  expect(said([1])).toBe("Nothing to change in what this log shows. 3 cache breaks cost $2.70.");
});

test("the first sentence is translated to Chinese with its values", () => {
  const stale = largeCause("stale-read", usd(0.119));
  const shorter = largeCause("shorter-prompt", { kind: "range", low: 0, high: 1.04 });
  const partly = { case: "reads-only" } as const;
  const healthy = { case: "healthy", unanswerable: [1], breaks: { count: 0, tokens: 0, money: usd(0) } } as const;
  const chinese = sayIn("zh", { ...chineseAnswer, ...chineseCauses, ...chineseCommon });
  expect(chinese.known(sentenceOf([shorter, stale]))).toBe(
    "最大的费用可能是已过期的文件内容（至多 $0.119，共 $10.00，占 1.2\u202f%）或从提示词中移除文本（$0–1.04）。",
  );
  const output = { cost_note: "output-in-part" } as const;
  expect(chinese.known(sentenceOf([stale], null, null, output))).toBe(
    "最大的可避免费用是已过期的文件内容：至多 $0.119（共 $10.00 以上，占 ≤\u202f1.2\u202f%）。",
  );
  expect(chinese.known(sentenceOf([stale], null, null, { ...output, case: "one-cause" }))).toBe(
    "本次会话至多 1.2\u202f% 的费用（$0.119，共 $10.00 以上）出自同一个可避免的原因：已过期的文件内容。",
  );
  expect(chinese.known(sentenceOf([shorter], largeCause("unexplained", usd(0.5), 2), null, partly))).toBe(
    "3 次缓存失效多花了 $2.70（共 $10.00），其中 2 次日志未说明原因。",
  );
  expect(chinese.known(sentenceOf([], null, null, healthy))).toBe(
    "就日志所见，无需改动。没有缓存失效，浪费不足一美分。",
  );
});

test("small causes are listed next to large ones if they certainly took one per cent, never alone", () => {
  const small = (id: string, amount: number) =>
    ({ ...(largeCause(id, usd(amount)) as object), is_small: true }) as never;
  expect(rankedCauses({ causes: [small("idle", 0.19)], unexplained: null })).toEqual([]);
  const shorter = largeCause("shorter-prompt", { kind: "range", low: 0, high: 1 });
  const shown = rankedCauses({ causes: [shorter, small("idle", 0.19), small("same-text", 0.09)], unexplained: null });
  expect(shown.map(({ id }) => id)).toEqual(["idle", "shorter-prompt"]);
});

test("outdated reads mention a cache break that counts the same tokens", () => {
  const noteWith = (lastRead: number) => {
    const turn = (usage: string, at: number) => `say ok\nusage model=claude-sonnet-4-5 ${usage} in=0 out=9 at=${at}`;
    const { causes } = of(
      [
        'user go\ncall a Read {"file_path":"/a.ts"}\nusage model=claude-sonnet-4-5 write=20000 in=0 out=9 at=0',
        `result a ${"a line of the file ".repeat(8_000)}`,
        'call b Edit {"file_path":"/a.ts","old_string":"1","new_string":"2"}',
        "usage model=claude-sonnet-4-5 read=20000 write=40000 in=0 out=9 at=10\nresult b done",
        turn("read=60000 write=100", 20),
        `user on\n${turn("read=60100 write=100", 30)}`,
        `user on\n${turn(`read=${lastRead} write=${60_300 - lastRead}`, 40)}`,
      ].join("\n"),
    );
    return causes.find(({ id }) => id === "stale-read")?.note;
  };
  const overlap = " Includes tokens rewritten at cache breaks, which are counted there too.";
  expect(noteWith(60_200)).toMatch(
    /^Costliest: \/a\.ts, at most [\d,]+ tokens, outdated since #3 and sent 3 more times\.$/,
  );
  expect(noteWith(15_000)).toBe(`${noteWith(60_200)}${overlap}`);
});
