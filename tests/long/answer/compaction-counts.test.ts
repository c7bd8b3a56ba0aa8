import { expect, test } from "vitest";
import { corpusRows, corpusSession } from "@/bench/corpus-sessions";
import { rootsOf } from "@/lib/evaluation/cut-at";
import { createReaders } from "@/lib/evaluation/evidence";
import { compactionPlaces, countCompaction } from "@/lib/replay/compaction-loss";
import { countingReaders } from "@/lib/replay/counting-readers";
import { describeShared } from "@/tests/support/shared";

const SHORT = 12;

/** The answer reads only text that may contain a needed name, which must not change any count. */
describeShared("corpus", () => {
  const rows = corpusRows(({ compactions }) => compactions > 0);
  const drawn =
    process.env.WINNOW_LONG === "full" ? rows : rows.filter((_, at) => at % Math.ceil(rows.length / SHORT) === 0);
  test.each(drawn)("$client $id", { timeout: 120_000 }, async (row) => {
    const session = await corpusSession(row);
    if (session === null) return;
    const places = session.agents.flatMap(({ id }) => compactionPlaces(session, id)).flatMap((place) => place ?? []);
    const all = createReaders(() => 1, rootsOf(session));
    const fewer = countingReaders(session, places, () => 1);
    for (const place of places)
      expect(countCompaction(session, place, fewer)).toEqual(countCompaction(session, place, all));
  });
});
