"use client";
import type { Route } from "next";
import Link from "next/link";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import type { RunningRecording } from "@/lib/api/schemas/recordings";
import { problemText } from "@/lib/wording/problem-text";
import type { Say } from "@/lib/wording/say";

const LOOK_MS = 2_000;

/** Running recordings on this machine, each with a stop button. */
export function RunningRecordings() {
  const say = useSay();
  const isOffered = useMay("GET /api/recordings");
  const { recordings, failure, stopped, stop } = useRecordings(isOffered);
  if (!isOffered) return null;
  return (
    <section aria-label={say("Recordings now")} className="flex min-w-0 flex-col gap-3">
      <p role="status" className="sr-only">
        {announced(recordings ?? [], say)}
      </p>
      {failure === null ? null : (
        <p role="alert" className="text-bad text-small">
          {problemText({ message: failure }, say)}
        </p>
      )}
      {recordings?.map((one) => (
        <Card key={one.id} of={one} onStop={() => stop(one)} />
      ))}
      {stopped === null ? null : <Stopped of={stopped} />}
      {recordings?.length === 0 && stopped === null ? (
        <div className="rounded-control border border-line2 px-4 py-3">
          <p className="font-semibold text-base">{say("Nothing is being recorded.")}</p>
          <p className="mt-1 text-small text-tx2">
            {say("A recording appears here when its command runs, and in the library when its first request ends.")}
          </p>
        </div>
      ) : null}
    </section>
  );
}

function Card({ of, onStop }: { of: RunningRecording; onStop: () => void }) {
  const say = useSay();
  return (
    <div className="rounded-control border border-line2">
      <div className="flex items-center gap-3 px-4 py-3">
        <span aria-hidden className={`size-2 shrink-0 rounded-full ${of.is_running ? "bg-bad" : "bg-tx3"}`} />
        <h2 className="min-w-0 flex-1 font-semibold text-base">{stateOf(of, say)}</h2>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-2.5 text-small">
        <p className="min-w-0 flex-1 basis-60 text-tx2">{noteOf(of, say)}</p>
        <Button onClick={onStop}>{of.is_running ? say("Stop recording") : say("Remove")}</Button>
        <Open session={of.session} />
      </div>
    </div>
  );
}

function Stopped({ of: { client, requests, session } }: { of: RunningRecording }) {
  const say = useSay();
  return (
    <div role="status" className="rounded-control border border-line2 px-4 py-3 text-small">
      <p className="font-semibold text-base">{say("Recording stopped")}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-60 text-tx2">
          {say(
            "{count, plural, one {# request was} other {# requests were}} saved. {client} keeps running without being recorded.",
            {
              count: requests,
              client,
            },
          )}
        </p>
        <Open session={session} />
      </div>
    </div>
  );
}

function Open({ session }: { session: string | null }) {
  const say = useSay();
  if (session === null) return null;
  return (
    <Button asChild variant="primary">
      <Link href={`/sessions/${session}` as Route}>{say("Open session")}</Link>
    </Button>
  );
}

function stateOf({ client, requests, is_running: isRunning }: RunningRecording, say: Say): string {
  if (!isRunning) return say("The recording of {client} was interrupted", { client });
  if (requests === 0) return say("Waiting for the first request of {client}", { client });
  return say("Recording {client}: {count, plural, one {# request} other {# requests}}", { client, count: requests });
}

function noteOf({ requests, is_running: isRunning }: RunningRecording, say: Say): string {
  if (!isRunning)
    return say(
      "Its command was killed. {count, plural, one {# request was} other {# requests were}} saved; any request in flight was lost.",
      { count: requests },
    );
  if (requests === 0) return say("Type your first message in the client.");
  return say("The client keeps running when you stop.");
}

/** Announced to screen readers when a state changes, and at 1, 10 and 100 requests. */
const announced = (recordings: readonly RunningRecording[], say: Say): string =>
  recordings
    .map((one) =>
      stateOf({ ...one, requests: one.requests === 0 ? 0 : 10 ** Math.floor(Math.log10(one.requests)) }, say),
    )
    .join(" ");

/** The recordings, polled while the page is visible; null until first loaded. */
function useRecordings(isOffered: boolean) {
  const [recordings, setRecordings] = useState<readonly RunningRecording[] | null>(null);
  const [stopped, setStopped] = useState<RunningRecording | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const look = useCallback(async () => {
    if (document.hidden) return;
    const called = await callApi("GET /api/recordings");
    if (called.ok) setRecordings(called.value.recordings);
    setFailure(called.ok ? null : called.failure.message);
  }, []);
  useEffect(() => {
    if (!isOffered) return;
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [look, isOffered]);
  const stop = async (one: RunningRecording) => {
    const called = await callApi("DELETE /api/recordings/{id}", { path: { id: one.id } });
    if (called.ok && one.is_running) setStopped(one);
    await look();
    if (!called.ok) setFailure(called.failure.message);
  };
  return { recordings, failure, stopped, stop: (one: RunningRecording) => void stop(one) };
}
