import { EmptyState } from "@/components/ui/empty-state";
import { useSay } from "@/components/words/words-provider";

const LINK = "text-acc hover:underline";

/** Shown for a session without any model answer: why there is no timeline, and how to read its messages. */
export function WithoutRequests({ id, messages }: { id: string; messages: number }) {
  const say = useSay();
  const download = (format: string) => `/api/sessions/${encodeURIComponent(id)}/export?format=${format}`;
  return (
    <EmptyState
      title={say("No requests in this log")}
      actions={
        <p className="flex gap-4 text-small">
          {messages > 0 ? (
            <a className={LINK} href={download("markdown")}>
              {say("Read them as Markdown")}
            </a>
          ) : null}
          <a className={LINK} href={download("raw")}>
            {say("Imported file")}
          </a>
        </p>
      }
    >
      {messages > 0
        ? say(
            "The log has {count, plural, one {# message} other {# messages}} but no model answers, so there is no window to draw.",
            { count: messages },
          )
        : say(
            "The file describes a session, but contains none of its messages: they are in another file. Import that one, or the folder with both.",
          )}
    </EmptyState>
  );
}
