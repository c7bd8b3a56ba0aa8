import { expect, test } from "vitest";
import { partText } from "@/lib/conversation/part";
import { weightedEntities } from "@/lib/strategies/presets/supercompact";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const filler = (word: string) => `${word} `.repeat(400);

function kept(id: string, params: object): string {
  const history = drawConversation(
    [
      "user: one",
      `assistant: nothing of note ${filler("chatter")}`,
      "user: two",
      `assistant: src/deep/only-here.ts failed with ValueError ${filler("words")}`,
      "user: three",
      "assistant: a short turn",
      "user: four",
      `assistant: again nothing ${filler("idle")}`,
      "user: five",
      `assistant: the last turn ${filler("closing")}`,
    ].join("\n"),
  );
  const { conversation } = checkStrategy({ id, params: params as never }, history, testEnvironment());
  return conversation.messages.map(({ parts }) => parts.map(partText).join("")).join("\n");
}

test.each(["supercompact-eitf", "supercompact-setcover"])("%s: rare entities stay, chatter goes", (id) => {
  const text = kept(id, { budget: 2000 });
  expect(text).toContain("only-here.ts");
  expect(text).not.toContain("chatter");
});

test("the user's turns, short ones and the last one always stay", () => {
  const text = kept("supercompact-eitf", { budget: 1 });
  for (const word of ["one", "two", "three", "four", "five", "a short turn", "the last turn"])
    expect(text).toContain(word);
  expect(text).not.toContain("only-here.ts");
});

test("skips a turn that does not fit and takes a smaller later one; below the budget nothing happens", () => {
  expect(kept("supercompact-eitf", { budget: 80_000 })).toContain("chatter");
});

test("kinds have their published weights; ports and functions have bounds; case does not matter", () => {
  const of = (text: string) => Object.fromEntries(weightedEntities([text]));
  expect(of("src/a.ts and SRC/A.ts")).toEqual({ "file_path src/a.ts": 1 });
  expect(of("ValueError at https://e.org/x")).toEqual({ "exception valueerror": 0.9, "url https://e.org/x": 0.8 });
  expect(of("port 79, port 80, port 100, localhost:1024")).toEqual({ "port 80": 0.8, "port 1024": 0.8 });
  expect(of("git commit; HTTP 404")).toEqual({ "command git commit": 0.7, "http_status 404": 0.6 });
  expect(of("def abc() def abcd() class Thing MY_VAR")).toEqual({
    "function abcd": 0.5,
    "class_name thing": 0.4,
    "env_var my_var": 0.4,
  });
});
