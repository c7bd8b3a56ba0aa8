"use client";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { type JobRow, toJobRow } from "@/lib/view-models/settings/job-row";

/** Milliseconds between two looks while the page is seen. */
const LOOK_MS = 2_000;

/** The work in the background, looked at again and again; null until it was read once. */
export function useJobs() {
  const [jobs, setJobs] = useState<readonly JobRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
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
    if (!called.ok) setFailure(called.failure.message);
  };
  return {
    jobs,
    failure,
    retry: (id: string) => void change("POST /api/jobs/{id}", id),
    stop: (id: string) => void change("DELETE /api/jobs/{id}", id),
  };
}
