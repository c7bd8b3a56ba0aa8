import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import type { TokenCut, TokenLine } from "@/lib/view-models/tokens/token-lines";

type Props = { line: TokenLine; hasIds: boolean };

/** Makes white space visible: a space as a dot, a line break as an arrow, a tab as a bar. */
const visible = (text: string): string =>
  text.replaceAll(" ", "·").replaceAll("▁", "·").replaceAll("\r", "␍").replaceAll("\n", "↵").replaceAll("\t", "⇥");

/**
 * Shows where the tokens of a line end, by four alternating tints. Text that is only estimated is underlined as a
 * whole.
 */
export const TokenCuts = memo(function TokenCuts({ line, hasIds }: Props) {
  if (line.cuts === null)
    return <span className="underline decoration-tx3 decoration-1 underline-offset-4">{line.text || " "}</span>;
  return line.cuts.map((cut, index) => <Cut key={cut.start} cut={cut} tint={index % 4} hasIds={hasIds} />);
});

function Cut({ cut, tint, hasIds }: { cut: TokenCut; tint: number; hasIds: boolean }) {
  const say = useSay();
  const isShared = cut.ids.length > 1;
  const ids = cut.ids.join(", ");
  return (
    <span
      title={isShared ? say("{count} tokens: {ids}", { count: cut.ids.length, ids }) : ids}
      className={cn("token-cut", isShared && "underline decoration-dotted underline-offset-4")}
      data-tint={tint}
    >
      {hasIds ? cut.ids.join(" ") : visible(cut.text)}
      {isShared && !hasIds ? <sub className="text-badge text-tx2">{cut.ids.length}</sub> : null}
    </span>
  );
}
