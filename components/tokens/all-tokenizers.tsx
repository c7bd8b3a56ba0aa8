"use client";
import { Fragment, memo, type ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { said, useSay } from "@/components/words/words-provider";
import type { TokenColumn, TokenizerFacts } from "@/lib/view-models/tokens/token-lines";
import { originOf } from "@/lib/view-models/tokens/tokenizer-origins";

type Props = {
  columns: readonly TokenColumn[];
  tokenizers: readonly TokenizerFacts[];
  characters: number;
  chosen: readonly string[];
  onToggle: (id: string) => void;
  lineNames: readonly string[];
  sameSentence: readonly [number, number] | null;
};

/** Maximum number of tokenizers side by side; more would be too narrow to read. */
export const MAX_COLUMNS = 4;
const MAX_LINE_COLUMNS = 4;
/** With the last column, each row would need several lines. */
const NOT_ON_PHONE = "max-sm:hidden";

/** Every tokenizer's counts; tokens of the checked ones are shown above. */
export const AllTokenizers = memo(function AllTokenizers(props: Props) {
  const { columns, tokenizers, characters, chosen, onToggle, lineNames, sameSentence } = props;
  const say = useSay();
  const lines = lineNames.slice(0, MAX_LINE_COLUMNS);
  return (
    <details className="border-line border-t text-small">
      <summary className="cursor-pointer px-4 py-2 max-sm:px-3">
        <h2 id="all-tokenizers" className="inline-block font-semibold">
          {say("All tokenizers")}
        </h2>
      </summary>
      <ShownNote count={chosen.length} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section aria-labelledby="all-tokenizers" tabIndex={0} className="overflow-x-auto px-4 pb-3 max-sm:px-3">
        <Table className="sm:min-w-[900px]">
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
              <HeadCell className={NOT_ON_PHONE}>{say("How it is known")}</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {tokenizers.map((facts) => (
              <Row
                key={facts.id}
                facts={facts}
                column={columns.find(({ id }) => id === facts.id)}
                characters={characters}
                lines={lines}
                sameSentence={sameSentence}
              >
                <Choice id={facts.id} chosen={chosen} onToggle={onToggle} />
              </Row>
            ))}
          </tbody>
        </Table>
      </section>
    </details>
  );
});

const NOTE = "tokenizers-shown";

/** Why no further tokenizer can be checked. */
function ShownNote({ count }: { count: number }) {
  const say = useSay();
  const values = { count, most: MAX_COLUMNS };
  return (
    <p id={NOTE} className="px-4 text-tx3 max-sm:px-3">
      {count < MAX_COLUMNS
        ? say("{count} of {most} shown above", values)
        : say("{count} of {most} shown above; uncheck one to show another", values)}
    </p>
  );
}

type ChoiceProps = { id: string } & Pick<Props, "chosen" | "onToggle">;

function Choice({ id, chosen, onToggle }: ChoiceProps) {
  const isChosen = chosen.includes(id);
  return (
    <label className="flex items-center gap-2" htmlFor={`choose-${id}`}>
      <Checkbox
        id={`choose-${id}`}
        aria-describedby={NOTE}
        checked={isChosen}
        disabled={isChosen ? chosen.length === 1 : chosen.length >= MAX_COLUMNS}
        onCheckedChange={() => onToggle(id)}
      />
      {id}
    </label>
  );
}

type RowProps = Pick<Props, "characters" | "sameSentence"> & {
  facts: TokenizerFacts;
  column: TokenColumn | undefined;
  lines: readonly string[];
  children: ReactNode;
};

/** A tokenizer's row. `column` is missing until the text is counted. */
function Row({ facts: { id, title, basis }, column, characters, lines, sameSentence, children }: RowProps) {
  const say = useSay();
  const mark = basis === "exact" ? "" : "~";
  const figure = (count: number | undefined) => (count === undefined ? "–" : `${mark}${count.toLocaleString("en")}`);
  return (
    <TableRow>
      <Cell className="whitespace-nowrap font-medium">{children}</Cell>
      <Cell>
        <span className="flex items-center gap-1.5 whitespace-nowrap">
          <ProvenanceShape basis={basis} />
          {say(basis)}
        </span>
      </Cell>
      {lines.map((name, index) => (
        <Cell key={name} isNumeric>
          {figure(column?.lines?.[index]?.tokens)}
        </Cell>
      ))}
      <Cell isNumeric className="font-semibold">
        {figure(column?.tokens)}
      </Cell>
      <Cell isNumeric>{column && column.tokens > 0 ? `${mark}${(characters / column.tokens).toFixed(2)}` : "–"}</Cell>
      {sameSentence ? <Cell isNumeric>{ratioText(column, sameSentence, mark)}</Cell> : null}
      <Cell className={cn("min-w-60 text-micro text-tx3", NOT_ON_PHONE)}>
        {said(say.parts("{title}: {source}", { title: say.known(title), source: <Origin id={id} /> }))}
      </Cell>
    </TableRow>
  );
}

/** How a count is obtained, and its documentation; URLs are names, the same in every language. */
function Origin({ id }: { id: string }) {
  const say = useSay();
  const origin = originOf(id);
  if (origin === null) return null;
  return (
    <>
      {say.known(origin.text)}
      {origin.links.map(({ name, address }) => (
        <Fragment key={address}>
          {" · "}
          <a href={address} target="_blank" rel="noreferrer" className="whitespace-nowrap underline">
            {name}
          </a>
        </Fragment>
      ))}
    </>
  );
}

function ratioText(column: TokenColumn | undefined, [first, second]: readonly [number, number], mark: string): string {
  const [one, other] = [column?.lines?.[first]?.tokens, column?.lines?.[second]?.tokens];
  return one && other ? `${mark}${(other / one).toFixed(2)}` : "–";
}
