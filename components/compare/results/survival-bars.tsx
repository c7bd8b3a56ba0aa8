import { useSay } from "@/components/words/words-provider";
import { formatShare } from "@/lib/wording/number-format";

type Props = { bars: readonly { readonly label: string; readonly share: number | null }[] };

const WIDTH = 15;
const GAP = 2;
const HEIGHT = 26;

/**
 * Eight small bars, one per kind of fact, with two letters or a character under each; a kind that the original lacks has no
 * background.
 */
export function SurvivalBars({ bars }: Props) {
  const say = useSay();
  const text = bars
    .flatMap(({ label, share }) => (share === null ? [] : `${say.known(label)} ${formatShare(share)}`))
    .join(say(", "));
  return (
    <svg role="img" aria-label={text} width={bars.length * (WIDTH + GAP)} height={HEIGHT + 13} className="block">
      <title>{text}</title>
      {bars.map(({ label, share }, index) => {
        const height = Math.max(share === null ? 0 : 1, (share ?? 0) * HEIGHT);
        return (
          <g key={label} transform={`translate(${index * (WIDTH + GAP)} 0)`} className="data-fill">
            {share === null ? null : <rect width={WIDTH} height={HEIGHT} fill="var(--s2)" />}
            <rect y={HEIGHT - height} width={WIDTH} height={height} fill="var(--tx2)" />
            <text x={WIDTH / 2} y={HEIGHT + 10} textAnchor="middle" fontSize={9} fill="var(--tx3)">
              {say.known(label).slice(0, say.language === "zh" ? 1 : 2)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
