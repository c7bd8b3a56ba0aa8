/** A note that the link's request does not exist, and which one is shown instead. */
export function UnknownRequest({ note }: { note: string | null }) {
  if (note === null) return null;
  return (
    <p role="status" className="shrink-0 border-line border-b bg-s1 px-4 py-1.5 text-small text-tx2 max-sm:px-3">
      {note}
    </p>
  );
}
