/** The logo: columns of a context window, one of them made shorter; the small square is the part that was put aside. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className={className}>
      <g fill="currentColor">
        <rect x="1" y="7" width="2.5" height="5" />
        <rect x="5" y="4" width="2.5" height="8" />
        <rect x="9" y="8" width="2.5" height="4" />
        <rect x="1" y="13.5" width="14" height="1.5" />
      </g>
      <rect x="12" y="2" width="3" height="3" fill="var(--acc)" />
    </svg>
  );
}
