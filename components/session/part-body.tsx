"use client";
import { lazy, memo, Suspense, useCallback, useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import type { Say } from "@/lib/wording/say";
import type { PartRow } from "../../lib/api/schemas/message-row";
import { countLines, cutLongLine, FOLD_LINES, firstLines, numberedLines, plainText } from "./part-text";
import { readPartText } from "./read-messages";

type Props = { text: string; isError?: boolean; label: string };

/** Tool output, arguments and files verbatim, in a monospaced box that scrolls. */
export const CodeText = memo(function CodeText({ text, isError = false, label }: Props) {
  const say = useSay();
  const lines = numberedLines(plainText(text));
  const hasNumbers = lines.some((line) => line.number !== null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and a section would be a landmark per part
    <div
      ref={useStopIfScrolls()}
      role="group"
      aria-label={label}
      className={cn("overflow-x-auto rounded-chip border bg-s1 px-2 py-1", isError ? "border-bad" : "border-line")}
    >
      {hasNumbers ? (
        <div className="grid grid-cols-[4ch_1fr] gap-x-3 font-mono text-code">
          <pre aria-hidden className="select-none text-right text-tx3">
            {lines.map((line) => line.number ?? "").join("\n")}
          </pre>
          <pre>{lines.map((line) => cutLongLine(line.text, say)).join("\n")}</pre>
        </div>
      ) : (
        <pre className="text-code">{lines.map((line) => cutLongLine(line.text, say)).join("\n")}</pre>
      )}
    </div>
  );
});

/** A box that scrolls sideways must be reachable by keyboard; for others, a tab stop would only be in the way. */
function useStopIfScrolls() {
  return useCallback((box: HTMLElement | null) => {
    if (box === null) return;
    const observer = new ResizeObserver(() => {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
}

const JsonTree = lazy(() => import("./json-tree").then((module) => ({ default: module.JsonTree })));
const MarkdownText = lazy(() => import("./markdown-text").then((module) => ({ default: module.MarkdownText })));

export type PartRowProps = {
  sessionId: string;
  part: PartRow;
  /** Tokens of the selected request's prompt; null if the part is not in it. */
  promptTokens: number | null;
  isGone: boolean;
  isSelected: boolean;
  isUnfolded: boolean;
  onSelect: (part: string) => void;
  onUnfold: (part: string, isUnfolded: boolean) => void;
};

/** The first dozen lines of a part's text, and a button for the rest with its size. */
export function PartBody({ sessionId, part, isUnfolded, onUnfold }: PartRowProps) {
  const say = useSay();
  const whole = useWholeText(sessionId, part, isUnfolded);
  const { text } = whole;
  if (text.trim() === "") return <NoText part={part} />;
  // A tool call is one line; its heading unfolds the arguments.
  if (part.kind === "tool_call") {
    const label = say("Arguments of {tool}", { tool: part.tool ?? say("the call") });
    if (!isUnfolded) return null;
    const asText = <CodeText text={text} label={label} />;
    return (
      <Suspense fallback={asText}>
        <JsonTree text={text} label={label} fallback={asText} />
      </Suspense>
    );
  }
  const total = countLines(text);
  const canFold = total > FOLD_LINES + 2 || part.truncated;
  const isFolded = canFold && !isUnfolded;
  return (
    <div className="mt-1">
      <Text part={part} text={isFolded ? firstLines(text, FOLD_LINES) : text} />
      {canFold ? (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => onUnfold(part.id, !isUnfolded)}
          className="touch-target relative min-h-6 text-micro text-tx3 hover:text-tx"
        >
          {whole.note ?? (isUnfolded ? say("Collapse") : moreText(part, total, Math.min(total, FOLD_LINES), say))}
        </button>
      ) : null}
    </div>
  );
}

/** How much text is hidden: the number of loaded lines and of unloaded characters. */
function moreText(part: PartRow, total: number, shown: number, say: Say): string {
  const hidden = total - shown;
  const lines = hidden === 0 ? "" : say("{count, plural, one {# line} other {# lines}}", { count: hidden });
  if (!part.truncated) return `+ ${lines}`;
  const characters = say("{count} characters", {
    count: (part.chars - part.text.length).toLocaleString("en"),
  });
  return `+ ${[lines, characters].filter(Boolean).join(say(" and "))}`;
}

function Text({ part, text }: { part: PartRow; text: string }) {
  const isProse = part.type === "text" || part.type === "reasoning";
  if (isProse)
    return (
      <Suspense fallback={<PlainProse text={text} />}>
        <MarkdownText text={text} />
      </Suspense>
    );
  return <CodeText text={text} isError={part.failure !== null} label={part.path ?? part.tool ?? part.kind} />;
}

/** The text while the Markdown code loads. */
const PlainProse = ({ text }: { text: string }) => (
  <div className="max-w-[84ch] whitespace-pre-wrap break-words text-base">{plainText(text)}</div>
);

function NoText({ part }: { part: PartRow }) {
  const say = useSay();
  if (part.chars > 0) return <p className="text-small text-tx3">{say("Only white space.")}</p>;
  if (part.type === "reasoning") return <p className="text-small text-tx3">{say("Encrypted: the log has no text.")}</p>;
  if (part.type === "file") return <p className="text-small text-tx3">{say("Image or file; not shown.")}</p>;
  return <p className="text-small text-tx3">{say("Empty.")}</p>;
}

type Whole = { text: string; note: string | null };

/** Loads the full text of a truncated part on demand. */
function useWholeText(sessionId: string, part: PartRow, isWanted: boolean): Whole {
  const say = useSay();
  const [whole, setWhole] = useState<Whole | null>(null);
  const isNeeded = isWanted && part.truncated;
  useEffect(() => {
    if (!isNeeded) return;
    const abort = new AbortController();
    setWhole({ text: part.text, note: say("Loading the rest…") });
    readPartText(sessionId, part.id, abort.signal).then(
      (text) => setWhole({ text, note: null }),
      () => abort.signal.aborted || setWhole({ text: part.text, note: say("The rest could not be loaded. Collapse") }),
    );
    return () => abort.abort();
  }, [isNeeded, sessionId, part.id, part.text, say]);
  return isNeeded && whole ? whole : { text: part.text, note: null };
}
