import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useSay } from "@/components/words/words-provider";
import type { LibraryFilter } from "@/lib/api/library-keys";
import type { LibraryList } from "@/lib/api/schemas/library-list";
import { formatTokens } from "@/lib/wording/number-format";
import { type Sentence, sentence } from "@/lib/wording/say";

const NAME: Readonly<Record<LibraryFilter, Sentence>> = {
  q: sentence("the search"),
  text: sentence("the search"),
  from: sentence("the first day"),
  to: sentence("the last day"),
  client: sentence("client"),
  model: sentence("model"),
  project: sentence("project"),
  tag: sentence("tag"),
  compaction: sentence("compaction"),
  break: sentence("break"),
  error: sentence("error"),
  copy: sentence("copy"),
};

/** Shown if the filters hide every session: how many sessions each filter hides. */
export function NoMatch({ list, onClear }: { list: LibraryList; onClear: () => void }) {
  const say = useSay();
  const hides = Object.entries(list.hides) as [LibraryFilter, number][];
  const filters = hides.map(([name, count]) =>
    say("{name} hides {count, plural, one {# session} other {# sessions}}", { name: say(NAME[name]), count }),
  );
  return (
    <EmptyState
      title={say("No sessions match these filters")}
      actions={<Button onClick={onClear}>{say("Show all {total}", { total: formatTokens(list.total) })}</Button>}
    >
      {filters.length === 0
        ? say("The library is empty.")
        : say("Each filter on its own: {said}.", { said: filters.join(say("; ")) })}
      {list.unindexed > 0
        ? say(" {unindexed, plural, one {# session} other {# sessions}} cannot be searched yet.", {
            unindexed: list.unindexed,
          })
        : ""}
    </EmptyState>
  );
}
