"use client";
import { Search } from "lucide-react";
import { memo } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Badge } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import { TextInput } from "@/components/ui/text-input";
import { said, useSay } from "@/components/words/words-provider";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import { type CostWish, costCell } from "@/lib/view-models/compare/comparison-costs";
import { neededOf } from "@/lib/view-models/compare/matrix-cells";
import { choiceName, MAX_CHOICES } from "@/lib/view-models/compare/strategy-choice";
import { formatShareFigure } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";
import type { StrategyGroup } from "./strategy-groups";

type Props = {
  groups: readonly StrategyGroup[];
  count: number;
  find: string;
  onFind: (find: string) => void;
  onUnfold: (group: string) => void;
  chosen: readonly Chosen[];
  edited: string | null;
  /** The effect of each strategy with its current parameters, by id; missing while it is computed. */
  preview: ReadonlyMap<string, ComparedStrategy>;
  wish: CostWish;
  onToggle: (id: string) => void;
  onEdit: (id: string) => void;
};

/** Lists strategies by family with the share that each would save. At most six can be chosen; a seventh replaces one. */
export function StrategyChooser(props: Props) {
  const say = useSay();
  const { groups, count, find, onFind, onUnfold, chosen, edited, preview, wish, onToggle, onEdit } = props;
  const slots = new Map(chosen.map(({ info, choice }) => [info.id, choice.slot]));
  const isJudged = [...preview.values()].some(({ evaluation }) => evaluation !== undefined);
  const found = groups.reduce((sum, { shown, folded }) => sum + shown.length + folded, 0);
  const hidden = count + 1 - found;
  return (
    <section aria-label={say("Strategies")} className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
        <TextInput
          className="w-44"
          icon={<Search />}
          aria-label={say("Filter strategies")}
          placeholder={say("Filter strategies")}
          value={find}
          onChange={(event) => onFind(event.target.value)}
        />
        <span role="status" className="text-small text-tx3">
          {say("{count} chosen, at most {most}{hidden}", {
            count: chosen.length,
            most: MAX_CHOICES,
            hidden: hidden > 0 ? say("; {hidden} hidden", { hidden }) : "",
          })}
        </span>
      </div>
      <p className="flex justify-end gap-2.5 px-4 py-1.5 text-micro text-tx3">
        <span className="mr-auto max-sm:hidden">
          {said(
            say.parts("{mark} with the current parameters", {
              mark: <ProvenanceShape basis="estimated" />,
            }),
          )}
        </span>
        <span className="max-sm:hidden">{say("saved %")}</span>
        <span className="min-w-24 whitespace-nowrap text-right">
          {say("cost, next {horizon, plural, one {request} other {# requests}}", { horizon: wish.horizon })}
        </span>
        {isJudged ? <span className="w-14 text-right">{say("lost facts")}</span> : null}
      </p>
      {groups.map(({ id, title, line, shown, folded }) => (
        <div key={id} className="border-line border-t py-2">
          <h2 className="px-4 pb-1 text-small">
            <span className="font-semibold">{say.known(title)}</span>{" "}
            <span className="ml-1 text-micro text-tx3">{say.known(line)}</span>
          </h2>
          <ul>
            {shown.map((info) => (
              <ChooserRow
                key={info.id}
                info={info}
                slot={slots.get(info.id) ?? null}
                isEdited={edited === info.id}
                result={preview.get(info.id)}
                wish={wish}
                isJudged={isJudged}
                onToggle={onToggle}
                onEdit={onEdit}
              />
            ))}
          </ul>
          {folded > 0 ? (
            <button
              type="button"
              onClick={() => onUnfold(id)}
              className="touch-target ml-14 h-7 text-acc text-small hover:underline"
            >
              {say("{folded} more: {name}", { folded, name: say.known(title).toLowerCase() })}
            </button>
          ) : null}
        </div>
      ))}
      {groups.length === 0 ? (
        <p className="px-4 py-3 text-small text-tx2">{say("No strategies match these words.")}</p>
      ) : null}
    </section>
  );
}

type RowProps = {
  info: StrategyAnswer;
  slot: number | null;
  isEdited: boolean;
  result: ComparedStrategy | undefined;
  wish: CostWish;
  /** Whether lost facts are known for at least one strategy; otherwise their column is omitted. */
  isJudged: boolean;
  onToggle: (id: string) => void;
  onEdit: (id: string) => void;
};

const ChooserRow = memo(function ChooserRow(props: RowProps) {
  const { info, slot, isEdited, result, wish, isJudged, onToggle, onEdit } = props;
  const say = useSay();
  return (
    <li
      className={cn(
        "flex min-h-7 items-center gap-2.5 border-transparent border-l-2 pr-4 pl-3.5 hover:bg-s2",
        isEdited && "border-acc bg-accbg",
      )}
    >
      <Checkbox
        aria-label={say("Compare {id}", { id: choiceName(info.id, say) })}
        checked={slot !== null}
        disabled={slot === null && info.needs_model}
        onCheckedChange={() => onToggle(info.id)}
      />
      {slot === null ? <span className="w-2.5" /> : <StrategyMark slot={slot} />}
      <button
        type="button"
        onClick={() => onEdit(info.id)}
        aria-current={isEdited}
        className="flex min-w-0 flex-1 items-baseline gap-2 text-left text-small"
      >
        <span
          className={cn(
            "min-w-0 max-w-full truncate max-sm:whitespace-normal max-sm:py-1",
            slot !== null && "font-medium",
          )}
        >
          {say.known(info.title)}
        </span>
        <span className="min-w-0 truncate text-micro text-tx3 max-sm:hidden">
          <code className="font-mono">{info.id}</code>
          {" · "}
          <ProductName name={info.product.name} />
          {info.product.version ? (
            <>
              {" · "}
              <span lang="en" title={`${info.product.version}, ${info.product.date}`}>
                {info.product.version}
              </span>
            </>
          ) : null}
          {info.product.date ? ` · ${info.product.date}` : ""}
        </span>
        {info.needs_model ? <Badge>{say("needs a model")}</Badge> : null}
      </button>
      <Effect result={result} wish={wish} isJudged={isJudged} />
    </li>
  );
});

/** What the strategy saves and loses, or one word if it would change nothing. */
function Effect({ result, wish, isJudged }: Pick<RowProps, "result" | "wish" | "isJudged">) {
  const say = useSay();
  if (!result) return null;
  if (result.status !== "applied")
    return (
      <span className="text-micro text-tx3">
        {result.status === "noop" ? say("unchanged") : (result.failure?.code ?? result.status)}
      </span>
    );
  const { evaluation, stats } = result;
  const { saved_fraction: saved } = stats;
  const cost = costCell(result, wish, say);
  return (
    <span className="tabular flex shrink-0 items-center gap-2.5 text-small">
      <span aria-hidden className="h-1.5 w-16 bg-s3 max-sm:hidden">
        <span className="data-fill block h-full bg-tx2" style={{ width: `${Math.max(0, saved) * 100}%` }} />
      </span>
      <span className="w-10 text-right text-tx2 max-sm:hidden">{formatShareFigure(saved)}</span>
      <span
        className={cn("w-24 text-right", cost.tone === "dearer" ? "text-bad" : cost.tone === "quiet" && "text-tx3")}
      >
        {say.known(cost.value)}
      </span>
      {isJudged ? (
        <span className="w-14 text-right">{evaluation === undefined ? "" : lostOf(evaluation, say)}</span>
      ) : null}
    </span>
  );
}

/** `2 of 9`: how many of the facts that were needed later are lost. */
function lostOf(evaluation: ComparedStrategy["evaluation"], say: Say): string {
  const needed = neededOf(evaluation);
  return needed === null
    ? say("unknown")
    : say("{lost} of {needed}", { lost: needed.regret_total, needed: needed.needed });
}

/** Product names stay English in every language, except the few that are descriptions. */
function ProductName({ name }: { name: string }) {
  const text = useSay().known(name);
  return <span lang={text === name ? "en" : undefined}>{text}</span>;
}
