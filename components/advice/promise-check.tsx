"use client";
import { useEffect, useState } from "react";
import { callApi, type Finished } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { useSay } from "@/components/words/words-provider";
import type { PromiseAnswer } from "@/lib/api/schemas/promise";
import { toPromiseView } from "@/lib/view-models/advice/promise-view";
import { problemText } from "@/lib/wording/problem-text";

type Props = {
  run: string;
  /** Day the advice was saved, as `2026-11-23`. */
  savedOn: string;
  /** Id of the policy whose setting is shown. */
  policy: string;
  clients: readonly string[];
  /** Day the setting was changed, from the URL; null until the reader asks. */
  since: string | null;
  onSince: (since: string) => void;
};

/** Compares session costs before and after the advised setting was applied with what the advice promised. */
export function PromiseCheck({ run, savedOn, policy, clients, since, onSince }: Props) {
  const say = useSay();
  const [day, setDay] = useState(since ?? savedOn);
  const found = usePromise(run, policy, since);
  return (
    <section aria-label={say("Was the promise kept?")} className="border-line2 border-t px-4 py-3 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold text-small">{say("Was the promise kept?")}</h2>
        <label className="flex items-center gap-2 text-small text-tx2">
          {say("Setting changed on")}
          <input
            type="date"
            value={day}
            onChange={(event) => setDay(event.target.value)}
            className="h-7 rounded-control border border-ctl bg-bg px-2 text-small text-tx"
          />
        </label>
        <Button disabled={day === ""} onClick={() => onSince(day)}>
          {say("Measure again")}
        </Button>
        <span className="text-micro text-tx3">
          {say("compares this client's imported sessions before that day with those since")}
        </span>
      </div>
      {found === null ? null : found.ok ? (
        <Verdict answer={found.value} clients={clients} />
      ) : (
        <p className="mt-2 text-small">{problemText(found.failure, say)}</p>
      )}
    </section>
  );
}

const CHIP_TONES = { good: "good", bad: "warn", open: "dashed" } as const;

function Verdict({ answer, clients }: { answer: PromiseAnswer; clients: readonly string[] }) {
  const say = useSay();
  const view = toPromiseView(answer, clients, say);
  return (
    <div className="mt-2">
      <p role="status" className="font-semibold">
        <Chip tone={CHIP_TONES[view.tone]} className="mr-2 align-middle">
          {view.chip}
        </Chip>
        {view.sentence}
      </p>
      <p className="text-small text-tx2">{view.details.join(" ")}</p>
    </div>
  );
}

/** Null until the reader asks, and while the answer loads. */
function usePromise(run: string, policy: string, since: string | null): Finished<PromiseAnswer> | null {
  const [found, setFound] = useState<{ key: string; answer: Finished<PromiseAnswer> } | null>(null);
  const key = `${run} ${policy} ${since}`;
  useEffect(() => {
    if (since === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    void callApi("GET /api/runs/{id}/promise", { path: { id: run }, query: { since, policy }, signal }).then(
      (answer) => signal.aborted || setFound({ key, answer }),
    );
    return () => controller.abort();
  }, [run, policy, since, key]);
  return since !== null && found?.key === key ? found.answer : null;
}
