import { corpusRows, corpusSession } from "@/bench/corpus-sessions";
import type { Conversation } from "@/lib/conversation/message";
import { contextAt } from "@/lib/transcript/context-at";
import { BODIES, grow, MODES, steadySession } from "@/tests/support/prefix-law";

/**
 * Prints a table of how often the sent prefix changes as a history grows. With `--corpus <number>`, uses real
 * sessions of 60 to 150 requests in the shape of Chat Completions:
 * node scripts/run-ts.mjs bench/compress/prefix.ts [format …]
 * Histories are sent without a state, because it makes no difference
 * (tests/lib/compress/prefix-law.test.ts).
 */
const [, , ...wanted] = process.argv;
const isCorpus = wanted[0] === "--corpus";
const shapes = BODIES.filter(({ format }) =>
  isCorpus ? format === "openai-chat" : wanted.length === 0 || wanted.includes(format),
);
const modes = isCorpus ? MODES.slice(0, 2) : MODES;
const strategies = isCorpus ? ["winnow", "manus"] : ["winnow", "manus", "centagent-externalise"];
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

async function histories(): Promise<readonly Conversation[]> {
  if (!isCorpus) return [steadySession(100)];
  const found: Conversation[] = [];
  for (const row of corpusRows(({ calls }) => calls >= 60 && calls <= 150)) {
    if (found.length === Number(wanted[1])) break;
    const session = await corpusSession(row);
    if (session) found.push(contextAt(session, session.responses.length - 1));
  }
  return found;
}

const measured = await histories();
console.log(
  "| strategy | mode | shape | changes of steps | undeclared | tokens saved | cost in input tokens | refused |",
);
console.log("| --- | --- | --- | --: | --: | --: | --: | --: |");
for (const strategy of strategies)
  for (const { name, settings } of modes)
    for (const shape of shapes) {
      if (settings.strategy !== undefined && strategy !== "winnow") continue;
      const sum = { steps: 0, changes: 0, undeclared: 0, before: 0, after: 0, cost: 0, refused: 0 };
      for (const history of measured) {
        const grown = await grow(history, shape, { strategy, ...settings });
        for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += grown[key];
      }
      const { steps, changes, undeclared, before, after, cost, refused } = sum;
      const cells = [`\`${strategy}\``, name, shape.format, `${changes} of ${steps}`, undeclared];
      const figures = [percent(1 - after / before), `${Math.round(cost / 1000)} k`, refused];
      console.log(`| ${[...cells, ...figures].join(" | ")} |`);
    }
