import type { JobWork } from "@/components/api/use-kept-job";
import { ErrorState } from "@/components/ui/error-state";
import { useSay } from "@/components/words/words-provider";
import { adviceProgress } from "@/lib/view-models/advice/advice-progress";
import { problemText } from "@/lib/wording/problem-text";

/** Why a search ended without a result, and its progress. */
export function SearchFailure({ work: { failure, progress } }: { work: JobWork }) {
  const say = useSay();
  if (failure === null) return null;
  const isCancelled = failure.code === "cancelled";
  return (
    <ErrorState
      title={isCancelled ? say("The search was cancelled") : say("The search did not finish")}
      kept={say("Sessions and saved advice are unchanged.")}
      code={failure}
    >
      {problemText(failure, say)}
      {progress === null || isCancelled
        ? ""
        : say(" It had reached: {place}.", { place: adviceProgress(progress, say).text })}
    </ErrorState>
  );
}
