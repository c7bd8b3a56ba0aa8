"use client";
import { Check, Plus, Square, TriangleAlert, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { Select } from "@/components/ui/select";
import { useSay } from "@/components/words/words-provider";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { choiceName, MAX_CHOICES } from "@/lib/view-models/compare/strategy-choice";
import {
  addPolicy,
  changePolicy,
  type PolicyChoice,
  removePolicy,
  toPercent,
  triggerOptions,
  triggerValue,
} from "@/lib/view-models/replay/replay-choice";
import { PolicyLine } from "./policy-line";
import { PolicySettings } from "./policy-settings";

type Props = {
  choices: readonly PolicyChoice[];
  strategies: readonly StrategyAnswer[];
  onChoices: (choices: PolicyChoice[]) => void;
  isRunning: boolean;
  progress: string | null;
  onCancel: () => void;
  /**
   * The number of requests (`equal` of `of`) at which replaying the log reproduced the logged figures; null
   * before the first replay.
   */
  exactRequests: { readonly equal: number; readonly of: number } | null;
};

const chip = "flex h-7 items-center gap-2 rounded-control border border-line2 px-2.5 font-medium text-small";

const loadPolicies = () => import("./policy-list").then((module) => module.PolicyList);

/**
 * Chooses the policies. *As logged* and *keep all* are always present; a strategy is added with the share of the window
 * at which it runs, or its own trigger.
 */
export function ReplayToolbar({ choices, strategies, onChoices, ...rest }: Props) {
  const say = useSay();
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-2 max-sm:px-3">
      <span className={chip}>
        <PolicyLine style="logged" />
        {say("as logged")}
      </span>
      <span className={chip}>
        <PolicyLine style="keep-all" />
        {say("keep all")}
      </span>
      {choices.map((choice) => (
        <PolicyChip
          key={choice.id}
          choice={choice}
          info={strategies.find(({ id }) => id === choice.id) ?? null}
          onChange={(change) => onChoices(changePolicy(choices, choice.id, change))}
          onRemove={() => onChoices(removePolicy(choices, choice.id))}
        />
      ))}
      {choices.length < MAX_CHOICES ? (
        <LazyMenu
          load={loadPolicies}
          menu={{ strategies, choices, onAdd: (id: string) => onChoices(addPolicy(choices, id)) }}
          trigger={
            <Button>
              <Plus aria-hidden />
              {say("Add policy")}
            </Button>
          }
        />
      ) : null}
      <RunState {...rest} />
    </div>
  );
}

type ChipProps = {
  choice: PolicyChoice;
  info: StrategyAnswer | null;
  onChange: (change: (choice: PolicyChoice) => PolicyChoice) => void;
  onRemove: () => void;
};

function PolicyChip({ choice, info, onChange, onRemove }: ChipProps) {
  const say = useSay();
  return (
    <span className="flex h-7 items-center rounded-control border border-line2 pl-2.5 text-small">
      <PolicyLine style={choice.slot} />
      <span className="ml-2 max-w-56 truncate font-medium">{choiceName(choice.id, say)}</span>
      <Select
        label={say("When {id} runs", { id: choiceName(choice.id, say) })}
        className="h-6 border-transparent px-1.5 text-tx2"
        value={triggerValue(choice.percent)}
        onValueChange={(value) => onChange((before) => ({ ...before, percent: toPercent(value) }))}
        options={triggerOptions(choice, say)}
      />
      <PolicySettings choice={choice} info={info} onChange={onChange} />
      <IconButton label={say("Remove {id}", { id: choiceName(choice.id, say) })} className="size-6" onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </span>
  );
}

function RunState({
  isRunning,
  progress,
  onCancel,
  exactRequests,
}: Pick<Props, "isRunning" | "progress" | "onCancel" | "exactRequests">) {
  const say = useSay();
  if (isRunning)
    return (
      <span className="ml-auto flex items-center gap-2">
        <span className="text-micro text-tx3" role="status">
          {progress ?? say("replaying…")}
        </span>
        <Button size="sm" onClick={onCancel}>
          <Square aria-hidden />
          {say("Cancel")}
        </Button>
      </span>
    );
  if (exactRequests === null) return null;
  const isEqual = exactRequests.equal === exactRequests.of;
  return (
    <span
      role="status"
      className={`ml-auto flex items-center gap-1.5 text-micro ${isEqual ? "text-good" : "text-bad"}`}
    >
      {isEqual ? <Check aria-hidden className="size-4" /> : <TriangleAlert aria-hidden className="size-4" />}
      {isEqual
        ? say("the log is replayed exactly")
        : say("the log is not replayed exactly in {different} of {of} requests", {
            different: exactRequests.of - exactRequests.equal,
            of: exactRequests.of,
          })}
    </span>
  );
}
