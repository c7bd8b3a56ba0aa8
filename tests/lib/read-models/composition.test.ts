import { describe, expect, test } from "vitest";
import { costliestWaste, isOversized, toAgentComposition, wasteAt } from "@/lib/read-models/composition";
import { toRequestRows } from "@/lib/read-models/request-rows";
import type { Session, SessionEvent } from "@/lib/transcript/session";
import { toCompositionView } from "@/lib/view-models/composition/composition-view";
import { analyzeSketch } from "../../support/analyze-sketch";

/** The main agent's parts that were carried needlessly, in words. */
function wasteIn(drawing: string, changes: Partial<Session> = {}): string[] {
  const { parts } = toAgentComposition(analyzeSketch(drawing, changes), "main");
  return parts.flatMap(({ label, waste }) =>
    waste.map(({ kind, from, to, by }) => `${kind}: ${label.slice(0, 20)} in ${from} to ${to}, by ${by}`),
  );
}

/** The client removes messages from the middle of the prompt. */
const cutAt = (gap: { readonly start: number; readonly end: number }, atMessage: number): SessionEvent => ({
  type: "compaction",
  agent: "main",
  trigger: "unknown",
  atMessage,
  keptUntil: gap.start,
  keptFrom: gap.end,
});

const READ = 'call a Read {"file_path":"/p/x.ts"}';
const EDIT = 'call b Edit {"file_path":"/p/x.ts","old_string":"1","new_string":"2"}';

describe("stale reads", () => {
  test("an edit without a file changes the open file, as in SWE-agent", () => {
    const found = wasteIn(`
      user go
      call a open {"path":"src/x.py"}
      usage write=1000 in=0 out=9
      result a [File: src/x.py (900 lines total)] ×100
      call b edit {"search":"1","replace":"2"}
      usage read=1000 write=400 in=0 out=9
      result b Text replaced.
      say one
      usage read=1400 write=20 in=0 out=9
    `);
    expect(found).toEqual(["stale-read: src/x.py in 2 to 2, by 2"]);
  });

  test.each([
    ["cat src/a.ts", "src/a.ts", "src/a.ts", ["in 2 to 3, by 2"]],
    ["git pull && git status && sed -n '1,9p' src/a.ts", "src/a.ts", "src/a.ts", ["in 2 to 3, by 2"]],
    ["sed -n '1,9p' src/a.ts; rg -n needle src", "src/a.ts", "src/a.ts", ["in 2 to 3, by 2"]],
    ["cat src/a.ts src/b.ts", "src/a.ts", "src/a.ts", []],
    ["sed -n '1,9p' src/a.ts && sed -n '1,9p' src/b.ts", "src/b.ts", "src/a.ts", ["in 3 to 3, by 3"]],
    ["diff src/b.ts src/c.ts && echo same; sed -n '1,9p' src/a.ts", "src/a.ts", "src/b.ts", []],
  ])(
    "what %s shows is outdated once all of its files have changed: %s, then %s",
    (command, first, second, expected) => {
      const edit = (id: string, path: string) =>
        `call ${id} Edit {"file_path":"${path}","old_string":"1","new_string":"2"}`;
      const drawing = `
      user go
      call a Bash ${JSON.stringify({ command })}
      usage write=1000 in=0 out=9
      result a const x = 1; ×100
      ${edit("b", first)}
      usage read=1000 write=400 in=0 out=9
      result b done
      ${edit("c", second)}
      usage read=1400 write=20 in=0 out=9
      result c done
      say one
      usage read=1420 write=20 in=0 out=9
    `;
      expect(wasteIn(drawing)).toEqual(expected.map((span) => `stale-read: ${command.slice(0, 20)} ${span}`));
      for (const { tokens, waste } of toAgentComposition(analyzeSketch(drawing), "main").parts)
        for (const one of waste) {
          expect(one.tokens).toBe(tokens);
          expect(one.cost).toBeCloseTo((tokens * (one.to - one.from + 1) * 0.3) / 1e6, 8);
        }
    },
  );

  test("a part that was right in between counts with the requests before and after", () => {
    const bash = (id: string, command: string, read: number) =>
      `call ${id} Bash {"command":"${command}"}\nusage read=${read} write=20 in=0 out=9\nresult ${id} done`;
    const drawing = `
      user go
      ${READ}
      usage write=1000 in=0 out=9
      result a const x = 1; ×100
      ${bash("b", "cp x.ts x.bak && sed -i s/1/2/ x.ts", 1000).replace("write=20", "write=400")}
      ${bash("c", "mv x.bak x.ts", 1400)}
      ${bash("d", "sed -i s/1/3/ x.ts", 1420)}
      say one
      usage read=1440 write=20 in=0 out=9
    `;
    const { parts } = toAgentComposition(analyzeSketch(drawing, { project: "/p" }), "main");
    const waste = parts.flatMap((part) => part.waste);
    expect(waste.map(({ from, to }) => [from, to])).toEqual([
      [2, 2],
      [4, 4],
    ]);
    const cost = (waste[0]?.cost ?? 0) + (waste[1]?.cost ?? 0);
    expect(costliestWaste(waste)).toMatchObject({ from: 2, times: 2, cost });
    expect(parts.flatMap((part) => wasteAt(part, 3))).toEqual([]);
  });

  test("a full read with a different text outdates the previous one, even if no call changed the file", () => {
    const story = (second: string, input = '{"file_path":"/p/x.ts"}') => `
      user go
      ${READ}
      usage write=1000 in=0 out=9
      result a const x = 1; ×100
      call b Read ${input}
      usage read=1000 write=400 in=0 out=9
      result b ${second}
      say one
      usage read=1400 write=400 in=0 out=9
    `;
    expect(wasteIn(story("const x = 2; ×100"))).toEqual(["stale-read: /p/x.ts in 2 to 2, by 2"]);
    expect(wasteIn(story("const x = 2;", '{"file_path":"/p/x.ts","offset":1,"limit":1}'))).toEqual([]);
    expect(wasteIn(story("File unchanged since last read."))).toEqual([]);
    expect(wasteIn(story("const x = 1; ×100"))).toEqual(["same-text: /p/x.ts in 2 to 2, by 1"]);
  });

  test("an unknown tool with the same file may show another part of it, so its result outdates nothing", () => {
    const look = (id: string, node: string) =>
      `call ${id} mcp__pencil__batch_get ${JSON.stringify({ filePath: "/p/x.pen", nodeIds: [node] })}`;
    const found = wasteIn(`
      user go
      ${look("a", "n1")}
      usage write=1000 in=0 out=9
      result a one node ×100
      ${look("b", "n2")}
      usage read=1000 write=400 in=0 out=9
      result b another node ×100
      say one
      usage read=1400 write=20 in=0 out=9
    `);
    expect(found).toEqual([]);
  });

  test("a read is useless starting at the request that carries the change of its file", () => {
    const found = wasteIn(`
      user go
      ${READ}
      usage write=1000 in=0 out=9
      result a const x = 1; ×100
      ${EDIT}
      usage read=1000 write=400 in=0 out=9
      result b done
      say one
      usage read=1400 write=20 in=0 out=9
      user more
      say two
      usage read=1420 write=20 in=0 out=9
    `);
    expect(found).toEqual(["stale-read: /p/x.ts in 2 to 3, by 2"]);
  });

  test("what was read entirely costs the read price, although the prompt has unlogged text behind it", () => {
    const costOf = (read: number, write: number) => {
      const { parts } = toAgentComposition(
        analyzeSketch(`
        user go
        ${READ}
        usage write=10000 in=0 out=9
        result a const x = 1; ×100
        ${EDIT}
        usage read=10000 write=400 in=0 out=9
        result b done
        say one
        usage read=${read} write=${write} in=0 out=9
      `),
        "main",
      );
      const part = parts.find(({ waste }) => waste.length > 0);
      return ((part?.waste[0]?.cost ?? 0) / (part?.waste[0]?.tokens ?? 1)) * 1e6;
    };
    expect(costOf(10_400, 20)).toBeCloseTo(0.3);
    expect(costOf(10_400, 9_000)).toBeCloseTo(0.3);
    expect(costOf(10_000, 9_400)).toBeCloseTo(3.75);
  });

  test("what the client added without logging it is not counted in a read", () => {
    const { parts } = toAgentComposition(
      analyzeSketch(`
      user go
      ${READ}
      usage write=1000 in=0 out=9
      result a const x = 1; ×100
      ${EDIT}
      usage read=1000 write=1000 in=0 out=9
      result b done
      say one
      usage read=2000 write=20 in=0 out=9
    `),
      "main",
    );
    const [read] = parts.filter(({ waste }) => waste.length > 0);
    expect(read?.tokens).toBeGreaterThan(900);
    expect(read?.waste[0]?.tokens).toBe(2 * Math.ceil(("const x = 1; ".length * 100) / 4));
  });

  test("a command that prints some of a file's lines reads it", () => {
    const found = wasteIn(`
      user go
      call a Bash {"command":"cd /p && sed -n '1,90p' x.ts"}
      usage write=1000 in=0 out=9
      result a const x = 1; ×100
      call b Bash {"command":"sed -i 's/1/2/' /p/x.ts"}
      usage read=1000 write=400 in=0 out=9
      result b done
      say one
      usage read=1400 write=20 in=0 out=9
    `);
    expect(found).toEqual(["stale-read: cd /p && sed -n '1,9 in 2 to 2, by 2"]);
  });

  test.each([
    ["a line that was shown", "const shown = 1;", ["stale-read: /p/x.ts in 2 to 2, by 2"]],
    ["a line that was not shown", "const other = 1;", []],
    ["a line too short to be found", "x", ["stale-read: /p/x.ts in 2 to 2, by 2"]],
  ])("a reading of some lines is outdated by an edit of %s", (_, line, expected) => {
    const found = wasteIn(`
      user go
      call a Read {"file_path":"/p/x.ts","offset":10,"limit":2}
      usage write=1000 in=0 out=9
      result a     10→const shown = 1;
      call b Edit ${JSON.stringify({ file_path: "/p/x.ts", old_string: line, new_string: "" })}
      usage read=1000 write=400 in=0 out=9
      result b done
      say one
      usage read=1400 write=20 in=0 out=9
    `);
    expect(found).toEqual(expected);
  });

  test("not if another file changed, if the change failed, or if a compaction removed the read first", () => {
    const other = EDIT.replace("x.ts", "y.ts");
    const story = (edit: string, answer: string) => `
      user go
      ${READ}
      usage write=1000 in=0 out=9
      result a const x = 1; ×100
      ${edit}
      usage read=1000 write=400 in=0 out=9
      ${answer}
      say one
      usage read=1400 write=20 in=0 out=9
    `;
    expect(wasteIn(story(other, "result b done"))).toEqual([]);
    expect(wasteIn(story(EDIT, "error b String to replace not found in file."))).toEqual([]);
    expect(
      wasteIn(`
        user go
        ${READ}
        usage write=1000 in=0 out=9
        result a const x = 1; ×100
        say read
        usage read=1000 write=400 in=0 out=9
        compact auto 1400
        summary all fine
        ${EDIT}
        usage write=900 in=0 out=9
        result b done
        say done
        usage read=900 write=20 in=0 out=9
      `),
    ).toEqual([]);
  });
});

describe("the same text twice", () => {
  const twice = (between: string, second: string) => `
    user go
    call a Grep {"pattern":"x"}
    usage write=1000 in=0 out=9
    result a src/a.ts:1: x ×40
    say ok
    usage read=1000 write=300 in=0 out=9
    ${between}
    user again
    call b Grep {"pattern":"x"}
    usage write=1300 in=0 out=9
    result b ${second}
    say ok
    usage read=1300 write=300 in=0 out=9
  `;
  test("has the same tokens as the first, also in what outdates it, even if its prompt grew by more", () => {
    const drawing = `
      user go
      ${READ}
      usage write=1000 in=0 out=9
      result a src/a.ts:1: x ×60
      call c Read {"file_path":"/p/x.ts"}
      usage read=1000 write=300 in=0 out=9
      result c src/a.ts:1: x ×60
      ${EDIT}
      usage read=1300 write=450 in=0 out=9
      result b done
      say ok
      usage read=1750 write=30 in=0 out=9
    `;
    const { parts } = toAgentComposition(analyzeSketch(drawing), "main");
    const [first, second] = parts.filter(({ tool, kind }) => tool === "Read" && kind === "file");
    const wasted = (part = first) => part?.waste.map(({ kind, tokens }) => `${kind} ${tokens}`);
    expect(second?.tokens).toBeGreaterThan(first?.tokens ?? 0);
    expect(wasted(second)).toEqual([`stale-read ${first?.tokens}`, `same-text ${first?.tokens}`]);
    expect(wasted(first)).toEqual([`stale-read ${first?.tokens}`]);
  });

  test("is priced by the model of each request that carries it", () => {
    const costWith = (model: string) => {
      const { parts } = toAgentComposition(
        analyzeSketch(`
          user go
          call a Grep {"pattern":"x"}
          usage model=claude-opus-4-5 write=1000 in=0 out=9
          result a src/a.ts:1: x ×40
          call b Grep {"pattern":"x"}
          usage model=claude-opus-4-5 read=1000 write=300 in=0 out=9
          result b src/a.ts:1: x ×40
          say ok
          usage model=claude-opus-4-5 read=1300 write=300 in=0 out=9
          user on
          say ok
          usage model=${model} read=1600 write=20 in=0 out=9
        `),
        "main",
      );
      return parts.flatMap(({ waste }) => waste).find(({ kind }) => kind === "same-text");
    };
    const [alone, cheaper] = [costWith("claude-opus-4-5"), costWith("claude-haiku-4-5")];
    expect(alone?.tokens).toBeGreaterThan(0);
    // Opus 4.5 reads a million tokens for $0.50, Haiku 4.5 for $0.10.
    expect((alone?.cost ?? 0) - (cheaper?.cost ?? 0)).toBeCloseTo((0.4 * (alone?.tokens ?? 0)) / 1e6, 8);
  });

  test("not what edits return: it confirms each of them", () => {
    const edits = twice("", "src/a.ts:1: x ×40").replaceAll('Grep {"pattern":"x"}', 'Edit {"file_path":"/p/x.ts"}');
    expect(wasteIn(edits)).toEqual([]);
  });

  test("the later output is useless while the prompt contains the first, character for character", () => {
    expect(wasteIn(twice("", "src/a.ts:1: x ×40"))).toEqual(["same-text: x in 3 to 3, by 1"]);
  });
  test("not if one letter differs, or if the first was compacted away", () => {
    expect(wasteIn(twice("", "src/a.ts:2: x ×40"))).toEqual([]);
    expect(wasteIn(twice("compact auto 1300\n summary fine", "src/a.ts:1: x ×40"))).toEqual([]);
  });
  test("or if the prompt was rewritten without a log entry", () => {
    const rewritten = twice("", "src/a.ts:1: x ×40").replace("usage write=1300", "usage write=600");
    expect(wasteIn(rewritten)).toEqual([]);
  });
});

test("a failed call and its result are useless once the same call is made again, not after another one", () => {
  const story = (next: string) => `
    user go
    call a Bash {"command":"npm test"}
    usage write=1000 in=0 out=9
    error a Exit code 1 3 tests failed
    call b Bash {"command":"${next}"}
    usage read=1000 write=100 in=0 out=9
    result b fine
    say ok
    usage read=1100 write=100 in=0 out=9
  `;
  expect(wasteIn(story("npm test"))).toEqual([
    "repeated-error: npm test in 2 to 2, by 2",
    "repeated-error: npm test in 2 to 2, by 2",
  ]);
  expect(wasteIn(story("npm run lint"))).toEqual([]);
});

test("a call made again after a change of files is no retry, unless the change failed", () => {
  const retriedAfter = (edited: string) =>
    wasteIn(`
      user go
      call a Bash {"command":"make"}
      usage write=1000 in=0 out=9
      error a failed
      ${EDIT}
      usage read=1000 write=100 in=0 out=9
      ${edited}
      call c Bash {"command":"make"}
      usage read=1100 write=100 in=0 out=9
      result c fine
      say ok
      usage read=1200 write=100 in=0 out=9
    `).length;
  expect(retriedAfter("result b done")).toBe(0);
  expect(retriedAfter("error b String to replace not found in file.")).toBe(2);
});

test("a call made again is the same whatever its description, but another edit of the same file is another call", () => {
  const retried = (tool: string, first: object, second: object, answer = "error a failed") =>
    wasteIn(`
      user go
      call a ${tool} ${JSON.stringify(first)}
      usage write=1000 in=0 out=9
      ${answer}
      call b ${tool} ${JSON.stringify(second)}
      usage read=1000 write=100 in=0 out=9
      result b fine
      say ok
      usage read=1100 write=100 in=0 out=9
    `).length;
  const edit = (text: string) => ({ file_path: "/p/x.ts", old_string: text, new_string: "" });
  expect(retried("Edit", edit("one"), edit("one"))).toBe(2);
  expect(retried("Edit", edit("one"), edit("two"))).toBe(0);
  expect(retried("Grep", { pattern: "one", path: "/p" }, { path: "/p", pattern: "two" })).toBe(0);
  expect(retried("Grep", { pattern: "one", path: "/p" }, { path: "/p", pattern: "one" })).toBe(2);
  expect(retried("Console", { level: "error" }, { level: "error" }, "result a Error: not found")).toBe(0);
  expect(retried("GetDiff", {}, {}, "error a <tool_use_error>Sibling tool call errored</tool_use_error>")).toBe(2);
  expect(retried("Bash", { command: "make", description: "Build" }, { command: "make", timeout: 9 })).toBe(2);
});

describe("a failed call is not waste", () => {
  const fails = (id: string, text: string) =>
    `call ${id} Edit {"file_path":"/p/x.ts","old_string":"${text}","new_string":""}`;
  test("if the next call belongs to the same answer", () => {
    const failed = `
      user go
      ${fails("a", "one")}
      ${fails("b", "two")}
      ${fails("c", "three")}
      usage write=1000 in=0 out=9
      error a modified since read
      error b sibling errored
      error c sibling errored
    `;
    const asked = "say done\n usage read=1000 write=100 in=0 out=9";
    expect(wasteIn(`${failed}${asked}`)).toEqual([]);
    const again = `${fails("d", "one")}\n usage read=1000 write=100 in=0 out=9\n result d fine\n say done\n usage read=1100 write=20 in=0`;
    expect(wasteIn(`${failed}${again}`)).toEqual([
      "repeated-error: /p/x.ts in 2 to 2, by 2",
      "repeated-error: /p/x.ts in 2 to 2, by 2",
    ]);
  });

  test.each([
    ["The user doesn't want to proceed with this tool use. The user said: use the other file", 0],
    ["Exit code 1 3 tests failed", 2],
  ])("if the user refused it: %s", (words, found) => {
    const drawing = `
      user go
      call a Bash {"command":"npm test"}
      usage write=1000 in=0 out=9
      error a ${words}
      call b Bash {"command":"npm test"}
      usage read=1000 write=100 in=0 out=9
      result b fine
      say ok
      usage read=1100 write=100 in=0 out=9
    `;
    expect(wasteIn(drawing)).toHaveLength(found);
  });
});

test("of two plans only the newer counts", () => {
  const found = wasteIn(`
    user go
    call a TodoWrite {"todos":[{"content":"one","status":"pending"}]}
    usage write=1000 in=0 out=9
    result a saved
    call b TodoWrite {"todos":[{"content":"one","status":"completed"}]}
    usage read=1000 write=50 in=0 out=9
    result b saved
    say ok
    usage read=1050 write=50 in=0 out=9
  `);
  expect(found.map((line) => line.split(":")[0])).toEqual(["restated-plan", "restated-plan"]);
});

describe("the cost", () => {
  // $3 per million: written at 3.75, then read at 0.3. The result's 400 tokens are written once and read twice; the
  // change is in the prompt of the last two requests.
  const analysis = analyzeSketch(`
    user go
    ${READ}
    usage write=1000 in=0 out=9
    result a abcd ×320
    ${EDIT}
    usage read=1000 write=400 in=0 out=9
    result b done
    say one
    usage read=1400 write=20 in=0 out=9
    user more
    say two
    usage read=1420 write=20 in=0 out=9
  `);
  const own = toAgentComposition(analysis, "main");
  const [stale] = own.parts.filter(({ waste }) => waste.length > 0);

  test("covers the part's entire life, and for waste the requests after the change", () => {
    const tokens = stale?.tokens ?? 0;
    expect(tokens).toBeGreaterThan(300);
    expect(stale?.cost).toBeCloseTo((tokens * (3.75 + 0.3 + 0.3)) / 1e6, 8);
    expect(stale?.waste[0]?.cost).toBeCloseTo((tokens * (0.3 + 0.3)) / 1e6, 8);
  });

  // What left the prompt precedes the read in the thread: 2,250 tokens that no later request sent.
  const left = (change: string) => `
    user go
    call log Bash {"command":"make"}
    usage write=1000 in=0 out=9
    result log a log line ×1000
    ${READ}
    usage read=1000 write=2260 in=0 out=9
    result a abcd ×320
    ${EDIT}
    usage read=3260 write=400 in=0 out=9
    result b done
    say one
    usage read=3660 write=20 in=0 out=9
    ${change}
    user more
    say two
    usage read=1000 write=440 in=0 out=9
    user more
    say three
    usage read=1440 write=20 in=0 out=9
  `;

  test.each([
    ["a cleared result", left("clear log"), {}],
    ["messages cut from the middle", left(""), { events: [cutAt({ start: 1, end: 3 }, 8)] }],
  ])("%s before the read does not move the place up to which the cache was read", (_, drawing, changes) => {
    const { parts } = toAgentComposition(analyzeSketch(drawing, changes), "main");
    const reading = parts.find(({ waste }) => waste.length > 0);
    expect(reading?.waste[0]).toMatchObject({ from: 3, to: 5 });
    expect(reading?.waste[0]?.cost).toBeCloseTo(((reading?.tokens ?? 0) * (0.3 + 3.75 + 0.3)) / 1e6, 8);
    expect(reading?.cost).toBeCloseTo(((reading?.tokens ?? 0) * (3.75 + 0.3 + 3.75 + 0.3)) / 1e6, 8);
  });

  test("what left the prompt pays nothing for what was written after it", () => {
    const { parts } = toAgentComposition(analyzeSketch(left("clear log")), "main");
    const result = parts.find(({ label, kind }) => kind === "tool_result" && label !== "done");
    expect(result?.last).toBe(3);
    expect(result?.cost).toBeCloseTo(((result?.tokens ?? 0) * (3.75 + 0.3 + 0.3)) / 1e6, 8);
  });

  test("omits a request without usage, as the session's cost does; without any other the cost is unknown", () => {
    const story = (usage: string) => `
      user go
      ${READ}
      usage write=1000 in=0 out=9
      result a abcd ×320
      ${EDIT}
      usage read=1000 write=400 in=0 out=9
      result b done
      say one
      usage ${usage}
      user more
      say two
      usage none
    `;
    const costOf = (usage: string) =>
      toAgentComposition(analyzeSketch(story(usage)), "main").parts.find(({ waste }) => waste.length > 0)?.waste[0];
    expect(costOf("read=1400 write=20 in=0 out=9")?.cost).toBeCloseTo((400 * 0.3) / 1e6, 5);
    expect(costOf("none")?.cost).toBeNull();
  });

  test("a request before the change shows no waste; a later one explains it in a sentence", () => {
    const rows = toRequestRows(analysis);
    const view = (at: number) => toCompositionView(own, rows[at] as (typeof rows)[number], at, 200_000);
    expect(view(1).sum.wastedTokens).toBe(0);
    const { sum, waste, fill, leaveOut } = view(3);
    expect(sum.wastedTokens).toBe(stale?.tokens);
    expect(waste).toMatch(/^\$0\.\d+ of the \$0\.\d+ spent on sending these parts was wasted: /);
    expect(fill).toBe("Largest group: text that is not in the log, 69.4\u202f% of this prompt (999 of 1,440 tokens).");
    expect(leaveOut[0]).toMatchObject({ id: "stale-read", note: "1 reading of 1 file that changed later" });
  });
});

describe("what is not waste, or unknown", () => {
  const drawing = `
    user go
    call a Bash {"command":"make"}
    usage write=1000 in=0 out=9
    result a abcd ×4000
    say ok
    usage read=1000 write=4000 in=0 out=9
  `;
  const viewOf = (changes: Partial<Session>) => {
    const analysis = analyzeSketch(drawing, changes);
    const row = toRequestRows(analysis)[1];
    if (!row) throw new Error("the drawing has two requests");
    return toCompositionView(toAgentComposition(analysis, "main"), row, 1, 200_000);
  };
  const rowOf = (changes: Partial<Session>, id: string) => viewOf(changes).leaveOut.find((row) => row.id === id);

  test("a large output is listed separately and is in no sum", () => {
    expect(rowOf({}, "oversized-output")?.tokens).toBeGreaterThan(2_000);
    expect(viewOf({}).sum.wastedTokens).toBe(0);
  });

  test("uncalled definitions are unknown without definitions, and counted with them", () => {
    expect(rowOf({}, "unused-tools")).toMatchObject({ tokens: null, cost: null });
    const schema = { type: "object", properties: { text: { type: "string" } } };
    const tools = [
      { name: "Bash", schema },
      { name: "Idle", schema },
    ];
    const row = rowOf({ tools }, "unused-tools");
    expect(row?.note).toBe("1 of 2 definitions never called: Idle");
    expect(row?.tokens).toBeGreaterThan(0);
    expect(row?.cost).toBeGreaterThan(0);
  });

  test("the cost of unused definitions covers the requests with usage, like the session's", () => {
    const tools = [{ name: "Idle", description: "Waits.", schema: { type: "object" } }];
    const costOf = (story: string) => {
      const { tools: own } = toAgentComposition(analyzeSketch(story, { tools }), "main");
      return own.known ? own.cost : undefined;
    };
    const one = "user go\n say one\n usage write=1000 in=0 out=9\n";
    expect(costOf(`${one} user more\n say two`)).toBeCloseTo(costOf(one) as number, 10);
    expect(costOf("user go\n say one")).toBeNull();
  });
});

test("a result belongs to the previous call, even if a log gives all calls one id", () => {
  const { parts } = toAgentComposition(
    analyzeSketch(`
      user go
      call a Read {"file_path":"/p/x.ts"}
      usage write=1000 in=0
      result a abcd ×400
      call a Bash {"command":"make"}
      usage read=1000 write=100 in=0
      result a done
      call a Edit {"file_path":"/p/x.ts","old_string":"1","new_string":"2"}
      usage read=1100 write=100 in=0
      result a edited
      say done
      usage read=1200 write=100 in=0
    `),
    "main",
  );
  const shown = parts.filter(({ kind }) => kind === "file" || kind === "tool_result");
  expect(shown.map(({ tool, label }) => [tool, label])).toEqual([
    ["Read", "/p/x.ts"],
    ["Bash", "make"],
    ["Edit", "/p/x.ts"],
  ]);
  expect(parts.flatMap(({ label, waste }) => waste.map(({ kind }) => [kind, label]))).toEqual([
    ["stale-read", "/p/x.ts"],
  ]);
});

test("an output is oversized by its own text, not by prompt growth that no text explains", () => {
  const oversized = (words: number, grows: number, command = "pnpm api:generate") =>
    toAgentComposition(
      analyzeSketch(`
        user go
        call a Bash ${JSON.stringify({ command })}
        usage write=9000 in=0 out=9
        result a ${"abcd ".repeat(words)}
        say one
        usage read=9000 write=${grows} in=0 out=9`),
      "main",
    ).parts.filter((part) => isOversized(part, 2_000)).length;
  expect(oversized(720, 2_300)).toBe(0);
  expect(oversized(1_800, 2_300)).toBe(1);
  expect(oversized(1_800, 2_300, "cd src && sed -n '1,400p' a.ts")).toBe(0); // a file read, as in outdated reads
});

test("a result belongs to the last earlier call with its id", () => {
  const { parts } = toAgentComposition(
    analyzeSketch(`
      user go
      call a Read {"file_path":"src/a.ts"}
      usage write=9000 in=0 out=9
      result a const a = 1;
      call a Bash {"command":"make"}
      usage read=9000 write=90 in=0 out=9
      result a made
      say one
      usage read=9090 write=90 in=0 out=9`),
    "main",
  );
  const results = parts.filter(({ kind }) => kind === "file" || kind === "tool_result");
  expect(results.map(({ kind }) => kind)).toEqual(["file", "tool_result"]);
});

test("the answer of a sub-agent is labelled with what it was asked", () => {
  const call = (input: object) => `
    user go
    call a Task ${JSON.stringify(input)}
    usage write=1000 in=0 out=9
    result a Perfect! Now I know enough.
    say done
    usage read=1000 write=400 in=0 out=9`;
  const labelOf = (input: object) =>
    toAgentComposition(analyzeSketch(call(input)), "main").parts.find(({ kind }) => kind === "tool_result")?.label;
  expect(labelOf({ description: "Explore the parser", prompt: "You explore …" })).toBe("Explore the parser");
  expect(labelOf({ prompt: "Find the parser." })).toBe("Find the parser.");
});

test("the output of a background task is labelled with the task, not with its markup", () => {
  const { parts } = toAgentComposition(
    analyzeSketch(`
      user go
      call a TaskOutput {"task_id":"aefa883","block":true}
      usage write=1000 in=0 out=9
      result a <retrieval_status>success</retrieval_status>
      say done
      usage read=1000 write=400 in=0 out=9`),
    "main",
  );
  expect(parts.find(({ kind }) => kind === "tool_result")?.label).toBe("aefa883");
});
