import type { Route } from "next";
import Link from "next/link";
import { useSay } from "@/components/words/words-provider";

/** What no replay can decide, and why. */
export function Undecided() {
  const say = useSay();
  return (
    <details className="mt-2 text-small text-tx2">
      <summary className="cursor-pointer">{say("What cannot be decided here, and why")}</summary>
      <ul className="mt-1 grid gap-0.5">
        <li>{say("How good a model's summary would be: unknown, because a replay calls no model.")}</li>
        <li>
          {say("Whether the work stays as good: not measured, because the agent's answers are those of the log.")}{" "}
          <Link href={"/all-sessions/help" as Route} className="text-acc">
            {say("Compare your sessions before and after a change")}
          </Link>
        </li>
      </ul>
    </details>
  );
}
