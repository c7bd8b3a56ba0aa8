import { describe, expect, test } from "vitest";
import { calledFiles } from "@/lib/tools/call-facts";
import { patchFiles } from "@/lib/tools/patch-files";
import { printedFiles, shellFiles } from "@/lib/tools/shell-files";

const shell = (line: string) => shellFiles(line).map(({ path, operation }) => `${operation} ${path}`);

describe("shellFiles", () => {
  test.each([
    ["cat src/a.ts | head -5", ["read src/a.ts"]],
    ["cd app && sed -n '1,20p' b.ts; rm -f old.txt", ["read app/b.ts", "deleted app/old.txt"]],
    ["sed -i 's/a/b/' x.ts", ["modified x.ts"]],
    [
      'cd app && cat \'routes/$id.tsx\' "u.\\$id.ts" v.\\$id.ts && rm "$dir/a.ts" $f.ts',
      ["read app/routes/$id.tsx", "read app/u.$id.ts", "read app/v.$id.ts"],
    ],
    [
      "bash -lc \"cat 'routes/\\$id.tsx' \\$f.ts\"; sed -i -e '1d' -e '$d' a.ts",
      ["read routes/$id.tsx", "modified a.ts"],
    ],
    ['echo "a > b" > out.txt 2>/dev/null', ["created out.txt"]],
    ["npm test >> log.txt", ["modified log.txt"]],
    ["cat <<'EOF' > new.py\nimport os > nothing\nEOF\nmv a.ts b.ts", ["created new.py", "renamed b.ts"]],
    ["git rm gone.ts && git mv p.ts q.ts", ["deleted gone.ts", "renamed q.ts"]],
    ["git rm --cached kept.ts", []],
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
    [
      "python3 <<'EOF'\np = 'src/a.py'\ns = open(p).read()\nopen(p, 'w', encoding='utf8').write(s)\nEOF",
      ["created src/a.py"],
    ],
    [
      "python - <<'PY'\nfrom pathlib import Path\npath = Path('a.md')\npath.write_text(path.read_text())\nPath(\"b.md\").write_text('x')\nPY",
      ["created a.md", "created b.md"],
    ],
    [
      "python -c \"for p in ['a.go', 'b.go']:\n    with open(p, 'r+') as f: f.write(1)\"",
      ["modified a.go", "modified b.go"],
    ],
    ["node -e 'const f = \"a.json\"; fs.writeFileSync(f, text)'", ["created a.json"]],
    ["python -c \"p = root + 'a.py'; open(p, 'w'); (root / 'b.py').write_text(''); open('c.py')\"", []],
    ["bash -lc \"sed -i 's/a/b/' x.ts\"", ["modified x.ts"]],
    ["sed -i '' 's/a/b/' x.ts && sed --in-place 's/a/b/' y.ts", ["modified x.ts", "modified y.ts"]],
    [
      "git checkout src/a.ts && git checkout HEAD~1 b.ts && git checkout -b fix/c.ts",
      ["modified src/a.ts", "modified b.ts"],
    ],
    ["cp a.ts b/c.ts dir/ && mv d.ts dir/", ["created dir/a.ts", "created dir/c.ts", "renamed dir/d.ts"]],
    ['cp a.ts "$DIR/a.ts" && mv b.ts "$DIR" && cp $FILES c.ts dir/', ["created dir/c.ts"]],
    [
      "grep -n FROM app/Dockerfile LICENSE src && git checkout Makefile",
      ["read app/Dockerfile", "read LICENSE", "modified Makefile"],
    ],
    ["git show HEAD~1:src/a.ts && git show main:./b.ts && git show HEAD", ["read src/a.ts", "read b.ts"]],
    ["cd app/web && rm ../a.ts ./b.ts", ["deleted app/a.ts", "deleted app/web/b.ts"]],
    ["head -n 20 a.ts && tail -5 b.ts", ["read a.ts", "read b.ts"]],
    ["rg needle src/a.ts && ls *.ts && cat $FILE", ["read src/a.ts"]],
    [
      "npm test >& out.txt; npm run lint &> lint.txt; npm run e2e &>> lint.txt 2>&1",
      ["created out.txt", "created lint.txt", "modified lint.txt"],
    ],
    [
      "cat 'src/(app)/page.tsx' src/\\(app\\)/\\[id\\]/a.tsx 'my notes.md'",
      ["read src/(app)/page.tsx", "read src/(app)/[id]/a.tsx", "read my notes.md"],
    ],
    ["(cd app && cat a.ts) && rm C:\\app\\b.ts", ["deleted C:\\app\\b.ts"]],
    ['NAME="a b" rm "$DIR"/a.ts src/"b c".ts', ["deleted src/b c.ts"]],
    ["rm a.ts \\\n  b.ts", ["deleted a.ts", "deleted b.ts"]],
    ["patch -p1 < fix.diff && patch a.ts < b.diff", ["read fix.diff", "read b.diff", "modified a.ts"]],
  ])("%s", (line, expected) => {
    expect(shell(line)).toEqual(expected);
  });
});

test.each([
  ["sed -n '1,80p' src/a.ts", ["src/a.ts"]],
  ["cd app && sed -n '850,920p' b.ts", ["app/b.ts"]],
  ["nl -ba a.ts | sed -n '40,90p'", ["a.ts"]],
  ["head -100 a.ts 2>/dev/null", ["a.ts"]],
  ['bash -lc "cat a.ts"', ["a.ts"]],
  ["nl -ba a.ts | sed -n '1,90p'; nl -ba b.ts | sed -n '90,180p'", ["a.ts", "b.ts"]],
  ["sed -n '1,9p' a.ts && sed -n '20,29p' b.ts", ["a.ts", "b.ts"]],
  ["cat a.ts b.ts c.ts", ["a.ts", "b.ts", "c.ts"]],
  ["sed -n '80,180p' src/a.ts; rg -n \"needle\" src", ["src/a.ts"]],
  ["git pull --ff-only && git status --short && sed -n '1,130p' .pi/a.ts", [".pi/a.ts"]],
  ["cat a.ts && npm test", ["a.ts"]],
  ["cat a.ts > b.ts; cat c.ts", ["c.ts"]],
  ["cat a.ts | head -3 > b.ts", []],
  ["cat a.ts | grep x", []],
  ["cat a.ts 2>&1 | grep x", []],
  ["cat a.ts |& grep x", []],
  ["cat a.ts 2>&1 | head -5; cat < b.ts", ["a.ts", "b.ts"]],
  ["diff -u a.md b.md && echo same; sed -n '10,25p' c.md", ["a.md", "b.md", "c.md"]],
  ["sed -n '1,75p' Dockerfile; git show main:a.ts | head -20", ["Dockerfile", "a.ts"]],
  ["sed -n '1,9p' a.ts > /tmp/part.txt && cat /tmp/part.txt; cat /tmp/other.txt", ["a.ts", "/tmp/other.txt"]],
  ["sed -i 's/a/b/' a.ts", []],
  ["grep -n x a.ts", []],
  ["wc -l a.ts", []],
  ["", []],
])("the files that %s prints", (line, expected) => {
  expect(printedFiles(line)).toEqual(expected);
});

test("a patch shows what it adds, updates, deletes and moves", () => {
  const patch =
    "*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** Move to: c.ts\n*** Delete File: d.ts\n*** End Patch";
  expect(patchFiles(patch).map(({ path, operation }) => `${operation} ${path}`)).toEqual([
    "created a.ts",
    "modified b.ts",
    "renamed c.ts",
    "deleted d.ts",
  ]);
});

describe("calledFiles", () => {
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
    const found = calledFiles({ toolName, input });
    expect(found.map(({ path, operation }) => `${operation} ${path}`)).toEqual(expected);
  });
});

test("a command's files are relative to its logged folder, and within it to the input's folder", () => {
  const files = (input: object) =>
    calledFiles({ toolName: "Bash", input: { command: "cat src/a.ts /p/b.ts", ...input }, folder: "/p/packages/cli" });
  const paths = (input: object) => files(input).map(({ path }) => path);
  expect(paths({})).toEqual(["/p/packages/cli/src/a.ts", "/p/b.ts"]);
  expect(paths({ cwd: "test" })).toEqual(["/p/packages/cli/test/src/a.ts", "/p/b.ts"]);
  expect(paths({ cwd: "/q" })).toEqual(["/q/src/a.ts", "/p/b.ts"]);
});
