import { codeTokens } from "@/lib/view-models/api-docs/code-tokens";

const COLOURS = { plain: undefined, string: "text-addtx", literal: "text-acc" } as const;

/** Code or JSON in its own scrolling box. */
export function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="mt-2 max-h-120 overflow-auto rounded-control border border-line2 p-2"
    >
      <pre className="font-mono text-code">
        {codeTokens(text).map(({ start, kind, text: piece }) => (
          <span key={start} className={COLOURS[kind]}>
            {piece}
          </span>
        ))}
      </pre>
    </section>
  );
}
