import { describe, expect, test } from "vitest";
import { patchOperations } from "@/lib/evaluation/artifacts/patch-operations";
import { shellOperations } from "@/lib/evaluation/artifacts/shell-operations";
import { operationsOf } from "@/lib/evaluation/artifacts/tool-operations";

const shell = (line: string) => shellOperations(line).map(({ path, operation }) => `${operation} ${path}`);

describe("shellOperations", () => {
  test.each([
    ["cat src/a.ts | head -5", ["read src/a.ts"]],
    ["cd app && sed -n '1,20p' b.ts; rm -f old.txt", ["read app/b.ts", "deleted app/old.txt"]],
    ["sed -i 's/a/b/' x.ts", ["modified x.ts"]],
    ['echo "a > b" > out.txt 2>/dev/null', ["created out.txt"]],
    ["npm test >> log.txt", ["modified log.txt"]],
    ["cat <<'EOF' > new.py\nimport os > nothing\nEOF\nmv a.ts b.ts", ["created new.py", "renamed b.ts"]],
    ["git rm gone.ts && git mv p.ts q.ts", ["deleted gone.ts", "renamed q.ts"]],
    ["git checkout --theirs a.ts && git checkout -- b.ts && git checkout main", ["modified a.ts", "modified b.ts"]],
    ["FOO=1 sudo touch made.ts && cp a.ts copy.ts", ["created made.ts", "created copy.ts"]],
    ["rg needle src/a.ts && ls *.ts && cat $FILE", ["read src/a.ts"]],
  ])("%s", (line, expected) => {
    expect(shell(line)).toEqual(expected);
  });
});

test("a patch names what it adds, updates, deletes and moves", () => {
  const patch =
    "*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** Move to: c.ts\n*** Delete File: d.ts\n*** End Patch";
  expect(patchOperations(patch).map(({ path, operation }) => `${operation} ${path}`)).toEqual([
    "created a.ts",
    "modified b.ts",
    "renamed c.ts",
    "deleted d.ts",
  ]);
});

describe("operationsOf", () => {
  test.each([
    ["Read", { file_path: "a.ts" }, ["read a.ts"]],
    ["MultiEdit", { file_path: "a.ts", edits: [{ old_string: "x" }] }, ["modified a.ts"]],
    ["write_to_file", { path: "a.ts", content: "cat b.ts" }, ["created a.ts"]],
    ["read_file", { args: { file: [{ path: "a.ts" }, { path: "b.ts" }] } }, ["read a.ts", "read b.ts"]],
    ["shell", { command: ["bash", "-lc", "cat a.ts"] }, ["read a.ts"]],
    ["str_replace_editor", { command: "create", path: "a.ts" }, ["created a.ts"]],
    ["apply_patch", { input: "*** Update File: z.ts" }, ["modified z.ts"]],
    ["WebFetch", { url: "https://example.com/a.ts" }, []],
  ])("%s", (toolName, input, expected) => {
    const found = operationsOf({ type: "tool-call", id: "c", toolCallId: "c", toolName, input });
    expect(found.map(({ path, operation }) => `${operation} ${path}`)).toEqual(expected);
  });
});
