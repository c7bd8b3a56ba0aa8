import { execFileSync } from "node:child_process";
import { Random } from "@/lib/example/random";
import { DRAWN_FROM, GROUPS, SEED } from "@/tests/promises/faults";

/**
 * Draws the lines of the program in which tests/promises/faults.ts plants its faults. Every line of the commit named
 * there has the same chance. Draws more than needed, because some lines contain nothing that can be wrong; those are
 * left out by hand, in order, with a reason.
 *
 *     node scripts/run-ts.mjs scripts/draw-faults.ts
 */
const DRAWN_FOR_EACH = 4;
/** Comments, imports, types, and lines with only brackets. */
const HOLDS_NOTHING =
  /^(\/\/|\/?\*|import\b|(export )?(type|interface)\b|export (\*|\{)|\} from|(readonly )?\w+\??: (readonly )?[\w<>[\]| ]+;$|[^\w]*$)/;

for (const { name, paths, count } of GROUPS) {
  const lines = linesOf(paths);
  const random = new Random(SEED);
  process.stdout.write(`${name}: ${count} of ${lines.length} lines\n`);
  for (let drawn = 0; drawn < count * DRAWN_FOR_EACH; drawn += 1) process.stdout.write(`  ${random.pick(lines)}\n`);
}

/** `file:line:text` of the lines that could contain a fault. */
function linesOf(paths: readonly string[]): string[] {
  const args = ["grep", "-n", "-I", "", DRAWN_FROM, "--", ...paths];
  const all = execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 28 }).split("\n");
  return all
    .map((line) => line.slice(DRAWN_FROM.length + 1))
    .filter((line) => !HOLDS_NOTHING.test(line.replace(/^[^:]*:\d+:/, "").trim()));
}
