import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { LoadingLine } from "@/components/ui/loading-line";
import { useSay } from "@/components/words/words-provider";
import { problemText } from "@/lib/wording/problem-text";
import type { LoadedMessages } from "./message-store";

type Props = {
  loaded: LoadedMessages;
  onRetry: () => void;
  isEmpty: boolean;
  /** Number of needed messages already loaded. */
  read: number;
  wanted: number;
};

/** A notice above or instead of the list: loading, an error, or nothing to show. */
export function TranscriptState({ loaded, onRetry, isEmpty, read, wanted }: Props) {
  const say = useSay();
  if (loaded.error) {
    return (
      <ErrorState
        title={read > 0 ? say("The rest of the messages could not be loaded") : say("The messages could not be loaded")}
        kept={
          read > 0
            ? say("{read} of {wanted} are shown below.", { read, wanted })
            : say("The figures above are complete.")
        }
        code={loaded.error}
        actions={<Button onClick={onRetry}>{say("Try again")}</Button>}
      >
        {problemText({ message: loaded.error.title }, say)}
      </ErrorState>
    );
  }
  if (!isEmpty) return null;
  if (loaded.total === null || read < wanted) {
    return (
      <LoadingLine>
        {wanted === 0 ? say("Loading messages…") : say("Loading messages… {read} of {wanted}", { read, wanted })}
      </LoadingLine>
    );
  }
  return (
    <EmptyState title={say("Nothing of this prompt is in the log")}>
      {say(
        "The provider counted a prompt, but the transcript contains none of its messages. Full history shows what it does contain.",
      )}
    </EmptyState>
  );
}
