"use client";
import { LoadingLine } from "@/components/ui/loading-line";
import { useSay } from "@/components/words/words-provider";
import type { DiffRow } from "@/lib/view-models/compare/strategy-diff";
import { TextDifferenceView } from "../side-by-side/text-difference-view";
import { useWholePart } from "../side-by-side/use-whole-part";

type Props = { sessionId: string; row: DiffRow; names: readonly [string, string] };

/** The texts of one difference: a comparison of A and B, or the text that only one of them has. */
export function StrategyDiffText({ sessionId, row, names }: Props) {
  const say = useSay();
  const { a, b, kind, part } = row;
  const needsOriginal = part !== null && (a.text === null || b.text === null);
  const original = useWholePart(sessionId, needsOriginal ? part.id : null);
  if (original.failure) return <p className="px-4 py-2 text-bad text-small">{original.failure}</p>;
  if (needsOriginal && original.text === null) return <LoadingLine>{say("Loading the original…")}</LoadingLine>;
  const before = a.text ?? original.text ?? "";
  const after = b.text ?? original.text ?? "";
  return (
    <section
      aria-label={say("Difference")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keyboard
      tabIndex={0}
      className="max-h-[46vh] overflow-auto border-line border-t bg-bg"
    >
      <p className="sticky top-0 border-line border-b bg-s1 px-4 py-1 text-micro text-tx2">
        {kind === "differs"
          ? `− ${names[0]}, + ${names[1]}`
          : say("only in {kind}", { kind: kind === "only-a" ? names[0] : names[1] })}
      </p>
      {kind === "differs" ? (
        <TextDifferenceView before={before} after={after} />
      ) : (
        <pre className="whitespace-pre-wrap break-words px-4 py-1 text-code">{kind === "only-a" ? before : after}</pre>
      )}
    </section>
  );
}
