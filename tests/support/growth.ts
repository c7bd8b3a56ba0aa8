import type { PartStatus } from "@/lib/conversation/apply-edits";
import type { Conversation } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import type { Compression } from "@/lib/strategies/grammar/compression";

/** What a compression of a grown history changed in what the previous compression had sent. */
export type GrowthStep = {
  /** Parts whose edit the later run undid or changed, and inserted messages that it dropped or changed. */
  readonly takenBack: readonly string[];
  /** Whether the later prompt starts with the entire earlier one. */
  readonly keepsPrefix: boolean;
};

/** Compares the compressions of one history before and after it grew. */
export function growthStep(before: Compression, after: Compression): GrowthStep {
  const statuses = new Map(after.provenance.map((part) => [part.partId, part]));
  const [partsBefore, partsAfter] = [partsOf(before), partsOf(after)];
  const outcome = (part: PartStatus | undefined, parts: ReadonlyMap<string, Part>) =>
    part?.status === "replaced" ? contentOf(parts.get(part.by)) : part?.status;
  const changed = before.provenance.flatMap((part) =>
    part.status === "kept" || outcome(part, partsBefore) === outcome(statuses.get(part.partId), partsAfter)
      ? []
      : [part.partId],
  );
  const added = new Set(insertedIn(after));
  const lost = insertedIn(before).filter((text) => !added.has(text));
  return { takenBack: [...changed, ...lost], keepsPrefix: startsWith(after.conversation, before.conversation) };
}

const partsOf = ({ conversation }: Compression) =>
  new Map(conversation.messages.flatMap(({ parts }) => parts.map((part) => [part.id, part] as const)));

/** What a provider receives of a part: everything except our ids. */
const contents = new WeakMap<Part, string>();
function contentOf(part: Part | undefined): string | undefined {
  if (!part) return undefined;
  const known = contents.get(part) ?? JSON.stringify({ ...part, id: null, source: null });
  contents.set(part, known);
  return known;
}

const insertedIn = ({ edits }: Compression): string[] =>
  edits.flatMap((edit) => (edit.op === "insert" ? edit.message.parts.map((part) => contentOf(part) ?? "") : []));

/** Whether the second conversation is a prefix of the first, as seen by the provider. */
function startsWith(grown: Conversation, start: Conversation): boolean {
  return start.messages.every((message, index) => {
    const other = grown.messages[index];
    if (other === message) return true;
    if (other?.role !== message.role || other.parts.length !== message.parts.length) return false;
    return message.parts.every(
      (part, at) => part === other.parts[at] || contentOf(part) === contentOf(other.parts[at]),
    );
  });
}
