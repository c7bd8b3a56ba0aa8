import type { RunRow, StaleReason } from "@/lib/api/schemas/run";
import { problemText } from "@/lib/wording/problem-text";
import { type Say, sentence } from "@/lib/wording/say";

const AT_REQUEST = / at (#[\d,]+)$/;

/** A run's name. Names given by the server are stored in English; user text stays unchanged. */
export function runTitle({ kind, title }: Pick<RunRow, "kind" | "title">, say: Say): string {
  if (kind !== "advice") return title.replace(AT_REQUEST, (_, request: string) => say(" at {request}", { request }));
  return title
    .split(", ")
    .map((part) => advisedName(part, say))
    .join(say(", "));
}

/** Translates the name of an advice run, such as `Compact at 60k`; other text only if it has a translation. */
function advisedName(text: string, say: Say): string {
  const [, what, trigger] = /^(.+) at ([\d.,]+[kM]?)$/.exec(text) ?? [];
  if (what === undefined || trigger === undefined) return say.known(text);
  return say("{what} at {trigger}", { what: doneName(what, say), trigger });
}

function doneName(what: string, say: Say): string {
  const [, quoted, plain] = /^Run (?:“(.+)”|(.+))$/.exec(what) ?? [];
  if (quoted !== undefined) return say("Run “{strategy}”", { strategy: say.known(quoted) });
  return plain === undefined ? say.known(what) : say("Run {strategy}", { strategy: plain });
}

/** What has changed since a run was saved, in words. */
export const changesIn = ({ stale }: Pick<RunRow, "stale">, say: Say): string =>
  stale.map((reason) => problemText(reason, say)).join(say("; "));

/** Texts of `staleReasons` in lib/api, by code, as templates for recognising them. */
export const STALE_SENTENCES: Readonly<Record<StaleReason["code"], string>> = {
  "parser-changed": sentence("transcripts are read differently now"),
  "measures-changed": sentence("losses or costs are measured differently now"),
  "session-changed": sentence("{count, plural, one {one session} other {# sessions}} changed since"),
  "session-gone": sentence("{count, plural, one {one session} other {# sessions}} deleted since"),
  "session-added": sentence("{count, plural, one {one session} other {# sessions}} imported since"),
  "strategy-changed": sentence("changed since: {names}"),
  "price-changed": sentence("prices or limits changed since: {names}"),
};
