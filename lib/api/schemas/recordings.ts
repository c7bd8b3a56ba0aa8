import * as z from "zod";
import { type Answer, count, named, time } from "./fields";

const runningRecording = named("RunningRecording", "A recording of `winnow record` that has not ended properly.", {
  id: z.string(),
  client: z.string().describe("The recorded client."),
  started_at: time("Start of the command."),
  requests: count("Recorded so far."),
  is_running: z.boolean().describe("False if the command was killed."),
  session: z.string().nullable().describe("Its session; null before its first request is in the library."),
});
export type RunningRecording = Answer<typeof runningRecording>;

/** The answer to GET /api/recordings. */
export const recordingList = named("RecordingList", "The recordings that are being made on this machine.", {
  recordings: z.array(runningRecording).describe("Newest first."),
});
