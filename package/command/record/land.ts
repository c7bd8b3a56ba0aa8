import type { FollowAnswer } from "@/lib/api/schemas/discovery";
import type { ImportAnswer } from "@/lib/api/schemas/import-report";
import type { Job } from "@/lib/api/schemas/job";
import { RECORDINGS } from "@/lib/server/discovery/discovery-clients";
import { callApi, findServer } from "../server-process";

/**
 * Asks the running server to show recordings as they grow; false if no server runs, or the running one cannot do so.
 */
export async function followRecordings(): Promise<boolean> {
  const address = await findServer();
  if (address === null) return false;
  try {
    const answer = await callApi(address, "/api/follow", put({ root: RECORDINGS, on: true }));
    return ((await answer.json()) as FollowAnswer).roots.some(({ id }) => id === RECORDINGS);
  } catch {
    return false;
  }
}

/** Imports the end of a recording; returns the pages of its sessions, or null if the server does not respond. */
export async function landRecording(file: string): Promise<readonly string[] | null> {
  const address = await findServer();
  if (address === null) return null;
  try {
    const body = { ...put({ root: RECORDINGS, paths: [file] }), method: "POST" };
    const job = (await (await callApi(address, "/api/discover/import", body)).json()) as Job;
    const { files } = await resultOf(address, job.id);
    return files.flatMap(({ sessions }) => sessions).map((id) => `${address}/sessions/${id}`);
  } catch {
    return null;
  }
}

const put = (value: unknown): RequestInit => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

async function resultOf(address: string, id: string): Promise<ImportAnswer> {
  for (;;) {
    const job = (await (await callApi(address, `/api/jobs/${id}`)).json()) as Job;
    if (job.state === "done") return job.result as ImportAnswer;
    if (job.state === "failed" || job.state === "cancelled") throw new Error("the import failed");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
