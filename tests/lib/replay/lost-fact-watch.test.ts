import { describe, expect, test } from "vitest";
import type { Message } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { createReaders } from "@/lib/evaluation/evidence";
import { REFETCH_CALL_TOKENS } from "@/lib/evaluation/recoverability";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { History } from "@/lib/replay/history";
import { LostFactWatch } from "@/lib/replay/lost-fact-watch";
import { createUsedFacts, type UsedFacts } from "@/lib/replay/used-facts";
import type { SessionMessage } from "@/lib/transcript/session";
import { mustImport } from "../../support/check-importer";
import { testEnvironment } from "../../support/strategy-environment";
import { memoryFile } from "../../support/transcript-file";
import { exampleToCompaction } from "../../support/transcripts";

const partsOf = (messages: readonly Message[]) => messages.flatMap(({ parts }) => parts);

/** Like `LostFactWatch`, but reads the entire prompt at every change. */
class PlainWatch {
  readonly lost = new Map<number, Part>();
  refetchTokens = 0;

  constructor(
    readonly facts: UsedFacts,
    readonly tokensOf: (part: Part) => number,
  ) {}

  watch(messages: readonly SessionMessage[]): number {
    let lostFactsUsed = 0;
    for (const { role, origin, parts } of messages) {
      const isAgents = role === "assistant" && origin === "model";
      for (const key of parts.flatMap((part) => (isAgents ? this.facts.writtenIn(part) : this.facts.shownBy(part)))) {
        const source = this.lost.get(key);
        if (!source) continue;
        if (!isAgents) this.lost.delete(key);
        else {
          lostFactsUsed += 1;
          this.refetchTokens += REFETCH_CALL_TOKENS + this.tokensOf(source);
          for (const [other, part] of this.lost) if (part === source) this.lost.delete(other);
        }
      }
    }
    return lostFactsUsed;
  }

  lose(before: readonly Message[], after: readonly Message[]): void {
    const kept = new Set(partsOf(after));
    const shown = new Set(partsOf(after).flatMap(this.facts.shownBy));
    for (const part of partsOf(before))
      if (!kept.has(part)) for (const key of this.facts.shownBy(part)) if (!shown.has(key)) this.lost.set(key, part);
  }
}

describe("the built-in example's lost facts", () => {
  test.each(["winnow", "swe-agent-last-n", "roo-truncate", "openhands-recent"])(
    "%s: counting changes gives the same result as reading every prompt",
    async (recipe) => {
      const [session] = (await mustImport([memoryFile(exampleToCompaction(7))])).sessions;
      if (!session) throw new Error("the example has a session");
      const environment = testEnvironment({ budget: { window: 30_000, reserve: 3_000 }, force: true });
      const readers = createReaders(environment.tokensOf);
      const facts = createUsedFacts(session, "main", readers);
      const history = new History(session, "main", environment.tokensOf);
      const [watch, plain] = [new LostFactWatch(facts, readers.tokensOf), new PlainWatch(facts, readers.tokensOf)];
      let firings = 0;
      for (let end = 1; end <= session.messages.length; end += 1) {
        const { added } = history.growTo({ end, gaps: null });
        expect(watch.watch(added).lostFactsUsed).toBe(plain.watch(added));
        if (history.tokens < 24_000 || end % 40 > 0) continue;
        const before = history.conversation;
        const after = compressConversation(before, recipe, environment).conversation;
        plain.lose(before.messages, after.messages);
        watch.lose(history.replace(after), after.messages);
        firings += 1;
      }
      expect(firings).toBeGreaterThan(3);
      expect(watch.refetchTokens).toBe(plain.refetchTokens);
      expect(watch.refetchTokens).toBeGreaterThan(0);
    },
  );
});
