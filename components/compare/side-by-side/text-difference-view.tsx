"use client";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { type TextBlock, toTextDifference } from "@/lib/view-models/compare/text-difference";
import { formatTokens } from "@/lib/wording/number-format";

/** Maximum characters of each text compared and shown. */
const MAX_CHARACTERS = 200_000;

/** The difference of two texts: removed lines with −, added ones with +, changed words marked, equal lines folded. */
export function TextDifferenceView({ before, after }: { before: string; after: string }) {
  const say = useSay();
  const blocks = useMemo(
    () => toTextDifference(before.slice(0, MAX_CHARACTERS), after.slice(0, MAX_CHARACTERS)),
    [before, after],
  );
  const isCut = before.length > MAX_CHARACTERS || after.length > MAX_CHARACTERS;
  return (
    <pre className="py-1 text-code">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one difference have no other identity
        <Block key={index} block={block} />
      ))}
      {isCut ? (
        <span className="block px-4 text-micro text-tx3">
          {say("only the first {most} characters are compared", {
            most: formatTokens(MAX_CHARACTERS),
          })}
        </span>
      ) : null}
    </pre>
  );
}

const MARK: Readonly<Record<TextBlock["kind"], string>> = { same: "  ", removed: "− ", added: "+ ", folded: "" };

function Block({ block }: { block: TextBlock }) {
  const say = useSay();
  if (block.kind === "folded")
    return (
      <span className="block border-line border-y bg-s2 px-4 font-sans text-micro text-tx3">
        {say("{folded} equal lines", { folded: formatTokens(block.folded) })}
      </span>
    );
  return (
    <span
      className={cn(
        "block whitespace-pre-wrap break-words px-4",
        block.kind === "removed" && "bg-delbg text-deltx",
        block.kind === "added" && "bg-addbg text-addtx",
      )}
    >
      {block.words
        ? [MARK[block.kind], ...block.words.map(wordOf)]
        : block.lines.map((line) => MARK[block.kind] + line).join("\n")}
    </span>
  );
}

const wordOf = ({ text, isChanged }: { text: string; isChanged: boolean }, index: number) =>
  isChanged ? (
    <b key={index} className="font-semibold underline decoration-1 underline-offset-2">
      {text}
    </b>
  ) : (
    text
  );
