"use client";
import Link from "next/link";
import { viewHref } from "@/components/session/session-nav";
import { useSay } from "@/components/words/words-provider";
import type { SpendRow } from "@/lib/api/schemas/spend";
import { shortPath } from "@/lib/view-models/spend/short-path";
import { rowTitle, sentAgain } from "@/lib/view-models/spend/spend-words";
import { figureIn, formatMoney, formatTokens } from "@/lib/wording/number-format";

/**
 * Links to the part in the full history, because the request on this page may not contain it. All items belong to the
 * main agent: for a sub-agent, these are the call that started it and its answer.
 */
const partHref = (id: string, part: string): string =>
  `${viewHref("transcript", { id })}?view=full&part=${encodeURIComponent(part)}`;

/** A row's content: its costliest files, commands and texts. */
export function SpendDetail({ id, row }: { id: string; row: SpendRow }) {
  const say = useSay();
  const unnamed = row.agent === undefined ? say("without a name") : say("its call and answer");
  const times = row.tokens === 0 ? 0 : Math.round(row.sent / row.tokens);
  return (
    <section
      aria-label={rowTitle(row, say)}
      className="min-w-0 border-line2 px-4 py-3 max-lg:border-t max-sm:px-3 lg:border-l"
    >
      <h2 className="truncate font-semibold text-small">{rowTitle(row, say)}</h2>
      <p className="pb-2 text-small text-tx2">
        {row.group === "not-in-log"
          ? say(
              "The provider reported these tokens, but the log does not contain their text. A recording would split them.",
            )
          : say(
              "{tokens} tokens entered the prompts and were sent {times, plural, one {once} other {# times on average}}.",
              {
                tokens: formatTokens(row.tokens),
                times,
              },
            )}
      </p>
      {row.definitions > 0 ? (
        <p className="pb-2 text-small text-tx2">
          {say("{tokens} of the tokens sent are definitions of its tools.", { tokens: formatTokens(row.definitions) })}
        </p>
      ) : null}
      {row.agent === undefined ? null : (
        <p className="pb-2 text-small">
          <Link href={viewHref("transcript", { id, agent: row.agent }) as never} className="text-acc">
            {say("Its own requests")}
          </Link>
        </p>
      )}
      {row.items.length === 0 ? null : (
        <table className="tabular w-full table-fixed text-small">
          <thead className="text-micro text-tx3">
            <tr className="border-line2 border-b">
              <th className="py-1 text-left font-normal">{say("file, command or text")}</th>
              <th className="w-12 text-right font-normal">{say("parts")}</th>
              <th className="w-20 text-right font-normal">{say("sent again")}</th>
              <th className="w-16 text-right font-normal">{row.cost === null ? say("sent") : say("cost")}</th>
            </tr>
          </thead>
          <tbody>
            {row.items.map((item) => (
              <tr key={item.part_id} className="border-line border-b">
                <td className="truncate py-1">
                  <Link
                    href={partHref(id, item.part_id) as never}
                    title={item.label}
                    className="font-mono text-acc text-code"
                  >
                    {item.label === "" ? unnamed : shortPath(item.label)}
                  </Link>
                </td>
                <td className="text-right">{formatTokens(item.parts)}</td>
                <td className="text-right text-tx2">{sentAgain(item)}</td>
                <td className="text-right font-semibold">
                  {item.cost === null ? formatTokens(item.sent) : figureIn(say, formatMoney(item.cost))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
