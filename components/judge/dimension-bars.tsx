import type { Chosen } from "@/components/compare/shared/compare-types";
import { StrategyMark, seriesColor } from "@/components/compare/shared/strategy-mark";
import { useSay } from "@/components/words/words-provider";
import type { JudgeCell, JudgeRow } from "@/lib/view-models/compare/judge-view";
import type { Say } from "@/lib/wording/say";

type Props = { rows: readonly JudgeRow[]; columns: readonly Chosen[]; isJudged: boolean };

/** A block for each dimension: what a judge was asked, what rules compute it from, and a bar for each strategy. */
export function DimensionBars({ rows, columns, isJudged }: Props) {
  return (
    <>
      <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-small">
        {columns.map(({ choice }) => (
          <li key={choice.slot} className="inline-flex items-center gap-2">
            <StrategyMark slot={choice.slot} />
            {choice.id}
          </li>
        ))}
      </ul>
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map((row) => (
          <Dimension key={row.id} row={row} columns={columns} isJudged={isJudged} />
        ))}
      </ul>
    </>
  );
}

function Dimension({ row, columns, isJudged }: { row: JudgeRow } & Omit<Props, "rows">) {
  const say = useSay();
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <h3 className="font-semibold text-small">{row.label}</h3>
      {isJudged && row.criteria.length > 0 ? (
        <p className="text-micro text-tx2">
          {say("A judge asks whether {criteria}.", { criteria: listed(row.criteria, say) })}
        </p>
      ) : null}
      <p className="mb-1 text-micro text-tx3">{row.madeFrom}</p>
      <ul aria-label={row.label} className="mt-auto flex flex-col gap-1">
        {columns.map(({ choice }, index) => {
          const cell = row.cells[index];
          return cell ? (
            <Bar key={choice.slot} slot={choice.slot} id={choice.id} cell={cell} isJudged={isJudged} />
          ) : null;
        })}
      </ul>
    </li>
  );
}

type BarProps = { slot: number; id: string; cell: JudgeCell; isJudged: boolean };

function Bar({ slot, id, cell: { proxy, judge, spread, share }, isJudged }: BarProps) {
  const say = useSay();
  return (
    <li className="flex h-4 items-center gap-2">
      <StrategyMark slot={slot} />
      <span className="sr-only">{id}</span>
      <span aria-hidden className="data-fill relative h-2 min-w-0 flex-1 bg-s2">
        {share === null ? null : (
          <span
            className="absolute inset-y-0 left-0"
            style={{ width: `${share * 100}%`, backgroundColor: seriesColor(slot) }}
          />
        )}
      </span>
      <span className="tabular shrink-0 text-right text-small">
        {isJudged ? (
          <>
            <span className="font-semibold">{judge}</span>
            {spread === "" ? null : <span className="ml-2 text-micro text-tx3">{spread}</span>}
            <span className="ml-2 text-micro text-tx3">{say("by rules {score}", { score: proxy })}</span>
          </>
        ) : (
          <span className="inline-block w-6">{proxy}</span>
        )}
      </span>
    </li>
  );
}

/** `a, b and c`. */
const listed = (phrases: readonly string[], say: Say): string =>
  phrases.length < 2 ? phrases.join("") : `${phrases.slice(0, -1).join(say(", "))}${say(" and ")}${phrases.at(-1)}`;
