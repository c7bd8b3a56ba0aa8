import { expect, test } from "vitest";
import { modelLines, statementOfLines } from "@/lib/view-models/session/several-models";

test("lines become a first model and changes, with requests counted from 0", () => {
  const lines = [
    { from: "1", model: " gpt-4o " },
    { from: " 5", model: "gpt-5" },
    { from: "9", model: "o3" },
  ];
  expect(statementOfLines(lines)).toEqual({
    ok: true,
    value: {
      model: "gpt-4o",
      changes: [
        { index_in_agent: 4, model: "gpt-5" },
        { index_in_agent: 8, model: "o3" },
      ],
    },
  });
});

test.each([
  [[], "Each line needs a model."],
  [[{ from: "1", model: "" }], "Each line needs a model."],
  [
    [
      { from: "1", model: "a" },
      { from: "1", model: "b" },
    ],
    "Each line needs a later request than the previous one.",
  ],
  [
    [
      { from: "1", model: "a" },
      { from: "", model: "b" },
    ],
    "Each line needs a later request than the previous one.",
  ],
  [
    [
      { from: "1", model: "a" },
      { from: "2.5", model: "b" },
    ],
    "Each line needs a later request than the previous one.",
  ],
])("lines %j are incomplete: %s", (lines, why) => {
  expect(statementOfLines(lines)).toEqual({ ok: false, why });
});

test("an earlier statement is shown again; otherwise a line waits for another model", () => {
  const stated = { model: "a", window: null, scope: "session", changes: [{ index_in_agent: 4, model: "b" }] } as const;
  expect(modelLines({ ...stated, changes: [...stated.changes] }, "")).toEqual([
    { from: "1", model: "a" },
    { from: "5", model: "b" },
  ]);
  expect(modelLines(null, "a")).toEqual([
    { from: "1", model: "a" },
    { from: "", model: "" },
  ]);
});
