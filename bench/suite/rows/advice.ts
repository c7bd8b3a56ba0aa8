import { DEFAULT_FAMILIES, sharedPolicies } from "@/lib/advice/families";
import { measureSession, type SearchRun } from "@/lib/advice/search-session";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { longSession } from "../../replay/long-session";
import { type Contender, processorMs } from "../rounds";
import type { Options, Row, RowFigures } from "../row";
import { growthFigures } from "./growth";

const SIZES = [150, 300, 600] as const;
const LATEST = 200_000;

export const adviceGrowth: Row = {
  id: "advice",
  title: "Measuring the policies of an advice",
  what:
    "Replays all policies that sessions are weighed by together (as *Advice* does) over a made-up session of 150, 300 and 600 requests, after the " +
    "analysis. Processor time. The search of one session is in `bench/advice/cost.ts`.",
  isQuick: true,
  async measure({ rounds }: Options): Promise<RowFigures> {
    const policies = sharedPolicies(DEFAULT_FAMILIES, LATEST);
    const analyses = await Promise.all(
      SIZES.map(async (size) => analyzeSession(await longSession(size), loadVocabulary)),
    );
    const contenders = analyses.map((analysis): Contender => {
      const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
      const run = (): SearchRun => ({ prepared: prepareReplay(analysis, { environmentOf }) });
      return {
        name: `${analysis.requests.filter(({ agent }) => agent === "main").length} requests`,
        isOurs: true,
        measure: () => processorMs(() => measureSession(policies, run())),
      };
    });
    return growthFigures("advice", SIZES, contenders, Math.min(rounds, 3), WHY);
  },
};

const WHY =
  "A policy fires first when its trigger is reached, so that a session of 150 requests has few firings and one of 600 many: their number grows faster than the " +
  "requests. From 600 requests on the exponent is below 1 (docs/advice.md).";
