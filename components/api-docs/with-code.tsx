import { codePieces } from "@/lib/view-models/api-docs/api-docs";

/** A description whose code, between backticks, stands in the type of code. */
export function WithCode({ text }: { text: string }) {
  return codePieces(text).map(({ text: piece, isCode }, index) => {
    const key = `${index} ${piece}`;
    return isCode ? (
      <code key={key} className="break-words font-mono text-code">
        {piece}
      </code>
    ) : (
      <span key={key}>{piece}</span>
    );
  });
}
