import * as z from "zod";
import { taskIndex } from "../../conversation/apparent-origin";
import { when } from "../grammar/combinators";
import { STEP_COUNT, TURN_COUNT } from "../grammar/gauges";
import { whole } from "../grammar/params";
import { atomTargets, newestStart, type Selector } from "../grammar/selectors";
import { defineStrategy, folding } from "../grammar/strategy";
import { any, compares, targetOr } from "../grammar/triggers";
import { fold } from "../summaries/fold";
import { atomsBefore, cutBy } from "../summaries/fold-cuts";
import { SLIDING } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";

const product = {
  name: "context-compression skill",
  version: "of December 2025",
  date: "2025-12-01",
  read: "2026-11-25",
  source: "https://github.com/muratcankoylan/Agent-Skills-for-Context-Engineering/tree/main/skills/context-compression",
};

/** Everything before the window except the message that contains the task. */
const beforeWindow =
  (turns: number, steps: number): Selector =>
  (view) => {
    const start = Math.max(newestStart(view, turns, "turn"), newestStart(view, steps, "step"));
    const task = taskIndex(view.conversation.messages);
    return atomTargets(
      atomsBefore(view, start).filter((atom) => atom.start !== task),
      "summarised",
    );
  };

/**
 * The context-compression skill's recommendation for most coding agents: the first message, a summary in five sections,
 * and the newest turns. Counts agent steps as well as typed turns, so that it also acts on one long turn.
 */
export const slidingSummary = defineStrategy(
  folding({
    id: "sliding-summary",
    version: "3",
    alsoCalled: ["last N turns and a summary"],
    product,
  }),
  z.object({
    turns: whole(5, "Number of newest typed turns to keep", 1),
    steps: whole(20, "Maximum number of the agent's newest steps to keep", 1),
    slack: whole(
      20,
      "Steps that may accumulate beyond `steps` before the window slides, so that not every request rewrites the prompt",
      0,
    ),
    instructions,
    summaryTokens: summaryTokens(4000),
  }),
  ({ turns, steps, slack, instructions, summaryTokens }) =>
    when(
      targetOr(any(compares(TURN_COUNT, ">", turns), compares(STEP_COUNT, ">", steps + slack))),
      fold({
        id: "window",
        cut: cutBy("window", beforeWindow(turns, steps)),
        style: SLIDING,
        place: "hole",
        maxTokens: summaryTokens,
        earlier: "keep-entries",
        instructions,
      }),
    ),
);
