import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { filterCommand } from "@/lib/strategies/crush/commands";
import { capLines, withoutNoise } from "@/lib/strategies/crush/repeated-lines";
import { checkStrategy } from "@/tests/support/check-strategy";
import { gitLogText } from "@/tests/support/shell-history";
import { testEnvironment } from "@/tests/support/strategy-environment";

type Call = {
  readonly tool: string;
  readonly input: Record<string, string>;
  readonly output: string;
  readonly isError?: boolean;
};

/** A prompt, then one exchange for each inner list: the calls of one answer. */
function history(...answers: readonly (readonly Call[])[]): Conversation {
  const messages = answers.flatMap((calls, at) => {
    const id = (index: number) => `c${at}-${index}`;
    return [
      {
        id: `a${at}`,
        role: "assistant" as const,
        parts: calls.map(({ tool, input }, index) => ({
          id: `a${at}.${index}`,
          type: "tool-call" as const,
          toolCallId: id(index),
          toolName: tool,
          input,
        })),
      },
      {
        id: `t${at}`,
        role: "tool" as const,
        parts: calls.map(({ output, isError = false }, index) => ({
          id: `t${at}.${index}`,
          type: "tool-result" as const,
          toolCallId: id(index),
          output: [{ type: "text" as const, text: output }],
          isError,
        })),
      },
    ];
  });
  const prompt = { id: "u", role: "user" as const, parts: [{ id: "u.0", type: "text" as const, text: "go" }] };
  return { tools: [], messages: [prompt, ...messages] };
}

const shell = (command: string, output: string, isError = false): Call => ({
  tool: "bash",
  input: { command },
  output,
  isError,
});
const read = (path: string, output: string): Call => ({ tool: "Read", input: { file_path: path }, output });

/** The texts of all results after the run. */
function outputs(id: string, conversation: Conversation, params = {}): string[] {
  const result = checkStrategy({ id, params }, conversation, testEnvironment(), { isIdempotent: true });
  return result.conversation.messages.flatMap(({ role, parts }) => (role === "tool" ? parts.map(partText) : []));
}

const lines = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => of(n)).join("\n");

describe("rtk 0.16: shell output by command", () => {
  const filtered = (command: string, output: string) => filterCommand(command, output)?.text;

  test("git log: short hash, subject, author; ten commits, no merges", () => {
    const merge = "commit ffffffffff\nMerge: aaa bbb\nAuthor: A <a@b.c>\nDate:   now\n\n    Merge it\n";
    const found = filtered("git log", `${merge}\n${gitLogText(12)}`)?.split("\n") ?? [];
    expect(found).toHaveLength(11);
    expect(found[0]).toMatch(/^a1b2c3d Change number 0 \(Mon Nov 2 10:00:00 2026 \+0000\) <Ada Example>$/);
    expect(found.at(-1)).toBe("[3 more commits]");
    expect(found.join("\n")).not.toContain("Merge it");
  });

  test("git log: a line above 80 characters is cut to 77 and dots", () => {
    const long = gitLogText(1).replace("Change number 0", "x".repeat(100));
    expect(filtered("git log", long)).toMatch(/^a1b2c3d x{69}\.\.\.$/);
  });

  test("git status: five staged, five modified, three untracked, the rest counted", () => {
    const files = (count: number, prefix: string) => lines(count, (n) => `\t${prefix}src/file${n}.ts`);
    const text = [
      "On branch main",
      `Changes to be committed:\n  (use "git restore")\n${files(2, "new file:   ")}\n`,
      `Changes not staged for commit:\n${files(6, "modified:   ")}\n`,
      `Untracked files:\n${files(4, "")}\n`,
    ].join("\n");
    expect(filtered("cd /repo && git status", text)?.split("\n")).toEqual([
      "branch main",
      "staged 2: src/file0.ts, src/file1.ts",
      "modified 6: src/file0.ts, src/file1.ts, src/file2.ts, src/file3.ts, src/file4.ts, 1 more",
      "untracked 4: src/file0.ts, src/file1.ts, src/file2.ts, 1 more",
    ]);
  });

  test("git diff: +a -r per file, ten lines per hunk, a hundred in total", () => {
    const hunk = `@@ -1,30 +1,30 @@ here\n${lines(30, (n) => ` same ${n}\n+new ${n}`)}`;
    const found = filtered("git diff", `diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n${hunk}`)?.split("\n") ?? [];
    expect(found[0]).toBe("x.ts +30 -0");
    expect(found.filter((line) => line.startsWith("+new"))).toHaveLength(10);
    expect(found.at(-1)).toBe("[20 more changed lines]");
    const many =
      filtered(
        "git diff",
        lines(30, (n) => `diff --git a/f${n}.ts b/f${n}.ts\n${hunk}`),
      )?.split("\n") ?? [];
    expect(many.filter((line) => /^(\+new|@@)/.test(line))).toHaveLength(100);
    expect(many.at(-1)).toBe("[30 more changed lines]");
  });

  test("git commit, push and npm install: one ok line; a failure stays", () => {
    expect(filtered("git commit -m x", "[main abc1234] Say it\n 2 files changed, 3 insertions(+)\n")).toBe(
      "ok main abc1234",
    );
    expect(filtered("git push", "To github.com:a/b.git\n   111..222  main -> main\n")).toBe("ok main -> main");
    expect(filtered("git push", "error: failed to push some refs to x\n")).toBeUndefined();
    expect(filtered("npm install", "\nadded 5 packages in 2s\n\n3 packages are looking for funding\n")).toBe(
      "ok added 5 packages in 2s",
    );
  });

  test("grep: ten per file", () => {
    const found = filtered(
      "grep -rn hit src",
      lines(30, (n) => `src/a.ts:${n}: const hit = ${n}; ${"x".repeat(90)}`),
    )?.split("\n");
    expect(found?.[0]).toBe("src/a.ts");
    expect(found).toHaveLength(12);
    expect(found?.at(-1)).toBe("[20 more matches]");
  });

  test("cargo build: one line on success, otherwise fifteen errors", () => {
    const good = `${lines(20, (n) => `   Compiling crate${n} v1.0.0`)}\n    Finished dev profile in 3s\n`;
    expect(filtered("cargo build", good)).toBe("ok Finished dev profile in 3s, 20 crates compiled");
    const bad = lines(17, (n) => `error[E0308]: mismatched types ${n}\n --> src/main.rs:${n}:5\n\nnote: more words\n`);
    const found = filtered("cargo build", bad) ?? "";
    expect(found.match(/^error\[/gm)).toHaveLength(15);
    expect(found).toContain("[2 more errors]");
  });

  test("pytest: one line if all pass, otherwise five failures", () => {
    const dots = `${"tests/test_a.py ".padEnd(60, ".")}\n`.repeat(5);
    expect(filtered("pytest -q", `${dots}===== 120 passed in 3.21s =====\n`)).toBe("ok 120 passed in 3.21s");
    const failure = (n: number) =>
      `____ test_${n} ____\n\n    def test_${n}():\n        setup()\n>       assert ${n} == 0\nE       assert ${n} == 0\n\ntests/test_a.py:${n}: AssertionError`;
    const found =
      filtered(
        "python -m pytest",
        `${dots}===== FAILURES =====\n${lines(7, failure)}\n===== 7 failed, 2 passed in 1.00s =====\n`,
      ) ?? "";
    expect(found).toMatch(/^7 failed, 2 passed in 1.00s\ntest_0\n>/);
    expect(found.match(/^test_\d$/gm)).toHaveLength(5);
    expect(found).toContain("[2 more failures]");
  });

  test("tsc: by file; logs: kinds of errors and warnings with their counts", () => {
    const errors =
      "src/long/name/of/a/file.ts(1,2): error TS2322: no.\nsrc/long/name/of/a/file.ts(3,4): error TS2345: nor.\n";
    expect(filtered("npx tsc --noEmit", errors)).toBe(
      "src/long/name/of/a/file.ts (2)\n  1,2 TS2322: no.\n  3,4 TS2345: nor.",
    );
    const log = lines(60, (n) => (n % 10 === 0 ? `2026-01-01 ERROR failed ${n}` : `2026-01-01 INFO step ${n}`));
    expect(filtered("cat app.log", log)).toBe("60 lines\n2026-01-01 ERROR failed 0 (x6)");
  });

  test("a pipe, a chain and an unknown command stay unchanged", () => {
    for (const command of ["git log | head -3", "git log && ls", "ls -la"])
      expect(filtered(command, gitLogText(5))).toBeUndefined();
  });

  test("only outputs of shell calls change; failed ones stay on request", () => {
    const both = history([shell("git log", gitLogText(5)), read("git log", gitLogText(5))]);
    const [log, file] = outputs("rtk", both);
    expect(log).toMatch(/^a1b2c3d /);
    expect(file).toBe(gitLogText(5));
    const failed = history([shell("git log", gitLogText(5), true)]);
    expect(outputs("rtk", failed, { keepErrors: true })).toEqual([gitLogText(5)]);
  });
});

describe("lean-ctx 3.9", () => {
  const file = lines(30, (n) => `export const value${n} = ${n};`);

  test("an unchanged re-read file is a line of about 13 tokens; the first stays", () => {
    const [first, second, third] = outputs(
      "lean-ctx",
      history([read("a.ts", file)], [read("a.ts", file)], [read("a.ts", `${file}\n`)]),
    );
    expect([first, second, third]).toEqual([file, "[unchanged since it was read: a.ts]", `${file}\n`]);
    expect(testEnvironment().count(second ?? "")).toBeLessThanOrEqual(13);
  });

  test("failing builds and tests are kept verbatim, passing ones are not", () => {
    const dots = `${"tests/test_a.py ".padEnd(60, ".")}\n`.repeat(5);
    const bad = `${dots}FAILED tests/test_a.py::test_1\n===== 1 failed, 2 passed in 1.00s =====\n`;
    const good = `${dots}===== 3 passed in 1.00s =====\n`;
    expect(outputs("lean-ctx", history([shell("pytest", bad)], [shell("pytest", good)]))).toEqual([
      bad,
      "ok 3 passed in 1.00s",
    ]);
  });
});

describe("context-guru da73fed", () => {
  const long = lines(300, (n) => `a line of its own, number ${n}`);

  test("from 100 tokens, the later of two equal outputs becomes a pointer; the first stays", () => {
    const text = "x y z ".repeat(70); // 105 tokens at four characters per token
    const found = outputs("context-guru", history([read("a", text)], [read("b", text)]));
    expect(found[0]).toBe(text);
    expect(found[1]).toMatch(/^\[identical to an earlier tool output\]\n\[full output: out_[0-9a-f]+\]$/);
    const small = "x y z ".repeat(60);
    expect(outputs("context-guru", history([read("a", small)], [read("b", small)]))).toEqual([small, small]);
  });

  test("of failed test runs in one request only the last stays; in an earlier request they all stay", () => {
    const run = (failed: number) => `${lines(30, (n) => `a detail of its own, ${n}`)}\n${failed} failed, 2 passed`;
    const together = outputs("context-guru", history([shell("t", run(1)), shell("t", run(2))]));
    expect(together[0]).toMatch(/^\[superseded by a later run of the tests\]/);
    expect(together[1]).toBe(run(2));
    expect(outputs("context-guru", history([shell("t", run(1))], [shell("t", run(2))]))).toEqual([run(1), run(2)]);
  });

  test("codesafe: above 2,000 tokens the first and last twenty lines; codesmart keeps them", () => {
    const huge = lines(2000, (n) => `line ${n}`);
    const [cut] = outputs("context-guru", history([read("a", huge)]), { preset: "codesafe" });
    expect(cut).toContain("line 19\n... (1960 lines omitted)\nline 1980\n");
    expect(outputs("context-guru", history([read("a", huge)]))).toEqual([huge]);
    expect(outputs("context-guru", history([read("a", long)]), { preset: "codesafe" })[0]).toContain(
      "(260 lines omitted)",
    );
  });

  test("lines above 500 characters are cut, except paths, errors, URLs and diffs", () => {
    const wide = `${"w".repeat(300)} ${"v".repeat(300)}`;
    expect(capLines(wide, 500)).toHaveLength(500);
    expect(capLines(wide, 500)).toMatch(/^w+ ?v* \[cut\] v+$/);
    for (const telling of [`src/a.ts:12 ${wide}`, `Error: ${wide}`, `https://e.org/ ${wide}`, `+added ${wide}`])
      expect(capLines(telling, 500)).toBe(telling);
  });

  test("repeated lines are counted, except at the ends and short ones", () => {
    const text = [
      "first",
      "a",
      "b",
      "the same words",
      "short",
      "the same words",
      "short",
      "the same words",
      "x",
      "y",
      "last",
    ];
    expect(capLines(text.join("\n"), 500).split("\n")).toEqual([
      "first",
      "a",
      "b",
      "the same words (x3)",
      "short",
      "short",
      "x",
      "y",
      "last",
    ]);
  });

  test("immediate repeats, blank lines, colours and progress bars are removed", () => {
    const text = `\u001b[31mred\u001b[0m\n\n\n\n[=====>   ] 50%█\n${"one step\nof two lines\n".repeat(4)}end`;
    expect(withoutNoise(text)).toBe("red\n\none step\nof two lines\n[the 2 lines above, 4 times in all]\nend");
  });
});

describe("headroom 0.42, profile coding", () => {
  const rows = JSON.stringify(
    Array.from({ length: 100 }, (_, id) => ({ id, level: id % 7 === 0 ? "warn" : "info", text: `row ${id}` })),
  );

  test("the newest output is shortened immediately, file reads never", () => {
    const [api, file] = outputs("headroom-coding", history([shell("curl x", rows), read("rows.json", rows)]));
    expect(api).toMatch(/^\[15 of 100 items kept; the whole is out_/);
    expect(file).toBe(rows);
  });
});
