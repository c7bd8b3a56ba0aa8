import { useSay } from "@/components/words/words-provider";
import type { CostCause } from "@/lib/api/schemas/cost-answer";
import { causeNote } from "@/lib/view-models/answer/cause-note";
import { changeBy } from "@/lib/view-models/answer/cause-words";
import { formatTokens } from "@/lib/wording/number-format";
import { RequestLink, RequestLinks } from "./request-link";
import { SettingBox } from "./setting-box";

/** Evidence of a cause: its requests, or the parts carried needlessly. */
export function CauseEvidence({ id, cause, onOpen }: { id: string; cause: CostCause; onOpen: () => void }) {
  const say = useSay();
  return (
    <div className="min-h-0 overflow-y-auto px-4 py-3 text-small">
      <p>{causeNote(cause, say)}</p>
      <p className="mt-1 mb-3 text-tx2">{changeBy(cause, say)}</p>
      {cause.setting ? <SettingBox setting={cause.setting} /> : null}
      {cause.covers.parts.length > 0 ? (
        <Parts id={id} cause={cause} />
      ) : (
        <RequestLinks id={id} cause={cause} onOpen={onOpen} />
      )}
    </div>
  );
}

/**
 * What to drop, costliest first: where it entered the prompt, since when it was useless, and how often it was sent
 * after that.
 */
function Parts({ id, cause }: { id: string; cause: CostCause }) {
  const say = useSay();
  return (
    <table className="w-full text-left">
      <thead className="text-micro text-tx3">
        <tr>
          <th className="py-1 pr-3 font-normal">{say("What to drop")}</th>
          <th className="pr-3 text-right font-normal">{say("tokens")}</th>
          <th className="pr-3 font-normal">{say("sent at")}</th>
          <th className="pr-3 font-normal">{say("obsolete since")}</th>
          <th className="text-right font-normal">{say("sent again")}</th>
        </tr>
      </thead>
      <tbody>
        {cause.covers.parts.map((part) => (
          <tr key={part.id} className="border-line border-t">
            <td className="max-w-50 truncate py-1 pr-3" title={part.label}>
              {part.label}
            </td>
            <td className="tabular pr-3 text-right">{formatTokens(part.tokens)}</td>
            <td className="pr-3">
              <RequestLink id={id} request={part.first} />
            </td>
            <td className="pr-3">
              <RequestLink id={id} request={part.since} />
            </td>
            <td className="tabular text-right">×{formatTokens(part.times)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
