import { LoadingLine } from "@/components/ui/loading-line";
import { SkeletonRows } from "@/components/ui/skeleton-rows";

/** The frame of a session's page while the session loads: header, timeline and tabs keep their place. */
export const SessionSkeleton = ({ children }: { children: string }) => (
  <main id="main">
    <div aria-hidden>
      <div className="flex h-15 flex-col justify-center gap-2 border-line border-b px-4 max-sm:px-3">
        <span className="h-3.5 w-80 max-w-full bg-s2" />
        <span className="h-2.5 w-56 max-w-full bg-s2" />
      </div>
      <div className="border-line2 border-b px-4 py-6 max-sm:px-3">
        <div className="h-32 border-line border-t border-b bg-s1" />
      </div>
      <div className="flex h-9 items-center gap-5 border-line2 border-b px-4 max-sm:px-3">
        {TABS.map((width) => (
          <span key={width} className="h-2.5 bg-s2" style={{ width }} />
        ))}
      </div>
    </div>
    <LoadingLine>{children}</LoadingLine>
    <SkeletonRows />
  </main>
);

/** Widths of the tabs' names, in pixels. */
const TABS = [70, 42, 40, 58, 44, 46];
