import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { resolveModel } from "@/lib/models/resolve-model";
import { type Analysis, analyzeSession } from "@/lib/pipeline/analyze-session";
import { windowUse } from "@/lib/read-models/context-window";
import { costOf } from "@/lib/read-models/session-cost";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { cacheWritten, promptTokens } from "@/lib/transcript/usage";
import { mustImport } from "@/tests/support/check-importer";
import { type LedgerRow, readScenario, sentBlocks, unloggedTokens } from "@/tests/support/claude-ledger";
import { describeShared } from "@/tests/support/shared";

/** Paths in these files were changed afterwards, so hashes of texts with a path do not match. */
const CHANGED = "/home/dev/demo";

/** The breaks of each scenario by the ledger: the request (from 0, including a compaction's call) and its cause. */
const BREAKS: Readonly<Record<string, readonly [number, string][]>> = {
  autocompact: [[10, "compaction"]],
  compact: [[16, "compaction"]],
  plugin: [[10, "compaction"]],
  switch: [[2, "model-switch"]],
};

describeShared("real-clients/claude-code-2.1.331", (place) => {
  describe.each(readdirSync(place))("%s", (scenario) => {
    const { files, ledger } = readScenario(path.join(place, scenario));
    const answered = ledger.filter(({ status }) => status === 200);
    let analysis: Analysis;
    beforeAll(async () => {
      const [session] = (await mustImport(files)).sessions;
      if (!session) throw new Error("no session");
      analysis = analyzeSession(session, loadVocabulary);
    });

    /** Pairs of sent prompts and the session's, in each agent's order. */
    const pairs = () => {
      const { session } = analysis;
      const main = session.responses.filter(({ agent }) => agent === "main");
      const others = session.responses.filter(({ agent }) => agent !== "main");
      const sub = answered.filter(({ kind }) => kind === "sub");
      const own = answered.filter(({ kind }) => kind !== "sub");
      expect([main.length, others.length]).toEqual([own.length, sub.length]);
      return [
        ...own.map((row, at) => [row, main[at]] as const),
        ...sub.map((row, at) => [row, others[at]] as const),
      ].flatMap(([row, response]) => (response ? [[row, response] as const] : []));
    };

    test("every request with its usage and model, in order, and the refused calls", () => {
      const { session } = analysis;
      for (const [row, { usage, model }] of pairs()) {
        const { total, read, write, input, output } = row.usage;
        expect({
          model,
          total: usage && promptTokens(usage),
          read: usage?.cacheRead,
          write: usage && cacheWritten(usage),
          input: usage?.uncachedInput,
          output: usage?.output,
        }).toEqual({ model: row.model, total, read, write, input, output });
      }
      const refused = session.events.filter(({ type }) => type === "api-error");
      expect(refused.length).toBe(ledger.length - answered.length);
      expect(session.events.filter(({ type }) => type === "compaction").length).toBe(
        ledger.filter(({ kind }) => kind === "compaction").length,
      );
    });

    test("every prompt block by block, with its marks", () => {
      let [compared, changed] = [0, 0];
      for (const [row, { prompt }] of pairs()) {
        if (row.kind === "compaction") continue;
        const told = prompt ? sentBlocks(analysis.session, prompt) : [];
        expect(told.map(({ kind, isMarked }) => [kind, isMarked ? 1 : 0])).toEqual(
          row.blocks.map((block) => [block[0], block[4]]),
        );
        told.forEach(({ hash, text }, at) => {
          const isSame = hash === row.blocks[at]?.[2];
          if (isSame) compared += 1;
          else {
            changed += 1;
            expect(text).toContain(CHANGED);
          }
        });
      }
      expect(changed / (compared + changed)).toBeLessThan(0.2);
    });

    test("nothing that is in the log is called unknown in a prompt", () => {
      const { requests } = analysis;
      const sum = (of: (request: (typeof requests)[number]) => number) =>
        requests.reduce((all, request) => all + of(request), 0);
      const unseen = sum(({ composition }) => composition.unseen) / sum(({ promptTokens: { tokens } }) => tokens);
      const asked = unloggedTokens(answered);
      const missing = asked / answered.reduce((all, row) => all + row.total, 0);
      expect(Math.abs(unseen - missing)).toBeLessThan(0.01);
      const byKind = (row: LedgerRow) => (row.kinds.tools ?? 0) / row.total;
      pairs().forEach(([row, response]) => {
        const request = requests[analysis.session.responses.indexOf(response)];
        const tools = (request?.composition.tools ?? 0) / row.total;
        expect(Math.abs(tools - byKind(row))).toBeLessThan(0.03);
      });
    });

    test("the ledger's breaks and no others, each certain", () => {
      const found = analysis.cache.breaks.map(({ request, cause, confidence }) => [request, cause, confidence]);
      expect(found).toEqual((BREAKS[scenario] ?? []).map(([request, cause]) => [request, cause, "certain"]));
    });

    test("the rows match what was sent, except for changed texts and one order", () => {
      const codes = new Set(analysis.session.issues.map(({ code }) => code));
      codes.delete("request-not-proven");
      expect([...codes]).toEqual(scenario === "switch" ? ["request-told-otherwise"] : []);
    });

    test("cost, totals and window equal the client's own", () => {
      const { session, requests } = analysis;
      const { totals } = session;
      const cost = costOf(analysis).amount ?? 0;
      expect(Math.abs(cost - (totals?.cost ?? 0))).toBeLessThan(0.0001);
      expect(session.issues.filter(({ code }) => code === "totals-differ")).toEqual([]);
      const peak = windowUse(session, requests);
      const largest = answered
        .filter(({ kind }) => kind !== "sub")
        .reduce((most, row) => (row.total > most.total ? row : most));
      expect(peak.tokens).toBe(resolveModel(largest.model)?.window);
    });
  });
});
