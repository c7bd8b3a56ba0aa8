"use client";
import { memo, useId } from "react";
import { Treemap } from "recharts";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL, KINDS, type Kind, kindColor } from "@/components/ui/content-kinds";
import { Swatch } from "@/components/ui/swatch";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useSay } from "@/components/words/words-provider";
import { compositionWords } from "@/lib/read-models/words/composition";
import type { CompositionView, ShownPart } from "@/lib/view-models/composition/composition-view";
import { formatMoney, formatRequestReference, formatTokens } from "@/lib/wording/number-format";

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
                <Tiles
                  parts={view.parts.filter(({ kind }) => kinds.includes(kind))}
                  {...{ chosen, onOpen }}
                  width={Math.floor(share * room)}
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

type TilesProps = Omit<Props, "view"> & { parts: readonly ShownPart[]; width: number };

function Tiles({ parts, chosen, width, onOpen }: TilesProps) {
  const id = useId().replaceAll(":", "");
  const kinds = [...new Set(parts.map(({ kind }) => kind))];
  const data = parts
    .map((part) => ({ name: part.id, size: part.tokens, part }))
    .filter((tile) => tile.size > 0)
    .sort((a, b) => b.size - a.size);
  if (width < 2 || data.length === 0) return <div style={{ height: HEIGHT }} />;
  return (
    <Treemap
      width={width}
      height={HEIGHT}
      data={data}
      dataKey="size"
      isAnimationActive={false}
      content={(tile) => <Tile {...(tile as unknown as TileShape)} {...{ chosen, onOpen, patterns: id }} />}
    >
      <defs>
        {kinds.map((kind) => (
          <pattern
            key={kind}
            id={`stale${id}${kind}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="1.5" height="6" fill={kindColor(kind)} />
          </pattern>
        ))}
        {kinds.map((kind) => (
          <pattern key={kind} id={`copy${id}${kind}`} width="6" height="6" patternUnits="userSpaceOnUse">
            <circle cx="3" cy="3" r="1.2" fill={kindColor(kind)} />
          </pattern>
        ))}
      </defs>
    </Treemap>
  );
}

/** The props of a tile from recharts: its position, and its entry's fields. */
type TileShape = { x: number; y: number; width: number; height: number; depth: number; part?: ShownPart };
type TileProps = TileShape & Pick<Props, "chosen" | "onOpen"> & { patterns: string };

function Tile({ x, y, width, height, part, chosen, onOpen, patterns }: TileProps) {
  const say = useSay();
  if (!part || width <= 0 || height <= 0) return null;
  const { kind, waste, label, tool, tokens, first } = part;
  const pattern = waste === null ? null : waste.kind === "same-text" ? "copy" : "stale";
  const isFaint = chosen !== null && !chosen.has(part.id);
  const [title, second] = tileText(part, say(KIND_LABEL[kind]), width, height);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table below the map lists the same parts as links
    <g onClick={() => onOpen(part.id)} opacity={isFaint ? 0.35 : 1} className="cursor-pointer">
      <title>
        {say("{kind}{tool} {label}: {tokens} tokens from request {first}{cost}{waste}", {
          kind: say(KIND_LABEL[kind]),
          tool: tool ? ` ${tool}` : "",
          label,
          tokens: formatTokens(tokens),
          first: first + 1,
          cost: part.cost === null ? "" : say(", {cost} to send", { cost: formatMoney(part.cost) }),
          waste: waste ? say("; ") + compositionWords.wasteChip(waste.kind, waste.by, say) : "",
        })}
      </title>
      <rect {...{ x, y, width, height }} fill="var(--bg)" />
      <rect
        {...{ x, y, width, height }}
        fill={kindColor(kind)}
        fillOpacity="0.25"
        stroke="var(--tile)"
        className="data-fill"
      />
      {pattern ? (
        <rect {...{ x, y, width, height }} fill={`url(#${pattern}${patterns}${kind})`} fillOpacity="0.6" />
      ) : null}
      {title ? (
        <g fontSize="11" fill="var(--tx)">
          {pattern ? <rect x={x + 3} y={y + 3} width={width - 6} height={second ? 28 : 14} fill="var(--bg)" /> : null}
          <text x={x + 5} y={y + 14}>
            {title}
          </text>
          {second ? (
            <text x={x + 5} y={y + 28} className="tabular" fill="var(--tx2)">
              {second}
            </text>
          ) : null}
        </g>
      ) : null}
    </g>
  );
}

/** Estimated widths in pixels of text of 11 px. */
const LETTER = 6.2;
const DIGIT = 6.9;
const HASH = 8;
const BETWEEN = 10;

type Named = Pick<ShownPart, "label" | "tool" | "tokens" | "first">;

/**
 * A tile's text in one or two lines: its name and, if there is room, its tokens and the request it came with. The
 * request comes first, because many parts have the same name, and the area already shows the tokens.
 */
export function tileText(part: Named, kind: string, width: number, height: number): readonly (string | undefined)[] {
  const room = width - 8;
  if (room < 38 || height < 17) return [];
  const name = part.label.split(/[/\\]/).at(-1) || part.tool || kind;
  const request = formatRequestReference(part.first);
  const requestWidth = HASH + (request.length - 1) * DIGIT;
  if (height >= 32) {
    const both = `${formatTokens(part.tokens)} · ${request}`;
    const fitsBoth = formatTokens(part.tokens).length * DIGIT + BETWEEN + requestWidth <= room;
    return [cut(name, room), fitsBoth ? both : requestWidth <= room ? request : undefined];
  }
  const left = room - requestWidth - 4;
  return [left >= 4 * LETTER ? `${cut(name, left)} ${request}` : cut(name, room)];
}

/** As many letters as fit, ending with an ellipsis if cut. */
function cut(text: string, room: number): string {
  const letters = Math.floor(room / LETTER);
  return text.length > letters ? `${text.slice(0, Math.max(1, letters - 1))}…` : text;
}
