import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { cutLongLine, numberedLines, plainText } from "./part-text";

type Props = { text: string; isError?: boolean; label: string };

/** Shows tool output, arguments and files as they are, in a monospaced box that scrolls. */
export const CodeText = memo(function CodeText({ text, isError = false, label }: Props) {
  const say = useSay();
  const lines = numberedLines(plainText(text));
  const hasNumbers = lines.some((line) => line.number !== null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and a section would be a landmark per part
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
      tabIndex={0}
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
