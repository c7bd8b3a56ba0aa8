import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { LibraryList } from "@/lib/api/schemas/library-list";
import { formatCount, formatTokens } from "@/lib/view-models/number-format";

const NAME: Readonly<Record<string, string>> = {
  q: "the search",
  text: "the search",
  from: "the first day",
  to: "the last day",
};

/** Says which filters hide how many sessions, when they hide all. */
export function NoMatch({ list, onClear }: { list: LibraryList; onClear: () => void }) {
  const said = Object.entries(list.hides).map(
    ([name, count]) => `${NAME[name] ?? name} hides ${formatCount(count, "session")}`,
  );
  return (
    <EmptyState
      title="No session passes these filters"
      actions={<Button onClick={onClear}>Show all {formatTokens(list.total)}</Button>}
    >
      {said.length === 0 ? "The library is empty." : `By itself, ${said.join("; ")}.`}
      {list.unindexed > 0 ? ` ${formatCount(list.unindexed, "session")} cannot be searched yet.` : ""}
    </EmptyState>
  );
}
