import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "@/lib/conversation/part";
import { findEntities } from "@/lib/evaluation/entities/find-entities";
import { createEntityReader } from "@/lib/evaluation/entities/part-entities";
import { samples } from "@/tests/support/samples";

const keys = (text: string, roots: readonly string[] = []) => [...findEntities(text, roots).keys()];

describe("findEntities", () => {
  test.each([
    ["see src/app/page.tsx:12:5 and ./lib/a.ts", ["path:src/app/page.tsx", "path:lib/a.ts"]],
    ["/home/me/repo/src/a.ts", ["path:src/a.ts"]],
    ["C:\\Users\\me\\notes.txt", ["path:C:/Users/me/notes.txt"]],
    ["edit package.json, then README.md.", ["path:package.json", "path:README.md"]],
    ["and/or 1/2 input/output e.g. this", []],
    ["https://Example.com/a/b?q=1#part.", ["url:example.com/a/b?q=1"]],
    [
      "call parseJsonBody() of user_name in Foo.barBaz",
      ["symbol:parseJsonBody", "symbol:user_name", "symbol:Foo.barBaz"],
    ],
    ["v1.2.3 at port 8080, commit 3f2a9bc", ["number:v1.2.3", "number:8080", "number:3f2a9bc"]],
    [
      "git diff 3f2a9bc..8d01e7f, v1.2.3...v1.3.0, s.handleRead(x) and x.Name",
      ["number:3f2a9bc", "number:8d01e7f", "number:v1.2.3", "number:v1.3.0", "symbol:handleRead"],
    ],
    ["看 `lib/模型.ts` 和 lib/b.ts。", ["path:lib/b.ts"]],
  ])("%s", (text, expected) => {
    expect(keys(text, ["/home/me/repo"])).toEqual(expect.arrayContaining(expected));
    if (expected.length === 0) expect(keys(text)).toEqual([]);
  });

  test.each([
    ["closing tags and glued tags", "</div></FILE_RULES> <cwd>/home/me/x</cwd>", ["path:/home/me/x"]],
    ["escapes of JSON and code", '"a.ts\\n\\nmore\\tb.ts\\"" join("\\n\\n---\\n\\n")', ["path:a.ts", "path:b.ts"]],
    [
      "wildcards and variables",
      "src/*.ts $\u007bDIR}/build/x.sh **/y.md $(root)/lib/z",
      ["path:build/x.sh", "path:y.md"],
    ],
    ["prose with slashes", "Start/Pause/Reset, e.g./i.e., HTML/CSS/JS, w/o, 24/7, 3/4 km/h", []],
    [
      "dates, media types, substitutions",
      "2025/05/06 2025-08-08T20:47:39.034-07:00 application/vnd.api.json s/old/new/g",
      [],
    ],
    [
      "members and calls",
      "process.env this.lock mu.Lock() console.log(x) cond.L.Lock() this.saveDraft() pool.acquireSlot()",
      ["symbol:this.lock", "symbol:saveDraft", "symbol:pool.acquireSlot"],
    ],
    ["products", "Node.js and GitHub and JavaScript", []],
    ["sides of a diff", "diff --git a/src/x.ts b/src/x.ts\n--- a/src/x.ts\n+++ b/src/x.ts", ["path:src/x.ts"]],
    ["lines around a hit", "src/a.go-266-\tx\nsrc/a.go:12:func\nsrc/a.go-267-// y", ["path:src/a.go"]],
    [
      "namespaces",
      "use lib\\html\\button and C:\\Users\\me\\new.txt",
      ["symbol:lib\\html\\button", "path:C:/Users/me/new.txt"],
    ],
    ["numbered lines", "  796→}\n  797→\n493: <b>\n494: </b>\n 12 | x\n100\ty", []],
    ["a numbered diff", "-413: \ta\n+413: \tb\n+414: \tc", []],
    [
      "hunks, listings, places",
      "@@ -276,4 +326,4 @@\n-rw-r--r-- 1 me me 9336 x.c\ntotal 168\na.ts(192,5)",
      ["path:x.c", "path:a.ts"],
    ],
    [
      "ports, hashes, versions stay",
      "localhost:8080 port 3001, 3f2a9bc v1.2.3",
      ["number:8080", "number:3001", "number:3f2a9bc", "number:v1.2.3"],
    ],
    ["files in quotes of any script", '打开“说明”和 "文档/说明.md"', ["path:文档/说明.md"]],
    [
      "URLs end before a sentence without spaces",
      "见https://a.com/b。https://c.org/x文档",
      ["url:a.com/b", "url:c.org/x"],
    ],
    [
      "templates of URLs",
      "https://api.x.com/users/me/gists{/id} https://$\u007bHOST}:1/x",
      ["url:api.x.com/users/me/gists"],
    ],
    ["tags of prompts", "<tool_use_error>No</tool_use_error> <HoverCard>", ["symbol:HoverCard"]],
    [
      "folders between quotes",
      'in "App/Models/User" and packages/tui/src',
      ["path:App/Models/User", "path:packages/tui/src"],
    ],
  ])("%s", (_name, text, expected) => {
    const found = keys(text);
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(found.filter((key) => /^(?:path|url|number)/.test(key)).sort()).toEqual(
      expected.filter((key) => /^(?:path|url|number)/.test(key)).sort(),
    );
  });

  test.each([
    ["ENOENT: no such file or directory, open 'x'", ["error:ENOENT no such file or"]],
    ["SESSION ENDED: the EXTENSION exists; EXCELLENT", []],
    ["raise ValueError(msg)\nexcept KeyError as e:\nfunc (e *StepError) x()", []],
    ["  File x\nAssertionError\n", ["error:AssertionError"]],
    ["src/a.c:3:5: error: unknown type name 'u8'", ["error:error unknown type name u8"]],
    ["fatal: not a git repository", ["error:error not a git repository"]],
    ["  error: string | null,\n  error: 'none',", []],
    [
      "bash: ponyc: command not found\nzsh:1: command not found: rg",
      ["error:ponyc command not found", "error:rg command not found"],
    ],
    ["ls: cannot access 'lib/': No such file or directory", ["error:lib/ no such file or directory"]],
    ["--- FAIL: TestA (0.70s)\n--- FAIL: TestA (0.65s)", ["error:failed testa"]],
    ["npm error code ELIFECYCLE\nnpm error path /x/y", ["error:npm error code elifecycle"]],
    ["[ERROR] You did not use a tool", ["error:error you did not use"]],
    ["错误：找不到模块", ["error:error 找不到模块"]],
    ["<returncode>1</returncode>", ["error:status 1"]],
    ["exit 1\nfi", []],
    ["return Response.json(body, { status: 404 });\nabort(Response(status=500))\nif (res.status == 403) {}", []],
    ['HTTP/1.1 404 Not Found\n{"status": 503, "message": "busy"}', ["error:status 404", "error:status 503"]],
  ])("errors in %j", (text, expected) => {
    expect(keys(text).filter((key) => key.startsWith("error:"))).toEqual(expect.arrayContaining(expected));
    expect(keys(text).filter((key) => key.startsWith("error:"))).toHaveLength(expected.length);
  });

  test.each([
    ["numbers of things", "see #162, PR 170 and issue 12", ["162", "170"]],
    ["ids in fields", '"thread_id": 27781956, "line_number": 481, sessionId=20477', ["27781956", "20477"]],
    ["ports", "http served on localhost:8080, PORT=3001, port 5432", ["8080", "3001", "5432"]],
    ["versions", "python 3.11, version 5.3 and 1.24.0", ["3.11", "5.3", "1.24.0"]],
    ["amounts", "1,234,567 rows, 0.85 of 120 files, 38.2 %, 4096 bytes, id 1,204", []],
    ["tool headers", "Wall time: 0.5312 seconds\nTotal output lines: 1204\nOriginal token count: 5310", []],
    ["drawings", '<path d="M15.41 8.59 12.5.3.2 6 4l1.41-1.41 5.59.41.12z" fill="#1a2b3c4d"/>', []],
    ["line ranges", "lines 120-148 of a.go, :210-260, offset 300, limit: 250", []],
    ["addresses of every machine", "127.0.0.1 and 0.0.0.0, but 10.4.17.22", ["10.4.17.22"]],
    ["the number of a step", "// 2.5. Next", []],
    ["what a publisher cut", "[REDACTED_TEXT len=3472 sha=3f440054] port 8080", ["8080"]],
  ])("numbers are facts only as ids: %s", (_name, text, expected) => {
    expect(keys(text).flatMap((key) => (key.startsWith("number:") ? [key.slice(7)] : []))).toEqual(expected);
  });

  test.each([
    ["os.path.join(x), Math.max(1), JSON.stringify(y), std::fs::read, fmt.Errorf(), strings.TrimSpace", []],
    ["querySelector getElementById isinstance FileNotFoundError HashMap useState readFileSync unittest.TestCase", []],
    ["countdownEl.textContent = rows.slice(1)", ["countdownEl"]],
    ["context.sessionDir and context.WithTimeout", ["context.sessionDir"]],
    ["__init__ self.__construct parent::__toString in_progress node_modules", []],
    ["updateTodoList read_file require.NoError df.astype", []],
    ["this.lanes, $this->aligned", ["this.lanes", "$this->aligned"]],
    ["options.timeout, data.data, this.page, libc::EIO", []],
    ["loadTheme.The next one, itWorks.Now", ["loadTheme", "itWorks"]],
    ["session.Transition and session.EventTurnEnd", ["session.Transition", "session.EventTurnEnd"]],
  ])("names of standard libraries are not facts: %s", (text, expected) => {
    expect(keys(text).flatMap((key) => (key.startsWith("symbol:") ? [key.slice(7)] : []))).toEqual(expected);
  });

  test.each([
    ["choose light/dark/system or parse/validate/emit, run build/lint/test", []],
    ["in cmd/entire/cli and packages/tui/src", ["path:cmd/entire/cli", "path:packages/tui/src"]],
    ['in "models/user/forms"', ["path:models/user/forms"]],
  ])("enumerations are not paths: %s", (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  test("a command run by a shell counts as a command; an editor's input does not", () => {
    const entitiesOf = createEntityReader();
    const commands = (toolName: string, input: JsonValue) =>
      [...entitiesOf({ type: "tool-call", id: "c", toolCallId: "c", toolName, input }).keys()].filter((key) =>
        key.startsWith("command:"),
      );
    expect(commands("shell", { command: ["bash", "-lc", "npm test"] })).toEqual(["command:npm test"]);
    expect(commands("shell", { command: ["git", "status"] })).toEqual(["command:git status"]);
    expect(commands("str_replace_editor", { command: "str_replace", path: "a.ts" })).toEqual([]);
    expect(commands("exec_command", { cmd: "npm test", workdir: "/repo" })).toEqual(["command:npm test"]);
  });

  test("finds errors by class and start of the message, by status, and by failed test", () => {
    const found = keys(
      "TypeError: Cannot read properties of undefined (reading 'x')\nexit code 2\nFAILED tests/test_a.py::test_b",
    );
    expect(found).toEqual(
      expect.arrayContaining([
        "error:TypeError cannot read properties of",
        "error:status 2",
        "error:failed tests test_a.py test_b",
      ]),
    );
    expect(keys("HTTP/1.1 200 OK, exit code 0")).not.toContainEqual(expect.stringMatching(/^error:/));
  });

  test("a tool call names its path, in any writing system, and its command", () => {
    const entitiesOf = createEntityReader(["/repo"]);
    const call = (toolName: string, input: Record<string, string>) => [
      ...entitiesOf({ type: "tool-call", id: "c", toolCallId: "c", toolName, input }).keys(),
    ];
    expect(call("Read", { file_path: "/repo/文档/说明.md" })).toContain("path:文档/说明.md");
    expect(call("Bash", { command: "cd /repo && npm   test" })).toContain("command:npm test");
  });

  property.prop([fc.string({ unit: "binary", maxLength: 400 })])("accepts any text", (text) => {
    for (const [key, entity] of findEntities(text)) expect(key).toBe(entity.key);
  });

  const HOSTILE = [
    'd="1.2.3 ',
    "a_id: 1234 ",
    "lo.The.",
    "a/",
    ".",
    "./",
    "\\",
    "\\n",
    "\\\\",
    '"',
    "'a",
    "中",
    "中/",
    "Error",
    "A",
    "A.",
    "x.",
    "1.",
    "1\n",
    "12→\n",
    "https://",
    "https://a",
    "<<A\n",
    "Exit code ",
    "FAILED ",
    ": No such file or directory",
    "error: ",
    "[ERROR] ",
    "C:\\",
    "@@ -1 ",
    "a:",
    "EAAAA",
    "a/src/",
    '"中.',
    "-rw-r--r-- ",
    "npm ERR!",
  ];

  test.each(HOSTILE)("reads %j in linear time", (unit) => {
    const timeOf = (characters: number) => {
      const text = unit.repeat(Math.ceil(characters / unit.length));
      const startedAt = process.cpuUsage();
      findEntities(text);
      const { user, system } = process.cpuUsage(startedAt);
      return (user + system) / 1_000;
    };
    timeOf(20_000);
    const characters = samples(250_000, 1_000_000);
    expect(timeOf(characters)).toBeLessThan(characters / 250);
  });
});
