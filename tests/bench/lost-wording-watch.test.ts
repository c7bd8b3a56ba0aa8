import { describe, expect, test } from "vitest";
import { LostWordingWatch } from "@/bench/evaluation/lost-wording-watch";
import { usedWording } from "@/bench/evaluation/used-wording";
import type { Message } from "@/lib/conversation/message";
import { createReaders } from "@/lib/evaluation/evidence";
import { createWordingReader, type PartWording } from "@/lib/evaluation/wording/part-wording";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { History } from "@/lib/replay/history";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import type { PromptWatch } from "@/lib/replay/prompt-watch";
import { replayPolicy } from "@/lib/replay/replay-policy";
import type { ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import type { Session, SessionMessage } from "@/lib/transcript/session";
import { mustImport } from "../support/check-importer";
import { sketchSession } from "../support/sketch-session";
import { testEnvironment } from "../support/strategy-environment";
import { memoryFile } from "../support/transcript-file";
import { exampleMorning } from "../support/transcripts";

const wordingOf = createWordingReader();

/** The same as `LostWordingWatch`, with the whole prompt read anew at every change, and the whole log at every use. */
class PlainWatch implements PromptWatch {
  /** What each part of the log holds. */
  #log: ReadonlySet<number>[] = [];
  #prompt: readonly Message[] = [];
  readonly #lost = new Set<number>();
  repeated = 0;

  constructor(
    readonly kind: keyof PartWording,
    readonly most: number,
  ) {}

  watch(messages: readonly SessionMessage[]): void {
    for (const message of messages)
      for (const part of message.parts) {
        const hashes = this.#in([{ ...message, parts: [part] }]);
        const isAgents = message.role === "assistant" && message.origin === "model";
        for (const hash of hashes) {
          if (isAgents && this.#lost.has(hash) && this.#holders(hash) <= this.most) this.repeated += 1;
          this.#lost.delete(hash);
        }
        this.#log.push(hashes);
        this.#prompt = [...this.#prompt, { ...message, parts: [part] }];
      }
  }

  lose(_: unknown, after: readonly Message[]): void {
    const shown = this.#in(after);
    for (const hash of this.#in(this.#prompt)) if (!shown.has(hash)) this.#lost.add(hash);
    for (const hash of shown) this.#lost.delete(hash);
    this.#prompt = after;
  }

  leave(): void {
    throw new Error("the example has no rewinds");
  }

  #in = (messages: readonly Message[]): Set<number> =>
    new Set(messages.flatMap(({ parts }) => parts.flatMap((part) => [...wordingOf(part)[this.kind]])));

  #holders = (hash: number): number => this.#log.filter((hashes) => hashes.has(hash)).length;
}

async function preparedExample() {
  const [session] = (await mustImport([memoryFile(exampleMorning(7))])).sessions;
  const analysis = analyzeSession(session as Session, loadVocabulary);
  const environment = testEnvironment({
    tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens,
    budget: { window: 1_000_000, reserve: 8_000 },
  });
  return prepareReplay(analysis, { environmentOf: () => environment });
}

describe("wording that a policy lost, over the morning of the built-in example", () => {
  test.each([
    ["runs", Number.POSITIVE_INFINITY],
    ["words", 2],
  ] as const)("%s: counting what changes tells the same as reading every prompt", async (kind, most) => {
    const prepared = await preparedExample();
    const used = usedWording(prepared.session, "main", kind, wordingOf);
    for (const recipe of ["winnow", "roo-truncate"]) {
      const policy: ReplayPolicy = { kind: "recipe", id: recipe, recipe, trigger: { tokens: 50_000 }, floor: 20_000 };
      const [watch, plain] = [new LostWordingWatch(used), new PlainWatch(kind, most)];
      const { totals } = replayPolicy(prepared, policy, [watch, plain]);
      expect(totals.fired).toBeGreaterThan(0);
      expect([recipe, watch.repeated]).toEqual([recipe, plain.repeated]);
      expect(watch.repeated).toBeGreaterThan(0);
      expect(replayPolicy(prepared, policy).totals).toEqual(totals);
    }
    const nothing = new LostWordingWatch(used);
    replayPolicy(prepared, { kind: "keep-all", id: "keep-all" }, [nothing]);
    expect(nothing.repeated).toBe(0);
  });
});

test("a run counts where it is written after it was removed, once, and not where it was shown again before", () => {
  const session = sketchSession(`
    user    look
    call    a read {}
    result  a alpha bravo charlie delta echo foxtrot
    say     now I write alpha bravo charlie delta echo foxtrot
    user    and once more
    say     again alpha bravo charlie delta echo foxtrot
  `);
  const readers = createReaders(() => 1);
  const used = usedWording(session, "main", "runs", readers.wordingOf);
  /** Everything but the first message is removed once so many messages have been sent. */
  const repeatedAfterLosing = (place: number): number => {
    const history = new History(session, "main", readers.tokensOf);
    const watch = new LostWordingWatch(used);
    for (let end = 1; end <= session.messages.length; end += 1) {
      watch.watch(history.growTo({ end, gaps: null }).added);
      if (end !== place) continue;
      const messages = history.conversation.messages.slice(0, 1);
      watch.lose(history.replace({ tools: [], messages }));
    }
    return watch.repeated;
  };
  expect([0, 2, 3, 4, 5].map(repeatedAfterLosing)).toEqual([0, 0, 1, 1, 1]);
});
