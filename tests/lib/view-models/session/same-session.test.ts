import { expect, test } from "vitest";
import { sameSessionLine } from "@/lib/view-models/session/same-session";

const recording = (id: string, counts = false) => ({ id, format: "winnow-recording", counts });
const log = (id: string, counts = false) => ({ id, format: "codex", counts });

test("a log mentions its recordings, and says where totals count it", () => {
  const partly = sameSessionLine("codex", [recording("a"), recording("b")]);
  expect(partly).toEqual({
    sentences: [
      "This session is also recorded: exact prompts, tools and cache marks are in the recording.",
      "Totals count the session once, using the copy on this page.",
    ],
    links: [
      { id: "a", label: "Open the recording 1" },
      { id: "b", label: "Open the recording 2" },
    ],
  });
  const wholly = sameSessionLine("codex", [recording("a", true)]);
  expect(wholly?.sentences[1]).toBe("Totals use that file's copy of the session.");
});

test("a recording mentions the log", () => {
  const line = sameSessionLine("winnow-recording", [log("l", true)]);
  expect(line?.sentences[0]).toMatch(/^The client logged this session too/);
  expect(line?.links).toEqual([{ id: "l", label: "Open the log of Codex" }]);
});

test("a copy mentions the other file, and a single session nothing", () => {
  expect(sameSessionLine("codex", [log("l")])?.sentences[0]).toBe("This session is also in another file.");
  expect(sameSessionLine("codex", [])).toBeNull();
});
