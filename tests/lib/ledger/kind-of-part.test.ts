import { expect, test } from "vitest";
import { kindOf } from "@/lib/ledger/build-token-ledger";
import { sketchSession } from "../../support/sketch-session";

test("each part has the kind that follows from its message and tool", () => {
  const session = sketchSession(`
    system be brief
    user hello
    client <system-reminder>remember</system-reminder>
    think hm
    say reading
    call a Read {"file_path":"x.ts"}
    call b Bash {"command":"ls"}
    usage write=10 in=0
    result a export {}
    result b x.ts
    summary what happened
  `);
  const calls = new Map(
    session.messages
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (part.type === "tool-call" ? [[part.toolCallId, part] as const] : [])),
  );
  const kinds = session.messages.flatMap((message) =>
    message.parts.map((part) => kindOf(part, message, (callId) => calls.get(callId), [])),
  );
  expect(kinds).toEqual([
    "system",
    "user",
    "system",
    "reasoning",
    "assistant",
    "tool_call",
    "tool_call",
    "file",
    "tool_result",
    "summary",
  ]);
});
