import { describe, expect, test } from "vitest";
import { textOperations, trailOf } from "@/lib/evaluation/artifacts/read-trail";

import { sketchSession } from "../../support/sketch-session";

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

  test("a failed call did nothing; existing files are changed, not created; one patch counts once", () => {
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
