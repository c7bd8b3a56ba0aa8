import Link from "next/link";
import { KIND_LABEL } from "@/components/ui/content-kinds";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import { formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import type { PartRow } from "../../lib/api/schemas/message-row";
import { InspectorRow, InspectorSection } from "./inspector-section";
import { statusOf } from "./part-row";

type Props = { sessionId: string; part: PartRow; promptTokens: number };

export function InspectorPart({ sessionId, part, promptTokens }: Props) {
  const say = useSay();
  const isSent = part.first_request !== null && part.requests_carried > 0;
  const span = isSent ? spanOf(part, say) : say("no request");
  return (
    <InspectorSection title={say("Selected part")} note={part.tool ?? say.known(part.type)}>
      <dl>
        <InspectorRow
          name={
            <>
              <Swatch kind={part.kind} />
              {say.known(KIND_LABEL[part.kind])}
            </>
          }
          value={say("{count} characters", { count: part.chars.toLocaleString("en") })}
        />
        <InspectorRow
          name={
            <>
              <ProvenanceMark basis={part.basis} />
              {say("tokens")}
            </>
          }
          value={formatTokens(part.tokens, { isEstimate: part.basis === "estimated" })}
          second={formatShare(promptTokens === 0 ? 0 : part.tokens / promptTokens)}
        />
        <InspectorRow name={say("sent in")} value={span} />
        <InspectorRow
          name={say("cost of sending it")}
          value={part.carry_cost ? formatMoney(part.carry_cost.amount) : say("unknown")}
        />
        <InspectorRow name={say("status")} value={statusOf(part, say)} />
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
          {say("see its tokens")}
        </Link>
      ) : null}
    </InspectorSection>
  );
}

const tokensHref = (sessionId: string, partId: string) =>
  `/tokens?session=${encodeURIComponent(sessionId)}&part=${encodeURIComponent(partId)}`;

function spanOf(part: PartRow, say: Say): string {
  const first = (part.first_request ?? 0) + 1;
  const last = (part.last_request ?? part.first_request ?? 0) + 1;
  const requests = say("{count, plural, one {# request} other {# requests}}", { count: part.requests_carried });
  return first === last ? `${requests}, ${first}` : `${requests}, ${first}–${last}`;
}
