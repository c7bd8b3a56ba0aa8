import { formatTokens } from "@/lib/view-models/number-format";
import { Button } from "./button";

type Props = {
  shown: number;
  /** How many rows the page has. */
  held: number;
  /** How many rows there are; an answer may contain only the first of them. */
  total: number;
  onMore: () => void;
};

/** A button for more rows of a list, and a note on rows that the page does not have. */
export function MoreRows({ shown, held, total, onMore }: Props) {
  if (shown < held)
    return (
      <Button size="sm" className="mt-2" onClick={onMore}>
        {held < total ? `First ${formatTokens(held)} of ${formatTokens(total)}` : `All ${formatTokens(total)}`}
      </Button>
    );
  return held < total ? (
    <p className="mt-2 text-micro text-tx3">{`first ${formatTokens(held)} of ${formatTokens(total)}`}</p>
  ) : null;
}
