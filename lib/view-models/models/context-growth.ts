/** A request of a conversation that grows by the same number of tokens each time. */
export type GrowthStep = {
  readonly request: number;
  readonly prompt: number;
  /** Token pairs compared by attention for this request without a cache: the whole prompt is computed. */
  readonly whole: number;
  /** The same with a cached prefix: only new tokens are computed, each against all earlier tokens. */
  readonly cached: number;
  /** Tokens whose keys and values are in memory, with and without a cache. */
  readonly held: number;
};

type Growth = { readonly requests: number; readonly start: number; readonly step: number };

/** A usual agent session: 20,000 tokens of tools and system prompt, then 1,500 more with each request. */
const USUAL: Growth = { requests: 60, start: 20_000, step: 1_500 };

/**
 * Compute cost of each request in a growing conversation. Causal attention compares each token with itself and all
 * before it: n (n + 1) / 2 pairs for n tokens. A cached prefix of m tokens saves m (m + 1) / 2 of them.
 */
export function contextGrowth({ requests, start, step }: Growth = USUAL): GrowthStep[] {
  return Array.from({ length: requests }, (_, index) => {
    const prompt = start + index * step;
    const before = index === 0 ? 0 : prompt - step;
    return {
      request: index + 1,
      prompt,
      whole: pairs(prompt),
      cached: pairs(prompt) - pairs(before),
      held: prompt,
    };
  });
}

/** Token pairs over all requests. */
export const growthSums = (steps: readonly GrowthStep[]) => ({
  whole: sumOf(steps, "whole"),
  cached: sumOf(steps, "cached"),
});

const pairs = (tokens: number): number => (tokens * (tokens + 1)) / 2;

type Theme = {
  readonly ground: string;
  readonly text: string;
  readonly faint: string;
  readonly whole: string;
  readonly cached: string;
};

export const THEMES: Readonly<Record<"light" | "dark", Theme>> = {
  light: { ground: "#ffffff", text: "#1c1c1a", faint: "#d9d7d0", whole: "#b3402a", cached: "#1f6f8b" },
  dark: { ground: "#161614", text: "#e8e6df", faint: "#3a3934", whole: "#e2836c", cached: "#6fb6cc" },
};

const [WIDTH, HEIGHT] = [960, 380];
const PLOT = { left: 70, right: 250, top: 46, bottom: 46 } as const;

/** The steps as an SVG: pairs per request, full against cached, in billions. */
export function drawContextGrowth(steps: readonly GrowthStep[], { ground, text, faint, whole, cached }: Theme): string {
  const most = Math.max(...steps.map((step) => step.whole));
  const x = (at: number) => PLOT.left + (at / (steps.length - 1)) * (WIDTH - PLOT.left - PLOT.right);
  const y = (value: number) => HEIGHT - PLOT.bottom - (value / most) * (HEIGHT - PLOT.top - PLOT.bottom);
  const line = (pairsOf: (step: GrowthStep) => number) =>
    steps.map((step, at) => `${at === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(pairsOf(step)).toFixed(1)}`).join("");
  const last = steps.at(-1) as GrowthStep;
  const sums = growthSums(steps);
  const label = (at: number, color: string, words: string, more: string) =>
    `<text x="${x(steps.length - 1) + 12}" y="${at}" fill="${color}" font-weight="600">${words}</text><text x="${x(steps.length - 1) + 12}" y="${at + 18}" fill="${text}">${more}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="Pairs of tokens that attention compares, request by request">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>`,
    `<text x="${PLOT.left}" y="26" fill="${text}" font-weight="600">Pairs of tokens that attention compares for each request, in billions</text>`,
    ...ticksOf(most).map(
      (value) =>
        `<line x1="${PLOT.left}" x2="${x(steps.length - 1)}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="${faint}"/><text x="${PLOT.left - 8}" y="${(y(value) + 4).toFixed(1)}" fill="${text}" text-anchor="end">${value / 1e9}</text>`,
    ),
    ...steps
      .filter(({ request }) => request === 1 || request % 20 === 0)
      .map(
        ({ request, prompt }) =>
          `<text x="${x(request - 1).toFixed(1)}" y="${HEIGHT - 22}" fill="${text}" text-anchor="middle">request ${request}</text><text x="${x(request - 1).toFixed(1)}" y="${HEIGHT - 7}" fill="${text}" text-anchor="middle">${prompt.toLocaleString("en")} tokens</text>`,
      ),
    `<path d="${line((step) => step.whole)}" fill="none" stroke="${whole}" stroke-width="2.5"/>`,
    `<path d="${line((step) => step.cached)}" fill="none" stroke="${cached}" stroke-width="2.5" stroke-dasharray="7 4"/>`,
    label(y(last.whole) + 4, whole, "without a cache", `${billions(sums.whole)} in all`),
    label(y(last.cached) - 22, cached, "prefix cached", `${billions(sums.cached)} in all`),
    "</svg>\n",
  ].join("\n");
}

const sumOf = (steps: readonly GrowthStep[], field: "whole" | "cached"): number =>
  steps.reduce((sum, step) => sum + step[field], 0);

const billions = (pairs: number): string => `${(pairs / 1e9).toFixed(1)} billion`;

/** Round values from 0 up to the largest, five at most. */
function ticksOf(most: number): number[] {
  const step = 10 ** Math.floor(Math.log10(most / 2));
  const wide = most / step > 5 ? step * 2 : step;
  return Array.from({ length: Math.floor(most / wide) + 1 }, (_, at) => at * wide);
}
