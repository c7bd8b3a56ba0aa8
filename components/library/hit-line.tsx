import type { Route } from "next";
import Link from "next/link";
import { useSay } from "@/components/words/words-provider";
import { type Sentence, sentence } from "@/lib/wording/say";
import type { Place } from "./use-places";

const KIND: Readonly<Record<string, Sentence>> = {
  tool_call: sentence("tool call"),
  tool_result: sentence("tool result"),
};

/** The first search hit in a session, with its words marked; it opens there. */
export function HitLine({ place }: { place: Place }) {
  const say = useSay();
  const kind = KIND[place.kind];
  return (
    <Link
      href={placeLink(place)}
      className="relative z-10 flex min-h-6 min-w-0 items-center gap-2 text-micro text-tx2 no-underline hover:underline"
    >
      <span className="truncate">
        <span className="text-tx3">
          {place.request === null ? "" : `#${place.request + 1} `}
          {kind === undefined ? place.kind : say(kind)}{" "}
        </span>
        <MarkedText text={place.text} hits={place.hits} />
      </span>
      <span className="ml-auto shrink-0 text-tx3">
        {say("{messages, plural, one {# place} other {# places}}", { messages: place.messages })}
      </span>
    </Link>
  );
}

function MarkedText({ text, hits }: { text: string; hits: readonly (readonly [number, number])[] }) {
  const ends = [0, ...hits.map(([, to]) => to)];
  return (
    <>
      {hits.map(([from, to], index) => (
        <span key={from}>
          {text.slice(ends[index], from)}
          <mark className="bg-transparent font-semibold text-acc underline">{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

/**
 * Opens the session at the request with the part selected, in the full history, because the part may have been
 * compacted away.
 */
function placeLink({ id, request, part_id, agent }: Place): Route {
  const query = new URLSearchParams({ view: "full" });
  if (agent !== "main") query.set("agent", agent);
  if (request !== null) query.set("request", String(request + 1));
  if (part_id !== null) query.set("part", part_id);
  return `/sessions/${id}?${query}` as Route;
}
