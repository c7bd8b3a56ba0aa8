import { useSay } from "@/components/words/words-provider";
import type { JudgedQuestionAnswer } from "@/lib/api/schemas/judge";
import { formatShare, NOT_APPLICABLE_TEXT } from "@/lib/wording/number-format";

/** The evidence behind the scores: each question, its known right answer, and the answers that were given. */
export function JudgeQuestions({ questions }: { questions: readonly JudgedQuestionAnswer[] }) {
  const say = useSay();
  if (questions.length === 0) return null;
  return (
    <details className="mt-2 text-small">
      <summary className="cursor-pointer text-tx2">
        {say("{count, plural, one {# question and its answers} other {# questions and their answers}}", {
          count: questions.length,
        })}
      </summary>
      <ol className="mt-2 flex flex-col gap-3">
        {questions.map((entry) => (
          <li key={`${entry.family} ${entry.question}`} className="border-line border-t pt-2">
            <Question {...entry} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Question({ family, question, gold, weight, answers }: JudgedQuestionAnswer) {
  const say = useSay();
  const counts = weight === null ? say("no verdict") : say("counts {share}", { share: formatShare(weight) });
  return (
    <>
      <p>
        <span className="font-medium">{question}</span>
        <span className="ml-2 text-micro text-tx3">{`${say.known(family)}${say(", ")}${counts}`}</span>
      </p>
      <p className="mt-1 whitespace-pre-wrap break-words text-tx2">
        {say("Known: {answers}", { answers: gold.join(say("; ")) })}
      </p>
      <dl className="mt-1 flex flex-col gap-1">
        {answers.map(({ candidate, text, score }) => (
          <div key={candidate} className="grid grid-cols-[9rem_2rem_1fr] gap-2 max-sm:grid-cols-[1fr_2rem]">
            <dt className="truncate text-tx2">{candidate}</dt>
            <dd className="tabular text-right">{score?.toFixed(1) ?? NOT_APPLICABLE_TEXT}</dd>
            <dd className="whitespace-pre-wrap break-words text-tx2 max-sm:col-span-2">{text ?? say("no answer")}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
