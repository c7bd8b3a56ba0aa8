import { hash } from "node:crypto";
import fs, { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { COUNTING_VERSION, type CountMemory } from "../../tokenizers/count-memory";
import {
  describeTokenizer,
  type TokenizerId,
  type VocabularyLoader,
  type VocabularyName,
} from "../../tokenizers/tokenizer";
import { dataDir, programFile } from "./settings";

/**
 * Maximum number of records per file. A longer file loses its older half at the next start. A record takes
 * 32 bytes of memory and 16 on disk.
 */
const MAX_RECORDS = 500_000;

/**
 * Token counts that outlive the process, in one append-only file with records of 16 bytes: 96 bits of the text's
 * SHA-256 and the count as uint32, both in the machine's byte order. An incomplete or foreign record is harmless,
 * because its key belongs to no text. Threads and processes may share the file; each reads what the others have
 * appended. Counts are written in a microtask and not later, because a pool thread sleeps between tasks without running
 * its event loop. A failed read or write costs time but not correctness, so it is not reported.
 */
export function openCountMemory(file: string, mostRecords = MAX_RECORDS): CountMemory {
  const table = createCountTable();
  const keyOf = createKeys();
  let pending: number[] = [];
  let read = 0;
  let isFresh = false;

  function refresh() {
    isFresh = true;
    queueMicrotask(() => {
      isFresh = false;
    });
    const records = attempt(() => readRecords(file, read)) ?? new Uint32Array(0);
    read += records.length * 4;
    for (let at = 0; at < records.length; at += RECORD_WORDS) {
      const count = records[at + 3] as number;
      records[at + 2] = woven(records[at + 2] as number, count);
      table.set(records.subarray(at, at + 3), count);
    }
  }

  function flush() {
    const records = Uint32Array.from(pending);
    pending = [];
    attempt(() => appendRecords(file, records));
  }

  attempt(() => prepareFile(file, mostRecords));
  return {
    get(text) {
      if (!isFresh) refresh();
      return table.get(keyOf(text));
    },
    set(text, tokens) {
      if (table.size() >= 2 * mostRecords) return;
      const key = keyOf(text);
      if (pending.length === 0) queueMicrotask(flush);
      pending.push(key[0] as number, key[1] as number, woven(key[2] as number, tokens), tokens);
      table.set(key, tokens);
    },
  };
}

/** Mixes the count into the third word of the key, or undoes it, so a damaged count yields another text's key. */
const woven = (word: number, count: number): number => (word ^ Math.imul(count + 1, 0x9e3779b1)) >>> 0;

/**
 * Keys of 96 bits: among a million texts, the chance of a collision is below 1e-16. Returns the same array each time.
 */
function createKeys(): (text: string) => Uint32Array {
  const key = new Uint32Array(3);
  let last: string | null = null;
  return (text) => {
    if (text === last) return key;
    const digest = hash("sha256", text, "buffer");
    for (let word = 0; word < 3; word += 1) key[word] = digest.readUInt32LE(4 * word);
    last = text;
    return key;
  };
}

/** Ignores failures, because a full disk or a missing folder must not fail an analysis. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

function readRecords(file: string, from: number): Uint32Array {
  const descriptor = fs.openSync(file, "r");
  try {
    const bytes = new Uint8Array(Math.max(0, wholeRecords(fs.fstatSync(descriptor).size) - from));
    let filled = 0;
    for (let got = -1; got !== 0 && filled < bytes.length; filled += got)
      got = fs.readSync(descriptor, bytes, filled, bytes.length - filled, from + filled);
    return new Uint32Array(bytes.buffer, 0, wholeRecords(filled) / 4);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Appends with a single write, so records of two threads do not mix. */
const appendRecords = (file: string, records: Uint32Array) =>
  fs.writeFileSync(file, new Uint8Array(records.buffer), { flag: "a" });

/** Removes a record left incomplete by a crash, and the older half of a file that is too long. */
function prepareFile(file: string, mostRecords: number) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const size = fs.existsSync(file) ? fs.statSync(file).size : 0;
  if (size > mostRecords * RECORD_BYTES) {
    const kept = fs.readFileSync(file).subarray(-Math.floor(mostRecords / 2) * RECORD_BYTES - (size % RECORD_BYTES));
    fs.writeFileSync(`${file}.${process.pid}.tmp`, kept.subarray(0, wholeRecords(kept.length)));
    fs.renameSync(`${file}.${process.pid}.tmp`, file);
  } else if (size % RECORD_BYTES !== 0) fs.truncateSync(file, wholeRecords(size));
}

const wholeRecords = (bytes: number): number => bytes - (bytes % RECORD_BYTES);

/** A record is a key of three words and a count. */
const RECORD_WORDS = 4;
const RECORD_BYTES = RECORD_WORDS * 4;

const FIRST_SLOTS = 1 << 12;

/** Counts by 96-bit key, in one typed array (linear probing, doubled when half full): half a million entries in 16 MB. */
type CountTable = {
  get(key: Uint32Array): number | null;
  set(key: Uint32Array, count: number): void;
  size(): number;
};

function createCountTable(): CountTable {
  let slots = new Uint32Array(FIRST_SLOTS * RECORD_WORDS); // a count is kept as count + 1, 0 = free
  let used = 0;

  /** The position of the key, or the free slot where it belongs. */
  function placeOf(table: Uint32Array, key: Uint32Array): number {
    const mask = table.length - 1;
    for (let at = ((key[0] as number) * RECORD_WORDS) & mask; ; at = (at + RECORD_WORDS) & mask)
      if (table[at + 3] === 0 || (table[at] === key[0] && table[at + 1] === key[1] && table[at + 2] === key[2]))
        return at;
  }

  function grow() {
    const larger = new Uint32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += RECORD_WORDS)
      if (slots[at + 3] !== 0) {
        const record = slots.subarray(at, at + RECORD_WORDS);
        larger.set(record, placeOf(larger, record));
      }
    slots = larger;
  }

  return {
    get(key) {
      const count = slots[placeOf(slots, key) + 3] as number;
      return count === 0 ? null : count - 1;
    },
    set(key, count) {
      if (used * 2 * RECORD_WORDS >= slots.length) grow();
      const at = placeOf(slots, key);
      if (slots[at + 3] === 0) used += 1;
      slots.set(key, at);
      slots[at + 3] = count + 1;
    },
    size: () => used,
  };
}

const files = new Map<string, Uint8Array>();

const vocabularyPath = (name: VocabularyName): string => programFile("lib/tokenizers/vocabularies", `${name}.bin`);

/**
 * Reads a vocabulary file once per process or worker and caches its bytes. The path is relative to the project's
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

/** The counts of this tokenizer stored by any process in this data directory. */
function memoryOf(id: TokenizerId): CountMemory {
  const folder = path.join(dataDir(), "token-counts");
  const file = path.join(folder, `${id}.${fingerprint(id)}.counts`);
  const memory = memories.get(file) ?? openCountMemory(file);
  memories.set(file, memory);
  return memory;
}

/** Changes with everything that counts depend on: vocabulary, factors and code. */
function fingerprint(id: TokenizerId): string {
  const { vocabulary, ...facts } = describeTokenizer(id);
  const { size } = statSync(vocabularyPath(vocabulary));
  return hash("sha256", JSON.stringify([COUNTING_VERSION, size, facts])).slice(0, 12);
}

/** `loadVocabulary` for workers, whose tokenizers count a text once and store the count permanently. */
export const rememberingLoader: VocabularyLoader = Object.assign((name: VocabularyName) => loadVocabulary(name), {
  memory: memoryOf,
});
