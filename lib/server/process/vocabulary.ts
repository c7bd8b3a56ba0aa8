import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { COUNTING_VERSION, type CountMemory } from "../../tokenizers/count-memory";
import {
  describeTokenizer,
  type TokenizerId,
  type VocabularyLoader,
  type VocabularyName,
} from "../../tokenizers/tokenizer";
import { openCountMemory } from "./count-memory";
import { dataDir } from "./settings";

const files = new Map<string, Uint8Array>();

const vocabularyPath = (name: VocabularyName): string =>
  path.join(/*turbopackIgnore: true*/ process.cwd(), "lib/tokenizers/vocabularies", `${name}.bin`);

/**
 * Reads a vocabulary file once per process or worker and keeps its bytes. Its path is relative to the project's
 * directory.
 */
export const loadVocabulary: VocabularyLoader = (name) => {
  const known = files.get(name);
  if (known) return known;
  const bytes = readFileSync(vocabularyPath(name));
  files.set(name, bytes);
  return bytes;
};

const memories = new Map<string, CountMemory>();

/** The counts of this tokenizer that any process has stored in this data directory. */
function memoryOf(id: TokenizerId): CountMemory {
  const folder = path.join(dataDir(), "token-counts");
  const file = path.join(folder, `${id}.${fingerprint(id)}.counts`);
  const memory = memories.get(file) ?? openCountMemory(file);
  memories.set(file, memory);
  return memory;
}

/** Changes whenever something changes that a count depends on: vocabulary, factors or code. */
function fingerprint(id: TokenizerId): string {
  const { vocabulary, ...facts } = describeTokenizer(id);
  const { size } = statSync(vocabularyPath(vocabulary));
  return hash("sha256", JSON.stringify([COUNTING_VERSION, size, facts])).slice(0, 12);
}

/** `loadVocabulary` for the workers, whose tokenizers count a text once and store the count permanently. */
export const rememberingLoader: VocabularyLoader = Object.assign((name: VocabularyName) => loadVocabulary(name), {
  memory: memoryOf,
});
