/** A link to a place on the page, shown only while it has the focus. `to`: the place's id. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-s1 focus:px-3 focus:py-2"
    >
      {children}
    </a>
  );
}
