import { describe, expect, test } from "vitest";
import { sessionCharts } from "@/lib/exporters/session-chart";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { analyzeSketch } from "../../support/analyze-sketch";
import { sketchSession } from "../../support/sketch-session";
import { exportText } from "./export-text";

const DRAWING = `
  user go my-secret-word
  say one
  usage write=20000 in=0 out=9
  user on
  say two
  usage read=20000 write=500 in=0 out=9
  user on
  say three
  usage read=0 write=21000 in=0 out=9
`;
const chartsOf = (drawing: string) => [...sessionCharts(toRequestRows(analyzeSketch(drawing)), [])].join("");

describe("the charts of an exported session", () => {
  test("show requests, reads, money and the largest prompt, and list each break with its tokens and money", () => {
    const page = chartsOf(DRAWING);
    // 20,000 of 61,500 prompt tokens; written at $3.75 a million, read at $0.30.
    expect(page).toContain("Main agent: 3 requests, 32.5\u202f% read from cache, cost ");
    expect(page).toContain("largest prompt 21,000 tokens");
    expect(page).toMatch(/<td class="n">3<\/td><td class="n">20,500<\/td><td class="n">\$0\.0707<\/td>/);
  });

  test("list what a break lost as a range if the log has no cache writes", () => {
    const page = chartsOf(`
      user go
      say one
      usage read=0 in=20000 at=0
      user on
      say two
      usage read=19000 in=2000 at=20
      user on
      say three
      usage read=0 in=22000 at=400
    `);
    expect(page).toMatch(
      /<td class="n">3<\/td><td class="n">19,000–21,0\d\d<\/td><td class="n">\$0\.0\d+–0\.0\d+<\/td>/,
    );
  });

  test("draw and name every kind and cache state that occurs", () => {
    const page = chartsOf(DRAWING);
    for (const name of ["k-unseen", "k-user", "c-read", "c-written"]) expect(page).toContain(`class="${name}" d=`);
    expect(page).not.toContain('c-uncached" d=');
    expect(page).toContain("not in the log");
  });

  test("contain no session text, so that redaction has nothing to remove", () => {
    expect(chartsOf(DRAWING)).not.toContain("my-secret-word");
    expect(chartsOf(DRAWING.replaceAll("main", "x"))).not.toMatch(/style=|href=|<script/);
  });

  test("are left out for one request, and stay small for thousands", () => {
    expect(chartsOf("user go\nsay one\nusage write=20 in=0 out=9")).toBe("");
    const long = chartsOf("user on\nsay two\nusage read=20000 write=500 in=0 out=9\n".repeat(2_000));
    expect(long.length).toBeLessThan(120_000);
  });

  test("give a sub-agent the same number in the export of the session and in its own export", () => {
    const turn = "user go\nsay one\nusage write=20000 in=0 out=9\n".repeat(2);
    const session = sketchSession(`${turn}agent a1\n${turn}agent a2\n${turn}`);
    expect(exportText("html", session)).toContain("<figcaption>Sub-agent 2: 2 requests");
    expect(exportText("html", session, { agent: "a2" })).toContain("<figcaption>Sub-agent 2: 2 requests");
  });

  test("precede the messages in the HTML page", () => {
    const page = exportText("html", sketchSession(DRAWING));
    expect(page.indexOf("<figure>")).toBeLessThan(page.indexOf("<article"));
  });
});
