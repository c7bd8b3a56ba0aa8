import { expect, test } from "vitest";
import { afterCompaction } from "@/lib/library/after-compaction";
import { sketchSession } from "../../support/sketch-session";

test("a reminder contains facts of the conversation, and none that only the client added", () => {
  const session = sketchSession(`
    user Mend src/parser/lines.ts please
    call a Read {"file_path":"src/parser/lines.ts"}
    usage write=1000 in=3 out=10
    result a the file src/parser/lines.ts
    say I mend src/parser/lines.ts now.
    usage read=1000 write=50 in=3 out=10
    user Go on
  `);
  const listing = {
    id: "listing",
    role: "user",
    agent: "main",
    origin: "client",
    parts: [{ id: "listing.0", type: "text", text: "Skills: references/palette.md, references/palette.md" }],
  } as const;
  const messages = [session.messages[0] as (typeof session.messages)[number], listing, ...session.messages.slice(1)];
  const responses = session.responses.map((one) => ({ ...one, messageIndex: one.messageIndex + 1 }));
  const after = afterCompaction({ ...session, messages, responses }, { summary: "All is well.", limit: 9_000 });
  expect(after?.reminder).toContain("src/parser/lines.ts");
  expect(after?.reminder).not.toContain("palette.md");
  // What the client sends with each prompt is still there afterwards; only the conversation's file is gone.
  expect(after?.report).toMatch(/took 5 of 6 parts.*paths 1 of 2/);
});

test("omits names of a stack trace outside the project, and includes the project's own", () => {
  const trace = [
    "TypeError: lines is undefined",
    "    at parseLines (src/parser/lines.ts:14:3)",
    "    at runScriptInThisContext (node:internal/vm:209:10)",
    "    at applyPlugin (/app/node_modules/some-tool/index.js:3:1)",
  ].join("\n");
  const session = sketchSession(`
    user Run the tests
    call a Bash {"command":"npm test"}
    usage write=1000 in=3 out=10
    result a TRACE
    usage read=1000 write=50 in=3 out=10
    user Go on
  `);
  const messages = session.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === "tool-result" ? { ...part, output: [{ type: "text" as const, text: trace }] } : part,
    ),
  }));
  const reminder = afterCompaction({ ...session, messages }, { summary: "All is well.", limit: 9_000 })?.reminder ?? "";
  expect(reminder).toContain("parseLines");
  expect(reminder).not.toMatch(/runScriptInThisContext|applyPlugin/);
});
