"use client";
import { MessageSquarePlus } from "lucide-react";
import { useRef } from "react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { loadLater } from "@/components/ui/load-later";
import { useSay } from "@/components/words/words-provider";
import type { Comments } from "./use-comments";

/** Most requests have no comment. */
const CommentForm = loadLater(() => import("./comment-form").then((module) => module.CommentForm));
const CommentItem = loadLater(() => import("./comment-item").then((module) => module.CommentItem));

type Props = {
  comments: Comments;
  /** The request, counted from 0 within its agent. */
  position: number;
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
};

/** The reader's comments on a request, and a field for adding one. They are stored, and exported with the session. */
export function RequestComments({ comments, position, isWriting, onWriting }: Props) {
  const say = useSay();
  const mayWrite = useMay("POST /api/sessions/{id}/comments");
  /** When the form closes, the focus moves to the button that replaces it. */
  const hasWritten = useRef(false);
  hasWritten.current ||= isWriting;
  const own = comments.all.filter(({ index_in_agent }) => index_in_agent === position);
  if (!mayWrite && own.length === 0) return null;
  return (
    <section aria-label={say("Comments")} className="border-line border-b px-4 py-2">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h2 className="font-semibold text-small">{say("Comments")}</h2>
        {isWriting || !mayWrite ? null : (
          <Button
            size="sm"
            variant="quiet"
            className="-mr-2"
            autoFocus={hasWritten.current}
            onClick={() => onWriting(true)}
          >
            <MessageSquarePlus aria-hidden />
            {say("Write")} <Kbd className="max-sm:hidden">m</Kbd>
          </Button>
        )}
      </div>
      <div className="space-y-1.5">
        {own.map((comment) => (
          <CommentItem key={comment.id} comment={comment} comments={comments} />
        ))}
      </div>
      {isWriting && mayWrite ? (
        <CommentForm
          key={position}
          label={say("Comment on request {number}", { number: position + 1 })}
          text=""
          onSave={(text) => comments.add(position, text)}
          onClose={() => onWriting(false)}
        />
      ) : null}
    </section>
  );
}
