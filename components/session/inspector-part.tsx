import Link from "next/link";
import { KIND_LABEL } from "@/components/ui/content-kinds";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { Swatch } from "@/components/ui/swatch";
import { formatMoney, formatShare, formatTokens } from "@/lib/view-models/number-format";
import type { PartRow } from "../../lib/api/schemas/message-row";
import { InspectorRow, InspectorSection } from "./inspector-section";
import { statusOf } from "./part-row";

type Props = { sessionId: string; part: PartRow; promptTokens: number };

export function InspectorPart({ sessionId, part, promptTokens }: Props) {
  const isSent = part.first_request !== null && part.requests_carried > 0;
  const span = isSent ? spanOf(part) : "no request";
  return (
    <InspectorSection title="Selected part" note={part.tool ?? part.type}>
      <dl>
        <InspectorRow
          name={
            <>
              <Swatch kind={part.kind} />
              {KIND_LABEL[part.kind]}
            </>
          }
          value={`${part.chars.toLocaleString("en")} characters`}
        />
        <InspectorRow
          name={
            <>
              <ProvenanceMark basis={part.basis} />
              tokens
            </>
          }
          value={formatTokens(part.tokens, { isEstimate: part.basis === "estimated" })}
          second={formatShare(promptTokens === 0 ? 0 : part.tokens / promptTokens)}
        />
        <InspectorRow name="sent in" value={span} />
        <InspectorRow
          name="cost of sending it"
          value={part.carry_cost ? formatMoney(part.carry_cost.amount) : "unknown"}
        />
        <InspectorRow name="status" value={statusOf(part)} />
      </dl>
      {(part.path ?? part.command) ? (
        <p className="mt-1 break-all font-mono text-micro text-tx3">{part.path ?? part.command}</p>
      ) : null}
      {part.chars > 0 ? (
        <Link
          href={tokensHref(sessionId, part.id) as never}
          prefetch={false}
          className="text-acc text-micro hover:underline"
        >
          see its tokens
        </Link>
      ) : null}
    </InspectorSection>
  );
}

const tokensHref = (sessionId: string, partId: string) =>
  `/tokens?session=${encodeURIComponent(sessionId)}&part=${encodeURIComponent(partId)}`;

function spanOf(part: PartRow): string {
  const first = (part.first_request ?? 0) + 1;
  const last = (part.last_request ?? part.first_request ?? 0) + 1;
  const requests = part.requests_carried === 1 ? "1 request" : `${part.requests_carried} requests`;
  return first === last ? `${requests}, ${first}` : `${requests}, ${first}–${last}`;
}
