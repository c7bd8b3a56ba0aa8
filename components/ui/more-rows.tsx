import { formatTokens } from "@/lib/view-models/number-format";
import { Button } from "./button";

type Props = {
  shown: number;
  /** What the page has. */
  held: number;
  /** What there is; an answer may carry only the first of them. */
  total: number;
  onMore: () => void;
};

/** The way to the rest of a list, and what of it is not here. */
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
