import { describe, expect, test } from "vitest";
import { type Part, partText } from "@/lib/conversation/part";
import { createReaders } from "@/lib/evaluation/evidence";
import type { Prices } from "@/lib/models/model-info";
import { resolveModel } from "@/lib/models/resolve-model";
import { priceCompaction } from "@/lib/replay/compaction-cost";
import { compactionPlaces, countCompaction, measureCompaction } from "@/lib/replay/compaction-loss";
import { countingReaders } from "@/lib/replay/counting-readers";
import { sketchSession } from "../../support/sketch-session";

const DRAWING = `
  user  look at src/needle_file.ts and at src/kept_file.ts
  call  a Read {"file_path":"src/needle_file.ts"}
  usage none
  result a secretNeedleName lives here with otherNeedleName ${"and filler ".repeat(50)}
  call  b Read {"file_path":"src/kept_file.ts"}
  usage none
  result b keptNeedleName is here
  say   I have read both
  usage none
  compact auto 167000
  summary we read src/needle_file.ts and found keptNeedleName
  user  go on
  say   I use secretNeedleName and keptNeedleName
  usage none
  user  hm
  call  c Read {"file_path":"src/needle_file.ts"}
  usage none
  result c otherNeedleName is here again
  say   now otherNeedleName
  usage none
`;

const session = sketchSession(DRAWING);
const readers = createReaders((part) => Math.ceil(partText(part).length / 4));

function measured() {
  const [place] = compactionPlaces(session, "main");
  if (!place) throw new Error("no place");
  return { place, loss: measureCompaction(session, place, readers) };
}

describe("a logged compaction", () => {
  test("is between the last request before it and the first after it", () => {
    expect(measured().place).toMatchObject({ before: 2, beforeAt: 2, after: 3, afterAt: 3, untilAt: 6 });
    expect(compactionPlaces(session, "nobody")).toEqual([]);
    const unused = sketchSession(`user hi\nsay ho\nusage none\ncompact auto 1000\nsummary we said hi`);
    expect(compactionPlaces(unused, "main")).toEqual([null]);
  });

  test("after an unreadable summary, files read again count, and no name is read", () => {
    const { place, loss } = measured();
    const entitiesOf = () => {
      throw new Error("a name was read");
    };
    const counts = countCompaction(session, { ...place, isUnreadable: true }, { ...readers, entitiesOf });
    expect(counts).toEqual({ needed: 0, lost: [], gone: 0, rereads: loss.rereads });
  });

  test("its counts alone equal those of the full measurement", () => {
    const { place, loss } = measured();
    const { hindsight, recoverability } = loss.loss;
    const lost = hindsight?.lostFacts.map(({ known }) => known.entity) ?? [];
    expect(lost).not.toEqual([]);
    expect(countCompaction(session, place, readers)).toEqual({
      needed: hindsight?.needed,
      lost,
      gone: lost.length - (recoverability?.recoverable.size ?? 0),
      rereads: loss.rereads,
    });
  });

  test("its counts are the same if only text that may contain a needed name is read", () => {
    const { place } = measured();
    const fewer = countingReaders(session, [place], readers.tokensOf);
    const filler = session.messages.flatMap(({ parts }) => parts).find((part) => /and filler/.test(partText(part)));
    expect(countCompaction(session, place, fewer)).toEqual(countCompaction(session, place, readers));
    expect(fewer.entitiesOf(filler as Part).size).toBeLessThanOrEqual(readers.entitiesOf(filler as Part).size);
  });

  test("distinguishes what was needed later and gone: used unseen, or shown again first", () => {
    const { missed, used } = measured().loss;
    const names = (isSeen: boolean) =>
      missed.filter(({ seenAt }) => (seenAt !== null) === isSeen).map(({ known }) => known.entity.text);
    expect(names(false)).toContain("secretNeedleName");
    expect(names(true)).toContain("otherNeedleName");
    expect(missed.map(({ known }) => known.entity.text)).not.toContain("keptNeedleName");
    expect(missed.find(({ known }) => known.entity.text === "secretNeedleName")).toMatchObject({ usedAt: 3 });
    expect(missed.find(({ known }) => known.entity.text === "otherNeedleName")).toMatchObject({ usedAt: 5, seenAt: 5 });
    expect(used).toBeGreaterThan(missed.length);
  });

  test("a fact that came back and is first used after the next compaction counts for that one", () => {
    const later = sketchSession(`${DRAWING.replace("say   now otherNeedleName", "say   now nothing")}
      compact auto 167000
      summary we read it again
      user  go on
      say   at last otherNeedleName
      usage none
    `);
    const [first, second] = compactionPlaces(later, "main").map((place) => {
      if (!place) throw new Error("no place");
      const { missed } = measureCompaction(later, place, readers);
      return missed.map(({ known }) => known.entity.text);
    });
    expect(first).not.toContain("otherNeedleName");
    expect(first).toContain("secretNeedleName");
    expect(second).toContain("otherNeedleName");
  });

  test("a file read again counts once, with the tokens of its call and result", () => {
    const { rereads } = measured().loss;
    expect(rereads).toEqual([{ path: "src/needle_file.ts", at: 4, tokens: expect.any(Number) }]);
  });

  test("a file may be read again in parts; what is read after its change is new", () => {
    const tokensOf = (...commands: string[]) => {
      const calls = commands.map(
        (command, at) => `
        call  c${at} Bash ${JSON.stringify({ command })}
        usage none
        result c${at} needleName and more`,
      );
      const again = sketchSession(`
        user  go
        call  a Bash ${JSON.stringify({ command: "cat src/a.ts" })}
        usage none
        result a needleName and more
        say   read
        usage none
        compact auto 167000
        summary we began
        user  go on${calls.join("")}
        say   done
        usage none`);
      const [place] = compactionPlaces(again, "main");
      return place ? countCompaction(again, place, readers).rereads.map(({ tokens }) => tokens) : [];
    };
    const [first, second] = ["sed -n '1,9p' src/a.ts", "sed -n '9,20p' src/a.ts"];
    const [once = 0] = tokensOf(first);
    const [twice = 0] = tokensOf(first, second);
    expect(twice).toBeGreaterThan(once);
    expect(tokensOf(first, "sed -i s/a/b/ src/a.ts", second)).toEqual([once]);
  });

  test("files read again are those whose text is shown before and after; searching in one is not reading it", () => {
    const story = (before: string, after: string) => {
      const again = sketchSession(`
        user  go
        call  a Bash ${JSON.stringify({ command: before })}
        usage none
        result a needleName and more
        say   read
        usage none
        compact auto 167000
        summary we began
        user  go on
        call  b Bash ${JSON.stringify({ command: after })}
        usage none
        result b needleName again
        say   done
        usage none`);
      const [place] = compactionPlaces(again, "main");
      return place ? countCompaction(again, place, readers).rereads : null;
    };
    const reading = "sed -n '1,80p' src/a.ts; cat src/b.ts";
    const [whole] = story(reading, "git status && cat src/b.ts") ?? [];
    const both = story(reading, "git status && cat src/b.ts src/a.ts src/new.ts") ?? [];
    expect(both.map(({ path }) => path)).toEqual(["src/b.ts", "src/a.ts"]);
    for (const { tokens } of both) expect(tokens).toBeLessThan((whole?.tokens ?? 0) / 2);
    expect(story(reading, "grep -n needleName src/a.ts")).toEqual([]);
    expect(story("grep -n needleName src/a.ts", "cat src/a.ts")).toEqual([]);
  });

  test("a file first read again after a later compaction counts once, for the compaction that dropped it", () => {
    const compact = (does: string) => `compact auto 167000\nsummary we began\nuser go on\n${does}`;
    const read = (id: string) =>
      `call ${id} Read {"file_path":"src/a.ts"}\nusage none\nresult ${id} needleName and more\nsay read\nusage none`;
    const again = sketchSession(
      ["user go", read("a"), compact("say on\nusage none"), compact(read("b")), compact(read("c"))].join("\n"),
    );
    const rereads = compactionPlaces(again, "main").map(
      (place) => place && countCompaction(again, place, readers).rereads.map(({ at }) => at),
    );
    expect(rereads).toEqual([[3], [], [5]]);
  });

  test("survival counts what is kept of everything, by kind", () => {
    const { survival } = measured().loss;
    const paths = survival.find(({ kind }) => kind === "path");
    expect(paths).toEqual({ kind: "path", kept: 1, named: 0, of: 2 });
    for (const { kept, of } of survival) expect(kept).toBeLessThanOrEqual(of);
  });
});

describe("the cost", () => {
  const prices = resolveModel("claude-sonnet-4-5")?.prices as Prices;
  const before = { prompt: 160_000, read: 159_000, written: 1_000, written1h: 0, uncached: 0 };
  const after = { prompt: 60_000, read: 20_000, written: 40_000, written1h: 0, uncached: 0 };
  const sizes = { before, after, newTokens: 0, summaryTokens: 5_000, reread: 0.0375, requests: 50 };

  test("rewriting, the summary and re-read files, compared with a shorter prompt each time", () => {
    const cost = priceCompaction(sizes, prices);
    expect(cost?.rewrite).toBeCloseTo((40_000 * (prices.cacheWrite5m - prices.cacheRead)) / 1e6);
    expect(cost?.savedPerRequest).toBeCloseTo((100_000 * prices.cacheRead) / 1e6);
    const spent = (cost?.rewrite ?? 0) + (cost?.summary ?? 0) + (cost?.reread ?? 0);
    expect(cost?.net).toBeCloseTo(50 * (cost?.savedPerRequest ?? 0) - spent);
    expect(cost?.requestsToPayOff).toBeCloseTo(spent / (cost?.savedPerRequest ?? 1));
  });

  test("what would be new anyway costs the compaction nothing; without counters there is no figure", () => {
    expect(priceCompaction({ ...sizes, newTokens: 40_000 }, prices)?.rewrite).toBe(0);
    expect(priceCompaction({ ...sizes, after: { ...after, read: null } }, prices)).toBeNull();
    expect(priceCompaction({ ...sizes, after: { ...after, prompt: 160_000 } }, prices)?.requestsToPayOff).toBeNull();
  });
});
