"use client";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";
import type { CommentJson } from "@/lib/api/schemas/comment";
import { formatDay } from "@/lib/wording/format-day";
import { problemText } from "@/lib/wording/problem-text";
import { CommentForm } from "./comment-form";
import type { Comments } from "./use-comments";

/** A comment: plain text, its day, and its actions. Deleting asks for confirmation. */
export function CommentItem({ comment, comments }: { comment: CommentJson; comments: Comments }) {
  const say = useSay();
  const mayChange = useMay("PATCH /api/sessions/{id}/comments/{commentId}");
  const [mode, setMode] = useState<"read" | "change" | "delete">("read");
  /** The mode that the reader left last: its button gets the focus back. */
  const [left, setLeft] = useState(mode);
  const [failure, setFailure] = useState<string | null>(null);
  const read = () => {
    setLeft(mode);
    setMode("read");
  };
  if (mode === "change")
    return (
      <CommentForm
        label={say("Comment")}
        text={comment.text}
        onSave={(text) => comments.change(comment.id, text)}
        onClose={read}
      />
    );
  return (
    <div className="group border-line2 border-l-2 py-0.5 pl-2">
      <p className="whitespace-pre-wrap break-words text-small">{comment.text}</p>
      <div className="flex min-h-6 items-center gap-1 text-micro text-tx3">
        <span className="mr-auto">
          {formatDay(comment.changed_at ?? comment.created_at, "day", say)}
          {comment.changed_at === null ? "" : say(" · changed")}
        </span>
        {mode === "delete" ? (
          <>
            <Button size="sm" variant="quiet" autoFocus onClick={read}>
              {say("Keep")}
            </Button>
            <Button
              size="sm"
              variant="danger"
              onClick={() => void comments.remove(comment.id).then((failed) => setFailure(failed))}
            >
              {say("Delete for good")}
            </Button>
          </>
        ) : !mayChange ? null : (
          <>
            <IconButton
              label={say("Change the comment")}
              className="size-6"
              autoFocus={left === "change"}
              onClick={() => setMode("change")}
            >
              <Pencil aria-hidden />
            </IconButton>
            <IconButton
              label={say("Delete the comment")}
              className="size-6"
              autoFocus={left === "delete"}
              onClick={() => setMode("delete")}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      {failure === null ? null : (
        <p role="alert" className="text-bad text-micro">
          {say("Not deleted: {failure}", { failure: problemText({ message: failure }, say) })}
        </p>
      )}
    </div>
  );
}
