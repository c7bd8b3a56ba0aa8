"use client";
import { memo, type ReactNode, useMemo } from "react";
import { useSay } from "@/components/words/words-provider";
import { cutLongLine, plainText } from "./part-text";

/** Deeper values are written on one line, because a hostile value could be nested thousands of levels deep. */
const DEEPEST = 12;
/** Maximum number of shown entries of an object or list; the others are counted. */
const MAX_ENTRIES = 200;
/** Maximum parsed characters; longer arguments are shown as text. */
const LONGEST_TEXT = 512 * 1024;
/** Objects and lists with more entries start folded. */
const OPEN_ENTRIES = 30;
const OPEN_LINES = 12;

type Props = { text: string; label: string; fallback: ReactNode };

/** A tool call's JSON arguments as a foldable tree; `fallback` if the text is too long or not JSON. */
export const JsonTree = memo(function JsonTree({ text, label, fallback }: Props) {
  const entries = useMemo(() => parseEntries(text), [text]);
  if (!entries) return fallback;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and a section would be a landmark per part
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="mt-1 overflow-x-auto rounded-chip border border-line bg-s1 px-2 py-1 font-mono text-code"
    >
      <Entries entries={entries} depth={0} />
    </div>
  );
});

type Entry = readonly [name: string, value: unknown];

function parseEntries(text: string): Entry[] | null {
  if (text.length > LONGEST_TEXT || !/^\s*[[{]/.test(text)) return null;
  try {
    return entriesOf(JSON.parse(text));
  } catch {
    return null;
  }
}

const entriesOf = (value: unknown): Entry[] | null =>
  typeof value === "object" && value !== null ? Object.entries(value) : null;

function Entries({ entries, depth }: { entries: readonly Entry[]; depth: number }) {
  const say = useSay();
  const more = entries.length - MAX_ENTRIES;
  return (
    <ul className={depth > 0 ? "border-line border-l pl-3" : ""}>
      {entries.slice(0, MAX_ENTRIES).map(([name, value]) => (
        <li key={name}>
          <Value name={name} value={value} depth={depth} />
        </li>
      ))}
      {more > 0 ? <li className="text-tx3">{say("and {count} more", { count: more.toLocaleString("en") })}</li> : null}
    </ul>
  );
}

function Value({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  const say = useSay();
  const entries = entriesOf(value);
  if (entries && entries.length > 0 && depth < DEEPEST) {
    const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
    return (
      <Fold name={name} size={size} isOpen={entries.length <= OPEN_ENTRIES && depth < 3}>
        <Entries entries={entries} depth={depth + 1} />
      </Fold>
    );
  }
  const lines = typeof value === "string" ? plainText(value).split("\n") : [];
  if (lines.length > 1) {
    return (
      <Fold name={name} size={say("{count} lines", { count: lines.length })} isOpen={lines.length <= OPEN_LINES}>
        <pre className="border-line border-l pl-3 text-addtx">
          {lines.map((line) => cutLongLine(line, say)).join("\n")}
        </pre>
      </Fold>
    );
  }
  return (
    <p className="whitespace-pre">
      <span className="text-tx3">{name}: </span>
      <Leaf value={value} />
    </p>
  );
}

function Fold({ name, size, isOpen, children }: { name: string; size: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary className="touch-target relative min-h-6 w-fit cursor-pointer leading-6">
        <span className="text-tx3">{name}: </span>
        <span className="text-tx2">{size}</span>
      </summary>
      {children}
    </details>
  );
}

function Leaf({ value }: { value: unknown }) {
  const say = useSay();
  if (typeof value === "string") return <span className="text-addtx">{cutLongLine(plainText(value), say)}</span>;
  return <span className="text-acc">{cutLongLine(shortJson(value), say)}</span>;
}

/** A value below the deepest level as one short line, without walking it. */
function shortJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[… ${value.length}]`;
  const count = Object.keys(value).length;
  return count === 0 ? "{}" : `{… ${count}}`;
}
