import type { Beat } from "./beats";

/** A task of the day: the engineer's prompt, and the beats in which the agent handles it. */
export type Chapter = {
  readonly prompt: string;
  /** Name of the entity in `domain.ts` that the task is about. */
  readonly topic: string;
  readonly beats: readonly Beat[];
  /** Minutes before the prompt is typed; 1–3 by default. */
  readonly pause?: number;
  /** A slash command before the prompt; `/model` switches the model. */
  readonly command?: { readonly name: string; readonly argument: string; readonly output: string };
  readonly model?: string;
  /** An event around the prompt that is not part of the work. */
  readonly incident?: "api-error" | "cache-collapse" | "micro-compaction";
};

export const MODELS = {
  usual: "claude-sonnet-4-5-20250929",
  hard: "claude-opus-4-5-20251101",
  small: "claude-haiku-4-5-20251001",
};

export const CHAPTERS: readonly Chapter[] = [
  {
    prompt:
      "Webhooks get lost when a carrier is down: we answer 200 and the scan is gone. I want retries with backoff around the carrier calls, and a queue for what still fails. First read how it works today and tell me what you would do; change nothing yet.",
    topic: "webhook",
    beats: [["orient"], ["explore", 4], ["search", 2], ["explore", 1], ["plan"], ["answer"]],
  },
  {
    prompt: "Good. Start with the policy and the wrapper, with tests. Keep the signature of fetchStatus.",
    topic: "carrier",
    beats: [
      ["write", "src/retry/retry-policy.ts"],
      ["write", "src/retry/with-retry.ts"],
      ["write", "src/retry/with-retry.test.ts"],
      ["fail"],
      ["debug", 3],
      ["pass"],
      ["types"],
      ["commit"],
      ["answer"],
    ],
  },
  {
    prompt:
      "Before you go on: which other places swallow a carrier error? Let someone search so we do not fill this window.",
    topic: "scan",
    beats: [["delegate"], ["change", 2], ["fail"], ["debug", 2], ["pass"], ["commit"], ["answer"]],
  },
  {
    prompt: "Now parcels and deliveries. Same treatment, one commit each.",
    topic: "parcel",
    incident: "cache-collapse",
    beats: [["explore", 2], ["change", 3], ["fail"], ["debug", 3], ["pass"], ["commit"], ["answer"]],
  },
  {
    prompt: "back, sorry, stand-up. go on with deliveries",
    topic: "delivery",
    pause: 38,
    beats: [["explore", 2], ["change", 3], ["types"], ["debug", 2], ["pass"], ["commit"], ["answer"]],
  },
  {
    prompt:
      "Bitte prüf auch die Übersetzungen: „Paket nicht gefunden“ steht zweimal da, und im Japanischen steht bei notFoundYet „配達予定日は未定です“, das ist etwas anderes. Which one is right?",
    topic: "notification",
    incident: "api-error",
    beats: [["explore", 1], ["search", 1], ["change", 2], ["pass"], ["answer"]],
  },
  {
    prompt:
      "Now the queue. Postgres, not Redis: production has no Redis. `for update skip locked`, please, and a dedupe key.",
    topic: "webhook",
    beats: [
      ["plan"],
      ["write", "migrations/0014_retry_queue.sql"],
      ["write", "src/queue/retry-queue.ts"],
      ["write", "src/queue/retry-worker.ts"],
      ["database"],
      ["fail"],
      ["debug", 3],
      ["pass"],
      ["commit"],
      ["answer"],
    ],
  },
  {
    prompt:
      "Two workers block each other under load, the log is in docker. I do not understand this one; take the large model and think hard.",
    topic: "scan",
    command: { name: "/model", argument: "opus", output: "Set model to Opus 4.5" },
    model: MODELS.hard,
    beats: [["logs", 2], ["database"], ["explore", 3], ["debug", 4], ["database"], ["logs", 1], ["pass"], ["answer"]],
  },
  {
    prompt: "That was it, the lock order. Back to the usual model. Write it up in docs/retries.md and commit.",
    topic: "webhook",
    command: { name: "/model", argument: "sonnet", output: "Set model to Sonnet 4.5" },
    beats: [["write", "docs/retries.md"], ["explore", 2], ["reject"]],
  },
  {
    prompt: "No force push. Just the commit, I push myself.",
    topic: "webhook",
    beats: [["commit"], ["answer"]],
  },
  {
    prompt: "Lunch is over. Next: dead letters, and a way to replay them by kind and date.",
    topic: "invoice",
    pause: 74,
    beats: [
      ["explore", 3],
      ["write", "src/queue/dead-letters.ts"],
      ["database"],
      ["fail"],
      ["debug", 3],
      ["pass"],
      ["types"],
      ["commit"],
      ["answer"],
    ],
  },
  {
    prompt: "A rate limit per carrier. A token bucket is enough; no clock inside it, please.",
    topic: "carrier",
    beats: [
      ["survey"],
      ["explore", 4],
      ["write", "src/limits/token-bucket.ts"],
      ["change", 3],
      ["fail"],
      ["debug", 3],
      ["logs", 3],
      ["pass"],
      ["commit"],
      ["answer"],
    ],
  },
  {
    prompt: "CI says the label tests time out. Find out why; do not just raise the timeout.",
    topic: "label",
    pause: 47,
    beats: [
      ["survey"],
      ["fail"],
      ["explore", 6],
      ["debug", 3],
      ["logs", 3],
      ["fail"],
      ["pass"],
      ["commit"],
      ["answer"],
    ],
  },
  {
    prompt: "Same for routes and claims. Short, the pattern is clear by now.",
    topic: "route",
    beats: [
      ["survey"],
      ["explore", 4],
      ["change", 3],
      ["pass"],
      ["commit"],
      ["survey"],
      ["change", 2],
      ["fail"],
      ["debug", 2],
      ["pass"],
      ["answer"],
    ],
  },
  {
    prompt:
      "Review everything on this branch as a strict reviewer would. Read the files again, do not trust your memory.",
    topic: "claim",
    incident: "micro-compaction",
    beats: [
      ["survey"],
      ["search", 1],
      ["explore", 6],
      ["survey"],
      ["plan"],
      ["change", 3],
      ["types"],
      ["pass"],
      ["commit"],
      ["answer"],
    ],
  },
  {
    prompt: "Two findings I agree with: Retry-After, and the metric names. Do both.",
    topic: "depot",
    pause: 9,
    beats: [
      ["survey"],
      ["explore", 4],
      ["change", 3],
      ["fail"],
      ["debug", 3],
      ["pass"],
      ["types"],
      ["commit"],
      ["answer"],
    ],
  },
  {
    prompt: "Last one for today: addresses. Then write the text of the pull request.",
    topic: "address",
    beats: [["explore", 4], ["change", 3], ["fail"], ["debug", 2], ["pass"], ["commit"], ["answer"]],
  },
];
