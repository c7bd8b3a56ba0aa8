import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "@/lib/conversation/part";
import { callFacts } from "@/lib/tools/call-facts";
import { isBeforeField, isContentField } from "@/lib/tools/content-fields";
import { CLIENT_TOOLS, findTool } from "@/lib/tools/find-tool";
import { plainName } from "@/lib/tools/input-places";
import { changesFiles } from "@/lib/tools/operations";
import { planItems } from "@/lib/tools/plan-items";

const rows = CLIENT_TOOLS.flatMap(({ client, tools }) =>
  Object.entries(tools).map(([name, row]) => ({ client, name, row })),
);

describe("the table", () => {
  test("a name is one operation, whichever clients have it, so a call can be read without its client", () => {
    const operations = new Map<string, string>();
    for (const { name, row } of rows) {
      const known = operations.get(plainName(name)) ?? row.operation;
      expect(`${name} ${row.operation}`).toBe(`${name} ${known}`);
      operations.set(plainName(name), known);
    }
  });

  test("every client states the source of its rows, and their date or version", () => {
    for (const { client, version, source } of CLIENT_TOOLS) {
      expect(client).not.toBe("");
      expect(version.length).toBeGreaterThan(3);
      expect(source.length).toBeGreaterThan(10);
    }
    expect(new Set(CLIENT_TOOLS.map(({ client }) => client)).size).toBe(CLIENT_TOOLS.length);
  });

  test("a call with a path at its row's place names this file, and does what the row says", () => {
    for (const { name, row } of rows) {
      const [place] = [row.path ?? []].flat();
      if (place === undefined || row.needs !== undefined || row.patch) continue;
      const facts = callFacts({ toolName: name, input: inputWith(place, "a.ts") });
      expect([name, facts.paths, facts.basis]).toEqual([name, ["a.ts"], "listed"]);
      if (row.operation === "read" || changesFiles(row.operation)) expect(facts.files).toHaveLength(1);
    }
  });

  test("any input of any tool is read without an error, with the same result twice", () => {
    const name = fc.oneof(fc.constantFrom(...rows.map((row) => row.name)), fc.string(), fc.constant("mcp__a__read_b"));
    const field = fc.oneof(fc.constantFrom("path", "files", "command", "cmd", "url", "todos", "edits"), fc.string());
    const input = fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue()));
    fc.assert(
      fc.property(name, input, (toolName, value) => {
        const call = { toolName, input: value as JsonValue };
        expect(callFacts({ ...call })).toEqual(callFacts({ ...call }));
      }),
    );
  });
});

/** `files[].path` → `{files: [{path: text}]}`. */
function inputWith(place: string, text: string): JsonValue {
  return place.split(".").reduceRight<JsonValue>((inner, step) => {
    const name = step.replace("[]", "");
    return { [name]: step.endsWith("[]") ? [inner] : inner };
  }, text);
}

test("case, punctuation and a client's prefix do not make another tool; a server's name does", () => {
  const same = ["read_file", "ReadFile", "readFile", "builtin_read_file", "copilot_readFile", "functions.read_file"];
  for (const name of same) expect(findTool(name)?.operation).toBe("read");
  for (const name of ["mcp__files__read_file", "files.read_file"]) expect(findTool(name)).toBeNull();
});

describe("lines requested by a read", () => {
  const files = (input: JsonValue, toolName = "read_files") => callFacts({ toolName, input }).files;

  test("each file of a list has its own lines", () => {
    expect(files({ files: [{ path: "a.ts", start_line: 3, end_line: 9 }, { path: "b.ts" }] })).toEqual([
      { path: "a.ts", operation: "read", range: { start: 3, end: 9 } },
      { path: "b.ts", operation: "read", range: null },
    ]);
  });

  test("an offset and a limit are lines", () => {
    expect(files({ file_path: "a.ts", offset: 10, limit: 5 }, "Read")[0]?.range).toEqual({ start: 10, end: 14 });
  });
});

test("the schema rules out a guess that the input alone would allow, and replaces an input that is not JSON", () => {
  const tool = (names: string[]) => [
    { name: "load_document", schema: { properties: Object.fromEntries(names.map((name) => [name, {}])) } },
  ];
  const call = (input: JsonValue) => ({ toolName: "load_document", input });
  expect(callFacts(call({ path: "a.md" }), tool(["path"])).operation).toBe("read");
  expect(callFacts(call({ path: "a.md" }), tool(["path", "content"])).operation).toBe("other");
  expect(callFacts(call("{"), tool(["command"])).operation).toBe("run");
  expect(callFacts(call("{")).operation).toBe("other");
});

test("a tool that wraps another is judged by the wrapped one", () => {
  const input = { server_name: "files", tool_name: "write_file", arguments: { path: "a.ts", content: "x" } };
  expect(callFacts({ toolName: "use_mcp_tool", input })).toMatchObject({
    basis: "guessed",
    files: [{ path: "a.ts", operation: "created" }],
  });
});

describe("a batch of calls", () => {
  const batch = (...calls: readonly [tool: string, parameters: JsonValue][]) => ({
    toolName: "batch",
    input: { tool_calls: calls.map(([tool, parameters]) => ({ tool, parameters })) },
  });

  test("does what its calls do: reads that show files, or several things together", () => {
    const reads = callFacts(batch(["read", { filePath: "a.ts" }], ["read", { filePath: "b.ts", offset: 1, limit: 5 }]));
    expect(reads).toMatchObject({ operation: "read", basis: "listed", paths: ["a.ts", "b.ts"], showsFile: true });
    const mixed = callFacts(
      batch(
        ["bash", { command: "rm old.ts", workdir: "/w" }],
        ["edit", { filePath: "a.ts", oldString: "x", newString: "y" }],
        ["webfetch", { url: "https://a.example" }],
      ),
    );
    expect(mixed).toMatchObject({ operation: "delegate", command: "rm old.ts", showsFile: false, url: null });
    expect(mixed.files.map(({ path, operation }) => `${operation} ${path}`)).toEqual([
      "deleted /w/old.ts",
      "modified a.ts",
    ]);
  });

  test("contains no batch and nothing that is not a call; without calls it is what its row says", () => {
    const odd = { toolName: "batch", input: { tool_calls: [7, { tool: "batch", parameters: { tool_calls: [] } }] } };
    for (const call of [odd, batch(), { toolName: "batch", input: null }])
      expect(callFacts(call)).toMatchObject({ operation: "delegate", files: [] });
    expect(callFacts(batch(["somebodys_tool", { path: "a.ts", content: "x" }])).basis).toBe("guessed");
  });

  test("contains the plan of a call in it", () => {
    const todos = [{ content: "write the test", status: "pending" }];
    const call = batch(["read", { filePath: "a.ts" }], ["todowrite", { todos }]);
    expect(planItems({ type: "tool-call", id: "p", toolCallId: "c", ...call })).toEqual([
      { text: "write the test", status: "pending" },
    ]);
  });
});

test("a goto is a line of the open file for one agent, and a page for others", () => {
  expect(callFacts({ toolName: "goto", input: { line_number: 3 } }).operation).toBe("read");
  expect(callFacts({ toolName: "goto", input: { url: "https://a.example" } })).toMatchObject({
    operation: "fetch",
    basis: "guessed",
  });
});

test("a program in Codex's code mode: its commands with their folders, its patch", () => {
  const inner = 'await tools.exec_command({"cmd":"sed -i s/x/y/ a.ts","workdir":"/w"});';
  const two = 'Promise.all([tools.exec_command({cmd:"rm b.ts"}), tools.exec_command({cmd:"rm c.ts"})]);';
  const patch = 'await tools.apply_patch("*** Begin Patch\\n*** Add File: n.ts\\n+x\\n*** End Patch");';
  const files = callFacts({ toolName: "exec", input: `${inner}\n${two}\n${patch}` }).files;
  expect(files.map(({ path, operation }) => `${operation} ${path}`)).toEqual([
    "modified /w/a.ts",
    "deleted b.ts",
    "deleted c.ts",
    "created n.ts",
  ]);
});

test("reads hostile inputs in linear time", () => {
  const many = 50_000;
  const inputs: JsonValue[] = [
    'tools.exec_command({"cmd":"'.repeat(many),
    "*** ".repeat(many),
    `cat ${" ".repeat(many)}`,
    { command: "cat <<EOF\n".repeat(many) },
    { todos: "\n".repeat(many) },
    { paths: Array.from({ length: many }, (_, index) => `${index}.ts`) },
  ];
  const start = performance.now();
  for (const toolName of ["exec", "apply_patch", "update_todo_list", "read_many_files", "anything"])
    for (const input of inputs) {
      callFacts({ toolName, input });
      planItems({ type: "tool-call", id: "a", toolCallId: "a", toolName, input });
    }
  expect(performance.now() - start).toBeLessThan(20_000);
});

test("fields that contain what is written, and what it replaces", () => {
  expect(["content", "newString", "old_str", "edits", "diff", "file_text"].every(isContentField)).toBe(true);
  expect(["path", "command", "todos", "url"].some(isContentField)).toBe(false);
  expect(["old_string", "oldText", "old_str", "search"].every(isBeforeField)).toBe(true);
  expect(["content", "new_string", "edits"].some(isBeforeField)).toBe(false);
});
