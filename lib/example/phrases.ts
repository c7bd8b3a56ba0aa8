import { type Entity, pascal } from "./domain";
import type { Random } from "./random";

export type PhraseKind = "look" | "plan" | "change" | "test" | "commit" | "subject" | "report";

type Template = (entity: Entity, type: string) => string;

const PHRASES: Record<PhraseKind, readonly Template[]> = {
  look: [
    (e) => `Let me look at how ${e.plural} reach the carrier before I change anything.`,
    (_e, t) => `${t}Service is the only caller that matters here; I will read it together with its repository.`,
    () => "I want to see who else depends on this before I touch the signature.",
    (e) => `The test for ${e.plural} tells me what the callers expect.`,
    () => "Checking the neighbours for the same pattern.",
  ],
  plan: [
    (e) =>
      `Here is how I would do it, smallest step first: a policy without a clock, a wrapper that takes its surroundings as an argument, then the ${e.plural}. The queue comes last because nothing else depends on it.`,
    (e) => `I will write the failing test for ${e.plural} first, then the change, then the suite.`,
  ],
  change: [
    (e) => `Wrapping the carrier call of ${e.plural} and leaving the public signature as it is.`,
    () => "This error was swallowed; now it reaches the queue and the caller is told.",
    () => "Small change, same behaviour when the carrier answers.",
    (_e, t) => `${t}Service gets the policy from its constructor, so a test can pass a short one.`,
  ],
  test: [
    (e) => `Running the tests of ${e.plural}.`,
    () => "The whole suite, because the error classes are shared.",
    () => "Type check before I go on.",
  ],
  commit: [
    () => "Everything is green, so I will commit this step by itself.",
    () => "One commit per step keeps the review small.",
  ],
  subject: [
    (e) => `Retry carrier calls of ${e.plural} with backoff`,
    (e) => `Queue ${e.name} work that a carrier refused`,
    (e) => `Say when the carrier did not answer for a ${e.name}`,
  ],
  report: [
    (e) =>
      `Done. Calls for ${e.plural} are tried five times within about three seconds; what still fails goes to \`retry_jobs\` and the caller gets \`carrier-unavailable\` instead of a wrong success. All tests pass. One thing I did not change: the routes still answer 503 without a Retry-After header. Shall I add it?`,
    (e, t) =>
      `${t}Service now says what happened in every case. The suite and the type check are green. The retry adds at most 3.2 s to a request when a carrier is down; if that is too slow for the ${e.name} page, the policy can be set per caller.`,
  ],
};

export const phrase = (random: Random, entity: Entity, kind: PhraseKind): string =>
  random.pick(PHRASES[kind])(entity, pascal(entity.name));

const OPENINGS: readonly Template[] = [
  (_e, t) =>
    `The failure is in ${t}Service, but the cause could be one level down: fetchStatus throws a CarrierError for every status from 400 on, and a 429 is not the same as a 401.`,
  (e) =>
    `If I retry inside the transaction the row of the ${e.name} stays locked for the whole backoff. That would block the worker that wants the same row.`,
  () =>
    "The test passes alone and fails in the suite, so something is shared. The fake carrier counts failures, and failNext is not reset between tests.",
  (e) =>
    `There are two ways: put the retry into CarrierClient, which every caller then gets for free, or into each service. For ${e.plural} the first would double the wait, because the queue retries as well.`,
  (e) =>
    `The version check makes a blind retry of the update unsafe: the second try sees a newer version of the ${e.name} and throws StaleVersionError, which is not retryable.`,
];
const CLOSINGS: readonly string[] = [
  "So the order has to be: call the carrier first, then open the transaction. I should check that nothing between the two depends on the lock.",
  "I will keep the change local and write down why, because the next reader will ask the same question.",
  "Let me verify this with the numbers in the log before I believe it.",
  "The smaller change is enough; the larger one can wait until someone needs it.",
];

/** The model's thought before a step: a cause and a consequence. */
export const thought = (random: Random, entity: Entity): string =>
  `${random.pick(OPENINGS)(entity, pascal(entity.name))} ${random.pick(CLOSINGS)}`;
