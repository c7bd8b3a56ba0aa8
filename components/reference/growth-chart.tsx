import { type GrowthStep, growthSums } from "@/lib/view-models/models/context-growth";
import { formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";

const [WIDTH, HEIGHT] = [720, 260];
const PLOT = { left: 40, right: 12, top: 12, bottom: 28 } as const;
const BILLION = 1e9;
/** Position of the upper line's label as a share of the line, where the line leaves room for it. */
const LABEL_AT = 0.75;

/** Token pairs compared by attention per request: quadratic without a cache, linear with a cached prefix. */
export function GrowthChart({ steps, say }: { steps: readonly GrowthStep[]; say: Say }) {
  const last = steps.at(-1);
  if (!last) return null;
  const ticks = ticksTo(last.whole / BILLION);
  const most = Math.max(...ticks) * BILLION;
  const x = (at: number) => PLOT.left + (at / (steps.length - 1)) * (WIDTH - PLOT.left - PLOT.right);
  const y = (pairs: number) => HEIGHT - PLOT.bottom - (pairs / most) * (HEIGHT - PLOT.top - PLOT.bottom);
  const line = (of: (step: GrowthStep) => number) =>
    steps.map((step, at) => `${at === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(of(step)).toFixed(1)}`).join("");
  const { whole, cached } = growthSums(steps);
  const sums = { whole: (whole / BILLION).toFixed(1), cached: (cached / BILLION).toFixed(1) };
  const at = Math.floor(steps.length * LABEL_AT);
  const caption = say(
    "Pairs of tokens that the model compares for each request, in billions; below, the request and the tokens of its prompt.",
  );
  return (
    <figure className="my-3">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${caption} ${say("without a cache: {whole} in all", sums)}, ${say("with a cached prefix: {cached} in all", sums)}`}
        className="w-full text-micro max-sm:text-hero"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={PLOT.left}
              x2={WIDTH - PLOT.right}
              y1={y(tick * BILLION)}
              y2={y(tick * BILLION)}
              className="stroke-line"
            />
            <text x={PLOT.left - 6} y={y(tick * BILLION) + 4} textAnchor="end" className="fill-tx2">
              {tick}
            </text>
          </g>
        ))}
        {steps
          .filter(({ request }) => request % 20 === 0)
          .map(({ request, prompt }) => (
            <text key={request} x={x(request - 1)} y={HEIGHT - 8} textAnchor="end" className="fill-tx2">
              {say("#{request}: {tokens}", { request, tokens: formatTokens(prompt) })}
            </text>
          ))}
        <path d={line((step) => step.whole)} className="fill-none stroke-2 stroke-bad" />
        <path d={line((step) => step.cached)} strokeDasharray="7 4" className="fill-none stroke-2 stroke-acc" />
        <text
          x={x(at) - 12}
          y={y(steps[at]?.whole ?? 0)}
          textAnchor="end"
          className="fill-bad stroke-4 stroke-bg font-semibold [paint-order:stroke]"
        >
          {say("without a cache: {whole} in all", sums)}
        </text>
        <text x={x(steps.length - 1)} y={y(last.cached) - 10} textAnchor="end" className="fill-acc font-semibold">
          {say("with a cached prefix: {cached} in all", sums)}
        </text>
      </svg>
      <figcaption className="text-small text-tx2">{caption}</figcaption>
    </figure>
  );
}

/** Whole numbers from zero to the first above the largest, six at most. */
function ticksTo(most: number): number[] {
  const step = Math.max(1, Math.ceil(most / 5));
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}
