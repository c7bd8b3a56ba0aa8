"use client";
import { useMemo } from "react";
import type { ResultJson } from "@/lib/view-models/comparison-json";
import { OWN_RECIPE, type StrategyChoice, setParam, toggleChoice } from "@/lib/view-models/strategy-choice";
import { BeforeRunning } from "./before-running";
import { infoOf } from "./chosen-strategies";
import type { Chosen, StrategyInfo } from "./compare-types";
import { ParameterForm } from "./parameter-form";
import { StrategyChooser } from "./strategy-chooser";
import type { SummaryWriter } from "./summary-choice";
import { comparisonBody, useComparison } from "./use-comparison";
import { useLatest } from "./use-latest";

type Props = {
  sessionId: string;
  request: number;
  promptTokens: number;
  strategies: readonly StrategyInfo[];
  chosen: readonly Chosen[];
  edited: string | null;
  force: boolean;
  onChoices: (choices: StrategyChoice[]) => void;
  onEdit: (id: string | null) => void;
  onForce: (force: boolean) => void;
  onRun: () => void;
  summaryModel: string | null;
  writer: SummaryWriter;
  onWriter: (writer: SummaryWriter) => void;
};

const PREVIEW_DELAY_MS = 250;
/** The server compares at most this many at once. */
const PREVIEWED = 8;

/** Choose, tune, see the effect, run: three panes that follow every change. */
export function Setup(props: Props) {
  const { sessionId, request, strategies, chosen, force, onChoices } = props;
  const choices = chosen.map((entry) => entry.choice);
  const edited = props.edited ?? chosen[0]?.info.id ?? null;
  const previewed = useMemo(() => previewChoices(strategies, choices), [strategies, choices]);
  const preview = useComparison(
    previewed.length > 0 ? comparisonBody({ sessionId, request, choices: previewed, force }) : null,
    { delayMs: PREVIEW_DELAY_MS },
  );
  const results = useMemo(() => previewById(preview.key, preview.data?.results ?? []), [preview.key, preview.data]);
  const info = infoOf(edited, strategies);
  const choice = choices.find((candidate) => candidate.id === edited);
  /** Tuning a strategy that is not chosen chooses it. */
  const change = (update: (choice: StrategyChoice) => StrategyChoice) => {
    if (edited === null) return;
    const all = choice ? choices : toggleChoice(choices, edited);
    onChoices(all.map((candidate) => (candidate.id === edited ? update(candidate) : candidate)));
  };
  const toggle = useLatest((id: string) => onChoices(toggleChoice(choices, id)));
  const edit = useLatest(props.onEdit);
  return (
    <div className="grid min-h-0 grid-cols-[minmax(340px,1fr)_minmax(360px,1.1fr)_320px] divide-x divide-line2 border-line2 border-b max-lg:grid-cols-2 max-sm:grid-cols-1 max-sm:divide-x-0">
      <StrategyChooser
        strategies={strategies}
        chosen={chosen}
        edited={edited}
        preview={results}
        onToggle={toggle}
        onEdit={edit}
      />
      <ParameterForm
        info={info}
        slot={choice?.slot ?? null}
        choice={choice ?? { slot: 1, id: info?.id ?? "", params: {} }}
        onParam={(name, value, otherwise) => change((candidate) => setParam(candidate, name, value, otherwise))}
        onParams={(params) => change((candidate) => ({ ...candidate, params }))}
        onReset={() => change((candidate) => ({ ...candidate, params: {} }))}
      />
      <BeforeRunning
        before={props.promptTokens}
        result={edited === null ? undefined : results.get(edited)}
        count={choices.length}
        force={force}
        onForce={props.onForce}
        onRun={props.onRun}
        summaries={
          chosen.some(({ info }) => info.model !== "none")
            ? { model: props.summaryModel, writer: props.writer, onWriter: props.onWriter }
            : null
        }
      />
    </div>
  );
}

/** By the id of the choice: results stand in the order in which their recipes were sent. */
function previewById(key: string | null, results: readonly ResultJson[]): ReadonlyMap<string, ResultJson> {
  const sent = key === null ? [] : (JSON.parse(key) as { strategies: readonly unknown[] }).strategies;
  const idOf = (recipe: unknown): string =>
    typeof recipe === "string" ? recipe : ((recipe as { id?: string }).id ?? OWN_RECIPE);
  return new Map(results.map((result, index): [string, ResultJson] => [idOf(sent[index]), result]));
}

/** The chosen ones as they are tuned, the others with their defaults; those that need a model cannot be previewed. */
function previewChoices(strategies: readonly StrategyInfo[], choices: readonly StrategyChoice[]): StrategyChoice[] {
  const others = strategies.filter((info) => !info.needs_model && choices.every((choice) => choice.id !== info.id));
  return [...choices, ...others.map(({ id }) => ({ slot: 1, id, params: {} }))].slice(0, PREVIEWED);
}
