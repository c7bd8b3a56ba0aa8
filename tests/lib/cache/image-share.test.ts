import { describe, expect, test } from "vitest";
import type { FilePart } from "@/lib/conversation/part";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { toFindingChecks, toRiskRows } from "@/lib/read-models/finding-rows";
import type { Session, SessionMessage } from "@/lib/transcript/session";
import { analyzeSketch } from "@/tests/support/analyze-sketch";
import { sketchSession } from "@/tests/support/sketch-session";

/** The start of a PNG file with this many pixels, as base64; the size is read from it. */
function png(width: number, height: number): string {
  const bytes = Buffer.alloc(40);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]).copy(bytes);
  bytes.write("IHDR", 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString("base64");
}

const image = (data?: string) => ({
  type: "file" as const,
  mediaType: "image/png",
  byteLength: 40,
  ...(data && { data }),
});
const attached = (data?: string): FilePart => ({ id: "picture", ...image(data) });

/** Three requests; the second and third contain the tool's result. */
const DRAWING = `user look at the page
  call a shot {}
  usage model=gpt-4o write=400 in=0
  result a ok
  call b shot {}
  usage model=gpt-4o read=400 write=1500 in=0
  result b ok
  say done
  usage model=gpt-4o read=1900 write=1500 in=0`;

type Change = (message: SessionMessage, index: number) => SessionMessage;
const withImages =
  (images: readonly ReturnType<typeof image>[]): Change =>
  (message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === "tool-result" ? { ...part, output: [...part.output, ...images] } : part,
    ),
  });

function analyze(change: Change, window: number | null, drawing = DRAWING) {
  const { messages, responses } = sketchSession(drawing);
  const changes: Partial<Session> = {
    messages: messages.map(change),
    responses: responses.map((response) => (window === null ? response : { ...response, limits: { window } })),
  };
  return analyzeSketch(drawing, changes);
}

function find(change: Change, window: number | null, drawing?: string) {
  return analyzeCache(analyze(change, window, drawing)).findings.find(({ id }) => id === "image-share");
}

/** 1,024 by 1,024 pixels are 765 tokens by OpenAI's rule (`image-tokens.test.ts`). */
const SHOT = image(png(1024, 1024));

describe("images that take up much of the window", () => {
  test("are found at requests in which they take a tenth or more, with their source", () => {
    expect(find(withImages([SHOT]), 10_000)).toEqual({
      id: "image-share",
      kind: "risk",
      requests: [2],
      lostTokens: 0,
      lostCost: null,
      evidence: [
        { id: "image-share", position: 2, images: 2, unknownSizes: 0, tokens: 1530, window: 10_000, requests: 1 },
        { id: "image-source", tool: "shot", images: 2, tokens: 1530 },
      ],
    });
    expect(find(withImages([SHOT]), 7_650)?.requests).toEqual([1, 2]);
  });

  test("are not worth mentioning in a window ten times their size, and unknown without a window", () => {
    expect(find(withImages([SHOT]), 15_301)).toBeUndefined();
    expect(find(withImages([SHOT]), null, DRAWING.replaceAll("gpt-4o", "nobody-knows-1"))).toBeUndefined();
  });

  test("an image without logged pixels counts as a large one, and an attached one has no tool", () => {
    const change: Change = (message, index) =>
      index === 0 ? { ...message, parts: [...message.parts, attached()] } : message;
    const drawing = "user look\nsay nice\nusage model=gpt-4o write=1500 in=0";
    expect(find(change, 10_000, drawing)?.evidence).toMatchObject([
      { images: 1, unknownSizes: 1, tokens: 1445 },
      { tool: null, images: 1 },
    ]);
  });

  test("disappear when their result is cleared; other files are not images", () => {
    const cleared = DRAWING.replace("result b ok", "result b ok\n  clear a");
    expect(find(withImages([SHOT]), 10_000, cleared)).toBeUndefined();
    expect(find(withImages([{ ...SHOT, mediaType: "application/pdf" }]), 10_000)).toBeUndefined();
  });

  test("have a row with share and basis; without a window the page explains why it is unknown", () => {
    const known = analyze(withImages([SHOT]), 10_000);
    const cache = analyzeCache(known);
    const row = toRiskRows(known, cache).find(({ id }) => id === "image-share-risk");
    expect(row?.evidence[0]).toMatch(
      /^Request 3: 2 images took about 1,530 of the window's 10,000 tokens \(15\.3\s%\), est/,
    );
    expect(row?.evidence[1]).toBe("2 images in results of shot: about 1,530 tokens in that request.");
    const unknown = analyze(withImages([SHOT]), null, DRAWING.replaceAll("gpt-4o", "nobody-knows-1"));
    const { unanswered } = toFindingChecks(unknown, analyzeCache(unknown));
    expect(unanswered).toContainEqual({
      id: "image-share",
      fact: { id: "no-window" },
      name: "Images that fill the window",
      note: "the window of this session is unknown",
    });
  });
});
