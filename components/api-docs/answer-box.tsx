import type { RawAnswer } from "@/components/api/call-api";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import { shownAnswer } from "@/lib/view-models/api-docs/api-docs-snippets";
import { formatBytes } from "@/lib/wording/number-format";
import { CodeBox } from "./code-box";
import type { SentCall } from "./use-sent-call";

/** Status, time and size of an answer, and its text. */
export function AnswerBox({ sent }: { sent: SentCall }) {
  const say = useSay();
  const answer = sent !== null && sent !== "running" && "answer" in sent ? sent.answer : null;
  return (
    <div className="mt-3">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <p role="status" className="text-small">
          <Outcome sent={sent} />
        </p>
        {answer?.text ? <CopyButton size="sm" label={say("Copy answer")} text={answer.text} /> : null}
      </div>
      {answer === null ? null : <AnswerText answer={answer} />}
    </div>
  );
}

function Outcome({ sent }: { sent: SentCall }) {
  const say = useSay();
  if (sent === null) return null;
  if (sent === "running") return <span className="text-tx2">{say("waiting for the answer…")}</span>;
  if ("failure" in sent) return <span className="text-bad">{say.known(sent.failure.message)}</span>;
  const { status, statusText, time, bytes } = sent.answer;
  return (
    <>
      <span className={cn("font-semibold", status < 400 ? "text-good" : "text-bad")}>
        {status} {statusText}
      </span>{" "}
      <span className="text-tx2">
        {say("{ms} ms", { ms: Math.round(time).toLocaleString("en") })}, {formatBytes(bytes)}
      </span>
    </>
  );
}

function AnswerText({ answer: { text, media } }: { answer: RawAnswer }) {
  const say = useSay();
  if (text === null)
    return <p className="text-small text-tx2">{say("A file of the type {media}; it is not shown here.", { media })}</p>;
  if (text === "") return <p className="text-small text-tx2">{say("No content.")}</p>;
  const { shown, isCut } = shownAnswer(text, media);
  return (
    <>
      <CodeBox label={say("Answer")} text={shown} />
      {isCut ? (
        <p className="text-micro text-tx3">{say("Only the beginning is shown; the copy has all of it.")}</p>
      ) : null}
    </>
  );
}
