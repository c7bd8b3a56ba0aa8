import { describe, expect, test } from "vitest";
import type { JsonValue, Part } from "@/lib/conversation/part";
import { findWaste } from "@/lib/evaluation/waste/find-waste";
import type { CarriedPart } from "@/lib/evaluation/waste/waste";

test("Codex outputs are equal if they differ only in the header of their run", () => {
  const carried = (at: number, header: string, text: string): CarriedPart => {
    const output = [{ type: "text" as const, text: `${header}Process exited with code 0\nOutput:\n${text}` }];
    const part: Part = { type: "tool-result", id: `p${at}`, toolCallId: `c${at}`, output, isError: false };
    const message = { id: `m${at}`, role: "tool" as const, parts: [part] };
    return { part, message, position: at, tokens: 100, first: at, last: 9 };
  };
  const log = "src/a.ts:1: first\n".repeat(20);
  const twice = (second: string) =>
    findWaste(
      [
        carried(0, "Chunk ID: 6bc232\nWall time: 0.0000 seconds\n", log),
        carried(1, "Chunk ID: 0011aa\nWall time: 1.2000 seconds\n", second),
      ],
      [],
      [],
    ).map(({ kind, part }) => `${kind} ${part.id}`);
  expect(twice(log)).toEqual(["same-text p1"]);
  expect(twice(log.replace("first", "other"))).toEqual([]);
});

test("a client's notice that a call did not run repeats no output", () => {
  const carried = (at: number, text: string): CarriedPart => {
    const output = [{ type: "text" as const, text }];
    const part: Part = { type: "tool-result", id: `p${at}`, toolCallId: `c${at}`, output, isError: true };
    return {
      part,
      message: { id: `m${at}`, role: "tool", parts: [part] },
      position: at,
      tokens: 100,
      first: at,
      last: 9,
    };
  };
  const rest = "wait for the user, then go on with other work. ".repeat(9);
  const kinds = (text: string) =>
    findWaste([carried(0, text + rest), carried(1, text + rest)], [], []).map(({ kind }) => kind);
  expect(kinds("The user doesn't want to proceed with this tool use. ")).toEqual([]);
  expect(kinds("claude-sonnet-5[1m] is temporarily unavailable, so auto mode cannot judge. ")).toEqual([]);
  expect(kinds("The build failed. ")).toEqual(["same-text"]);
});

describe("a file's lines that are shown again", () => {
  const line = (number: number) => `const value${number} = compute(${number});`;
  const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => line(from + at));
  const numbered = (from: number, to: number) => lines(from, to).map((text, at) => `${from + at}\u2192${text}`);
  const call = (at: number, toolName: string, input: JsonValue): CarriedPart =>
    carry(at, { type: "tool-call", id: `call${at}`, toolCallId: `c${at}`, toolName, input });
  const result = (at: number, text: readonly string[]): CarriedPart =>
    carry(at, {
      ...{ type: "tool-result", id: `p${at}`, toolCallId: `c${at}`, isError: false },
      output: [{ type: "text", text: text.join("\n") }],
    });
  const carry = (at: number, part: Part): CarriedPart => {
    const message = { id: `m${at}`, role: "tool" as const, parts: [part] };
    return { part, message, position: at, tokens: 100, first: at, last: 9 };
  };
  const sed = (at: number, range: string, path = "a.ts") => call(at, "Bash", { command: `sed -n '${range}p' ${path}` });
  const found = (...parts: CarriedPart[]) =>
    findWaste(parts, [], []).map(
      ({ kind, part, from, share }) => `${kind} ${part.id} since ${from}: ${share.toFixed(2)}`,
    );
  const first = [sed(0, "1,20"), result(0, lines(1, 20))];

  test("are useless, and the others are not", () => {
    expect(found(...first, sed(1, "11,30"), result(1, lines(11, 30)))).toEqual(["same-text p1 since 1: 0.50"]);
    expect(found(...first, sed(1, "21,40"), result(1, lines(21, 40)))).toEqual([]);
    expect(found(...first, sed(1, "1,20"), result(1, lines(1, 20)))).toEqual(["same-text p1 since 1: 1.00"]);
  });
  test("are the same with and without their numbers, which repeat nothing", () => {
    const read = call(1, "Read", { file_path: "a.ts", offset: 11, limit: 20 });
    expect(found(...first, read, result(1, numbered(11, 30)))).toEqual(["same-text p1 since 1: 0.45"]);
  });
  test("are needed if they are few, in another file, or if the first reading is outdated", () => {
    expect(found(...first, sed(1, "19,40"), result(1, lines(19, 40)))).toEqual([]);
    expect(found(...first, sed(1, "1,20", "b.ts"), result(1, [...lines(1, 20), "end"]))).toEqual([]);
    const edit = call(1, "Edit", { file_path: "a.ts", old_string: line(2), new_string: "" });
    const again = [result(1, ["done"]), sed(2, "11,30"), result(2, lines(11, 30))];
    expect(found(...first, edit, ...again)).toEqual(["stale-read p0 since 1: 1.00"]);
  });

  test("are outdated by an edit of a block that they show or begin, not by one of lines that recur", () => {
    const read = [call(0, "Read", { file_path: "a.ts", offset: 1, limit: 20 }), result(0, numbered(1, 20))];
    const edit = (replaced: readonly string[]) =>
      call(1, "Edit", { file_path: "a.ts", old_string: replaced.join("\n"), new_string: "const value = 0;" });
    const kinds = (replaced: readonly string[]) => findWaste([...read, edit(replaced)], [], []).map(({ kind }) => kind);
    expect(kinds(lines(19, 22))).toEqual(["stale-read"]);
    expect(kinds(lines(18, 40))).toEqual(["stale-read"]);
    expect(kinds([line(20), ...lines(40, 44)])).toEqual([]);
    expect(kinds([line(20).slice(1, -1)])).toEqual(["stale-read"]);
    expect(kinds([line(20).slice(1), line(21).slice(0, -1)])).toEqual(["stale-read"]);
    expect(kinds([line(40).slice(1, -1)])).toEqual([]);
  });

  test("are outdated by an edit of a table's rows, whose first bar is not part of the line's number", () => {
    const rows = [1, 2, 3].map((number) => `| [topic](${number}.md) | read it first |`);
    const shown = rows.map((row, at) => `${at + 5}\t${row}`);
    const read = [call(0, "Read", { file_path: "a.md", offset: 5, limit: 3 }), result(0, shown)];
    const edit = call(1, "Edit", { file_path: "a.md", old_string: rows.join("\n"), new_string: "" });
    expect(found(...read, edit)).toEqual(["stale-read p0 since 1: 1.00"]);
  });

  test("are right again once a copy or Git restores the text, until the next edit", () => {
    const run = (at: number, command: string) => [call(at, "Bash", { command }), result(at, ["done"])];
    const spans = (...commands: string[]) => {
      const later = commands.flatMap((command, at) => run(at + 1, command));
      const read = [call(0, "Read", { file_path: "a.ts" }), result(0, numbered(1, 20))];
      return findWaste([...read, ...later], [], []).map(({ from, to }) => `${from} to ${to}`);
    };
    const [save, edit, restore] = ["cp a.ts a.ts.bak", "sed -i s/1/2/ a.ts", "mv a.ts.bak a.ts"];
    expect(spans(save, edit)).toEqual(["2 to 9"]);
    expect(spans(save, edit, restore)).toEqual(["2 to 2"]);
    expect(spans(save, edit, "true", restore, edit)).toEqual(["2 to 3", "5 to 9"]);
    expect(spans(edit, save, edit, restore)).toEqual(["1 to 9"]);
    expect(spans(save, restore)).toEqual([]);
    expect(spans(edit, "true", "git checkout -- a.ts")).toEqual(["1 to 2"]);
    expect(spans("cp b.ts a.ts")).toEqual(["1 to 9"]);
  });

  test("are outdated by edits of the file under the path to which it was moved", () => {
    const run = (at: number, command: string) => [call(at, "Bash", { command }), result(at, ["done"])];
    const read = [call(0, "Read", { file_path: "a.ts" }), result(0, numbered(1, 20))];
    const spans = (...commands: string[]) =>
      findWaste([...read, ...commands.flatMap((command, at) => run(at + 1, command))], [], []).map(
        ({ part, from, to }) => `${part.id}: ${from} to ${to}`,
      );
    expect(spans("git mv a.ts b.ts")).toEqual([]);
    expect(spans("git mv a.ts b.ts", "sed -i s/1/2/ b.ts")).toEqual(["p0: 2 to 9"]);
    expect(spans("mv a.ts lib/", "sed -i s/1/2/ lib/a.ts")).toEqual(["p0: 2 to 9"]);
    expect(spans("git mv a.ts b.ts", "echo 1 > a.ts")).toEqual([]);
    expect(spans("sed -i s/1/2/ a.ts", "mv a.ts b.ts", "git checkout -- b.ts")).toEqual(["p0: 1 to 2"]);
  });

  test("may be outdated by a copy that undoes an unseen edit, if they were made after the copy", () => {
    const run = (at: number, command: string) => [call(at, "Bash", { command }), result(at, ["done"])];
    const read = (at: number, text: readonly string[]) => [call(at, "Read", { file_path: "a.ts" }), result(at, text)];
    const [before, after] = [read(0, numbered(1, 20)), read(3, numbered(1, 20))];
    const copies = [...run(1, "cp a.ts a.bak"), ...run(2, "./fix.sh")];
    const story = [...before, ...copies, ...after, ...run(4, "cp a.bak a.ts"), ...run(5, "cp a.bak a.ts")];
    const stale = findWaste(story, [], []).filter(({ kind }) => kind === "stale-read");
    expect(stale.map(({ part, from, to }) => `${part.id}: ${from} to ${to}`)).toEqual(["p3: 4 to 9"]);
  });

  test("of some lines are right in a copy made after an edit of others", () => {
    const run = (at: number, command: string) => [call(at, "Bash", { command }), result(at, ["done"])];
    const edit = (at: number, old: number) =>
      call(at, "Edit", { file_path: "a.ts", old_string: line(old), new_string: "" });
    const story = [...first, edit(1, 30), ...run(2, "cp a.ts b.ts"), edit(3, 5), ...run(4, "cp b.ts a.ts")];
    expect(findWaste(story, [], []).map(({ from, to }) => `${from} to ${to}`)).toEqual(["3 to 3"]);
  });

  test("stay current if lines are appended to the file, unless the reading is of all of it", () => {
    const append = (line: string) => call(1, "Bash", { command: line });
    expect(found(...first, append("cat >> a.ts <<'END'\nx\nEND"))).toEqual([]);
    expect(found(...first, append("echo x >> a.ts && sed -i s/1/2/ a.ts"))).toEqual(["stale-read p0 since 1: 1.00"]);
    const whole = [call(0, "Read", { file_path: "a.ts" }), result(0, numbered(1, 20))];
    expect(found(...whole, append("echo x >> a.ts"))).toEqual(["stale-read p0 since 1: 1.00"]);
  });
});
