import fs, { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { createShelf } from "@/lib/library/vocabulary-shelf";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { compress, type KeptText } from "@/package/entries/index";
import {
  aiSdk,
  anthropic,
  centagentExternalise,
  compressWith,
  gemini,
  loadTokenizer,
  o200kTokenizer,
  openaiChat,
  openaiResponses,
  Problem,
  sweAgentLastN,
  winnow,
} from "@/package/entries/small";
import { generateConversation } from "../support/generate-conversation";

const FORMATS = [openaiChat, openaiResponses, anthropic, gemini, aiSdk];
const STRATEGIES = [winnow, centagentExternalise, sweAgentLastN];

describe("gives the same with objects as with names", () => {
  test("all formats can be passed", () => {
    expect(FORMATS.map(({ id }) => id).sort()).toEqual(CODECS.map(({ id }) => id).sort());
  });

  test.each(FORMATS.map((format) => [format.id, format] as const))(
    "%s: the same messages and state",
    async (id, format) => {
      const tokenizer = await loadTokenizer(o200kTokenizer);
      for (const [index, strategy] of STRATEGIES.entries()) {
        const grown = generateConversation(60, index + 7, 3);
        const bodies = [{ ...grown, messages: grown.messages.slice(0, 41) }, grown].map(
          (conversation) => format.encode(conversation) as Record<string, unknown>,
        );
        const outputs = new Map<string, KeptText>();
        let [state, named]: unknown[] = [null, null];
        for (const body of bodies) {
          const asked = {
            tokenizer: "o200k",
            strategy: strategy.id,
            context_window: 6_000,
            reserve: 0,
            force: true,
            format: id,
          };
          const { winnow: account, ...sent } = await compress({
            ...body,
            winnow: { ...asked, state: named, store: false } as never,
          });
          const own = compressWith(body, { format, strategy, tokenizer, window: 6_000, force: true, state });
          expect(own.status).toBe((account as { status: string }).status);
          expect(own.body).toEqual(sent);
          [state, named] = [own.state, (account as { state: unknown }).state];
          expect(JSON.parse(JSON.stringify(state))).toEqual(JSON.parse(JSON.stringify(named)));
        }
        expect(outputs.size).toBe(0);
      }
    },
  );

  test("returns what was put aside by its reference", async () => {
    const body = openaiChat.encode(generateConversation(60, 3, 5)) as Record<string, unknown>;
    const settings = {
      format: openaiChat,
      strategy: centagentExternalise,
      tokenizer: await loadTokenizer(o200kTokenizer),
      force: true,
    };
    const { outputs, body: smaller } = compressWith(body, settings);
    expect(outputs.size).toBeGreaterThan(0);
    const text = JSON.stringify(smaller);
    for (const [id, original] of outputs) {
      expect(text).toContain(id);
      expect(JSON.stringify(body)).toContain(JSON.stringify(original).slice(1, 60));
    }
  });

  test("every failure has a code", async () => {
    const settings = { format: openaiChat, strategy: winnow, tokenizer: await loadTokenizer(o200kTokenizer) };
    const codeOf = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        return error instanceof Problem ? error.code : error;
      }
      return null;
    };
    expect(codeOf(() => compressWith({ messages: [] }, settings))).toBe("no-conversation");
    expect(
      codeOf(() => compressWith({ messages: [{ role: "user", content: "a" }] }, { ...settings, params: { no: 1 } })),
    ).toBe("params-invalid");
    const unreachable = { ...settings, target: { tokens: 1 } };
    expect(codeOf(() => compressWith({ messages: [{ role: "user", content: "hello" }] }, unreachable))).toBe(
      "budget-unachievable",
    );
  });
});

describe("vocabularies", () => {
  test("one that loads asynchronously is loaded once, and the work is repeated", async () => {
    let loads = 0;
    const shelf = createShelf(async (name) => {
      loads += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return readFileSync(`lib/tokenizers/vocabularies/${name}.bin`);
    });
    const count = () => shelf.withVocabularies(() => createTokenizer("o200k", shelf.load).count("hello world"));
    expect(await Promise.all([count(), count()])).toEqual([2, 2]);
    expect(await count()).toBe(2);
    expect(loads).toBe(1);
  });

  test("one that could not be fetched is requested again by the next call", async () => {
    let fails = true;
    const shelf = createShelf(async (name) => {
      if (fails) throw new Error("offline");
      return readFileSync(`lib/tokenizers/vocabularies/${name}.bin`);
    });
    const count = () => shelf.withVocabularies(() => createTokenizer("o200k", shelf.load).count("hello world"));
    await expect(count()).rejects.toThrow("offline");
    fails = false;
    expect(await count()).toBe(2);
  });
});

describe("a bundle with one format, strategy and tokenizer", () => {
  /**
   * Minified bytes, including the used parts of zod. The largest pieces: zod 31,000, the table of clients' tools
   * 20,000.
   */
  const MAX_BYTES = 198_000;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-small-"));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test(`contains nothing else and is at most ${MAX_BYTES} bytes`, async () => {
    // Plain JavaScript that `npm run package` runs too; it has no types.
    const { buildSmall } = (await import("../../scripts/package/build-entries.mjs" as string)) as {
      buildSmall(folder: string): Promise<void>;
    };
    await buildSmall(folder);
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module", sideEffects: false }));
    fs.symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
    const code = `import { compressWith, loadTokenizer, o200kTokenizer, openaiChat, winnow } from "./dist/small-browser.js";
      export const run = async (body) => compressWith(body, { format: openaiChat, strategy: winnow, tokenizer: await loadTokenizer(o200kTokenizer) });`;
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: folder },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
      logLevel: "error",
    });
    const [bundle] = outputFiles;
    console.error(`the small entry: ${bundle?.contents.byteLength} bytes`);
    expect(bundle?.contents.byteLength).toBeLessThan(MAX_BYTES);
    for (const other of [
      "claude-code-2.1",
      "swe-agent-last-n",
      "functionCall",
      "function_call_output",
      "DeepSeek V3",
      "Invalid input: verwacht",
    ])
      expect(bundle?.text, other).not.toContain(other);
  });
});
