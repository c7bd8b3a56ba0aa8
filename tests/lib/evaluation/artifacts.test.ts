import { describe, expect, test } from "vitest";
import { patchOperations } from "@/lib/evaluation/artifacts/patch-operations";
import { trailOf } from "@/lib/evaluation/artifacts/read-trail";
import { shellOperations } from "@/lib/evaluation/artifacts/shell-operations";
import { textOperations } from "@/lib/evaluation/artifacts/text-operations";
import { operationsOf } from "@/lib/evaluation/artifacts/tool-operations";

import { sketchSession } from "../../support/sketch-session";

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
    [
      "git checkout HEAD -- a.ts && git restore --staged b.ts && git restore -s HEAD~1 c.ts",
      ["modified a.ts", "modified c.ts"],
    ],
    ["npm test 2>&1 | tee out.log && date | tee -a all.log", ["created out.log", "modified all.log"]],
    [
      "python - <<'EOF'\nwith open('gen.py', 'w') as f:\n  f.write('x')\nopen(\"log.txt\", \"a\")\nopen('in.txt')\nEOF",
      ["created gen.py", "modified log.txt"],
    ],
    ["node -e \"require('fs').writeFileSync('made.json', '{}')\"", ["created made.json"]],
    ["cat > a.ts <<EOF\nimport x from 'y'\nEOF\ncat <<'E' >> b.md\n> quoted\nE", ["created a.ts", "modified b.md"]],
    ["cat <<'EOF' | patch -p1\n--- a/x\nEOF", []],
    ["head -n 20 a.ts && tail -5 b.ts", ["read a.ts", "read b.ts"]],
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
    [
      "shell",
      { command: ["zsh", "-lc", "cat a.ts > b.ts"], workdir: "/repo/app" },
      ["created /repo/app/b.ts", "read /repo/app/a.ts"],
    ],
    ["apply_patch", "*** Begin Patch\n*** Add File: z.ts\n+x\n*** End Patch", ["created z.ts"]],
    ["developer__edit", { file_path: "a.ts", old_string: "x" }, ["modified a.ts"]],
    ["developer__shell", { command: "cat a.ts" }, ["read a.ts"]],
    ["builtin_read_file", { filepath: "a.ts" }, ["read a.ts"]],
    ["read_files", { files: [{ path: "a.ts", start_line: 1 }, { path: "b.ts" }] }, ["read a.ts", "read b.ts"]],
    ["editor", { path: "a.ts", old_text: "x", new_text: "y" }, ["modified a.ts"]],
    ["editor", { path: "a.ts", new_text: "y" }, ["created a.ts"]],
    ["run_commands", { commands: ["cat a.ts", "touch b.ts"] }, ["read a.ts", "created b.ts"]],
    ["NotebookEdit", { notebook_path: "n.ipynb", new_source: "x" }, ["modified n.ipynb"]],
    ["replace", { file_path: "a.ts", old_string: "x", new_string: "y" }, ["modified a.ts"]],
    ["read_many_files", { paths: ["a.ts", "b.ts"] }, ["read a.ts", "read b.ts"]],
    ["WebFetch", { url: "https://example.com/a.ts" }, []],
  ])("%s", (toolName, input, expected) => {
    const found = operationsOf({ type: "tool-call", id: "c", toolCallId: "c", toolName, input });
    expect(found.map(({ path, operation }) => `${operation} ${path}`)).toEqual(expected);
  });
});

test("calls that a client writes into its text as XML", () => {
  const text = (parts: string) => textOperations(parts).map(({ path, operation }) => `${operation} ${path}`);
  expect(
    text(
      "I read it.\n<read_file>\n<args><file><path>a.ts</path></file><file><path>b.ts</path></file></args>\n</read_file>",
    ),
  ).toEqual(["read a.ts", "read b.ts"]);
  expect(text("<write_to_file><path>x.html</path><content><path>no.ts</path></content></write_to_file>")).toEqual([
    "created x.html",
  ]);
  expect(
    text("<execute_command><command>cat a &gt; b.ts &amp;&amp; rm c.ts</command><cwd>/r</cwd></execute_command>"),
  ).toEqual(["created /r/b.ts", "deleted /r/c.ts"]);
  expect(text("<read_file><path>never closed</path>")).toEqual([]);
  expect(text("<read_file>".repeat(50_000))).toEqual([]);
});

describe("the trail of a conversation", () => {
  const trail = (sketch: string) => {
    const session = sketchSession(sketch);
    const blocks = session.messages.flatMap((message, position) =>
      message.parts.map((part) => ({ part, message, position, tokens: 0 })),
    );
    return trailOf({ blocks, roots: [] }).map(({ path, operation }) => `${operation} ${path}`);
  };

  test("a failed call did nothing; what exists is changed, not created; one patch counts once", () => {
    expect(
      trail(`
  user      go
  call      a Write {"file_path":"a.ts"}
  usage     read=0 in=1 out=1
  error     a no space left
  call      b Write {"file_path":"a.ts"}
  usage     read=0 in=1 out=1
  result    b ok
  call      c Write {"file_path":"a.ts"}
  usage     read=0 in=1 out=1
  result    c ok
  call      d apply_patch {"input":"*** Add File: n.ts"}
  usage     read=0 in=1 out=1
  result    d ok`),
    ).toEqual(["created a.ts", "modified a.ts", "created n.ts"]);
  });
});
