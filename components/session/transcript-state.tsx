import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { LoadingLine } from "@/components/ui/loading-line";
import type { LoadedMessages } from "./message-store";

type Props = {
  loaded: LoadedMessages;
  onRetry: () => void;
  isEmpty: boolean;
  /** How many of the messages that the list needs are loaded. */
  read: number;
  wanted: number;
};

/** A notice above the list or instead of it: loading, an error, or nothing to show. */
export function TranscriptState({ loaded, onRetry, isEmpty, read, wanted }: Props) {
  if (loaded.error) {
    return (
      <ErrorState
        title={read > 0 ? "The rest of the messages could not be read" : "The messages could not be read"}
        kept={read > 0 ? `${read} of ${wanted} are shown below.` : "The figures above are complete."}
        code={loaded.error.code}
        actions={<Button onClick={onRetry}>Try again</Button>}
      >
        {loaded.error.title}
      </ErrorState>
    );
  }
  if (!isEmpty) return null;
  if (loaded.total === null || read < wanted) {
    return <LoadingLine>{wanted === 0 ? "Reading messages…" : `Reading messages… ${read} of ${wanted}`}</LoadingLine>;
  }
  return (
    <EmptyState title="Nothing of this prompt is in the log">
      The provider counted a prompt, but the transcript holds none of its messages. Full history shows what it does
      hold.
    </EmptyState>
  );
}
