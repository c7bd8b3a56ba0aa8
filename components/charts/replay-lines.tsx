"use client";
import { memo, useId, useMemo } from "react";
import { useSay } from "@/components/words/words-provider";
import { type ReplaySeries, signed } from "@/lib/view-models/replay/replay-view";
import { cutToRoom, MAX_LETTERS } from "./label-room";
import {
  linePath,
  niceTicks,
  type ReplayFrame,
  replayFrame,
  requestTicks,
  spreadLabels,
  xOfRequest,
} from "./replay-layout";
import { lineStyle } from "./replay-line-style";

type ReplayLine = Pick<ReplaySeries, "id" | "label" | "style"> & {
  /** Prefix of the value in the label, for example `~`. */
  readonly sign: string;
  readonly values: readonly (number | null)[];
};

type Props = {
  lines: readonly ReplayLine[];
  count: number;
  width: number;
  height: number;
  /** The axis reaches at least this value. A higher line leaves the plot, and its label gets an arrow. */
  top: number;
  format: (value: number) => string;
  isStep?: boolean;
  /** A dashed line at `value`; the band from `from` up to it is hatched. */
  limit?: { readonly value: number; readonly from: number | null } | null;
  /** A note on a request, below the limit. */
  mark?: { readonly at: number; readonly text: string } | null;
};

/**
 * One labelled line per policy over the requests. Not drawn by recharts, so that the page's charts share x to the
 * pixel.
 */
export const ReplayLines = memo(function ReplayLines(props: Props) {
  const { lines, count, width, height, isStep = false } = props;
  const frame = replayFrame(width, height);
  const ticks = useMemo(() => niceTicks(props.top), [props.top]);
  const highest = ticks.at(-1) ?? 1;
  const y = (value: number) => frame.bottom - (value / highest) * (frame.bottom - frame.top);
  const place = (value: number | null, at: number) =>
    value === null ? null : { x: xOfRequest(frame, count, at), y: y(value) };
  // The log comes first and is drawn last, so that it stays visible if lines coincide.
  const drawn = [...lines].reverse();
  return (
    <svg width={width} height={height} className="data-fill block" aria-hidden>
      <Grid frame={frame} ticks={ticks} y={y} format={props.format} />
      {props.limit ? <Limit frame={frame} y={y} {...props.limit} /> : null}
      {drawn.map(({ id, style, values }) => (
        <path key={id} d={linePath(values.map(place), isStep)} fill="none" {...lineStyle(style)} />
      ))}
      {props.mark ? (
        <Mark
          frame={frame}
          x={xOfRequest(frame, count, props.mark.at)}
          y={y(props.limit?.value ?? highest)}
          text={props.mark.text}
        />
      ) : null}
      {frame.hasLabels ? <EndLabels frame={frame} lines={lines} y={y} format={props.format} /> : null}
    </svg>
  );
});

type Scale = { frame: ReplayFrame; y: (value: number) => number };

function Grid({ frame, ticks, y, format }: Scale & { ticks: readonly number[]; format: Props["format"] }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        x1={frame.left}
        x2={frame.right}
        y1={Math.round(y(tick)) + 0.5}
        y2={Math.round(y(tick)) + 0.5}
        stroke="var(--line)"
      />
      <text x={frame.left - 8} y={y(tick) + 4} textAnchor="end" fontSize={11} fill="var(--tx3)">
        {tick === 0 ? "0" : format(tick)}
      </text>
    </g>
  ));
}

function Limit({ frame, y, value, from }: Scale & { value: number; from: number | null }) {
  const pattern = useId();
  return (
    <g>
      {from === null ? null : (
        <>
          <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
            <line x1="0" y1="0" x2="0" y2="6" stroke="var(--line2)" strokeWidth="1" />
          </pattern>
          <rect
            x={frame.left}
            y={y(value)}
            width={frame.right - frame.left}
            height={Math.max(0, y(from) - y(value))}
            fill={`url(#${pattern})`}
          />
        </>
      )}
      <line x1={frame.left} x2={frame.right} y1={y(value)} y2={y(value)} stroke="var(--tx2)" strokeDasharray="4 3" />
    </g>
  );
}

/** Estimated width in pixels of 11 px text. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > "\u2e7f" ? 11 : 5.8), 0);

/** A text that starts next to `x`, or far enough to its left to end inside the plot. */
function Mark({ frame, x, y, text }: { frame: ReplayFrame; x: number; y: number; text: string }) {
  return (
    <text
      x={Math.max(frame.left, Math.min(x + 8, frame.right - widthOf(text)))}
      y={y + 16}
      fontSize={11}
      fill="var(--tx2)"
      stroke="var(--bg)"
      strokeWidth={4}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {text}
    </text>
  );
}

function EndLabels({ frame, lines, y, format }: Scale & { lines: Props["lines"]; format: Props["format"] }) {
  const ends = lines.flatMap((line) => {
    const last = line.values.findLast((value) => value !== null);
    if (last == null) return [];
    const isAbove = y(last) < 0;
    return [{ ...line, last, isAbove, end: isAbove ? frame.top : y(last) }];
  });
  const places = spreadLabels(
    ends.map(({ end }) => end),
    frame.top,
    frame.bottom,
  );
  return ends.map(({ id, label, style, sign, last, isAbove, end }, index) => {
    const { stroke } = lineStyle(style);
    const at = places[index] ?? end;
    return (
      <g key={id}>
        {isAbove ? null : (
          <path
            d={`M${frame.right + 1} ${end}h3L${frame.right + 12} ${at}`}
            fill="none"
            stroke={stroke}
            strokeWidth="0.75"
          />
        )}
        <text
          x={frame.right + 15}
          y={at + 4}
          fontSize={11}
          fill="var(--tx2)"
          fontWeight={style === "logged" ? 650 : 400}
        >
          {named(label, `${signed(sign, last, format(last))}${isAbove ? " ↑" : ""}`)}
        </text>
      </g>
    );
  });
}

/** A label of name and value; long names are cut, values never. */
const named = (label: string, value: string): string => `${cutToRoom(label, MAX_LETTERS - value.length - 1)} ${value}`;

/** Draws request numbers under the last chart of a group. */
export function RequestAxis({ count, width }: { count: number; width: number }) {
  const say = useSay();
  const frame = replayFrame(width, 18);
  return (
    <svg width={width} height={18} className="block" aria-hidden>
      <text x={4} y={13} fontSize={11} fill="var(--tx3)">
        {say("request")}
      </text>
      {requestTicks(count, frame.right - frame.left).map((tick) => (
        <text
          key={tick}
          x={xOfRequest(frame, count, tick - 1)}
          y={13}
          textAnchor="middle"
          fontSize={11}
          fill="var(--tx3)"
        >
          {tick}
        </text>
      ))}
    </svg>
  );
}
