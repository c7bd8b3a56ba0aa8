"use client";
import { memo } from "react";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { said, useSay } from "@/components/words/words-provider";
import type { TokenColumn, TokenizerFacts } from "@/lib/view-models/token-lines";

type Props = {
  columns: readonly TokenColumn[];
  tokenizers: readonly TokenizerFacts[];
  characters: number;
  chosen: readonly string[];
  onToggle: (id: string) => void;
  lineNames: readonly string[];
  sameSentence: readonly [number, number] | null;
};

/** The most tokenizers that are shown side by side; more would be too narrow to read. */
export const MOST_COLUMNS = 4;
const MOST_LINE_COLUMNS = 4;

/** Lists every tokenizer's counts; the tokens of the checked ones are shown above it. */
export const AllTokenizers = memo(function AllTokenizers(props: Props) {
  const { columns, tokenizers, characters, chosen, onToggle, lineNames, sameSentence } = props;
  const say = useSay();
  const lines = lineNames.slice(0, MOST_LINE_COLUMNS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section aria-labelledby="all-tokenizers" tabIndex={0} className="overflow-x-auto px-4 py-3 max-sm:px-3">
      <h2 id="all-tokenizers" className="mb-1 font-semibold text-small">
        {say("All tokenizers")}
      </h2>
      <Table className="min-w-[900px]">
        <TableHead>
          <tr>
            <HeadCell>{say("Tokenizer")}</HeadCell>
            <HeadCell>{say("Basis")}</HeadCell>
            {lines.map((name) => (
              <HeadCell key={name} isNumeric>
                {say.known(name)}
              </HeadCell>
            ))}
            <HeadCell isNumeric>{say("All")}</HeadCell>
            <HeadCell isNumeric>{say("Characters per token")}</HeadCell>
            {sameSentence ? (
              <HeadCell isNumeric>
                {`${say.known(lineNames[sameSentence[1]] ?? "")} ÷ ${say.known(lineNames[sameSentence[0]] ?? "")}`}
              </HeadCell>
            ) : null}
            <HeadCell>{say("How it is known")}</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {tokenizers.map(({ id, title, basis, source }) => {
            const column = columns.find((candidate) => candidate.id === id);
            const mark = basis === "exact" ? "" : "~";
            const isChosen = chosen.includes(id);
            return (
              <TableRow key={id}>
                <Cell className="whitespace-nowrap font-medium">
                  <label className="flex items-center gap-2" htmlFor={`choose-${id}`}>
                    <input
                      type="checkbox"
                      id={`choose-${id}`}
                      className="size-3.5 accent-[var(--acc)]"
                      checked={isChosen}
                      disabled={(!isChosen && chosen.length >= MOST_COLUMNS) || (isChosen && chosen.length === 1)}
                      onChange={() => onToggle(id)}
                    />
                    {id}
                  </label>
                </Cell>
                <Cell>
                  <span className="flex items-center gap-1.5 whitespace-nowrap">
                    <ProvenanceShape basis={basis} />
                    {say.known(basis)}
                  </span>
                </Cell>
                {lines.map((name, index) => (
                  <Cell key={name} isNumeric>
                    {column?.lines?.[index] ? `${mark}${column.lines[index].tokens.toLocaleString("en")}` : "–"}
                  </Cell>
                ))}
                <Cell isNumeric className="font-semibold">
                  {column ? `${mark}${column.tokens.toLocaleString("en")}` : "–"}
                </Cell>
                <Cell isNumeric>{column && column.tokens > 0 ? (characters / column.tokens).toFixed(2) : "–"}</Cell>
                {sameSentence ? <Cell isNumeric>{ratioText(column, sameSentence, mark)}</Cell> : null}
                <Cell className="min-w-60 text-micro text-tx3">
                  {said(say.parts("{title}: {source}", { title: say.known(title), source: <Source text={source} /> }))}
                </Cell>
              </TableRow>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
});

/** Where a count is from. Most are addresses and names, which are English in every language. */
function Source({ text }: { text: string }) {
  const shown = useSay().known(text);
  return shown === text ? <span lang="en">{text}</span> : shown;
}

function ratioText(column: TokenColumn | undefined, [first, second]: readonly [number, number], mark: string): string {
  const [one, other] = [column?.lines?.[first]?.tokens, column?.lines?.[second]?.tokens];
  return one && other ? `${mark}${(other / one).toFixed(2)}` : "–";
}
