"use client";
import { FieldControl } from "@/components/compare/setup/field-control";
import { ParameterForm } from "@/components/compare/setup/parameter-form";
import { Dialog, DrawerContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { setParam } from "@/lib/view-models/compare/strategy-choice";
import type { FormField } from "@/lib/view-models/compare/strategy-form";
import { changesOf, DEFAULT_PERCENT, OWN_TRIGGER, type PolicyChoice } from "@/lib/view-models/replay/replay-choice";
import { sentence } from "@/lib/wording/say";

type Props = {
  choice: PolicyChoice;
  info: StrategyAnswer | null;
  onChange: (change: (choice: PolicyChoice) => PolicyChoice) => void;
  onClose: () => void;
};

/** Sets a policy's trigger and parameters. Every change is written to the URL and restarts the replay. */
export function PolicyForm({ choice, info, onChange, onClose }: Props) {
  const say = useSay();
  const changes = changesOf(choice);
  return (
    <Dialog open onOpenChange={onClose}>
      <DrawerContent
        title={say("Policy")}
        description={changes === 0 ? say("defaults") : say("{changes} changed", { changes })}
        className="w-[min(440px,100vw)]"
      >
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Trigger choice={choice} onChange={onChange} />
          <ParameterForm
            info={info}
            slot={choice.slot}
            choice={choice}
            onParam={(name, value, otherwise) =>
              onChange((before) => ({ ...before, ...setParam(before, name, value, otherwise) }))
            }
            onParams={(params) => onChange((before) => ({ ...before, params }))}
            onReset={() => onChange((before) => ({ ...before, params: {} }))}
          />
        </div>
      </DrawerContent>
    </Dialog>
  );
}

const SHARE: FormField = {
  name: sentence("runs at"),
  kind: "integer",
  isNullable: false,
  otherwise: DEFAULT_PERCENT,
  minimum: 1,
  maximum: 100,
  options: [],
  description: sentence("The prompt size at which the policy runs, as a share of the model's window."),
  limits: sentence("1 to 100"),
  unit: sentence("per cent"),
  mostCharacters: null,
};

/** The field for a strategy with its own trigger, which then may be empty. */
const SHARE_OR_OWN: FormField = {
  ...SHARE,
  isNullable: true,
  otherwise: null,
  description: sentence(
    "The prompt size at which the policy runs, as a share of the model's window. If empty: at its own trigger, which is in its parameters.",
  ),
};

const REGROWTH: FormField = {
  name: sentence("again after"),
  kind: "integer",
  isNullable: true,
  otherwise: null,
  minimum: 0,
  maximum: null,
  options: [],
  description: sentence(
    "How many tokens the prompt must grow by before the policy runs again. If empty: a tenth of the threshold, or of the prompt after the last run, whichever is larger.",
  ),
  limits: sentence("integer ≥ 0"),
  unit: sentence("tokens"),
  mostCharacters: null,
};

function Trigger({ choice, onChange }: Pick<Props, "choice" | "onChange">) {
  const say = useSay();
  const { id, percent, regrowth } = choice;
  return (
    <section aria-label={say("When {id} runs", { id })} className="border-line2 border-b px-4 py-3">
      <h3 className="font-semibold text-base">{say("When it runs")}</h3>
      <dl className="mt-2">
        <Row
          id={`${id}-runs-at`}
          field={OWN_TRIGGER.has(id) ? SHARE_OR_OWN : SHARE}
          value={percent}
          onValue={(value) => onChange((before) => ({ ...before, percent: value === null ? null : Number(value) }))}
        />
        <Row
          id={`${id}-again-after`}
          field={REGROWTH}
          value={regrowth}
          onValue={(value) => onChange((before) => ({ ...before, regrowth: value === null ? null : Number(value) }))}
        />
      </dl>
    </section>
  );
}

type RowProps = { id: string; field: FormField; value: number | null; onValue: (value: unknown) => void };

function Row({ id, field, value, onValue }: RowProps) {
  const say = useSay();
  return (
    <div className="grid grid-cols-[96px_1fr] gap-x-3 border-line border-t py-2.5">
      <dt>
        <label htmlFor={id} className="block font-mono text-code">
          {say.known(field.name)}
        </label>
      </dt>
      <dd className="min-w-0">
        <FieldControl id={id} field={field} value={value} isChanged={value !== field.otherwise} onValue={onValue} />
        <p className="mt-1 text-small text-tx2">{say.known(field.description)}</p>
      </dd>
    </div>
  );
}
