import { cn } from "@/components/ui/cn";
import { KIND_LABEL, KINDS, kindColor } from "@/components/ui/content-kinds";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import type { CountingSummary } from "@/lib/api/schemas/session";
import { countingText } from "@/lib/view-models/session/counting-text";
import { formatDuration, formatShare, formatTokens } from "@/lib/wording/number-format";
import { type Say, sentence } from "@/lib/wording/say";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { InspectorRow, InspectorSection } from "./inspector-section";
import { clockSeconds } from "./local-time";

type Props = { row: RequestRow; position: number; window: number | null; counting?: CountingSummary | undefined };

const NO_REPORT = sentence(
  "The log reports no usage: this is the sum of what it shows. What it does not hold is not in it.",
);

/** The prompt by kind of content: a bar, a row for each kind that occurs, and their sum, the whole prompt. */
export function InspectorComposition({ row, position, window, counting }: Props) {
  const say = useSay();
  const kinds = KINDS.filter((kind) => row.composition[kind] > 0);
  const total = row.prompt_tokens;
  const share = (tokens: number) => formatShare(total === 0 ? 0 : tokens / total);
  const isEstimate = row.prompt_basis === "estimated";
  return (
    <InspectorSection
      title={say("Request {position}", { position: position + 1 })}
      note={<span suppressHydrationWarning>{when(row, say)}</span>}
    >
      <div aria-hidden className="mb-1.5 flex h-3 w-full gap-px overflow-hidden">
        {kinds.map((kind) => (
          <span
            key={kind}
            className={cn("data-fill h-full", kind === "unseen" && "hatch-unseen")}
            style={{
              flexGrow: row.composition[kind],
              ...(kind === "unseen" ? {} : { background: kindColor(kind) }),
            }}
          />
        ))}
      </div>
      <dl>
        {kinds.map((kind) => (
          <InspectorRow
            key={kind}
            name={
              <>
                <Swatch kind={kind} />
                {say.known(KIND_LABEL[kind])}
              </>
            }
            value={formatTokens(row.composition[kind])}
            second={share(row.composition[kind])}
          />
        ))}
        <InspectorRow
          isSum
          name={
            <>
              <ProvenanceMark
                basis={row.prompt_basis}
                detail={isEstimate ? say.known(NO_REPORT) : say("The kinds are anchored to this sum.")}
              />
              {say("prompt")}
            </>
          }
          value={formatTokens(total, { isEstimate })}
          second={window === null ? "–" : formatShare(total / window)}
        />
        <InspectorRow
          name={say("output")}
          value={formatTokens(row.output, { isFloor: row.output_is_floor && row.output !== null })}
          second={row.output_is_floor && row.output !== null ? say("partial") : undefined}
        />
      </dl>
      {counting ? <p className="mt-1.5 text-micro text-tx3">{countingText(counting, say)}</p> : null}
      {row.model ? <p className="mt-1 truncate text-micro text-tx3">{row.model}</p> : null}
    </InspectorSection>
  );
}

function when(row: RequestRow, say: Say): string {
  const seconds = (Date.parse(row.ended_at ?? "") - Date.parse(row.started_at ?? "")) / 1000;
  const clock = clockSeconds(row.started_at);
  return [clock, seconds >= 0 ? formatDuration(seconds, say) : ""].filter(Boolean).join(" · ");
}
