import { cn } from "@/components/ui/cn";
import { type DemoFate, type DemoRow, foldRuns, type StrategyDemo } from "@/lib/view-models/strategies/strategy-demo";
import { formatTokens } from "@/lib/wording/number-format";
import { type Say, type Sentence, sentence } from "@/lib/wording/say";

const FATES: Readonly<Record<DemoFate, Sentence>> = {
  kept: sentence("stays"),
  shortened: sentence("shortened"),
  dropped: sentence("dropped"),
  summarised: sentence("into the summary"),
};

/** The small history with each message's fate, computed by the engine. */
export function DemoHistory({ demo, say }: { demo: StrategyDemo; say: Say }) {
  const { before, after, rows, added, warnings } = demo;
  const counts = (Object.keys(FATES) as DemoFate[]).flatMap((fate) => {
    const count = rows.filter((row) => row.fate === fate).length;
    return count === 0 ? [] : [say("{fate}: {count}", { fate: say(FATES[fate]), count })];
  });
  return (
    <>
      <p className="text-tx2">
        {say(
          "Example: debugging a login that returns 401. {count} messages in a 4,800-token window, compressed even if the trigger has not been reached: {before} → {after} tokens.",
          {
            count: rows.length,
            before: formatTokens(before),
            after: formatTokens(after),
          },
        )}
      </p>
      <p className="text-tx2">{counts.join(" · ")} </p>
      {demo.status === "applied" ? null : (
        <p className="mt-1">
          {demo.status === "noop"
            ? say("It changes nothing in so short a history.")
            : say("It could not run here: {why}", { why: say.known(warnings[0] ?? demo.status) })}
        </p>
      )}
      <ol className="mt-2">
        {foldRuns(rows).map((run) =>
          run.length === 1 ? (
            run.map((row) => <Message key={row.number} row={row} say={say} />)
          ) : (
            <li key={run[0]?.number} className="border-transparent border-l-2 py-0.5 pl-2">
              <details>
                <summary className="cursor-pointer text-tx2">
                  {say("{count} messages kept", { count: run.length })}
                </summary>
                <ol>
                  {run.map((row) => (
                    <Message key={row.number} row={row} say={say} />
                  ))}
                </ol>
              </details>
            </li>
          ),
        )}
      </ol>
      {added.length === 0 ? null : (
        <p className="mt-1 text-micro text-tx2">
          {say("{count, plural, one {# message was} other {# messages were}} added.", { count: added.length })}
        </p>
      )}
    </>
  );
}

function Message({ row: { who, text, fate, becomes }, say }: { row: DemoRow; say: Say }) {
  return (
    <li
      className={cn(
        "grid grid-cols-[84px_minmax(0,1fr)_auto] gap-x-2 border-transparent border-l-2 py-0.5 pl-2",
        fate === "summarised" && "border-acc text-tx3",
        fate === "dropped" && "border-bad text-tx3",
        fate === "shortened" && "border-warn",
      )}
    >
      <span className="text-tx2">{say(who)}</span>
      <span lang="en" className={cn("min-w-0 truncate", fate === "dropped" && "line-through")}>
        {text}
      </span>
      <span className="text-micro text-tx2">{say(FATES[fate])}</span>
      {becomes === null ? null : (
        <span lang="en" className="col-start-2 truncate text-micro text-tx2">
          → {becomes}
        </span>
      )}
    </li>
  );
}
