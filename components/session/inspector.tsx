import dynamic from "next/dynamic";
import Link from "next/link";
import { memo } from "react";
import { useRequestCause } from "@/components/answer/answer-context";
import { RequestComments } from "@/components/comments/request-comments";
import type { Comments } from "@/components/comments/use-comments";
import { BreakLetter } from "@/components/ui/break-letter";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL, KINDS, kindColor } from "@/components/ui/content-kinds";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import type { CountingSummary } from "@/lib/api/schemas/session";
import { formatLostMoney, formatLostTokens } from "@/lib/read-models/words/format-loss";
import { formatCauseMoney } from "@/lib/view-models/answer/ranked-causes";
import { countingText } from "@/lib/view-models/session/counting-text";
import { logGaps } from "@/lib/view-models/session/log-gaps";
import { figureIn, formatDuration, formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";
import { type Say, sentence } from "@/lib/wording/say";
import type { PartRow } from "../../lib/api/schemas/message-row";
import type { BreakJson, RequestRow } from "../../lib/api/schemas/request-row";
import { answeredName } from "./answered-name";
import { GapList } from "./gap-list";
import { InspectorCache } from "./inspector-cache";
import { InspectorRow, InspectorSection } from "./inspector-section";
import { clockSeconds } from "./local-time";
import { statusOf } from "./part-row";

const BreakFacts = dynamic(() => import("./break-facts").then((module) => module.BreakFacts));

export type InspectorProps = {
  sessionId: string;
  row: RequestRow;
  position: number;
  window: number | null;
  part: PartRow | null;
  /** Absent for sessions imported before this was measured. */
  counting?: CountingSummary | undefined;
  /** Whether the log has no cache figures, so the Cache tab shows simulated ones. */
  isCacheSimulated: boolean;
  comments: Comments;
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
};

/** Why the request's cache broke, everything else about the request, its comments, and then the selected part. */
export const Inspector = memo(function Inspector(props: InspectorProps) {
  const { sessionId, row, position, window, part, counting, isCacheSimulated } = props;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {row.break ? <InspectorBreak found={row.break} index={row.index} /> : null}
      <InspectorComposition row={row} position={position} window={window} counting={counting} />
      <LogGaps row={row} />
      <InspectorCache row={row} isSimulated={isCacheSimulated} />
      <RequestComments
        comments={props.comments}
        position={position}
        isWriting={props.isWriting}
        onWriting={props.onWriting}
      />
      {part ? <InspectorPart sessionId={sessionId} part={part} promptTokens={row.prompt_tokens} /> : null}
    </div>
  );
});

/** What is unknown about a request without usage, and the remedies; empty if the provider reported it. */
function LogGaps({ row }: { row: RequestRow }) {
  const say = useSay();
  if (logGaps(row).length === 0) return null;
  return (
    <InspectorSection title={say("What this log does not show, and what would")}>
      <GapList gaps={logGaps(row)} />
    </InspectorSection>
  );
}

type Props = {
  found: BreakJson;
  /** The request's index over all agents. */
  index: number;
};

/** Why the cached prefix was not read: the answer's cause, its cost, and the evidence. */
function InspectorBreak({ found, index }: Props) {
  const say = useSay();
  const answered = useRequestCause(index);
  const cause = answered?.cause ?? null;
  const confidence = cause?.confidence ?? found.confidence;
  return (
    <InspectorSection title={say("Cache break")}>
      <div className="mb-2 flex items-center gap-2">
        <BreakLetter letter={answered?.letter ?? found.letter} isExpected={answered?.isExpected ?? found.is_expected} />
        <span className="font-semibold text-base">{say(answeredName(answered, found.cause))}</span>
        <Chip className="ml-auto">{confidence === "unknown" ? say("not proven") : say(confidence)}</Chip>
      </div>
      <dl className="tabular mb-2 flex">
        <Figure value={formatLostTokens(found)} label={say("tokens lost")} />
        <Figure value={formatLostMoney(found, say)} label={say("more than a cache read")} />
      </dl>
      {cause === null || answered?.rank == null ? null : (
        <p className="mb-2 text-small">
          {say("One of {count} in cause {rank} ({money}).", {
            count: cause.evidence.count,
            rank: answered.rank,
            money: formatCauseMoney(cause, say),
          })}
        </p>
      )}
      <BreakFacts facts={found.facts} />
    </InspectorSection>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col border-line border-l px-3 first:border-l-0 first:pl-0">
      <dt className="order-2 text-micro text-tx3">{label}</dt>
      <dd className="order-1 font-semibold text-title">{value}</dd>
    </div>
  );
}

type InspectorPartProps = { sessionId: string; part: PartRow; promptTokens: number };

function InspectorPart({ sessionId, part, promptTokens }: InspectorPartProps) {
  const say = useSay();
  const isSent = part.first_request !== null && part.requests_carried > 0;
  const span = isSent ? spanOf(part, say) : say("no request");
  return (
    <InspectorSection title={say("Selected part")} note={part.tool ?? say(part.type)}>
      <dl>
        <InspectorRow
          name={
            <>
              <Swatch kind={part.kind} />
              {say(KIND_LABEL[part.kind])}
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

type InspectorCompositionProps = {
  row: RequestRow;
  position: number;
  window: number | null;
  counting?: CountingSummary | undefined;
};

const NO_REPORT = sentence(
  "The log reports no usage, so this is the sum of what it shows; anything missing from the log is not included.",
);

/** The prompt by kind of content: a bar, a row per kind that occurs, and their sum, the entire prompt. */
function InspectorComposition({ row, position, window, counting }: InspectorCompositionProps) {
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
                {say(KIND_LABEL[kind])}
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
                detail={isEstimate ? say(NO_REPORT) : say("The counts by kind are scaled to this total.")}
              />
              {say("prompt")}
            </>
          }
          value={formatTokens(total, { isEstimate })}
          second={window === null ? "–" : formatShare(total / window)}
        />
        <InspectorRow
          name={say("output")}
          value={figureIn(say, formatTokens(row.output, { isFloor: row.output_is_floor && row.output !== null }))}
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
