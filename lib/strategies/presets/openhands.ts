import * as z from "zod";
import { isTypedUser } from "../../conversation/message";
import { toolOutputText } from "../../conversation/part";
import { step, when } from "../grammar/combinators";
import { unitCount } from "../grammar/gauges";
import type { Guard } from "../grammar/guards";
import { choice, flag, whole } from "../grammar/params";
import { refusing } from "../grammar/procedure";
import type { Selector } from "../grammar/selectors";
import { holeTargets, partsOf, type Span, selectSpan } from "../grammar/spans";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop, maskOutput } from "../grammar/transforms";
import { always, compares, overflow, targetOr } from "../grammar/triggers";
import { holdsOnlyResults, type Unit, type UnitRule, unitsOf } from "../grammar/units";
import type { View } from "../grammar/view";

const PRODUCT = {
  name: "OpenHands",
  version: "156d0686",
  date: "2025-11-28",
  read: "2026-11-22",
  source: "https://github.com/All-Hands-AI/OpenHands/tree/156d0686/openhands/memory/condenser/impl",
};

/** Each action and each tool result is an event, even if one message contains several. */
const EVENTS: UnitRule = { by: "event", systemMessages: "counted" };
const keepFirst = whole(1, "Number of events to keep at the start");
const hole = (find: (events: number) => Span) =>
  selectSpan({ ...EVENTS, straddling: "drop", find: (units) => find(units.length) });

export const openhandsRecent = defineStrategy(
  deterministic({
    id: "openhands-recent",
    family: "cut",
    product: PRODUCT,
    cache: "rewrites-all",
  }),
  z.object({
    maxEvents: whole(100, "Number of events to keep, from the start and the end together", 1),
    keepFirst,
    faithful: flag(
      false,
      "If there is no room for a tail, the product keeps everything (it slices from -0); the fix keeps nothing",
    ),
  }),
  ({ maxEvents, keepFirst, faithful }) => {
    const tail = Math.max(0, maxEvents - keepFirst);
    if (tail === 0 && faithful) return when(always, step({ id: "recent", select: () => [], transform: drop }));
    const select = hole((events) => ({ start: keepFirst, end: events - tail }));
    return when(always, step({ id: "recent", select, transform: drop }));
  },
);

const MASK = "<MASKED>";

export const openhandsMasking = defineStrategy(
  deterministic({
    id: "openhands-masking",
    family: "in-place",
    product: PRODUCT,
    cache: "rewrites-suffix",
  }),
  z.object({ window: whole(100, "Number of newest events whose observations are kept", 1) }),
  ({ window }) => {
    const select: Selector = (view) => {
      const events = unitsOf(view, EVENTS);
      return events
        .slice(0, Math.max(0, events.length - window))
        .flatMap(({ message, parts }) => (holdsOnlyResults(message) ? [{ parts, reason: "outside-window" }] : []));
    };
    const transform = maskOutput(({ output }) => (toolOutputText(output) === MASK ? null : MASK));
    return when(always, step({ id: "mask", select, transform }));
  },
);

export const openhandsAmortised = defineStrategy(
  deterministic({
    id: "openhands-amortised",
    family: "cut",
    product: PRODUCT,
    cache: "rewrites-suffix",
  }),
  z.object({
    maxSize: whole(100, "Number of events above which half of them are forgotten", 1),
    keepFirst,
    comparison: choice([">", ">="], "Starts when the events reach (>=) or exceed (>) the limit"),
  }),
  ({ maxSize, keepFirst, comparison }) => {
    const target = Math.floor(maxSize / 2);
    if (keepFirst >= target)
      return refusing("params-invalid", `keepFirst ${keepFirst} must be less than half of maxSize ${maxSize}`);
    const select = hole((events) => ({ start: keepFirst, end: events - (target - keepFirst) }));
    return when(compares(unitCount(EVENTS), comparison, maxSize), step({ id: "forget", select, transform: drop }));
  },
);

/**
 * Selects everything except the system message, the first typed message, the first recall with its result, and the
 * newer half of the other events.
 */
const selectOutsideWindow: Selector = (view) => {
  const events = unitsOf(view, EVENTS);
  const essential = essentialEvents(events, view);
  if (!events.some(({ message }) => isTypedUser(message))) return [];
  const recent = recentEvents(events, essential.size);
  const forgotten = events.filter((event) => !essential.has(event) && !recent.has(event));
  return holeTargets(view, partsOf(forgotten), { straddling: "drop", head: new Set(partsOf([...essential])) });
};

function essentialEvents(events: readonly Unit[], view: View): Set<Unit> {
  const recall = events.findIndex(({ message }) =>
    message.parts.some((part) => part.type === "tool-call" && /^recall/i.test(part.toolName)),
  );
  const call = events[recall];
  const observation = events.slice(recall + 1).find(({ parts }) => {
    const answered = view.callOf(parts[0] ?? "")?.part.id;
    return call !== undefined && answered !== undefined && call.parts.includes(answered);
  });
  const system = events.find(({ message }) => message.role === "system");
  const user = events.find(({ message }) => isTypedUser(message));
  return new Set([system, user, call, observation].filter((event) => event !== undefined));
}

/** The newer half of the non-essential events, without leading results whose calls are removed. */
function recentEvents(events: readonly Unit[], essential: number): Set<Unit> {
  const size = Math.max(1, Math.floor((events.length - essential) / 2));
  const slice = events.slice(-size);
  const first = slice.findIndex(({ message }) => !holdsOnlyResults(message));
  return new Set(first === -1 ? [] : slice.slice(first));
}

/** Warns if only essential events remain. The product also logs this as unexpected. */
const warnOfDangling: Guard = (edits, view) => {
  const events = unitsOf(view, EVENTS);
  const essential = essentialEvents(events, view);
  const isBare = edits.length > 0 && events.length > essential.size && recentEvents(events, essential.size).size === 0;
  const message = "all recent events are results without their calls: only the first, essential events are left";
  return { edits, warnings: isBare ? [{ code: "only-essentials", message }] : [] };
};

export const openhandsWindow = defineStrategy(
  deterministic({
    id: "openhands-window",
    family: "cut",
    product: PRODUCT,
    cache: "rewrites-all",
  }),
  z.object({ faithful: flag(false, "Also forgets later prompts, even the newest, as the product does") }),
  ({ faithful }) => {
    const respects = faithful ? "pinned" : "all";
    const cut = step({
      id: "window",
      select: selectOutsideWindow,
      transform: drop,
      guards: [warnOfDangling],
      respects,
    });
    return when(targetOr(overflow), cut);
  },
);
