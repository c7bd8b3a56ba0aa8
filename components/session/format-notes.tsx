/**
 * What a session's log lacks and what cannot be shown without it. The first sentence is visible, the others unfold. The
 * server passes the sentences, so that the browser does not load those of every format.
 */
export function FormatNotes({ notes }: { notes: readonly string[] }) {
  const [first, ...others] = notes;
  if (first === undefined) return null;
  const className = "shrink-0 border-line border-b bg-s1 px-4 py-1.5 text-small text-tx2";
  if (others.length === 0) return <p className={className}>{first}</p>;
  return (
    <details className={className}>
      <summary>{first}</summary>
      <ul className="mt-1 flex max-w-[100ch] list-disc flex-col gap-1 pl-8">
        {others.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
