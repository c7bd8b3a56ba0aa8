/** Pseudo-random numbers below a limit, the same for the same seed (Mulberry32). */
export function seededBelow(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const ODD = [
  '"',
  "{",
  "}",
  "[",
  "]",
  "\\",
  "\n",
  "\0",
  "null",
  "-1",
  "1e999",
  '"__proto__":1,',
  "\ud800",
  "\u202e",
  "[[[[",
];
const encoder = new TextEncoder();
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Bytes with one to four random changes: a changed byte; a piece removed, doubled, moved or overwritten with something
 * odd; a piece of another file inserted; or the end cut off.
 */
export function mutateBytes(bytes: Bytes, other: Bytes, below: (limit: number) => number): Bytes {
  let changed: Bytes = bytes;
  for (let count = 1 + below(4); count > 0; count -= 1) changed = changeOnce(changed, other, below);
  return changed;
}

function changeOnce(bytes: Bytes, other: Bytes, below: (limit: number) => number): Bytes {
  const at = below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + below(200));
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (below(7)) {
    case 0:
      return joined(before, Uint8Array.of(below(256)), bytes.subarray(Math.min(bytes.length, at + 1)));
    case 1:
      return joined(before, after);
    case 2:
      return joined(before, piece, piece, after);
    case 3:
      return joined(after, piece, before);
    case 4:
      return joined(before, encoder.encode(ODD[below(ODD.length)]), after);
    case 5: {
      const from = below(other.length + 1);
      return joined(before, other.subarray(from, from + 1 + below(400)), after);
    }
    default:
      return before;
  }
}

const joined = (...pieces: readonly Bytes[]): Bytes => new Uint8Array(Buffer.concat(pieces));

/**
 * A JSON text, or one JSON value per line, with one to three random structural changes (mutateJson). Null if it is
 * neither.
 */
export function mutateJsonText(text: string, below: (limit: number) => number): string | null {
  const whole = parsed(text);
  const values = whole === undefined ? text.split("\n").map(parsed) : [whole];
  if (!values.some((value) => value !== undefined)) return null;
  for (let count = 1 + below(3); count > 0; count -= 1) {
    const at = below(values.length);
    if (values[at] !== undefined) values[at] = mutateJson(values[at], below);
  }
  const indent = whole === undefined ? 0 : below(2);
  return values.map((value) => (value === undefined ? "" : JSON.stringify(value, null, indent))).join("\n");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON value with one random change: a part replaced, a key added or removed, a list longer or shorter. */
export function mutateJson(value: unknown, below: (limit: number) => number): unknown {
  if (Array.isArray(value)) return mutateList(value, below);
  if (typeof value === "object" && value !== null) return mutateObject(value as Record<string, unknown>, below);
  return somethingElse(below);
}

function mutateList(list: readonly unknown[], below: (limit: number) => number): unknown {
  if (list.length === 0 || below(12) === 0) return somethingElse(below);
  const at = below(list.length);
  if (below(6) === 0) return list.toSpliced(at, 1);
  if (below(6) === 0) return list.toSpliced(at, 0, list[below(list.length)]);
  return list.with(at, mutateJson(list[at], below));
}

function mutateObject(object: Readonly<Record<string, unknown>>, below: (limit: number) => number): unknown {
  const keys = Object.keys(object);
  const key = keys[below(Math.max(1, keys.length))];
  if (key === undefined || below(20) === 0) return somethingElse(below);
  if (below(8) === 0) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  if (below(8) === 0) return { ...object, [keys[below(keys.length)] ?? key]: object[key] };
  return { ...object, [key]: mutateJson(object[key], below) };
}

const OTHERS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  "x",
  "tool",
  "assistant",
  [],
  {},
  [[]],
  [null],
  { type: "text" },
  // JavaScript cannot convert these to text: `String({ toString: 1 })` throws, and so do templates and joins.
  { toString: 1 },
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
  { type: { toString: 1 }, text: { toString: 1 } },
  { toJSON: 1 },
  JSON.parse('{"__proto__": {"type": "text"}, "constructor": {"prototype": {"x": 1}}}'),
  { hasOwnProperty: 1, length: -1 },
  { length: { toString: 1 } },
  JSON.parse(`${"[".repeat(60)}1${"]".repeat(60)}`),
  Number.MAX_SAFE_INTEGER * 4,
  -0.5,
];
const somethingElse = (below: (limit: number) => number): unknown => OTHERS[below(OTHERS.length)];
