import * as z from "zod";
import { oncePerPart } from "../../conversation/once-per-part";
import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import type { Crushed, Crusher } from "../crush/crusher";
import { crushDiff } from "../crush/diff";
import { crushJson } from "../crush/json";
import { crushLog } from "../crush/log";
import { crushSearch } from "../crush/search";
import { crushText } from "../crush/text";
import { staleReads, supersededReads } from "../facts/relations";
import { step, when } from "../grammar/combinators";
import { flag, whole } from "../grammar/params";
import { callOf, isFailure, type Selector, selectResults } from "../grammar/selectors";
import { arriving, defineStrategy, deterministic } from "../grammar/strategy";
import { externalise } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { cachedParts } from "./cached-parts";
import { factsOf } from "./on-arrival";

const product = {
  name: "headroom",
  version: "0.28 (8cddf9b5)",
  date: "2026-07-03",
  read: "2026-11-22",
  source: "https://github.com/chopratejas/headroom/tree/8cddf9b5",
};

const CRUSHED = /^\[\d+ of \d+ \w+ kept; the whole is out_[0-9a-f]+\]/;
const REPLACED = /^\[outdated read of .*; the original is out_[0-9a-f]+\]$/;
const textOf = (result: ToolResultPart) => toolOutputText(result.output);
const isText = ({ output }: ToolResultPart) => output.every(({ type }) => type === "text");

const params = z.object({
  protectRecent: whole(4, "Number of newest messages to leave unchanged"),
  minTokens: whole(250, "Outputs of fewer tokens than this stay in full"),
  keepErrors: flag(true, "Failed tool results stay in full"),
});

const selectCandidates = ({ protectRecent, minTokens, keepErrors }: z.output<typeof params>): Selector =>
  selectResults("crushable", (result, view) => {
    const isOld = (view.entry(result.id)?.messageIndex ?? 0) < view.conversation.messages.length - protectRecent;
    if (!isOld || !isText(result) || (keepErrors && isFailure(result, view))) return false;
    return view.environment.tokensOf(result) >= minTokens && !CRUSHED.test(textOf(result));
  });

/** Shortens an output with the first matching crusher, and puts the original aside. */
function crush(crushers: readonly Crusher[]) {
  const crushedOf = oncePerPart((result: ToolResultPart): readonly Crushed[] => {
    const text = textOf(result);
    for (const crusher of crushers) {
      const crushed = crusher(text);
      if (crushed) return [crushed];
    }
    return [];
  });
  return externalise((result) => {
    const [crushed] = crushedOf(result);
    if (!crushed) return null;
    const { kept, total, unit, text } = crushed;
    return (id) => `[${kept} of ${total} ${unit} kept; the whole is ${id}]\n${text}`;
  });
}

function preset(id: string, crushers: readonly Crusher[]) {
  const cache = { cache: "rewrites-suffix", keepsEdits: true } as const;
  const facts = { id, family: "in-place", product, reversible: true, ...cache } as const;
  const transform = crush(crushers);
  return defineStrategy(deterministic(facts), params, (given) =>
    when(always, step({ id: "crush", select: selectCandidates(given), transform })),
  );
}

export const headroomCrush = preset("headroom-crush", [crushJson, crushDiff, crushSearch, crushLog]);
export const headroomLog = preset("headroom-log", [crushLog]);
export const headroomDiff = preset("headroom-diff", [crushDiff]);
export const headroomSearch = preset("headroom-search", [crushSearch]);
export const headroomText = preset("headroom-text", [crushText]);

const CODING = {
  ...product,
  version: "0.42.0, profile coding",
  date: "2026-10-26",
  read: "2026-11-22",
};

/**
 * headroom's default since 0.42, its cache mode: compresses only outputs of the newest turn, before they are cached.
 */
export const headroomCoding = defineStrategy(
  arriving({ id: "headroom-coding", product: CODING, reversible: true }),
  z.object({
    minTokens: whole(250, "Outputs of fewer tokens than this stay in full"),
    keepErrors: flag(true, "Failed tool results stay in full"),
    keepReads: flag(true, "File reads are only shortened losslessly"),
  }),
  ({ keepReads, ...given }) => {
    const candidates = selectCandidates({ ...given, protectRecent: 0 });
    const isFile = (id: string | undefined, view: View) => {
      const part = view.entry(id ?? "")?.part;
      return part?.type === "tool-result" && factsOf(part, view)?.operation === "read";
    };
    const select: Selector = (view) => candidates(view).filter(({ parts }) => !(keepReads && isFile(parts[0], view)));
    return when(always, step({ id: "crush", select, transform: crush([crushJson, crushDiff, crushSearch, crushLog]) }));
  },
);

/** The text that replaces an outdated read. It names the file. */
function readNotice(result: ToolResultPart, view: View) {
  const call = callOf(result, view);
  const path = call ? callFacts(call, view.conversation.tools).paths.join(", ") : "a file";
  return (id: string) => `[outdated read of ${path}; the original is ${id}]`;
}

/** Outdated reads with at least `minBytes` of text, not yet replaced. */
const needless =
  (reads: Selector, minBytes: number): Selector =>
  (view) =>
    reads(view).filter(({ parts }) => {
      const result = view.entry(parts[0] ?? "")?.part;
      if (result?.type !== "tool-result" || !isText(result) || REPLACED.test(textOf(result))) return false;
      return new TextEncoder().encode(textOf(result)).length >= minBytes;
    });

export const headroomReadLifecycle = defineStrategy(
  deterministic({
    id: "headroom-read-lifecycle",
    version: "3",
    family: "in-place",
    product,
    reversible: true,
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({
    stale: flag(true, "Puts aside reads of files that were edited later"),
    superseded: flag(
      false,
      "Puts aside reads whose lines a later read shows again; this breaks the cached prefix more often",
    ),
    minBytes: whole(512, "Results of fewer bytes than this stay in full"),
    frozen: flag(true, "Keep the cached part of the prompt unchanged"),
  }),
  ({ stale, superseded, minBytes, frozen }) => {
    const reads: Selector = (view) => {
      const found = new Map([
        ...(superseded ? supersededReads(view) : []).map((target) => [target.parts[0], target] as const),
        ...(stale ? staleReads(view) : []).map((target) => [target.parts[0], target] as const),
      ]);
      const cached = frozen ? cachedParts(view) : new Set<string>();
      return [...found.values()].filter(({ parts }) => !parts.some((id) => cached.has(id)));
    };
    const notice = (result: ToolResultPart, view: View) => readNotice(result, view);
    return when(
      always,
      step({ id: "read-lifecycle", select: needless(reads, minBytes), transform: externalise(notice) }),
    );
  },
);
