/** A small generator with a fixed seed: the same input in every run. */
function randomIndex(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function randomText(length: number, character: (pick: (below: number) => number) => string): string {
  const pick = randomIndex(42);
  let text = "";
  for (let at = 0; at < length; at += 1) text += character(pick);
  return text;
}

/** Runs of one character class, which no pattern splits and for which most counters take quadratic time. */
export const PATHOLOGICAL: readonly { name: string; length: number; make(length: number): string }[] = [
  { name: "'a' repeated", length: 1e6, make: (length) => "a".repeat(length) },
  { name: "spaces", length: 1e6, make: (length) => " ".repeat(length) },
  { name: "line feeds", length: 1e6, make: (length) => "\n".repeat(length) },
  { name: "dashes", length: 1e6, make: (length) => "-".repeat(length) },
  {
    name: "random a–z",
    length: 1e6,
    make: (length) => randomText(length, (pick) => String.fromCharCode(97 + pick(26))),
  },
  {
    name: "random capitals and accents",
    length: 1e6,
    make: (length) => randomText(length, (pick) => (pick(2) ? "\u0301" : String.fromCharCode(65 + pick(26)))),
  },
  { name: "base64", length: 1e6, make: (length) => randomText(length, (pick) => BASE64[pick(64)] as string) },
  {
    name: "random Han, unbroken",
    length: 1e5,
    make: (length) => randomText(length, (pick) => String.fromCharCode(0x4e00 + pick(20_000))),
  },
  {
    name: "random Han, unbroken",
    length: 1e6,
    make: (length) => randomText(length, (pick) => String.fromCharCode(0x4e00 + pick(20_000))),
  },
  { name: "family emoji", length: 1e6, make: (length) => "👩\u200d".repeat(length / 3) },
  { name: "lone surrogates", length: 1e6, make: (length) => "\ud83d".repeat(length) },
];
