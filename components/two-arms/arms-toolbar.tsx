"use client";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { lastFolder, type TwoArmsChoice } from "@/lib/view-models/two-arms/two-arms-choice";
import { sentence } from "@/lib/wording/say";
import type { ArmSessionChoice } from "./arm-session-choice";
import type { ChangeChoice } from "./use-two-arms";

const BY = [
  { value: "date", label: sentence("Before and after") },
  { value: "folder", label: sentence("Folder") },
  { value: "client", label: sentence("Client") },
  { value: "title", label: sentence("Title") },
  { value: "hand", label: sentence("By hand") },
] as const;
const PAIRS = [
  { value: "prompt", label: sentence("Same first prompt") },
  { value: "folder", label: sentence("Same folder") },
  { value: "none", label: sentence("No pairs") },
] as const;
const UNITS = [
  { value: "usd", label: sentence("Dollars") },
  { value: "tokens", label: sentence("Tokens") },
] as const;

type Props = {
  sessions: readonly ArmSessionChoice[];
  choice: TwoArmsChoice;
  /** Pairs and unit are offered once both groups are chosen. */
  isComplete: boolean;
  onChange: ChangeChoice;
};

/** Chooses the two groups, how sessions are paired, and the unit of the bill. */
export function ArmsToolbar({ sessions, choice, isComplete, onChange }: Props) {
  const say = useSay();
  const { by, pair, unit } = choice;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-line border-y px-4 py-2 max-sm:px-3">
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-small text-tx2">{say("Compare by")}</span>
        <SegmentedControl
          label={say("Compare by")}
          value={by}
          segments={BY}
          onValueChange={(next) => onChange({ by: next, client: "", a: "", b: "" })}
          className="max-sm:h-auto max-sm:flex-wrap max-sm:[&>button]:min-h-5.5"
        />
      </span>
      {by === "date" ? <DayOfChange date={choice.date} onChange={onChange} /> : null}
      {by === "folder" || by === "client" ? (
        <TwoSelects values={valuesOf(sessions, by)} choice={choice} onChange={onChange} isPath={by === "folder"} />
      ) : null}
      {by === "title" ? <TwoTexts choice={choice} onChange={onChange} /> : null}
      {isComplete ? <PairsAndUnit pair={pair} unit={unit} onChange={onChange} /> : null}
    </div>
  );
}

function PairsAndUnit({ pair, unit, onChange }: Pick<TwoArmsChoice, "pair" | "unit"> & { onChange: ChangeChoice }) {
  const say = useSay();
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-small text-tx2">{say("Pairs by")}</span>
        <SegmentedControl
          label={say("Pairs by")}
          value={pair}
          segments={PAIRS}
          onValueChange={(next) => onChange({ pair: next })}
        />
      </span>
      <SegmentedControl
        label={say("Unit of the bill")}
        value={unit}
        segments={UNITS}
        onValueChange={(next) => onChange({ unit: next })}
      />
    </>
  );
}

/** Each value with its number of sessions, most frequent first. */
function valuesOf(
  sessions: readonly ArmSessionChoice[],
  by: "folder" | "client",
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const session of sessions) {
    const value = by === "folder" ? session.project : session.client;
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
}

function DayOfChange({ date, onChange }: { date: string; onChange: ChangeChoice }) {
  const say = useSay();
  return (
    <label className="flex items-center gap-2 text-small text-tx2">
      {say("Day of the change")}
      <input
        type="date"
        value={date}
        onChange={(event) => onChange({ date: event.target.value, client: "" })}
        className="h-7 rounded-control border border-ctl bg-bg px-2 text-small text-tx"
      />
    </label>
  );
}

type Selects = {
  values: readonly (readonly [string, number])[];
  choice: TwoArmsChoice;
  onChange: ChangeChoice;
  isPath: boolean;
};

function TwoSelects({ values, choice, onChange, isPath }: Selects) {
  const say = useSay();
  const options = values.map(([value, count]) => ({
    value,
    label: `${isPath ? lastFolder(value) : value} · ${count}`,
  }));
  return (["a", "b"] as const).map((arm) => (
    <span key={arm} className="flex min-w-0 items-center gap-2 text-small text-tx2">
      {say("Group {letter}", { letter: arm.toUpperCase() })}
      <Select
        label={say("Group {letter}", { letter: arm.toUpperCase() })}
        placeholder={say("Choose")}
        value={choice[arm]}
        onValueChange={(value) => onChange(arm === "a" ? { a: value } : { b: value })}
        options={options}
        className="max-w-56"
      />
    </span>
  ));
}

function TwoTexts({ choice, onChange }: { choice: TwoArmsChoice; onChange: ChangeChoice }) {
  const say = useSay();
  return (["a", "b"] as const).map((arm) => (
    <span key={arm} className="flex items-center gap-2 text-small text-tx2">
      {say("Title of {letter} contains", { letter: arm.toUpperCase() })}
      <TextInput
        aria-label={say("Title of {letter} contains", { letter: arm.toUpperCase() })}
        value={choice[arm]}
        onChange={(event) => onChange(arm === "a" ? { a: event.target.value } : { b: event.target.value })}
        className="w-40"
      />
    </span>
  ));
}
