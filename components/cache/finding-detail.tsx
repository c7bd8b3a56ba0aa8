"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { viewHref } from "@/components/session/session-nav";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import type { CachePage } from "@/lib/read-models/cache-page";
import type { FindingRequest, FindingRow } from "@/lib/read-models/finding-rows";
import { findingMarkdown } from "@/lib/view-models/cache/finding-markdown";
import { formatMoney, formatRequestReference, formatShare, formatTokens } from "@/lib/wording/number-format";
import { Evidence } from "./cause-card";
import { causeWord } from "./finding-list";

type Props = { sessionId: string; finding: FindingRow; totals: CachePage["totals"] };

/** Shows one finding: three figures, its evidence, links to its requests, and what to do. */
export function FindingDetail({ sessionId, finding, totals }: Props) {
  const say = useSay();
  const cost = finding.lost_cost?.amount ?? null;
  const share = cost !== null && totals.cost && totals.cost.amount > 0 ? cost / totals.cost.amount : null;
  const [first] = finding.requests;
  return (
    <section aria-label={say.known(finding.title)} className="min-w-0 border-line2 max-lg:border-b">
      <div className="border-line border-b px-4 py-3 max-sm:px-3">
        <div className="mb-2 flex items-center gap-2">
          <h2 className="min-w-0 font-semibold text-base">{say.known(finding.title)}</h2>
          <Chip>{causeWord(finding)}</Chip>
        </div>
        <dl className="tabular flex">
          <Figure
            value={formatMoney(cost)}
            label={finding.kind === "risk" ? say("at most") : say("lost in the whole session")}
          />
          <Figure value={formatTokens(finding.lost_tokens)} label={say("tokens")} />
          <Figure value={share === null ? "–" : formatShare(share)} label={say("of the session's cost")} />
        </dl>
      </div>
      <Block title={say("Evidence")}>
        <ul className="space-y-1 text-small">
          {finding.evidence.map((sentence) => (
            <Evidence key={sentence} isFor text={sentence} />
          ))}
        </ul>
      </Block>
      {finding.requests.length > 0 ? (
        <Block title={say("Requests concerned, {count}", { count: finding.requests.length })}>
          <RequestLinks sessionId={sessionId} requests={finding.requests} />
        </Block>
      ) : null}
      <Block title={say("What to do")}>
        <ol className="list-decimal space-y-1 pl-4 text-small marker:text-tx3">
          {finding.advice.map((step) => (
            <li key={step} className="pl-1">
              {say.known(step)}
            </li>
          ))}
        </ol>
        <div className="mt-3 flex flex-wrap gap-2">
          {first ? (
            <Button asChild size="sm">
              <Link href={viewHref("compare", { id: sessionId, agent: first.agent, position: first.at }) as never}>
                {say("Compare at {at}", { at: formatRequestReference(first.at) })}
              </Link>
            </Button>
          ) : null}
          {first ? (
            <Button asChild size="sm">
              <Link href={viewHref("cache", { id: sessionId, agent: first.agent, position: first.at }) as never}>
                {say("Show in the lanes")}
              </Link>
            </Button>
          ) : null}
          {first ? (
            <Button asChild size="sm">
              <Link href={viewHref("transcript", { id: sessionId, agent: first.agent, position: first.at }) as never}>
                {say("Show in the transcript")}
              </Link>
            </Button>
          ) : null}
          <CopyButton text={() => findingMarkdown(finding)} label={say("Copy as Markdown")} size="sm" />
        </div>
      </Block>
    </section>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col border-line border-l px-4 first:border-l-0 first:pl-0">
      <dd className="order-1 font-semibold text-title">{value}</dd>
      <dt className="order-2 text-micro text-tx3">{label}</dt>
    </div>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-b px-4 py-3 last:border-b-0 max-sm:px-3">
      <h3 className="mb-1.5 font-semibold text-small">{title}</h3>
      {children}
    </section>
  );
}

/** The most requests that are shown as links; the others are only counted. */
const SHOWN = 60;

/** Agent by agent, in columns: names of agents between the numbers would tear them apart. */
function RequestLinks({ sessionId, requests }: { sessionId: string; requests: readonly FindingRequest[] }) {
  const say = useSay();
  const rest = requests.length - SHOWN;
  const shown = requests.slice(0, SHOWN);
  const agents = [...new Set(shown.map(({ agent }) => agent))];
  return (
    <div className="tabular space-y-1 text-small">
      {agents.map((name) => (
        <div key={name} className="flex gap-x-3">
          {agents.length === 1 && name === "main" ? null : (
            <span className="w-14 shrink-0 truncate text-tx3 leading-6" title={name}>
              {name.slice(0, 7)}
            </span>
          )}
          <ul className="flex min-w-0 flex-wrap gap-x-2">
            {shown
              .filter(({ agent }) => agent === name)
              .map(({ index, agent, at }) => (
                <li key={index} className="min-w-9">
                  <Link
                    href={viewHref("cache", { id: sessionId, agent, position: at }) as never}
                    className="inline-block min-h-6 min-w-6 text-acc leading-6"
                  >
                    {formatRequestReference(at)}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {rest > 0 ? <p className="text-tx3 leading-6">{say("and {rest} more", { rest: formatTokens(rest) })}</p> : null}
    </div>
  );
}
