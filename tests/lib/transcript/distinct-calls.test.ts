import { expect, test } from "vitest";
import { withDistinctCalls } from "@/lib/transcript/distinct-calls";
import { sketchSession } from "../../support/sketch-session";

/** The ids of calls and results in order, after the import. */
const idsOf = (drawing: string): string[] =>
  sketchSession(drawing).messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === "tool-call" || part.type === "tool-result" ? `${part.type} ${part.toolCallId}` : [],
    ),
  );

test("each call in a log with one id gets a unique id, and its result the same", () => {
  const ids = idsOf(`
    user go
    call a Read {"file_path":"x"}
    usage in=1
    result a x
    call a Read {"file_path":"y"}
    usage in=1
    result a y
  `);
  expect(ids).toEqual(["tool-call a", "tool-result a", "tool-call a_2", "tool-result a_2"]);
});

test("calls of one answer are answered in order, and an interrupted call of an earlier answer never", () => {
  const ids = idsOf(`
    user go
    call a Read {"file_path":"x"}
    usage in=1
    user stop
    call a Read {"file_path":"y"}
    call a Read {"file_path":"z"}
    usage in=1
    result a y
    result a z
    result a z again
  `);
  expect(ids.slice(1)).toEqual([
    "tool-call a_2",
    "tool-call a_3",
    "tool-result a_2",
    "tool-result a_3",
    "tool-result a_3",
  ]);
});

test("does not assign a number that the log itself uses", () => {
  const call = (id: string, file: string) => `call ${id} Read {"file_path":"${file}"}\nusage in=1\nresult ${id} text`;
  const ids = idsOf(`user go\n${call("a_2", "w")}\n${call("a", "x")}\n${call("a", "y")}`);
  expect(ids.filter((id) => id.startsWith("tool-call"))).toEqual(["tool-call a_2", "tool-call a", "tool-call a_3"]);
});

test("calls of two agents may share an id, and a call that the client resends keeps its own", () => {
  const call = 'call a Read {"file_path":"x"}';
  const drawing = `user go\n${call}\nusage in=1\nresult a x\nagent helper\nuser go\n${call}\nusage in=1\nresult a x`;
  expect(new Set(idsOf(drawing))).toEqual(new Set(["tool-call a", "tool-result a"]));
  const { messages } = sketchSession(drawing);
  expect(messages.every(({ parts }) => parts.every((part) => !("toolCallId" in part) || part.toolCallId === "a"))).toBe(
    true,
  );
});

test("different calls of two agents get different ids, and copies of the first agent's calls keep theirs", () => {
  const call = (file: string) => `call a Read {"file_path":"${file}"}\nusage in=1\nresult a ${file}`;
  const main = `user go\n${call("x")}\n${call("y")}`;
  const ids = idsOf(`${main}\nagent fork\n${main}\nagent other\nuser go\n${call("z")}`);
  const own = ["a", "a", "a_2", "a_2"].map((id, at) => `${at % 2 ? "tool-result" : "tool-call"} ${id}`);
  expect(ids).toEqual([...own, ...own, "tool-call a_3", "tool-result a_3"]);
});

test("agents and events refer to a call by its new id", () => {
  const call = (file: string) => `user go\ncall a Read {"file_path":"${file}"}\nusage in=1\nresult a ${file}\nclear a`;
  const main = sketchSession(call("x"));
  const helper = sketchSession(`agent helper\n${call("y")}`);
  const { agents, events } = withDistinctCalls({
    ...main,
    agents: [
      { id: "main", kind: "main", parent: null },
      { id: "helper", kind: "sub-agent", parent: "main", toolCallId: "a" },
      { id: "other", kind: "sub-agent", parent: "helper", toolCallId: "a" },
    ],
    messages: [...main.messages, ...helper.messages],
    events: [...main.events, ...helper.events],
  });
  expect(agents.map(({ toolCallId }) => toolCallId)).toEqual([undefined, "a", "a_2"]);
  expect(events).toMatchObject([{ clearedToolCallIds: ["a"] }, { clearedToolCallIds: ["a_2"] }]);
});
