import { DEFAULT_FAMILIES, sharedPolicies } from "@/lib/advice/families";
import { measureSession, type SearchRun } from "@/lib/advice/search-session";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { longSession } from "../../replay/long-session";
import { type Contender, processorMs } from "../rounds";
import type { Options, Row, RowFigures } from "../row";
import { growthFigures } from "./growth";

const SIZES = [600, 1_200, 2_400] as const;
const ROUNDS = 2;
const LATEST = 200_000;

export const adviceGrowth: Row = {
  id: "advice",
  title: "Measuring the policies that Advice tries",
  what:
    "Replays every policy that *Advice* tries on several sessions together, over a generated session of 600, 1,200 and 2,400 requests that is already analysed. " +
    "Processor time. In shorter sessions the number of firings grows faster than the requests, because a policy first fires when its trigger is reached. " +
    "`bench/advice/cost.ts` measures the search of one session.",
  isQuick: false,
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
    return growthFigures("advice", SIZES, contenders, Math.min(rounds, ROUNDS), WHY);
  },
};

const WHY =
  "Close to the aim, and not investigated further: in a longer session, policies that fire late keep longer histories, and each firing reads them.";
