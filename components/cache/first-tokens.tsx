import type { Route } from "next";
import Link from "next/link";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { firstTokensByShare } from "@/lib/view-models/cache/first-tokens";
import { formatDuration, formatShare, formatTokens } from "@/lib/wording/number-format";

/** Time to first token by share of the prompt read, with a link to the explanation. */
export function FirstTokens({ rows }: { rows: readonly RequestRow[] }) {
  const say = useSay();
  const groups = firstTokensByShare(rows);
  return (
    <section
      aria-label={say("Time to the first token")}
      className="border-line2 border-t px-4 py-3 text-small max-sm:px-3"
    >
      {groups.length === 0 ? null : (
        <>
          <h2 className="font-semibold">{say("Time to the first token")}</h2>
          <ul className="my-1">
            {groups.map(({ from, to, requests, median, prompt }) => (
              <li key={from} className="tabular text-tx2">
                {say(
                  "{from} to {to} of the prompt cached: median {time} ({requests} requests, median prompt {prompt} tokens)",
                  {
                    from: formatShare(from),
                    to: formatShare(to),
                    time: formatDuration(median / 1000, say),
                    requests,
                    prompt: formatTokens(prompt),
                  },
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <Link href={"/how-it-works" as Route} className="text-acc">
        {say("Why a cached prefix is cheaper and faster")}
      </Link>
    </section>
  );
}
