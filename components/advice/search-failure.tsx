import type { JobWork } from "@/components/api/use-kept-job";
import { ErrorState } from "@/components/ui/error-state";
import { adviceProgress } from "@/lib/view-models/advice-progress";

/** Why a search ended without a result, and how far it was. */
export function SearchFailure({ work: { failure, progress } }: { work: JobWork }) {
  if (failure === null) return null;
  const isCancelled = failure.code === "cancelled";
  return (
    <ErrorState
      title={isCancelled ? "The search was cancelled" : "The search did not finish"}
      kept="Sessions and saved advice are as they were."
      code={failure}
    >
      {failure.message}
      {progress === null || isCancelled ? "" : ` It had come to: ${adviceProgress(progress).text}.`}
    </ErrorState>
  );
}
