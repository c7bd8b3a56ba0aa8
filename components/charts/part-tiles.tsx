"use client";
import { useId } from "react";
import { Treemap } from "recharts";
import { KIND_LABEL, kindColor } from "@/components/ui/content-kinds";
import { useSay } from "@/components/words/words-provider";
import { compositionWords } from "@/lib/read-models/words/composition";
import type { ShownPart } from "@/lib/view-models/composition/composition-view";
import { formatMoney, formatRequestReference, formatTokens } from "@/lib/wording/number-format";

type Props = {
  parts: readonly ShownPart[];
  /** Parts of the chosen class; the others are drawn paler. Null if no class is chosen. */
  chosen: ReadonlySet<string> | null;
  width: number;
  height: number;
  /** Opens the message of a part. */
  onOpen: (part: string) => void;
};

/** A tree map of the parts of one or more kinds. */
export function PartTiles({ parts, chosen, width, height, onOpen }: Props) {
  const id = useId().replaceAll(":", "");
  const kinds = [...new Set(parts.map(({ kind }) => kind))];
  const data = parts
    .map((part) => ({ name: part.id, size: part.tokens, part }))
    .filter((tile) => tile.size > 0)
    .sort((a, b) => b.size - a.size);
  if (width < 2 || data.length === 0) return <div style={{ height }} />;
  return (
    <Treemap
      width={width}
      height={height}
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
