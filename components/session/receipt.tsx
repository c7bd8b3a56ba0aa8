"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { CompactionAnswer, LossPlaceAnswer } from "@/lib/api/schemas/compaction";
import { factsText } from "@/lib/view-models/receipt/receipt-text";
import {
  backText,
  costSentence,
  estimateSentence,
  FEW_FACTS,
  neededFigures,
  placeSentence,
  placeText,
  receiptSentence,
  type SurvivalRow,
  survivalRows,
} from "@/lib/view-models/receipt/receipt-words";
import { shortPath } from "@/lib/view-models/spend/short-path";
import { formatMoney, formatRequestReference, formatTokens } from "@/lib/wording/number-format";
import { type NavPlace, viewHref } from "./session-nav";

type Props = { receipt: CompactionAnswer; place: NavPlace };

/**
 * What a compaction dropped although it was needed later, what that cost, a text that restores it, and where it came
 * from.
 */
export function Receipt({ receipt, place }: Props) {
  const say = useSay();
  const { needed } = receipt;
  return (
    <>
      <section className="border-line2 border-b bg-s1 px-4 py-3">
        <h3 className="font-semibold text-base">
          {receiptSentence(receipt, say)}{" "}
          {needed !== undefined && needed.facts > 0 && needed.facts < FEW_FACTS ? (
            <Chip>{say("few facts")}</Chip>
          ) : null}
        </h3>
        <p className="mt-1 text-small text-tx2">
          {[placeSentence(receipt, say), costSentence(receipt, say), estimateSentence(receipt, say)]
            .filter((line) => line !== null)
            .join(" ")}
        </p>
      </section>
      <div className="grid divide-line md:grid-cols-2 md:divide-x">
        <Survival receipt={receipt} />
        <GiveBack receipt={receipt} place={place} />
      </div>
      <Losses receipt={receipt} place={place} />
    </>
  );
}

function Survival({ receipt }: { receipt: CompactionAnswer }) {
  const say = useSay();
  const { facts, sum, statements } = survivalRows(receipt, say);
  const figures = neededFigures(receipt, say);
  if (facts.length + statements.length === 0) return null;
  return (
    <section aria-label={say("Kept and lost, by kind")} className="min-w-0 px-4 py-3 max-md:order-2">
      <table className="tabular w-full text-small">
        <caption className="mb-1 text-left font-semibold text-small">
          <span className="flex items-center gap-1.5">
            {say("Kept and lost, by kind")}
            <ProvenanceMark basis="estimated" detail={say("Facts are recognised by their form, not by a model.")} />
          </span>
        </caption>
        <thead className="text-micro text-tx3">
          <tr className="border-line2 border-b">
            <th className="py-1 text-left font-normal">{say("kind")}</th>
            <th aria-hidden className="max-sm:hidden" />
            <th className="text-right font-normal">{say("kept")}</th>
            <th className="text-right font-normal max-sm:hidden">{say("named")}</th>
            <th className="text-right font-normal">{say("needed, gone")}</th>
            <th className="text-right font-normal">{say("came back")}</th>
          </tr>
        </thead>
        <tbody>
          {facts.map((row) => (
            <SurvivalLine key={row.label} row={row} />
          ))}
          {sum ? <SurvivalLine row={sum} isSum /> : null}
          {statements.map((row) => (
            <SurvivalLine key={row.label} row={row} />
          ))}
        </tbody>
      </table>
      {figures.length === 0 ? null : (
        <p className="mt-2 text-micro text-tx2">{figures.map(({ value, label }) => `${value} ${label}`).join(" · ")}</p>
      )}
    </section>
  );
}

function SurvivalLine({ row, isSum = false }: { row: SurvivalRow; isSum?: boolean }) {
  const say = useSay();
  return (
    <tr className={cn("h-6", isSum && "border-line2 border-t font-semibold")}>
      <th scope="row" className={cn("text-left", isSum ? "font-semibold" : "font-normal")}>
        {row.label}
      </th>
      <td className="w-26 max-sm:hidden">
        {isSum ? null : (
          <span aria-hidden className="block h-1.5 w-24 bg-s3">
            <span className="data-fill block h-full bg-tx2" style={{ width: `${row.share * 100}%` }} />
          </span>
        )}
      </td>
      <td className={cn("text-right", row.isZero && "text-bad")}>
        {say("{kept} of {count}", { kept: row.kept, count: row.of })}
      </td>
      <td className="text-right text-tx2 max-sm:hidden">{row.named}</td>
      <td className="text-right">{row.missed}</td>
      <td className="text-right">{row.cameBack}</td>
    </tr>
  );
}

function GiveBack({ receipt, place }: Props) {
  const say = useSay();
  const { give_back, before, rereads } = receipt;
  const compare = viewHref("compare", { ...place, position: before.request });
  return (
    <section aria-label={say("Text to paste back")} className="flex min-w-0 flex-col gap-2 px-4 py-3 max-md:order-1">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="font-semibold text-small">{say("Text to paste back")}</h4>
        {give_back.text === "" ? null : (
          <span className="ml-auto">
            <CopyButton text={give_back.text} label={say("Copy text")} size="sm" variant="primary" />
          </span>
        )}
      </div>
      <p className="text-small text-tx2">{giveBackNote(give_back, rereads, say)}</p>
      {give_back.text === "" ? null : (
        <textarea
          readOnly
          aria-label={say("Text to paste back")}
          value={give_back.text}
          rows={9}
          className="w-full resize-y border border-line2 bg-s2 p-2 font-mono text-code"
        />
      )}
      <Link href={compare as never} className="mt-auto text-acc text-small">
        {say("Compare what other strategies would have kept here")}
      </Link>
    </section>
  );
}

function giveBackNote(
  { text, tokens, basis }: CompactionAnswer["give_back"],
  rereads: CompactionAnswer["rereads"],
  say: ReturnType<typeof useSay>,
): string {
  if (text === "") return say("There is nothing to paste back.");
  const size = formatTokens(tokens);
  if (basis === "likely") return say("About {size} tokens: what was in use and is likely to be needed.", { size });
  if (rereads.files === 0) return say("About {size} tokens.", { size });
  const again = formatTokens(rereads.tokens);
  return say("About {size} tokens, instead of {again} to read the files again.", { size, again });
}

function Losses({ receipt, place }: Props) {
  const say = useSay();
  const { losses, loss_count } = receipt;
  if (losses.length === 0) return null;
  return (
    <section aria-label={say("The costliest losses")} className="min-w-0 border-line2 border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h4 className="font-semibold text-small">{say("The costliest losses")}</h4>
        {loss_count > losses.length ? (
          <span className="text-micro text-tx2">
            {say("{shown} of {count} places", { shown: losses.length, count: loss_count })}
          </span>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={say("The costliest losses (table)")} className="overflow-x-auto">
        <Table>
          <TableHead>
            <tr>
              <HeadCell>{say("previously in")}</HeadCell>
              <HeadCell className="max-sm:hidden">{say("facts, at most three")}</HeadCell>
              <HeadCell isNumeric className="max-sm:hidden">
                {say("since")}
              </HeadCell>
              <HeadCell isNumeric>{say("needed")}</HeadCell>
              <HeadCell>{say("how it came back")}</HeadCell>
              <HeadCell isNumeric className="max-sm:hidden">
                {say("tokens")}
              </HeadCell>
              <HeadCell isNumeric>{say("cost")}</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {losses.map((loss) => (
              <LossLine key={`${loss.kind} ${loss.label} ${loss.came_back}`} {...{ loss, place }} />
            ))}
          </tbody>
        </Table>
      </section>
    </section>
  );
}

function LossLine({ loss, place }: { loss: LossPlaceAnswer; place: NavPlace }) {
  const say = useSay();
  const { kind, label, from, needed, came_back, tokens, cost } = loss;
  const isCode = kind === "file" || kind === "command";
  return (
    <TableRow>
      <Cell className={cn("h-[28px] max-w-64 truncate max-sm:max-w-32", isCode && "font-mono text-code")} title={label}>
        {kind === "file" ? shortPath(label) : placeText(loss, say)}
      </Cell>
      <Cell className="h-[28px] max-w-80 truncate font-mono text-code max-sm:hidden" title={factsText(loss)}>
        {factsText(loss)}
      </Cell>
      <Cell isNumeric className="h-[28px] max-sm:hidden">
        <RequestAt at={from} place={place} />
      </Cell>
      <Cell isNumeric className="h-[28px]">
        <RequestAt at={needed} place={place} />
      </Cell>
      <Cell className={cn("h-[28px] whitespace-nowrap", came_back === "unseen" && "font-semibold")}>
        {backText(loss, say)}
      </Cell>
      <Cell isNumeric className="h-[28px] max-sm:hidden">
        {tokens === null ? "–" : formatTokens(tokens)}
      </Cell>
      <Cell isNumeric className="h-[28px] font-semibold">
        {cost === null ? "–" : formatMoney(cost)}
      </Cell>
    </TableRow>
  );
}

function RequestAt({ at, place }: { at: LossPlaceAnswer["needed"]; place: NavPlace }): ReactNode {
  if (at === null) return "–";
  return (
    <Link href={viewHref("transcript", { ...place, position: at.request }) as never} className="text-acc">
      {formatRequestReference(at.request)}
    </Link>
  );
}
