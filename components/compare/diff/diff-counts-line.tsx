import { memo } from "react";
import { useSay } from "@/components/words/words-provider";
import type { DiffCounts } from "@/lib/view-models/compare/strategy-diff";
import { formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";

type Props = { counts: DiffCounts; names: readonly [string, string]; status: string | null };

/** Counts if the two strategies agree and differ, in parts and tokens. */
export const DiffCountsLine = memo(function DiffCountsLine({ counts, names, status }: Props) {
  const say = useSay();
  const { kept, alike, gone, differs } = counts;
  const [a, b] = [counts["only-a"], counts["only-b"]];
  const words = [
    { label: say("kept by both"), rows: kept.rows, tokens: tokensText(kept.a, say) },
    { label: say("only in {name}", { name: names[0] }), rows: a.rows, tokens: tokensText(a.a, say) },
    { label: say("only in {name}", { name: names[1] }), rows: b.rows, tokens: tokensText(b.b, say) },
    {
      label: say("changed differently"),
      rows: differs.rows,
      tokens:
        differs.rows === 0 ? "" : say("{a} against {b}", { a: formatTokens(differs.a), b: tokensText(differs.b, say) }),
    },
    { label: say("gone from both"), rows: gone.rows, tokens: "" },
    ...(alike.rows > 0
      ? [{ label: say("changed the same way"), rows: alike.rows, tokens: tokensText(alike.a, say) }]
      : []),
  ];
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 pb-2 max-sm:px-3">
      <dl className="tabular flex flex-wrap gap-x-6 gap-y-1 text-small">
        {words.map(({ label, rows, tokens }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-tx3">{label}</dt>
            <dd className="font-medium">{formatTokens(rows)}</dd>
            {tokens === "" ? null : <dd className="text-micro text-tx3">{tokens}</dd>}
          </div>
        ))}
      </dl>
      <span className="text-micro text-tx3" role="status">
        {status}
      </span>
    </div>
  );
});

const tokensText = (tokens: number, say: Say): string => say("{tokens} tokens", { tokens: formatTokens(tokens) });
