import { describe, expect, test } from "vitest";
import type { MessageRow } from "@/lib/api/schemas/message-row";
import type { JsonValue, Part } from "@/lib/conversation/part";
import { toMessageRows } from "@/lib/read-models/message-rows";
import { analyzeSketch } from "../../support/analyze-sketch";
import { sketchSession } from "../../support/sketch-session";

const parts = (rows: readonly MessageRow[]) => rows.flatMap((row) => row.parts);

describe("lives of messages", () => {
  const rows = toMessageRows(
    analyzeSketch(`
      user go
      call a Bash {"command":"ls -la"}
      usage write=1000 in=0 out=9
      result a x ×40
      say one
      usage read=1000 write=60 in=0 out=9
      clear a
      user more
      say two
      usage read=1000 write=20 in=0 out=9
      compact auto 1100
      summary all fine
      say three
      usage read=0 write=900 in=0 out=9
    `),
  );

  test("a message enters with the request that first carried it and leaves with a compaction", () => {
    const lives = parts(rows).map(({ first_request, last_request, requests_carried, fate, fate_request }) =>
      [first_request, last_request, requests_carried, fate, fate_request].join(" "),
    );
    expect(lives).toEqual([
      "0 2 3 compacted 3",
      "1 2 2 compacted 3",
      "1 1 1 cleared 2",
      "2 2 1 compacted 3",
      "2 2 1 compacted 3",
      "  0 compacted 3",
      "3 3 1 live ",
      "  0 live ",
    ]);
  });

  test("a message that a rewind brings back after a compaction is carried until the end", () => {
    const drawing = `
      user go\nsay one\nusage write=1000 in=0 out=9
      user on\nsay two\nusage read=1000 write=20 in=0 out=9
      compact auto 1100\nsummary all fine\nsay three\nusage read=0 write=900 in=0 out=9
      user other\nsay four\nusage read=0 write=1050 in=0 out=9`;
    const rewind = { type: "rewind", agent: "main", atMessage: 6, keptUntil: 4 } as const;
    const drawn = sketchSession(drawing);
    const back = toMessageRows(analyzeSketch(drawing, { events: [...drawn.events, rewind] }));
    expect(parts(back).map(({ last_request, fate }) => [last_request, fate].join(" "))).toEqual([
      "3 live",
      "3 live",
      "3 live",
      "3 live",
      "2 abandoned",
      " abandoned",
      "3 live",
      " live",
    ]);
  });

  test("an answer has the request that produced it, other messages the first that carried them", () => {
    expect(rows.map((row) => row.request)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  test("a call and its result have their subject", () => {
    const [, call, result] = parts(rows);
    expect(call).toMatchObject({ kind: "tool_call", type: "tool-call", tool: "Bash", command: "ls -la", path: null });
    expect(result).toMatchObject({
      kind: "tool_result",
      tool: "Bash",
      command: "ls -la",
      is_error: false,
      basis: "anchored",
    });
  });
});

describe("tools run by the provider", () => {
  const session = sketchSession("user search\nsay found");
  const values: JsonValue[] = [
    { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "tides" } },
    { type: "web_search_tool_result", tool_use_id: "srv_1", content: { type: "web_search_tool_result_error" } },
    { type: "mcp_tool_use", id: "mcp_1", name: "roll", input: {} },
    { type: "mcp_tool_result", tool_use_id: "mcp_1", content: [] },
    { type: "web_search_call", status: "completed", action: { type: "search", query: "moon" } },
    { type: "future_block" },
  ];
  const asked = values.map((value, index): Part => ({ id: `o${index}`, type: "opaque", value }));
  const messages = session.messages.map((message) =>
    message.role === "assistant" ? { ...message, parts: asked } : message,
  );
  const [, ...rows] = parts(toMessageRows(analyzeSketch("", { ...session, messages })));

  test("their parts stay unchanged and have the tool and subject", () => {
    expect(rows.map(({ type, tool, command, is_error }) => [type, tool, command, is_error])).toEqual([
      ["opaque", "web_search", "tides", false],
      ["opaque", "web_search", "tides", true],
      ["opaque", "roll", null, false],
      ["opaque", "roll", null, false],
      ["opaque", "web_search", "moon", false],
      ["opaque", null, null, false],
    ]);
  });
});

describe("carry cost", () => {
  // $3 per million: written at 3.75, then read at 0.3. The head is 900 of the first prompt's 1,000 tokens.
  const drawing = (second: string) => `
    user abcd ×80
    say abcd ×80
    usage write=1000 in=0 out=9
    user abcd ×80
    say abcd ×80
    usage ${second} in=0 out=9
    user abcd ×80
    say abcd ×80
    usage read=1200 write=200 in=0 out=9
  `;
  const costs = (second: string) =>
    parts(toMessageRows(analyzeSketch(drawing(second)))).map((part) => part.carry_cost?.amount ?? null);

  test("a part is written once and read afterwards", () => {
    const [first, , second] = costs("read=1000 write=200");
    expect(first).toBeCloseTo((100 * (3.75 + 0.3 + 0.3)) / 1e6, 10);
    expect(second).toBeCloseTo((100 * (3.75 + 0.3)) / 1e6, 10);
  });

  test("a break causes everything after it to be written again", () => {
    const [first, , second] = costs("read=0 write=1200");
    expect(first).toBeCloseTo((100 * (3.75 + 3.75 + 0.3)) / 1e6, 10);
    expect(second).toBeCloseTo((100 * (3.75 + 0.3)) / 1e6, 10);
  });

  test("the cost of unsent parts is unknown", () => {
    expect(costs("read=1000 write=200").at(-1)).toBeNull();
  });
});

test("cuts texts between characters and marks them", () => {
  const [row] = toMessageRows(analyzeSketch("user ab😀cd"), { maxChars: 3 });
  expect(row?.parts[0]).toMatchObject({ text: "ab", chars: 6, truncated: true });
});

test("returns one row per message, in order, including hidden messages and those of other agents", () => {
  const analysis = analyzeSketch(
    "user a\nagent h\nclient b\nsay c\nusage write=9 in=0\nagent main\nsay d\nusage write=9 in=0",
  );
  expect(toMessageRows(analysis).map((row) => [row.index, row.agent, row.request])).toEqual([
    [0, "main", 0],
    [1, "h", 0],
    [2, "h", 0],
    [3, "main", 0],
  ]);
});
