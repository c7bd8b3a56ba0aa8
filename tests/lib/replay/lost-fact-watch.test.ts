import { describe, expect, test } from "vitest";
import type { Message } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { contentEntities } from "@/lib/evaluation/entities/content-entities";
import { isNeedable } from "@/lib/evaluation/entities/entity";
import { createReaders, type Readers } from "@/lib/evaluation/evidence";
import { REFETCH_CALL_TOKENS } from "@/lib/evaluation/recoverability";
import { generateExample } from "@/lib/example/generate-example";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { History } from "@/lib/replay/history";
import { LostFactWatch } from "@/lib/replay/lost-fact-watch";
import { createUsedFacts } from "@/lib/replay/used-facts";
import type { SessionMessage } from "@/lib/transcript/session";
import { mustImport } from "../../support/check-importer";
import { testEnvironment } from "../../support/strategy-environment";
import { memoryFile } from "../../support/transcript-file";

const partsOf = (messages: readonly Message[]) => messages.flatMap(({ parts }) => parts);

/** The same as `LostFactWatch`, with the whole prompt read anew at every change. */
class PlainWatch {
  readonly lost = new Map<string, Part>();
  refetchTokens = 0;

  constructor(
    readonly readers: Readers,
    /** Whether a part is the log's own, and not written by the strategy. */
    readonly isLogged: (part: Part) => boolean,
  ) {}

  watch(messages: readonly SessionMessage[]): number {
    let lostFactsUsed = 0;
    for (const { role, origin, parts } of messages)
      for (const [key, entity] of parts.flatMap((part) => [...this.readers.entitiesOf(part)])) {
        const source = isNeedable(entity) ? this.lost.get(key) : undefined;
        if (!source) continue;
        if (role !== "assistant" || origin !== "model") this.lost.delete(key);
        else {
          lostFactsUsed += 1;
          this.refetchTokens += REFETCH_CALL_TOKENS + this.readers.tokensOf(source);
          for (const [other, part] of this.lost) if (part === source) this.lost.delete(other);
        }
      }
    return lostFactsUsed;
  }

  lose(before: readonly Message[], after: readonly Message[]): void {
    const kept = new Set(partsOf(after));
    const shown = new Set(partsOf(after).flatMap((part) => this.keysOf(part)));
    for (const part of partsOf(before))
      if (!kept.has(part)) for (const key of this.keysOf(part)) if (!shown.has(key)) this.lost.set(key, part);
  }

  keysOf(part: Part): string[] {
    const { entitiesOf } = this.readers;
    return [...(this.isLogged(part) ? entitiesOf(part) : contentEntities(part, entitiesOf)).keys()];
  }
}

describe("lost facts of the built-in example", () => {
  test.each(["winnow", "swe-agent-last-n", "roo-truncate", "openhands-recent"])(
    "%s: counting what changes tells the same as reading every prompt",
    async (recipe) => {
      const [session] = (await mustImport([memoryFile(generateExample(7))])).sessions;
      if (!session) throw new Error("the example has a session");
      const environment = testEnvironment({ budget: { window: 30_000, reserve: 3_000 }, force: true });
      const readers = createReaders(environment.tokensOf);
      const logged = new Set(partsOf(session.messages));
      const history = new History(session, "main", environment.tokensOf);
      const [watch, plain] = [
        new LostFactWatch(createUsedFacts(session, "main", readers), readers.tokensOf),
        new PlainWatch(readers, (part) => logged.has(part)),
      ];
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
