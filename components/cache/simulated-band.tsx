"use client";
import { Chip } from "@/components/ui/chip";
import { Select } from "@/components/ui/select";
import { formatShare } from "@/lib/view-models/number-format";
import type { SimulatedCache } from "@/lib/view-models/simulated-cache";

type Props = {
  simulated: SimulatedCache;
  /** The policy that is drawn. */
  chosen: string;
  onChoose: (policy: string | null) => void;
};

const TIMES: Readonly<Record<SimulatedCache["times"], string>> = {
  all: "Pauses are those of the log.",
  some: "Some requests have no time and are taken to start with the one before them.",
  none: "The log has no times: it is simulated as if there were no pauses, so that nothing expires.",
};

/** Says that the cache below is simulated, by whose rules and with what assumed, and lets the reader choose the rules. */
export function SimulatedBand({ simulated, chosen, onChoose }: Props) {
  const { model, usual, policies, times } = simulated;
  const policy = policies.find(({ id }) => id === chosen);
  const options = policies.map(({ id, title }) => ({
    value: id,
    label: id === usual ? `${title} (${model === null ? "no model known" : `of ${model}`})` : title,
  }));
  return (
    <section
      aria-label="Simulated cache"
      className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1.5 border-line border-b bg-s1 px-4 py-2 max-sm:px-3"
    >
      <div className="min-w-0 flex-1 basis-96">
        <p className="text-base">
          <Chip tone="dashed" className="mr-2 align-[1px]">
            simulated
          </Chip>
          <strong className="font-semibold">
            {policy?.read_share == null
              ? "This log reports nothing about its cache."
              : `This log reports nothing about its cache. By these rules ~${formatShare(policy.read_share)} of all prompt tokens would have been read from it.`}
          </strong>
        </p>
        <p className="text-small text-tx2">
          {policy?.summary} {TIMES[times]} {model === null ? "Without a model there are no prices." : ""}
        </p>
        <p className="text-micro text-tx3">
          Source of the rules: {policy?.source}, read {policy?.as_of}.
        </p>
      </div>
      <div className="flex min-w-0 items-center gap-2 text-small max-sm:w-full">
        <span className="text-tx2 max-sm:sr-only">Cache rules</span>
        <Select
          label="Cache rules"
          value={chosen}
          onValueChange={(id) => onChoose(id === usual ? null : id)}
          options={options}
          className="max-w-96 max-sm:w-full"
        />
      </div>
    </section>
  );
}
