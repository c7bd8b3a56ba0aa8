import { expect, test } from "vitest";
import { openaiChat } from "@/lib/formats/openai-chat";
import { toMessageRows } from "@/lib/read-models/message-rows";
import { contextAt } from "@/lib/transcript/context-at";
import { analyzeSketch } from "@/tests/support/analyze-sketch";
import { exportText } from "../exporters/export-text";

const DRAWING = `
  user first question
  say first answer
  usage read=0 write=900 in=3 out=40
  user wrong way
  say wrong answer
  usage read=900 write=20 in=3 out=4
  user right way
  say right answer
  usage read=900 write=20 in=3 out=4
  user and now
  say the end
  usage read=920 write=20 in=3 out=4
`;
const drawn = analyzeSketch(DRAWING).session;
const place = drawn.messages.findIndex((message) => JSON.stringify(message.parts).includes("right way"));
const rewind = { type: "rewind", agent: "main", atMessage: place, keptUntil: place - 2 } as const;
const analysis = analyzeSketch(DRAWING, { events: [rewind] });
const textsOf = (value: unknown) => JSON.stringify(value);

test("an abandoned branch is in the request made there, and in none after it", () => {
  const contexts = analysis.session.responses.map((_, index) => textsOf(contextAt(analysis.session, index)));
  expect(contexts.map((text) => text.includes("wrong"))).toEqual([false, true, false, false]);
  expect(contexts.every((text) => text.includes("first question"))).toBe(true);
});

test("its rows stay, say so, and end their lives at the first request without them", () => {
  const rows = toMessageRows(analysis);
  expect(rows.filter((row) => row.abandoned).map((row) => row.parts[0]?.text)).toEqual(["wrong way", "wrong answer"]);
  expect(rows.filter((row) => row.abandoned).map((row) => row.parts[0])).toMatchObject([
    { fate: "abandoned", first_request: 1, last_request: 1, fate_request: 2 },
    { fate: "abandoned", first_request: null, last_request: null, fate_request: 2 },
  ]);
  const [first] = rows;
  expect(first).toMatchObject({ abandoned: false, parts: [{ fate: "live", last_request: 3 }] });
});

test("compositions count only what was sent", () => {
  const sums = (of: typeof analysis) => of.requests.map(({ composition }) => composition.user);
  expect(sums(analysis)[2]).toBeLessThan(sums(analyzeSketch(DRAWING))[2] as number);
});

test("the history for a provider is the one that was continued", () => {
  const body: unknown = JSON.parse(exportText("openai-chat", analysis.session));
  expect(textsOf(body)).not.toContain("wrong");
  expect(textsOf(body)).toContain("the end");
  expect(openaiChat.validate(body)).toEqual([]);
  expect(exportText("winnow", analysis.session)).toContain("wrong way");
});
