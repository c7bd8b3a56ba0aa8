import { KIND_LABEL, KINDS } from "@/components/ui/content-kinds";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import { breakName } from "@/lib/read-models/words/break-name";
import type { TimelinePoint } from "@/lib/view-models/session/timeline";
import { figureIn, formatChange, formatShare, formatTokens } from "@/lib/wording/number-format";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { clockSeconds } from "./local-time";

type Props = { row: ShownRow; position: number; before: RequestRow | undefined; point: TimelinePoint };

/** The timeline's tooltip for a request: its three largest kinds of content, its read share, its change in tokens. */
export function RequestTooltip({ row, position, before, point }: Props) {
  const say = useSay();
  const largest = KINDS.filter((kind) => point.composition[kind] > 0)
    .sort((one, other) => point.composition[other] - point.composition[one])
    .slice(0, 3);
  return (
    <div className="tabular">
      <div className="flex justify-between font-semibold">
        <span>{say("Request {number}", { number: position + 1 })}</span>
        <span className="font-normal text-tx3">{clockSeconds(row.started_at)}</span>
      </div>
      <Line name={say("prompt")} value={formatTokens(row.prompt_tokens)} />
      {before ? <Line name={say("change")} value={formatChange(row.prompt_tokens - before.prompt_tokens)} /> : null}
      <Line
        name={row.isSimulated ? say("read, simulated") : say("read from cache")}
        value={figureIn(say, formatShare(readShare(row)))}
      />
      {row.break ? (
        <Line name={row.isSimulated ? say("break, simulated") : say("break")} value={say(breakName(row.break.cause))} />
      ) : null}
      <div className="mt-1 border-line border-t pt-1">
        {largest.map((kind) => (
          <div key={kind} className="flex items-center gap-2">
            <Swatch kind={kind} />
            <span className="text-tx2">{say(KIND_LABEL[kind])}</span>
            <span className="ml-auto">{formatTokens(point.composition[kind])}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <span className="text-tx3">{name}</span>
      <span>{value}</span>
    </div>
  );
}

/** Cache reads as a share of the prompt; null if the log has no cache figures. */
export const readShare = (row: RequestRow): number | null =>
  row.cache_read === null || row.prompt_tokens === 0 ? null : row.cache_read / row.prompt_tokens;
