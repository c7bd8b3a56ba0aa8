"use client";
import { ChevronRight } from "lucide-react";
import { memo, type Ref } from "react";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL } from "@/components/ui/content-kinds";
import { LoadingLine } from "@/components/ui/loading-line";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import { firstLine, reasonText } from "@/lib/view-models/compare/aligned-transcript";
import { withoutNoteHead } from "@/lib/view-models/compare/produced-text";
import { type DiffItem, type DiffRow, type DiffSide, isDifference } from "@/lib/view-models/compare/strategy-diff";
import { formatTokens } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";
import { TextDifferenceView } from "../side-by-side/text-difference-view";
import { useWholePart } from "../side-by-side/use-whole-part";

export const DIFF_GRID = "grid grid-cols-[minmax(200px,300px)_1fr_1fr] max-sm:grid-cols-2";

/** Height in pixels, including the border. On a phone both results are below the part. */
export const diffRowHeight = (type: DiffItem["type"], isPhone: boolean): number =>
  type === "run" ? 25 : isPhone ? 89 : 45;

type Props = {
  ref?: Ref<HTMLLIElement>;
  /** Pixels; null lets the content decide. */
  height: number | null;
  sessionId: string;
  position: number;
  top: number;
  item: DiffItem;
  names: readonly [string, string];
  isOpen: boolean;
  onToggle: (key: string) => void;
};

/** A difference, or a sequence of parts on which the two agree. */
export const StrategyDiffRow = memo(function StrategyDiffRow(props: Props) {
  const { ref, height, sessionId, position, top, item, names, isOpen, onToggle } = props;
  return (
    <li
      {...(ref && { ref })}
      data-index={position}
      className={cn(
        "absolute left-0 w-full border-line border-b",
        isOpen ? "bg-accbg" : "overflow-hidden contain-content",
      )}
      style={{ transform: `translateY(${top}px)`, ...(height !== null && { height }) }}
    >
      {item.type === "run" ? (
        <AgreedRun item={item} />
      ) : (
        <>
          <RowLine row={item.row} isOpen={isOpen} onToggle={onToggle} />
          {isOpen ? <StrategyDiffText sessionId={sessionId} row={item.row} names={names} /> : null}
        </>
      )}
    </li>
  );
});

function AgreedRun({ item: { counts } }: { item: Extract<DiffItem, { type: "run" }> }) {
  const say = useSay();
  const words = [
    counts.kept.rows > 0
      ? say("{rows} kept by both, {a} tokens", { rows: formatTokens(counts.kept.rows), a: formatTokens(counts.kept.a) })
      : null,
    counts.alike.rows > 0 ? say("{rows} changed the same way", { rows: formatTokens(counts.alike.rows) }) : null,
    counts.gone.rows > 0 ? say("{rows} gone from both", { rows: formatTokens(counts.gone.rows) }) : null,
  ];
  return (
    <p className="tabular truncate bg-s1 px-4 py-1 text-micro text-tx3 max-sm:px-3">
      {words.filter((word) => word !== null).join(" · ")}
    </p>
  );
}

function RowLine({ row, isOpen, onToggle }: { row: DiffRow; isOpen: boolean; onToggle: (key: string) => void }) {
  const say = useSay();
  const { part, index, a, b } = row;
  const text = part ? part.text : a.text || b.text || "";
  const head = (
    <>
      <span className="flex items-center gap-2 text-small leading-4">
        <ChevronRight
          aria-hidden
          className={cn("size-3.5 shrink-0 text-tx3", isOpen && "rotate-90", !isDifference(row) && "invisible")}
        />
        <span className="tabular w-8 shrink-0 text-right text-micro text-tx3 max-sm:hidden">
          {part ? index + 1 : "+"}
        </span>
        <Swatch kind={part?.kind ?? "summary"} />
        <span className="shrink-0 font-medium">
          {part ? (part.isLoading ? say("loading…") : say(KIND_LABEL[part.kind])) : say("inserted")}
        </span>
        {part?.tool ? <code className="min-w-0 truncate text-micro text-tx2">{part.tool}</code> : null}
        {part && !part.isLoading ? <span className="tabular ml-auto pl-2">{formatTokens(part.tokens)}</span> : null}
      </span>
      <span className="block truncate pl-15.5 text-small text-tx3 leading-4 max-sm:pl-5.5">
        {firstLine(withoutNoteHead(text)) || " "}
      </span>
    </>
  );
  const headClass = "h-11 min-w-0 px-2 py-1.5 text-left max-sm:col-span-2";
  return (
    <div className={DIFF_GRID}>
      {isDifference(row) ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onToggle(row.key)}
          className={cn(headClass, "hover:bg-s2")}
        >
          {head}
        </button>
      ) : (
        <div className={headClass}>{head}</div>
      )}
      <Side side={a} row={row} />
      <Side side={b} row={row} />
    </div>
  );
}

/** What one of the two strategies sends here. */
function Side({ side, row }: { side: DiffSide; row: DiffRow }) {
  const say = useSay();
  const base =
    "tabular h-11 min-w-0 border-line border-l px-3 py-1.5 text-small leading-4 max-sm:border-l-0 max-sm:odd:border-l";
  if (side.status === "kept")
    return (
      <p className={cn(base, row.kind === "kept" ? "text-tx3" : "bg-addbg text-addtx")}>
        {say("kept, {tokens}", { tokens: formatTokens(side.tokens) })}
      </p>
    );
  if (side.status === "dropped" || side.status === "summarised")
    return (
      <p className={cn(base, "hatch-dropped pattern")}>
        <span className="bg-bg px-1">
          {side.status === "summarised"
            ? say("→ Σ in its summary")
            : say("dropped, {reason}", { reason: reasonText(side.reason ?? "", say) })}
        </span>
      </p>
    );
  if (side.status === "absent") return <p className={cn(base, "text-tx3")}>–</p>;
  return (
    <p className={base}>
      <span className="block text-tx2">
        {say(WORD[side.status])}, {formatTokens(side.tokens)}
      </span>
      <span className="block truncate bg-addbg px-1 text-addtx">
        {firstLine(withoutNoteHead(side.text ?? ""), 120) || " "}
      </span>
    </p>
  );
}

const WORD = { edited: sentence("rewritten"), aside: sentence("put aside"), inserted: sentence("inserted") } as const;

type StrategyDiffTextProps = { sessionId: string; row: DiffRow; names: readonly [string, string] };

/** The texts of a difference: a comparison of A and B, or the only text if just one of them has it. */
function StrategyDiffText({ sessionId, row, names }: StrategyDiffTextProps) {
  const say = useSay();
  const { a, b, kind, part } = row;
  const needsOriginal = part !== null && (a.text === null || b.text === null);
  const original = useWholePart(sessionId, needsOriginal ? part.id : null);
  if (original.failure) return <p className="px-4 py-2 text-bad text-small">{original.failure}</p>;
  if (needsOriginal && original.text === null) return <LoadingLine>{say("Loading the original…")}</LoadingLine>;
  const before = a.text ?? original.text ?? "";
  const after = b.text ?? original.text ?? "";
  return (
    <section
      aria-label={say("Difference")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keyboard
      tabIndex={0}
      className="max-h-[46vh] overflow-auto border-line border-t bg-bg"
    >
      <p className="sticky top-0 border-line border-b bg-s1 px-4 py-1 text-micro text-tx2">
        {kind === "differs"
          ? `− ${names[0]}, + ${names[1]}`
          : say("only in {kind}", { kind: kind === "only-a" ? names[0] : names[1] })}
      </p>
      {kind === "differs" ? (
        <TextDifferenceView before={before} after={after} />
      ) : (
        <pre className="whitespace-pre-wrap break-words px-4 py-1 text-code">{kind === "only-a" ? before : after}</pre>
      )}
    </section>
  );
}
