"use client";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import { useSay } from "@/components/words/words-provider";
import { type JobRow, toJobRow } from "@/lib/view-models/settings/job-row";
import { formatDay } from "@/lib/wording/format-day";
import { problemText } from "@/lib/wording/problem-text";
import { SettingRow } from "./setting-row";

/** Waiting and running work, and failed work that can be retried. */
export function BackgroundWork({ mayChange }: { readonly mayChange: boolean }) {
  const say = useSay();
  const { jobs, failure, retry, stop } = useJobs();
  return (
    <SettingRow
      id="work"
      title={say("Work in the background")}
      note={say("jobs that are waiting, running, or failed and can be retried")}
    >
      <div className="w-full min-w-0">
        {failure ? (
          <p role="alert" className="text-bad">
            {problemText({ message: failure }, say)}
          </p>
        ) : null}
        {jobs?.length === 0 ? <p className="text-tx2">{say("No jobs are waiting, running or failed.")}</p> : null}
        <ul>
          {jobs?.map((job) => (
            <Row
              key={job.id}
              job={mayChange ? job : { ...job, canStop: false, canRetry: false }}
              onRetry={() => retry(job.id)}
              onStop={() => stop(job.id)}
            />
          ))}
        </ul>
      </div>
    </SettingRow>
  );
}

function Row({ job, onRetry, onStop }: { job: JobRow; onRetry: () => void; onStop: () => void }) {
  const say = useSay();
  const kind = say(job.kind);
  const attempts = say("{count, plural, one {# attempt} other {# attempts}}", { count: job.attempts });
  return (
    <li className="flex items-start justify-between gap-3 border-line border-b py-1.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium">{kind}</span>
          <span className={cn(job.isFailed ? "text-bad" : "text-tx2")}>{say(job.state)}</span>
          <span className="tabular text-micro text-tx3">
            {say("{time} UTC", { time: formatDay(job.startedAt, "time", say) })}
            {job.attempts > 1 ? ` · ${attempts}` : ""}
          </span>
        </p>
        {job.isRunning ? <Progress label={kind} value={job.share} className="mt-1 max-w-80" /> : null}
        {job.message ? (
          <p className="break-words text-micro text-tx2">{problemText({ message: job.message }, say)}</p>
        ) : null}
      </div>
      {job.canStop ? (
        <Button size="sm" variant="quiet" aria-label={say("Stop: {kind}", { kind })} onClick={onStop}>
          {say("Stop")}
        </Button>
      ) : null}
      {job.canRetry ? (
        <Button size="sm" aria-label={say("Try again: {kind}", { kind })} onClick={onRetry}>
          {say("Try again")}
        </Button>
      ) : null}
    </li>
  );
}

/** Milliseconds between polls while the page is visible. */
const LOOK_MS = 2_000;

/** Background work, polled; null until first loaded. */
function useJobs() {
  const [jobs, setJobs] = useState<readonly JobRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  /** Stays until the next change; the failure of a poll only until the next poll. */
  const [refused, setRefused] = useState<string | null>(null);
  const look = useCallback(async () => {
    if (document.hidden) return;
    const called = await callApi("GET /api/jobs");
    if (called.ok) setJobs(called.value.jobs.map(toJobRow));
    setFailure(called.ok ? null : called.failure.message);
  }, []);
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [look]);
  const change = async (key: "POST /api/jobs/{id}" | "DELETE /api/jobs/{id}", id: string) => {
    const called = await callApi(key, { path: { id } });
    await look();
    setRefused(called.ok ? null : called.failure.message);
  };
  return {
    jobs,
    failure: refused ?? failure,
    retry: (id: string) => void change("POST /api/jobs/{id}", id),
    stop: (id: string) => void change("DELETE /api/jobs/{id}", id),
  };
}
