"use client";
import { Chip } from "@/components/ui/chip";
import { Select } from "@/components/ui/select";
import { useSay } from "@/components/words/words-provider";
import type { SimulatedCache } from "@/lib/read-models/simulated-cache";
import { formatShare } from "@/lib/wording/number-format";
import { type Sentence, sentence } from "@/lib/wording/say";

type Props = {
  simulated: SimulatedCache;
  /** The policy that is drawn. */
  chosen: string;
  onChoose: (policy: string | null) => void;
};

const TIMES: Readonly<Record<SimulatedCache["times"], Sentence>> = {
  all: sentence("Pauses are taken from the log."),
  some: sentence("Some requests have no time; each is assumed to start at the same time as the previous one."),
  none: sentence("The log has no times, so the simulation assumes no pauses and no expiry."),
};

/**
 * States that the cache below is simulated, names the rules and assumptions of the simulation, and lets the
 * reader choose other rules.
 */
export function SimulatedBand({ simulated, chosen, onChoose }: Props) {
  const say = useSay();
  const { model, usual, policies, times } = simulated;
  const policy = policies.find(({ id }) => id === chosen);
  const options = policies.map(({ id, title }) => ({
    value: id,
    label:
      id === usual
        ? `${say.known(title)} (${model === null ? say("no model known") : say("of {model}", { model })})`
        : say.known(title),
  }));
  return (
    <section
      aria-label={say("Simulated cache")}
      className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1.5 border-line border-b bg-s1 px-4 py-2 max-sm:px-3"
    >
      <div className="min-w-0 flex-1 basis-96">
        <p className="text-base">
          <Chip tone="dashed" className="mr-2 align-[1px]">
            {say("simulated")}
          </Chip>
          <strong className="font-semibold">
            {policy?.read_share == null
              ? say("This log reports nothing about its cache.")
              : say(
                  "This log reports nothing about its cache. By these rules, ~{read_share} of all prompt tokens would have been read from the cache.",
                  { read_share: formatShare(policy.read_share) },
                )}
          </strong>
        </p>
        <p className="text-small text-tx2">
          {say.known(policy?.summary ?? "")} {say(TIMES[times])}{" "}
          {model === null ? say("Without a model there are no prices.") : ""}
        </p>
        <p className="text-micro text-tx3">
          {say("Source of the rules: {source}, read on {as_of}.", {
            source: policy?.source ?? "",
            as_of: policy?.as_of ?? "",
          })}
        </p>
      </div>
      <div className="flex min-w-0 items-center gap-2 text-small max-sm:w-full">
        <span className="text-tx2 max-sm:sr-only">{say("Cache rules")}</span>
        <Select
          label={say("Cache rules")}
          value={chosen}
          onValueChange={(id) => onChoose(id === usual ? null : id)}
          options={options}
          className="max-w-96 max-sm:w-full"
        />
      </div>
    </section>
  );
}
