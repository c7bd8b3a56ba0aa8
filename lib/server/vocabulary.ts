import { readFileSync } from "node:fs";
import path from "node:path";
import type { VocabularyLoader } from "../tokenizers/tokenizer";

const files = new Map<string, Uint8Array>();

/** Reads a vocabulary file once per process (or worker) and keeps its bytes. Relative to the project's directory. */
export const loadVocabulary: VocabularyLoader = (name) => {
  const known = files.get(name);
  if (known) return known;
  const folder = path.join(/*turbopackIgnore: true*/ process.cwd(), "lib/tokenizers/vocabularies");
  const bytes = readFileSync(path.join(folder, `${name}.bin`));
  files.set(name, bytes);
  return bytes;
};
