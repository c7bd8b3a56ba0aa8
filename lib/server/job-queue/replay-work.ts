import { type ReplayAnswer, replayBody } from "@/lib/api/schemas/replay";
import { runTask } from "../sessions/healing-task";
import { wholeWork } from "./work";

export const replayWork = wholeWork(replayBody, "bulk", async (body, { signal, onProgress }) => {
  onProgress({ stage: "queued" });
  const { json } = await runTask({ kind: "replay", input: { body } }, { lane: "bulk", signal, onProgress });
  return JSON.parse(json) as ReplayAnswer;
});
