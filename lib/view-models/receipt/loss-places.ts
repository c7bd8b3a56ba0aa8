import type { CompactionAnswer, LossPlaceAnswer } from "../../api/schemas/compaction";
import { type Part, partText, type ToolCallPart } from "../../conversation/part";
import { pathEntity } from "../../evaluation/entities/classify-word";
import { callsById } from "../../evaluation/error-retention";
import type { Evidence } from "../../evaluation/evidence";
import type { CompactionLoss, MissedFact } from "../../replay/compaction-loss";
import { callFacts } from "../../tools/call-facts";
import type { Session, SessionMessage } from "../../transcript/session";

const MAX_PLACES = 10;
const MAX_FACTS = 3;
const LONGEST_LABEL = 200;

type Place = Pick<LossPlaceAnswer, "kind" | "label">;
type Back = LossPlaceAnswer["came_back"];
type Group = {
  readonly place: Place;
  readonly back: Back;
  readonly facts: MissedFact[];
  reread: CompactionLoss["rereads"][number] | null;
};

/**
 * Missed facts, grouped by the place that last contained them and by how they came back. Includes files that were read
 * again without missed facts.
 */
export type LossGroup = Readonly<Group>;

/** The facts that count as missed: those that were needed unseen, and those that came back before they were used. */
export function missedFacts({ missed, loss }: CompactionLoss): MissedFact[] {
  const needed = new Set(loss.hindsight?.lostFacts.map(({ known }) => known) ?? []);
  return missed.filter(({ known, seenAt }) => seenAt !== null || needed.has(known));
}

/**
 * Places in the order of their cost: files that were read again by tokens, then the others by the number of missed
 * facts. A fact belongs to a file that was read again if that reading showed it. Facts that were used unseen are listed
 * separately from facts that something else showed.
 */
export function lossGroups(session: Session, measured: CompactionLoss): LossGroup[] {
  const placeOf = placeReader(session, measured.evidence);
  const groups = new Map<string, Group>();
  const group = (place: Place, back: Back): Group => {
    const key = JSON.stringify([place.kind, place.label, back]);
    const found = groups.get(key) ?? { place, back, facts: [], reread: null };
    groups.set(key, found);
    return found;
  };
  const rereads = new Map(measured.rereads.map((reread) => [reread.path, reread]));
  for (const reread of measured.rereads) group({ kind: "file", label: reread.path }, "read-again").reread = reread;
  for (const fact of missedFacts(measured)) {
    const place = placeOf(fact.block);
    const reread = place.kind === "file" ? rereads.get(place.label) : undefined;
    const isReread = fact.seenAt !== null && fact.seenAt - 1 === reread?.at;
    group(place, isReread ? "read-again" : fact.seenAt === null ? "unseen" : "shown-again").facts.push(fact);
  }
  const tokensOf = ({ reread }: Group) => reread?.tokens ?? -1;
  return [...groups.values()].sort(
    (one, other) => tokensOf(other) - tokensOf(one) || other.facts.length - one.facts.length,
  );
}

/** The rows of the receipt. `costOf`: US dollars of a file that was read again; null if unknown. */
export function lossPlaces(
  groups: readonly LossGroup[],
  { evidence }: CompactionLoss,
  costOf: (reread: CompactionLoss["rereads"][number]) => number | null,
  firstRequest: (part: string) => number | null,
): Pick<CompactionAnswer, "losses" | "loss_count"> {
  const losses = groups.slice(0, MAX_PLACES).map(({ place, back, facts, reread }): LossPlaceAnswer => {
    const parts = facts.flatMap(({ block }) => evidence.blocks[block]?.part.id ?? []);
    const seen = facts.flatMap(({ seenAt }) => seenAt ?? []);
    const backAt = reread?.at ?? (back === "unseen" ? null : Math.min(...seen));
    return {
      ...place,
      part_id: parts.at(-1) ?? null,
      facts: facts.slice(0, MAX_FACTS).map(({ known }) => known.entity.text),
      fact_count: facts.length,
      from: requestOf(parts.flatMap((part) => firstRequest(part) ?? [])),
      needed: requestOf(facts.map(({ usedAt }) => usedAt)),
      came_back: back,
      back_at: backAt === null ? null : { request: backAt },
      tokens: reread?.tokens ?? null,
      cost: reread && costOf(reread),
    };
  });
  return { losses, loss_count: groups.length };
}

const requestOf = (requests: readonly number[]) => (requests.length === 0 ? null : { request: Math.min(...requests) });

/** Describes a block of the prompt to a reader. */
function placeReader({ messages, tools }: Session, evidence: Evidence): (block: number) => Place {
  const calls = callsById(evidence.blocks);
  const origins = new Map(messages.map(({ id, origin }) => [id, origin]));
  const place = (kind: Place["kind"], label: string): Place => ({ kind, label: oneLine(label) });
  const ofCall = (call: ToolCallPart | undefined): Place => {
    if (call === undefined) return place("call", "");
    const { paths, command, query, url, operation } = callFacts(call, tools);
    if (command !== null) return place("command", command);
    if (operation === "search") return place("search", query ?? paths[0] ?? call.toolName);
    if (operation === "delegate") return place("task", taskName(call));
    if (paths[0] === undefined) return place("call", url ?? query ?? call.toolName);
    return place("file", pathEntity(paths[0], evidence.roots).key.slice("path:".length));
  };
  return (block) => {
    const found = evidence.blocks[block];
    if (found === undefined) return place("call", "");
    const { part, message } = found;
    if (part.type === "tool-call") return ofCall(part);
    if (part.type === "tool-result") return ofCall(calls.get(part.toolCallId));
    return place(kindOfText(message.role, origins.get(message.id)), textOf(part));
  };
}

function kindOfText(role: SessionMessage["role"], origin: SessionMessage["origin"] | undefined): Place["kind"] {
  if (origin === "summary") return "summary";
  if (role === "assistant") return "text";
  return origin === "typed" ? "typed" : "client";
}

const textOf = (part: Part): string => (part.type === "reasoning" ? part.text : partText(part));

function taskName({ toolName, input }: ToolCallPart): string {
  const fields = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  const named = (fields as { readonly [key: string]: unknown }).description;
  return typeof named === "string" ? named : toolName;
}

const oneLine = (text: string): string =>
  text
    .slice(0, 4 * LONGEST_LABEL)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_LABEL);
