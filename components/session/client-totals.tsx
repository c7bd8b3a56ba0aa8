import { useSay } from "@/components/words/words-provider";
import { formatMoney, formatTokens } from "@/lib/wording/number-format";
import type { SessionSummary } from "../../lib/api/schemas/session";

/** What the client counted itself, if the calls in its log add up to something else. */
export function ClientTotals({ summary }: { summary: Pick<SessionSummary, "client_totals" | "cost"> }) {
  const say = useSay();
  const { client_totals: totals, cost } = summary;
  if (!totals?.differs) return null;
  return (
    <details className="text-small text-tx2">
      <summary className="cursor-pointer">
        {say("The client counted {stated}, the calls in its log cost {logged}", {
          stated: formatMoney(totals.cost),
          logged: formatMoney(cost.amount, { isFloor: cost.basis === "partial" }),
        })}
      </summary>
      <p className="max-w-[84ch] py-1">
        {say("Clients make calls that they do not log, such as titles. They are in no other figure here.")}
      </p>
      <table className="tabular mb-1 text-left">
        <thead>
          <tr className="text-tx3">
            {[say("model"), say("counted by"), say("prompt tokens"), say("output tokens"), say("cost")].map((name) => (
              <th key={name} className="pr-4 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.models.flatMap(({ model, stated, logged }) =>
            (
              [
                [say("the client"), stated],
                [say("this log"), logged],
              ] as const
            ).map(([who, counted]) => (
              <tr key={`${model} ${who}`}>
                <td className="pr-4">{model}</td>
                <td className="pr-4">{who}</td>
                <td className="pr-4">{formatTokens(counted.prompt_tokens)}</td>
                <td className="pr-4">{formatTokens(counted.output_tokens)}</td>
                <td className="pr-4">{formatMoney(counted.cost)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </details>
  );
}
