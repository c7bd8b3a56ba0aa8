import { expect, test } from "vitest";
import { breakEvidence } from "@/lib/read-models/words/break-evidence";
import { causeNote } from "@/lib/view-models/answer/cause-note";

const pauses = (
  shortest: number,
  longest: number,
  withinHour = 2,
  restarts = 0,
  awaited: { count: number; tools: string[] } = { count: 0, tools: [] },
) =>
  causeNote({
    id: "idle",
    fact: {
      ...{ id: "pauses", count: 2, shortest, longest, request: null },
      lives: { shortest: 300, longest: 300 },
      ...{ withinHour, restarts, awaited },
    },
    tokens: 0,
    evidence: { count: 2, noun: "requests", requests: [] },
    covers: { breaks: [], parts: [] },
  });

test("pauses near the lifetime of the entries have their seconds", () => {
  expect(pauses(324, 960)).toBe("2 pauses of 5 m 24 s to 16 m; cache entries live 5 m.");
  expect(pauses(720, 725)).toBe("2 pauses of about 12 m each; cache entries live 5 m.");
});

test("distinguishes pauses that an hour would not have covered, and those in which the client was closed", () => {
  expect(pauses(324, 9000, 1, 1)).toBe(
    "2 pauses of 5 m 24 s to 2 h 30 m, 1 of them within an hour; cache entries live 5 m. In 1 of them, the client was closed and started again, which may have changed the prompt too.",
  );
});

test("pauses in which the agent waited for its calls are not ascribed to the person", () => {
  expect(pauses(720, 725, 2, 0, { count: 1, tools: ["Task", "Bash"] })).toBe(
    "2 pauses of about 12 m each; cache entries live 5 m. In 1 of them, the agent waited for its calls (Task, Bash), which may have run that long or needed a person's answer.",
  );
});

test("cut prompts that lack reasoning are counted among all of the cause", () => {
  const cut = (turns: number) =>
    causeNote({
      ...{ id: "shorter-prompt", fact: { id: "cut", turns }, tokens: 0 },
      evidence: { count: 4, noun: "requests", requests: [] },
      covers: { breaks: [], parts: [] },
    });
  const loss = "Nothing after a cut can be read from the cache, so the avoidable loss may be zero.";
  expect(cut(0)).toBe(loss);
  expect(cut(2)).toBe(`In 2 of 4 requests, the client probably left out the reasoning of earlier answers. ${loss}`);
  expect(cut(4)).toBe(`The client probably left out the reasoning of earlier answers. ${loss}`);
});

test("a break without a cause in the log is described once", () => {
  const own = { cause: "unknown", evidence: { id: "nothing-explains" } } as const;
  expect(breakEvidence({ id: "reported-cause", reason: "system_changed", own })).toBe(
    "The provider says system_changed. The log shows no compaction, edit, model switch or expiry that explains it.",
  );
});
