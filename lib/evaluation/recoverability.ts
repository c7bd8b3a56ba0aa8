import type { Edit } from "../conversation/edit";
import type { Part, ToolCallPart } from "../conversation/part";
import { callFacts } from "../tools/call-facts";
import { trailOf } from "./artifacts/read-trail";
import { commandEntity } from "./entities/part-entities";
import { callsById } from "./error-retention";
import type { Evidence, KnownEntity } from "./evidence";
import type { Shown } from "./shown";
import { weightedShare } from "./weighted-share";

/** Output tokens of a call that fetches something again; in agents' logs between 80 and 200. */
export const REFETCH_CALL_TOKENS = 120;

export type Recoverability = {
  /** Of the lost facts, the weighted share that can be fetched again; 1 if nothing is lost. */
  readonly share: number;
  readonly recoverable: ReadonlySet<KnownEntity>;
  /** Tokens of the calls that would fetch the recoverable facts, including results. */
  readonly refetchTokens: number;
  /** References in the result that cannot be fetched. */
  readonly brokenRefs: number;
};

type Input = {
  readonly lostFacts: readonly { readonly known: KnownEntity }[];
  readonly evidence: Evidence;
  readonly shown: Shown;
  readonly edits: readonly Edit[];
  /** True if the reference can be fetched. */
  readonly resolves: (reference: string) => boolean;
};

/**
 * A lost fact can be fetched again if the result still shows a way to one of its sources: a reference to the put-aside
 * output, the path, URL or command that produced the output, or its name in an index.
 */
export function measureRecoverability({ lostFacts, evidence, shown, edits, resolves }: Input): Recoverability {
  const references = referencesOf(edits, shown);
  const sources = new SourceFinder(evidence, shown);
  const isOpen = (block: number) => {
    const part = evidence.blocks[block]?.part;
    const reference = part && references.get(part.id);
    return reference !== undefined ? resolves(reference) : sources.isShownFor(block);
  };
  const ways = lostFacts.map(({ known }) => ({ known, block: known.blocks.findLast(isOpen) }));
  const recoverable = new Set(
    ways.flatMap(({ known, block }) => (block === undefined && !shown.named.has(known.entity.key) ? [] : [known])),
  );
  const fetched = new Set(ways.flatMap(({ block }) => block ?? []));
  return {
    share: weightedShare(
      lostFacts,
      ({ known }) => known.weight,
      ({ known }) => recoverable.has(known),
    ),
    recoverable,
    refetchTokens: [...fetched].reduce(
      (sum, block) => sum + REFETCH_CALL_TOKENS + (evidence.blocks[block]?.tokens ?? 0),
      0,
    ),
    brokenRefs: [...references.values()].filter((reference) => !resolves(reference)).length,
  };
}

/** Maps a part to its reference, if the text with the reference is still there. */
function referencesOf(edits: readonly Edit[], { written }: Shown): Map<string, string> {
  const present = new Set(written.map((part) => part.id));
  return new Map(
    edits.flatMap((edit) =>
      edit.op === "replace" && edit.reference && present.has(edit.produced.id)
        ? [[edit.targets[0], edit.reference.id] as const]
        : [],
    ),
  );
}

/** Finds where outputs came from, and whether that is still shown. */
class SourceFinder {
  readonly #calls: Map<string, ToolCallPart>;
  readonly #read: Map<Part, string[]>;

  constructor(
    readonly evidence: Evidence,
    readonly shown: Shown,
  ) {
    this.#calls = callsById(evidence.blocks);
    this.#read = new Map();
    for (const { path, block } of trailOf(evidence)) {
      const part = evidence.blocks[block]?.part;
      if (part) this.#read.set(part, [...(this.#read.get(part) ?? []), path]);
    }
  }

  isShownFor(block: number): boolean {
    const part = this.evidence.blocks[block]?.part;
    if (part?.type !== "tool-result") return false;
    const call = this.#calls.get(part.toolCallId);
    return (
      call !== undefined &&
      (this.shown.keptParts.has(call) || this.#keysOf(call).some((key) => this.shown.named.has(key)))
    );
  }

  #keysOf(call: ToolCallPart): string[] {
    const paths = (this.#read.get(call) ?? []).map((path) => `path:${path}`);
    const { command, url } = callFacts(call, this.evidence.original.tools);
    const commands = command === null ? [] : [commandEntity(command).key];
    const urls = url === null ? [] : [`url:${url.replace(/^https?:\/\//, "").replace(/\/$/, "")}`];
    return [...paths.map(this.evidence.sameName), ...commands, ...urls];
  }
}
