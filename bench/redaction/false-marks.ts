// How often redaction marks text that is not a secret:
// node scripts/run-ts.mjs bench/redaction/false-marks.ts [every nth session] [--show]
// The sessions of ../shared/corpus were chosen so that they contain no live secret, so each mark counts as false. Many
// marks are made-up passwords in tests and documentation, which cannot be told from real ones, so the figure is an
// upper bound.
import path from "node:path";
import { parseArgs } from "node:util";
import { type Part, partText } from "@/lib/conversation/part";
import { detectSecrets } from "@/lib/server/workers/secret-detector";
import { CHARACTERS_PER_TOKEN, countMarks } from "./count-marks";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { show: { type: "boolean" } } });
const folder = path.resolve("../shared/corpus/sessions");
const show = (before: Part, after: Part) => {
  const [was, is] = [partText(before), partText(after)];
  for (const { index, 0: mark } of is.matchAll(/\[redacted:[a-z0-9,-]+\]/g)) {
    const lead = is.slice(Math.max(0, index - 50), index);
    const at = was.indexOf(lead.split("]").at(-1) ?? "");
    console.log(mark, JSON.stringify(lead), "→", JSON.stringify(at < 0 ? "?" : was.slice(at, at + 110)));
  }
};
const startedAt = performance.now();
const { sessions, characters, findings } = await countMarks(folder, detectSecrets, {
  step: Number(positionals[0] ?? 1),
  ...(values.show && { tell: show }),
});
const tokens = characters / CHARACTERS_PER_TOKEN / 1e6;
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`${sessions} sessions, ${tokens.toFixed(1)} million tokens, ${seconds} s`);
for (const { kind, count } of [...findings].sort((a, b) => b.count - a.count))
  console.log(`${kind}: ${count}, ${(count / tokens).toFixed(2)} per million`);
const all = findings.reduce((sum, { count }) => sum + count, 0);
console.log(`all: ${all}, ${(all / tokens).toFixed(2)} per million tokens`);
