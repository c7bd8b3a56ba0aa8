"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryStates } from "nuqs";
import { PageTabs } from "@/components/session/page-tabs";
import { SessionHeader } from "@/components/session/session-header";
import { viewHref } from "@/components/session/session-nav";
import { SessionSpine, type SpineData } from "@/components/session/session-spine";
import { UnknownRequest } from "@/components/session/unknown-request";
import { EmptyState } from "@/components/ui/empty-state";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "@/lib/api/schemas/session";
import type { Spend } from "@/lib/api/schemas/spend";
import { costText } from "@/lib/read-models/words/cost-text";
import { avoidableSum, spendSentence } from "@/lib/view-models/spend/spend-words";
import { figureIn, formatMoney, formatTokens } from "@/lib/wording/number-format";
import { groupChoices } from "./group-choices";
import { SpendDetail } from "./spend-detail";
import { SpendStrip } from "./spend-strip";
import { rowKey, SpendTable } from "./spend-table";

type Props = {
  id: string;
  summary: SessionSummary;
  data: SpineData;
  position: number;
  /** A note if the link's request does not exist; otherwise null. */
  note: string | null;
  spend: Spend;
};

/** The Spend page: what used the tokens and the money of the whole session. */
export function SpendPage({ id, summary, data, position, note, spend }: Props) {
  const say = useSay();
  const router = useRouter();
  const { agent } = data;
  const place = { id, agent, position };
  const [state, setState] = useQueryStates(
    { group: parseAsString.withDefault("all"), row: parseAsString },
    { history: "replace", shallow: true },
  );
  const avoidable = avoidableSum(spend.rows);
  const rows = spend.rows.filter(({ group }) => state.group === "all" || group === state.group);
  const chosen = rows.find((row) => rowKey(row) === state.row) ?? rows.find(({ items }) => items.length > 0) ?? rows[0];
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <SessionHeader summary={summary} />
      <SessionSpine
        {...{ id, summary, data }}
        current="spend"
        selected={position}
        onSelect={(at) => router.push(requestHref(id, agent, at) as never)}
      />
      <PageTabs current="spend" place={place} />
      <UnknownRequest note={note} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line2 border-b bg-s1 px-4 py-2 max-sm:px-3">
        <p className="min-w-0 flex-1 basis-80 font-semibold text-figure">{spendSentence(spend, say)}</p>
        <Link href={requestHref(id, agent, position) as never} className="text-acc text-small">
          {say("One request only")}
        </Link>
      </div>
      {spend.rows.length === 0 ? (
        <EmptyState title={say("No requests in this log")}>{say("There is nothing to sum.")}</EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3 px-4 py-2 max-sm:overflow-x-auto max-sm:px-3">
            <SegmentedControl
              label={say("Rows")}
              value={state.group}
              onValueChange={(group) => void setState({ group, row: null })}
              segments={[{ value: "all", label: say("All") }, ...groupChoices(spend.rows, say)]}
            />
            <span className="ml-auto text-micro text-tx3">
              {say("{sent} tokens sent, {output} written, {cost}", {
                sent: formatTokens(spend.sent),
                output: formatTokens(spend.output),
                cost: costText(spend, say),
              })}
              {avoidable === null ? null : (
                <span className="text-tx">
                  {say(", including {avoidable} for outdated or repeated content", {
                    avoidable: formatMoney(avoidable, { rounding: "up" }),
                  })}
                </span>
              )}
            </span>
          </div>
          <SpendStrip rows={rows} chosen={chosen} onChoose={(row) => void setState({ row })} />
          <div className="grid min-w-0 border-line2 border-t lg:grid-cols-[minmax(0,1fr)_420px]">
            <SpendTable rows={rows} chosen={chosen} onChoose={(row) => void setState({ row })} />
            {chosen ? <SpendDetail id={id} row={chosen} /> : null}
          </div>
          {spend.unpriced > 0 && spend.cost.kind === "known" ? (
            <p className="px-4 py-2 text-small text-tx2 max-sm:px-3">
              {say(
                "{count, plural, one {# request has} other {# requests have}} no usage or price; the amounts leave them out.",
                {
                  count: spend.unpriced,
                },
              )}
            </p>
          ) : null}
          <Agents spend={spend} id={id} />
        </>
      )}
    </main>
  );
}

const requestHref = (id: string, agent: string, position: number): string =>
  `/sessions/${encodeURIComponent(id)}/spend?of=request&request=${position + 1}${agent === "main" ? "" : `&agent=${encodeURIComponent(agent)}`}`;

/** The agents by usage; a single one needs no table. */
function Agents({ spend, id }: { spend: Spend; id: string }) {
  const say = useSay();
  if (spend.agents.length < 2) return null;
  return (
    <section
      aria-label={say("Agents by task")}
      className="min-w-0 overflow-x-auto border-line2 border-t px-4 py-3 max-sm:px-3"
    >
      <h2 className="font-semibold text-small">{say("Agents by task")}</h2>
      <p className="pb-1 text-micro text-tx3">
        {say(
          "The requests of each agent. A sub-agent’s row above also includes its call and its answer in the main agent’s prompts.",
        )}
      </p>
      <table className="tabular w-full text-small">
        <thead className="text-micro text-tx3">
          <tr>
            <th className="py-1 text-left font-normal">{say("task")}</th>
            <th className="text-right font-normal">{say("requests")}</th>
            <th className="text-right font-normal">{say("sent")}</th>
            <th className="text-right font-normal">{say("output")}</th>
            <th className="text-right font-normal">{say("cost")}</th>
          </tr>
        </thead>
        <tbody>
          {spend.agents.map(({ agent, name, requests, sent, output, cost }) => (
            <tr key={agent} className="border-line border-t">
              <td className="max-w-80 truncate py-1">
                <Link href={viewHref("transcript", { id, agent }) as never} className="text-acc" title={name}>
                  {agent === "main" ? say("main agent") : name}
                </Link>
              </td>
              <td className="text-right">{formatTokens(requests)}</td>
              <td className="text-right">{formatTokens(sent)}</td>
              <td className="text-right">{formatTokens(output)}</td>
              <td className="text-right font-semibold">{figureIn(say, formatMoney(cost))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
