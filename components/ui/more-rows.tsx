"use client";
import { useSay } from "@/components/words/words-provider";
import { formatTokens } from "@/lib/wording/number-format";
import { Button } from "./button";

type Props = {
  shown: number;
  /** Number of rows on the page. */
  held: number;
  /** Total rows; an answer may contain only the first of them. */
  total: number;
  onMore: () => void;
};

/** A button for more rows of a list, and a note on rows missing from the page. */
export function MoreRows({ shown, held, total, onMore }: Props) {
  const say = useSay();
  if (shown < held)
    return (
      <Button size="sm" className="mt-2" onClick={onMore}>
        {held < total
          ? say("First {held} of {total}", { held: formatTokens(held), total: formatTokens(total) })
          : say("All {total}", { total: formatTokens(total) })}
      </Button>
    );
  return held < total ? (
    <p className="mt-2 text-micro text-tx3">
      {say("first {held} of {total}", { held: formatTokens(held), total: formatTokens(total) })}
    </p>
  ) : null;
}
