"use client";
import { useMemo, useState } from "react";
import { useSay } from "@/components/words/words-provider";
import type { OwnPrompt } from "@/lib/api/schemas/settings";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import {
  MAX_CHOICES,
  replaceChoice,
  type StrategyChoice,
  setParam,
  toggleChoice,
} from "@/lib/view-models/compare/strategy-choice";
import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import { infoOf } from "../shared/chosen-strategies";
import type { Chosen } from "../shared/compare-types";
import { useLatest } from "../shared/use-latest";
import { BeforeRunning } from "./before-running";
import { ParameterForm } from "./parameter-form";
import { ReplaceDialog } from "./replace-dialog";
import { StrategyChooser } from "./strategy-chooser";
import { groupStrategies, type StrategyGroup } from "./strategy-groups";
import type { SummaryWriter } from "./summary-choice";
import { usePreviews } from "./use-previews";

type Props = {
  session: SessionRequest;
  promptTokens: number;
  strategies: readonly StrategyAnswer[];
  chosen: readonly Chosen[];
  edited: string | null;
  /** The words by which the list is filtered. */
  find: string;
  onFind: (find: string) => void;
  force: boolean;
  onChoices: (choices: StrategyChoice[]) => void;
  onEdit: (id: string | null) => void;
  onForce: (force: boolean) => void;
  onRun: () => void;
  prompts: readonly OwnPrompt[];
  summaryModel: string | null;
  writer: SummaryWriter;
  onWriter: (writer: SummaryWriter) => void;
};

/** Three panes to choose strategies, set their parameters, and see the effect before running them. */
export function Setup(props: Props) {
  const { session, strategies, chosen, force, onChoices } = props;
  const choices = chosen.map((entry) => entry.choice);
  const edited = props.edited ?? chosen[0]?.info.id ?? null;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  // Strategies that were chosen once stay in the list, so that no row disappears when its box is cleared.
  const [touched, setTouched] = useState<ReadonlySet<string>>(() => new Set(chosen.map(({ info }) => info.id)));
  const [seventh, setSeventh] = useState<string | null>(null);
  const groups = useGroups(strategies, { touched, edited, find: props.find, unfolded });
  const results = usePreviews({ session, force }, previewChoices(groups, choices));
  const info = infoOf(edited, strategies);
  const choice = choices.find((candidate) => candidate.id === edited);
  /** Changes the edited strategy; if it is not chosen yet, this chooses it. */
  const change = (update: (choice: StrategyChoice) => StrategyChoice) => {
    if (edited === null) return;
    const all = choice ? choices : toggleChoice(choices, edited);
    onChoices(all.map((candidate) => (candidate.id === edited ? update(candidate) : candidate)));
  };
  const toggle = useLatest((id: string) => {
    setTouched(new Set([...touched, id]));
    const isSeventh = choices.length >= MAX_CHOICES && choices.every((candidate) => candidate.id !== id);
    if (isSeventh) setSeventh(id);
    else onChoices(toggleChoice(choices, id));
  });
  const unfold = useLatest((group: string) => setUnfolded(new Set([...unfolded, group])));
  const replace = (old: string) => {
    if (seventh !== null) onChoices(replaceChoice(choices, old, seventh));
    setSeventh(null);
  };
  const edit = useLatest(props.onEdit);
  return (
    <div className="grid min-h-0 grid-cols-[minmax(340px,1fr)_minmax(360px,1.1fr)_320px] divide-x divide-line2 border-line2 border-b max-lg:grid-cols-2 max-sm:grid-cols-1 max-sm:divide-x-0">
      <StrategyChooser
        groups={groups}
        count={strategies.length}
        find={props.find}
        onFind={props.onFind}
        onUnfold={unfold}
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
        prompts={props.prompts}
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
      <ReplaceDialog id={seventh} chosen={chosen} onReplace={replace} onClose={() => setSeventh(null)} />
    </div>
  );
}

/** What is previewed: the chosen strategies with their parameters, then the others in the list that need no model. */
function previewChoices(groups: readonly StrategyGroup[], choices: readonly StrategyChoice[]): StrategyChoice[] {
  const others = groups
    .flatMap(({ shown }) => shown)
    .filter((info) => !info.needs_model && choices.every((choice) => choice.id !== info.id));
  return [...choices, ...others.map(({ id }) => ({ slot: 1, id, params: {} }))];
}

type GroupWish = {
  readonly touched: ReadonlySet<string>;
  readonly edited: string | null;
  readonly find: string;
  readonly unfolded: ReadonlySet<string>;
};

/** The strategies of the list in the reader's words, by family. */
function useGroups(strategies: Props["strategies"], { touched, edited, find, unfolded }: GroupWish) {
  const say = useSay();
  return useMemo(() => {
    const always = new Set([...touched, ...(edited === null ? [] : [edited])]);
    return groupStrategies(strategies, { find, always, unfolded }, say);
  }, [strategies, touched, edited, find, unfolded, say]);
}
