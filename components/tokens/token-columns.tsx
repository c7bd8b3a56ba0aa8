"use client";
import { X } from "lucide-react";
import { memo } from "react";
import { Chip } from "@/components/ui/chip";
import { IconButton } from "@/components/ui/icon-button";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import type { TokenColumn, TokenCut, TokenLine } from "@/lib/view-models/tokens/token-lines";
import "./tokens.css";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";

type Props = {
  columns: readonly TokenColumn[];
  titles: ReadonlyMap<string, string>;
  characters: number;
  lineNames: readonly string[];
  hasIds: boolean;
  onRemove: (id: string) => void;
};

/** Maximum number of lines shown at first; the others are only counted until unfolded. */
const MAX_LINES = 60;

/** The chosen tokenizers in equal columns with aligned lines; on a phone one below the other. */
export const TokenColumns = memo(function TokenColumns({
  columns,
  titles,
  characters,
  lineNames,
  hasIds,
  onRemove,
}: Props) {
  const say = useSay();
  const lines = Math.max(0, ...columns.map((column) => column.lines?.length ?? 0));
  const most = Math.max(1, ...columns.map(({ tokens }) => tokens));
  return (
    <div
      className="grid gap-x-px border-line border-b max-sm:block"
      style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }}
    >
      {columns.map((column) => (
        <section
          key={column.id}
          aria-label={say.known(titles.get(column.id) ?? column.id)}
          className="grid content-start border-line border-l first:border-l-0 max-sm:border-t max-sm:border-l-0 sm:grid-rows-subgrid"
          style={{ gridRow: `span ${Math.min(lines, MAX_LINES) + 1}` }}
        >
          <ColumnHead
            column={column}
            title={titles.get(column.id) ?? ""}
            characters={characters}
            share={column.tokens / most}
            onRemove={columns.length > 1 ? () => onRemove(column.id) : null}
          />
          {column.lines === null ? (
            <p className="border-line border-t px-4 py-2 text-small text-tx3">
              {say("Too long to show the cuts; the count is complete.")}
            </p>
          ) : (
            column.lines.slice(0, MAX_LINES).map((line, index) => (
              <Line
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
                key={index}
                line={line}
                name={lineNames[index] ?? say("line {line}", { line: index + 1 })}
                mark={markOf(column)}
                hasIds={hasIds}
              />
            ))
          )}
          {lines > MAX_LINES ? (
            <p className="border-line border-t px-4 py-2 text-micro text-tx3">
              {say(
                "{count, plural, one {# more line, counted but not shown} other {# more lines, counted but not shown}}",
                {
                  count: lines - MAX_LINES,
                },
              )}
            </p>
          ) : null}
        </section>
      ))}
    </div>
  );
});

type LineProps = { line: TokenLine; name: string; mark: string; hasIds: boolean };

function Line({ line, name, mark, hasIds }: LineProps) {
  const { text, tokens } = line;
  return (
    <div className="min-w-0 border-line border-t px-4 py-2 max-sm:px-3">
      <p className="flex justify-between gap-2 text-micro text-tx3">
        <span>{useSay().known(name)}</span>
        <span className="tabular">
          <b className="font-semibold text-tx2">
            {mark}
            {tokens.toLocaleString("en")}
          </b>
          {tokens > 0 ? ` · ${mark}${([...text].length / tokens).toFixed(2)}` : ""}
        </span>
      </p>
      <p lang="" dir="auto" className="any-writing break-words text-base leading-6 [overflow-wrap:anywhere]">
        <TokenCuts line={line} hasIds={hasIds} />
      </p>
    </div>
  );
}

/** Prefix of estimated counts, and of figures derived from them. */
const markOf = ({ isExact }: TokenColumn): string => (isExact ? "" : "~");

type HeadProps = {
  column: TokenColumn;
  title: string;
  characters: number;
  share: number;
  onRemove: (() => void) | null;
};

function ColumnHead({ column, title, characters, share, onRemove }: HeadProps) {
  const say = useSay();
  const { id, isExact, tokens } = column;
  const mark = markOf(column);
  return (
    <div className="px-4 pt-2 pb-3 max-sm:px-3">
      <div className="flex h-7 items-center gap-2">
        <h3 className="font-semibold text-base">{id}</h3>
        <Chip tone={isExact ? "neutral" : "dashed"}>
          <ProvenanceShape basis={isExact ? "exact" : "estimated"} />
          {isExact ? say("exact") : say("estimated")}
        </Chip>
        {onRemove ? (
          <span className="ml-auto">
            <IconButton label={say("Remove {id}", { id })} onClick={onRemove}>
              <X aria-hidden />
            </IconButton>
          </span>
        ) : null}
      </div>
      <p className="truncate text-micro text-tx3">{say.known(title)}</p>
      <p className="tabular mt-1 flex items-baseline gap-2">
        <span className="font-semibold text-hero">
          {mark}
          {tokens.toLocaleString("en")}
        </span>
        <span className="text-small text-tx2">
          {tokens > 0
            ? say("{count} characters per token", { count: `${mark}${(characters / tokens).toFixed(2)}` })
            : say("no tokens")}
        </span>
      </p>
      <div aria-hidden className="mt-1 h-1.5 bg-s3">
        <div className="h-full bg-tx2" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

type TokenCutsProps = { line: TokenLine; hasIds: boolean };

/** Makes white space visible: a space as a dot, a line break as an arrow, a tab as a bar. */
const visible = (text: string): string =>
  text.replaceAll(" ", "·").replaceAll("▁", "·").replaceAll("\r", "␍").replaceAll("\n", "↵").replaceAll("\t", "⇥");

/**
 * Shows with four alternating tints where a line's tokens end. Text that is only estimated is underlined as a whole.
 */
const TokenCuts = memo(function TokenCuts({ line, hasIds }: TokenCutsProps) {
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
