import * as z from "zod";
import { when } from "../grammar/combinators";
import { unitCount } from "../grammar/gauges";
import { choice, whole } from "../grammar/params";
import { type Procedure, refusing } from "../grammar/procedure";
import { selectSpan } from "../grammar/spans";
import { defineStrategy, folding } from "../grammar/strategy";
import type { SummaryStyle } from "../grammar/summary-style";
import { compares } from "../grammar/triggers";
import type { UnitRule } from "../grammar/units";
import { fold } from "../summaries/fold";
import { cutBy } from "../summaries/fold-cuts";
import { OPENHANDS, OPENHANDS_STRUCTURED } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";

const EVENTS: UnitRule = { by: "event", systemMessages: "counted" };
const IMPL = "https://github.com/All-Hands-AI/OpenHands/blob/156d0686/openhands/memory/condenser/impl";

const params = z.object({
  maxSize: whole(100, "Number of events above which about half of them are summarised", 1),
  keepFirst: whole(1, "Number of events to keep at the start; the summary follows them"),
  comparison: choice([">", ">="], "Starts when the events reach (>=) or exceed (>) the limit"),
  instructions,
  summaryTokens: summaryTokens(4000),
});

const condense =
  (style: SummaryStyle) =>
  ({ maxSize, keepFirst, comparison, instructions, summaryTokens }: z.output<typeof params>): Procedure => {
    // The summary counts as one of the remaining events.
    const tail = Math.floor(maxSize / 2) - keepFirst - 1;
    if (tail < 0)
      return refusing("params-invalid", `keepFirst ${keepFirst} leaves no room in half of maxSize ${maxSize}`);
    const select = selectSpan({
      ...EVENTS,
      straddling: "drop",
      find: (events) => ({ start: keepFirst, end: events.length - tail }),
    });
    return when(
      compares(unitCount(EVENTS), comparison, maxSize),
      fold({
        id: "condense",
        cut: cutBy("condense", select),
        style,
        place: "hole",
        maxTokens: summaryTokens,
        instructions,
      }),
    );
  };

const facts = (id: string, file: string) =>
  folding({
    id,
    product: {
      name: "OpenHands",
      version: "156d0686",
      date: "2025-11-28",
      read: "2026-11-22",
      source: `${IMPL}/${file}`,
    },
    cache: "rewrites-suffix",
  });

export const openhandsSummarising = defineStrategy(
  facts("openhands-summarising", "llm_summarizing_condenser.py"),
  params,
  condense(OPENHANDS),
);

/** Like `openhandsSummarising`, but the summary has eighteen named fields, three of them required. */
export const openhandsStructured = defineStrategy(
  facts("openhands-structured", "structured_summary_condenser.py"),
  params,
  condense(OPENHANDS_STRUCTURED),
);

/**
 * OpenHands' software agent SDK, which replaced the condensers above; condenses later and keeps two events at the
 * start.
 */
export const openhandsSdk = defineStrategy(
  {
    ...facts("openhands-sdk", ""),
    product: {
      name: "OpenHands SDK",
      version: "611629e6",
      date: "2026-08-22",
      read: "2026-11-22",
      source:
        "https://github.com/OpenHands/software-agent-sdk/tree/611629e6/openhands-sdk/openhands/sdk/context/condenser",
    },
  },
  params.extend({
    maxSize: whole(240, "Number of events above which about half of them are summarised", 1),
    keepFirst: whole(2, "Number of events to keep at the start; the summary follows them"),
  }),
  condense(OPENHANDS),
);
