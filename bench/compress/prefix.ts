import { BODIES, grow, MODES, steadySession } from "@/tests/support/prefix-law";

/**
 * How often the beginning of what is sent changes as a history grows, as a table: node scripts/run-ts.mjs bench/compress/prefix.ts
 * A state makes no difference (tests/lib/compress/prefix-law.test.ts), so that the histories are sent without one.
 */
const [, , ...wanted] = process.argv;
const shapes = BODIES.filter(({ format }) => wanted.length === 0 || wanted.includes(format));
const history = steadySession(100);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

console.log(
  "| strategy | mode | shape | changes of steps | undeclared | tokens saved | cost in input tokens | refused |",
);
console.log("| --- | --- | --- | --: | --: | --: | --: | --: |");
for (const strategy of ["winnow", "manus", "centagent-externalise"])
  for (const { name, settings } of MODES)
    for (const shape of shapes) {
      if (settings.strategy !== undefined && strategy !== "winnow") continue;
      const { steps, changes, undeclared, before, after, cost, refused } = await grow(history, shape, {
        strategy,
        ...settings,
      });
      const cells = [`\`${strategy}\``, name, shape.format, `${changes} of ${steps}`, undeclared];
      const figures = [percent(1 - after / before), `${Math.round(cost / 1000)} k`, refused];
      console.log(`| ${[...cells, ...figures].join(" | ")} |`);
    }
