"use client";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL, KINDS, type Kind } from "@/components/ui/content-kinds";
import { loadLater } from "@/components/ui/load-later";
import { Swatch } from "@/components/ui/swatch";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useSay } from "@/components/words/words-provider";
import type { CompositionView } from "@/lib/view-models/composition/composition-view";
import { formatTokens } from "@/lib/wording/number-format";

const PartTiles = loadLater(() => import("./part-tiles").then((module) => module.PartTiles));

type Props = {
  view: CompositionView;
  /** Parts of the chosen class; the others are drawn paler. Null if no class is chosen. */
  chosen: ReadonlySet<string> | null;
  /** Opens the message of a part. */
  onOpen: (part: string) => void;
};

/** Matches the height of the adjacent list of what could be left out. */
const HEIGHT = 332;
const GAP = 2;
/** A kind with a smaller share has no separate column. */
const LEAST_SHARE = 0.06;
/**
 * In a narrower column (pixels), only the swatch of the kind is shown, because a name would be cut to a letter or two.
 */
const LEAST_NAMED = 56;
/**
 * The background colour separates tiles; with high contrast a line does, because the background is no stronger than the
 * tiles' tints.
 */
const DIVIDER = "[--tile:var(--bg)] contrast-more:[--tile:var(--line)] in-data-[contrast=more]:[--tile:var(--line)]";

type Column = { readonly kinds: readonly Kind[]; readonly share: number; readonly tokens: number };

/** A prompt's parts as areas, by kind. They are also in the table below, which the keyboard reaches. */
export const PartMap = memo(function PartMap({ view, chosen, onOpen }: Props) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const { columns, rest } = columnsOf(view);
  const room = (width ?? 0) - GAP * (columns.length + rest.length);
  return (
    <div ref={ref} className={cn("flex min-w-0 overflow-hidden", DIVIDER)} style={{ gap: GAP, height: HEIGHT + 20 }}>
      {width === null
        ? null
        : columns.map(({ kinds, share, tokens }) => (
            <div key={kinds.join(" ")} className="min-w-0" style={{ width: Math.floor(share * room) }}>
              <ColumnHead kinds={kinds} tokens={tokens} isNamed={share * room >= LEAST_NAMED} />
              {kinds[0] === "unseen" ? (
                <Unseen hasRoom={share * room >= 90} />
              ) : (
                <PartTiles
                  parts={view.parts.filter(({ kind }) => kinds.includes(kind))}
                  {...{ chosen, onOpen }}
                  width={Math.floor(share * room)}
                  height={HEIGHT}
                />
              )}
            </div>
          ))}
    </div>
  );
});

function columnsOf(view: CompositionView) {
  const sums = KINDS.map((kind) => {
    const own = view.parts.filter((part) => part.kind === kind).reduce((sum, { tokens }) => sum + tokens, 0);
    return { kind, sum: kind === "unseen" ? view.kinds.unseen : own };
  }).filter(({ sum }) => sum > 0);
  const all = Math.max(
    sums.reduce((total, { sum }) => total + sum, 0),
    1,
  );
  const isLarge = ({ kind, sum }: (typeof sums)[number]) => sum / all >= LEAST_SHARE || kind === "unseen";
  const small = sums.filter((entry) => !isLarge(entry));
  const smallSum = small.reduce((total, { sum }) => total + sum, 0);
  const columns: Column[] = sums
    .filter(isLarge)
    .map(({ kind, sum }) => ({ kinds: [kind], share: sum / all, tokens: sum }))
    .sort((a, b) => Number(b.kinds[0] === "unseen") - Number(a.kinds[0] === "unseen") || b.tokens - a.tokens);
  const last: Column[] =
    small.length > 0 ? [{ kinds: small.map(({ kind }) => kind), share: smallSum / all, tokens: smallSum }] : [];
  return { columns: [...columns, ...last], rest: last };
}

/** Explains the patterns of the tiles. */
export function PartMapLegend() {
  const say = useSay();
  return (
    <ul className="flex flex-wrap gap-x-3 text-micro text-tx2">
      <li className="inline-flex items-center gap-1.5">
        <svg width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" fill="var(--s2)" />
          <path d="M0 6L6 0M1 11L11 1M5 11L11 5" stroke="var(--tx2)" strokeWidth="1.5" />
        </svg>
        {say("wasted")}
      </li>
      <li className="inline-flex items-center gap-1.5">
        <svg width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" fill="var(--s2)" />
          {[2.5, 7.5].flatMap((y) =>
            [2.5, 7.5].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.2" fill="var(--tx2)" />),
          )}
        </svg>
        {say("copy of an earlier part")}
      </li>
    </ul>
  );
}

type HeadProps = { kinds: readonly Kind[]; tokens: number; isNamed: boolean };

function ColumnHead({ kinds, tokens, isNamed }: HeadProps) {
  const say = useSay();
  const name = kinds.map((kind) => say(KIND_LABEL[kind])).join(say.language === "en" ? ", " : "、");
  const figure = formatTokens(tokens);
  return (
    <div
      className="relative flex h-5 items-center gap-1.5 overflow-hidden whitespace-nowrap text-micro"
      title={`${name} ${figure}`}
    >
      {kinds.map((kind) => (
        <Swatch key={kind} kind={kind} />
      ))}
      <span className={isNamed ? "truncate" : "sr-only"}>
        <span className="font-semibold">{name}</span> <span className="tabular text-tx2">{figure}</span>
      </span>
    </div>
  );
}

/** One block, because the log lacks its parts. */
function Unseen({ hasRoom }: { hasRoom: boolean }) {
  const say = useSay();
  return (
    <div className="hatch-unseen p-1.5 text-micro" style={{ height: HEIGHT }}>
      {hasRoom ? (
        <span className="relative block bg-bg px-1">
          <strong className="block font-medium">{say("system prompt and tool definitions")}</strong>
          {say("in the prompt, not in the log")}
        </span>
      ) : null}
    </div>
  );
}
