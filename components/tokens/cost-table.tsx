"use client";
import { memo } from "react";
import { ProviderMark, providerName } from "@/components/charts/provider-mark";
import { cn } from "@/components/ui/cn";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { TokenCost } from "@/lib/view-models/tokens/token-costs";
import { formatRate } from "@/lib/wording/format-rate";
import { formatMoney, formatShare } from "@/lib/wording/number-format";

/** On a phone, price and cost must be reachable with less scrolling. */
const NOT_ON_PHONE = "max-sm:hidden";

/**
 * The cost of sending the text once to each model, counted in the model's own tokens: more tokens can
 * outweigh a lower price.
 */
export const CostTable = memo(function CostTable({ costs }: { costs: readonly TokenCost[] }) {
  const say = useSay();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section aria-labelledby="token-costs" tabIndex={0} className="overflow-x-auto px-4 py-3 max-sm:px-3">
      <h2 id="token-costs" className="mb-1 font-semibold text-small">
        {say("As input, once")} <span className="font-normal text-tx3">{say("list price, nothing cached")}</span>
      </h2>
      <Table>
        <TableHead>
          <tr>
            <HeadCell>{say("Model")}</HeadCell>
            <HeadCell>{say("Tokenizer")}</HeadCell>
            <HeadCell isNumeric>{say("Tokens")}</HeadCell>
            <HeadCell isNumeric className={NOT_ON_PHONE}>
              {say("Share of the window")}
            </HeadCell>
            <HeadCell isNumeric>{say("$ per million")}</HeadCell>
            <HeadCell isNumeric>{say("Cost")}</HeadCell>
            <HeadCell isNumeric>{say("Of 1,000 such texts")}</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {costs.map(({ id, title, provider, tokenizer, tokens, isExact, window, input, cost }) => (
            <TableRow key={id}>
              <Cell className="h-7 whitespace-nowrap">
                <span className="flex items-center gap-2">
                  <ProviderMark provider={provider} />
                  <span className="sr-only">{providerName(provider, say)}</span>
                  {title}
                </span>
              </Cell>
              <Cell className="h-7 whitespace-nowrap text-tx2">{tokenizer}</Cell>
              <Cell isNumeric className="h-7">
                {isExact ? "" : "~"}
                {tokens.toLocaleString("en")}
              </Cell>
              <Cell isNumeric className={cn("h-7", NOT_ON_PHONE)}>
                {window === null ? <span className="text-tx3">{say("unknown")}</span> : formatShare(tokens / window)}
              </Cell>
              <Cell isNumeric className="h-7">
                {formatRate(input)}
              </Cell>
              <Cell isNumeric className="h-7 font-medium">
                {formatMoney(cost, { isEstimate: !isExact && cost >= 0.00005 })}
              </Cell>
              <Cell isNumeric className="h-7">
                {formatMoney(cost * 1000, { isEstimate: !isExact })}
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
});
