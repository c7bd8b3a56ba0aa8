/** Placeholders for rows that are loading; screen readers hear the line above them instead. Not animated. */
export const SkeletonRows = () => (
  <div aria-hidden>
    {WIDTHS.map((width) => (
      <div key={width} className="flex h-9 items-center justify-between border-line border-b px-4 max-sm:px-3">
        <span className="h-2.5 bg-s2" style={{ width: `${width}%` }} />
        <span className="h-2.5 w-14 bg-s2" />
      </div>
    ))}
  </div>
);

/** Per cent of the row's width, one for each row. */
const WIDTHS = [34, 27, 41, 22, 31, 25, 37, 19];
