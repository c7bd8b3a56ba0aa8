"use client";
import { useEffect, useMemo, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { cn } from "@/components/ui/cn";
import { loadLater } from "@/components/ui/load-later";
import { usePreload } from "@/components/ui/use-preload";
import { useSay } from "@/components/words/words-provider";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import type { OwnPrompt } from "@/lib/api/schemas/settings";
import type { CostWish } from "@/lib/view-models/compare/comparison-costs";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import {
  MAX_CHOICES,
  replaceChoice,
  type StrategyChoice,
  setParam,
  toggleChoice,
  toRecipe,
} from "@/lib/view-models/compare/strategy-choice";
import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import { infoOf } from "../shared/chosen-strategies";
import type { Chosen } from "../shared/compare-types";
import { type ComparisonInput, comparisonBody } from "../shared/use-comparison";
import { useLatest } from "../shared/use-latest";
import { BeforeRunning } from "./before-running";
import { ParameterForm } from "./parameter-form";
import { StrategyChooser } from "./strategy-chooser";
import { groupStrategies, type StrategyGroup } from "./strategy-groups";
import type { SummaryWriter } from "./summary-choice";

const ReplaceDialog = loadLater(() => import("./replace-dialog").then((module) => module.ReplaceDialog));
const LOADED_LATER = [ReplaceDialog.preload];

type Props = {
  session: SessionRequest;
  promptTokens: number;
  strategies: readonly StrategyAnswer[];
  chosen: readonly Chosen[];
  edited: string | null;
  /** Words that filter the list. */
  find: string;
  onFind: (find: string) => void;
  force: boolean;
  /** Weighs costs in the list as in the verdict. */
  wish: CostWish;
  onChoices: (choices: StrategyChoice[]) => void;
  onEdit: (id: string | null) => void;
  onForce: (force: boolean) => void;
  prompts: readonly OwnPrompt[];
  summaryModel: string | null;
  writer: SummaryWriter;
  onWriter: (writer: SummaryWriter) => void;
};

/** Chooses strategies and shows what the run will do; a strategy's parameters open once its name is clicked. */
export function Setup(props: Props) {
  const { session, strategies, chosen, edited, force, onChoices } = props;
  const choices = chosen.map((entry) => entry.choice);
  usePreload(LOADED_LATER);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  // A strategy that was chosen stays in the list when its box is cleared, so that no row disappears.
  const [touched, setTouched] = useState<ReadonlySet<string>>(() => new Set(chosen.map(({ info }) => info.id)));
  const [seventh, setSeventh] = useState<string | null>(null);
  const groups = useGroups(strategies, { touched, edited, find: props.find, unfolded });
  const results = useEffects({ session, force }, previewChoices(groups, choices));
  const info = infoOf(edited, strategies);
  const choice = choices.find((candidate) => candidate.id === edited);
  /** Changes the edited strategy, and chooses it if it is not chosen yet. */
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
  const close = () => setSeventh(null);
  const replace = (old: string) => {
    if (seventh !== null) onChoices(replaceChoice(choices, old, seventh));
    close();
  };
  const edit = useLatest(props.onEdit);
  return (
    <div
      className={cn(
        "grid min-h-0 divide-x divide-line2 border-line2 border-b max-lg:grid-cols-2 max-sm:grid-cols-1 max-sm:divide-x-0",
        edited === null
          ? "grid-cols-[minmax(340px,1fr)_320px]"
          : "grid-cols-[minmax(340px,1fr)_minmax(360px,1.1fr)_320px]",
      )}
    >
      <StrategyChooser
        groups={groups}
        count={strategies.length}
        find={props.find}
        onFind={props.onFind}
        onUnfold={unfold}
        chosen={chosen}
        edited={edited}
        preview={results}
        wish={props.wish}
        onToggle={toggle}
        onEdit={edit}
      />
      {edited === null ? null : <Parameters {...{ info, choice, change }} prompts={props.prompts} />}
      <BeforeRunning
        before={props.promptTokens}
        isOpen={edited !== null}
        result={edited === null ? undefined : results.get(edited)}
        count={choices.length}
        force={force}
        onForce={props.onForce}
        summaries={
          chosen.some(({ info }) => info.model !== "none")
            ? { model: props.summaryModel, writer: props.writer, onWriter: props.onWriter }
            : null
        }
      />
      {seventh === null ? null : <ReplaceDialog id={seventh} chosen={chosen} onReplace={replace} onClose={close} />}
    </div>
  );
}

type ParametersProps = {
  info: StrategyAnswer | null;
  /** Undefined if the strategy is not among the chosen ones. */
  choice: StrategyChoice | undefined;
  change: (update: (choice: StrategyChoice) => StrategyChoice) => void;
  prompts: readonly OwnPrompt[];
};

function Parameters({ info, choice, change, prompts }: ParametersProps) {
  return (
    <ParameterForm
      info={info}
      slot={choice?.slot ?? null}
      choice={choice ?? { slot: 1, id: info?.id ?? "", params: {} }}
      prompts={prompts}
      onParam={(name, value, otherwise) => change((candidate) => setParam(candidate, name, value, otherwise))}
      onParams={(params) => change((candidate) => ({ ...candidate, params }))}
      onReset={() => change((candidate) => ({ ...candidate, params: {} }))}
    />
  );
}

/** Strategies to preview: the chosen ones with their parameters, then others in the list that need no model. */
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

/** The list's strategies in the reader's words, by family. */
function useGroups(strategies: Props["strategies"], { touched, edited, find, unfolded }: GroupWish) {
  const say = useSay();
  return useMemo(() => {
    const always = new Set([...touched, ...(edited === null ? [] : [edited])]);
    return groupStrategies(strategies, { find, always, unfolded }, say);
  }, [strategies, touched, edited, find, unfolded, say]);
}

type Place = Pick<ComparisonInput, "session" | "force" | "report">;

const DELAY_MS = 250;
/** Maximum number of strategies per comparison request. */
const MAX_AT_ONCE = 8;

const keyOf = (choice: StrategyChoice): string => JSON.stringify(toRecipe(choice));

/** The effect of each choice, by id. Size and money come first; losses follow, for strategies that change something. */
function useEffects(place: Place, choices: readonly StrategyChoice[]): ReadonlyMap<string, ComparedStrategy> {
  const applied = usePreviews(place, choices);
  const changing = choices.filter(({ id }) => applied.get(id)?.status === "applied");
  const measured = usePreviews({ ...place, report: "losses" }, changing, applied.size === choices.length);
  return new Map([...applied, ...measured]);
}

/**
 * The effect of each choice with its current parameters, by id; missing while it is computed. Known effects are kept,
 * so changing a parameter requests only that strategy's effect. Requests follow the order of the choices.
 */
function usePreviews(
  place: Place,
  choices: readonly StrategyChoice[],
  isWanted = true,
): ReadonlyMap<string, ComparedStrategy> {
  const at = JSON.stringify(place);
  const [known, setKnown] = useState<Known>({ at, results: new Map() });
  const results = known.at === at ? known.results : NOTHING;
  const missing = choices.filter((choice) => !results.has(keyOf(choice))).slice(0, MAX_AT_ONCE);
  const wanted = JSON.stringify(isWanted ? missing : []);
  useEffect(() => {
    const asked = JSON.parse(wanted) as StrategyChoice[];
    if (asked.length === 0) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(comparisonBody({ ...(JSON.parse(at) as Place), choices: asked }), abort.signal);
      if (found) setKnown((before) => add(before, at, asked, found));
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [at, wanted]);
  return new Map(choices.flatMap((choice) => entryOf(choice, results.get(keyOf(choice)))));
}

type Known = { readonly at: string; readonly results: ReadonlyMap<string, ComparedStrategy> };
const NOTHING: Known["results"] = new Map();

const entryOf = ({ id }: StrategyChoice, result: ComparedStrategy | undefined): [string, ComparedStrategy][] =>
  result ? [[id, result]] : [];

function add(before: Known, at: string, asked: readonly StrategyChoice[], found: readonly ComparedStrategy[]): Known {
  const pairs = asked.flatMap((choice, index): [string, ComparedStrategy][] => {
    const result = found[index];
    return result ? [[keyOf(choice), lightened(result)]] : [];
  });
  return { at, results: new Map([...(before.at === at ? before.results : NOTHING), ...pairs]) };
}

/** Drops the edits, which a preview does not show and which may number thousands. */
const lightened = (result: ComparedStrategy): ComparedStrategy => ({ ...result, edits: [], provenance: [] });

/** Requests the effects; null on failure, because the run itself will show the cause. */
async function ask(body: string, signal: AbortSignal): Promise<readonly ComparedStrategy[] | null> {
  const called = await callApi("POST /api/compress/compare", { body, signal });
  return called.ok ? called.value.results : null;
}
