import type { Route } from "next";
import Link from "next/link";
import { useSay } from "@/components/words/words-provider";

/** What a replay cannot decide, and why. */
export function Undecided() {
  const say = useSay();
  return (
    <details className="mt-2 text-small text-tx2">
      <summary className="cursor-pointer">{say("What cannot be decided here, and why")}</summary>
      <ul className="mt-1 grid gap-0.5">
        <li>{say("Quality of a model's summary: unknown, because a replay calls no model.")}</li>
        <li>
          {say("Quality of the agent's work: not measured, because a replay reuses the answers in the log.")}{" "}
          <Link href={"/all-sessions/help" as Route} className="text-acc">
            {say("Compare your sessions before and after a change")}
          </Link>
        </li>
      </ul>
    </details>
  );
}
