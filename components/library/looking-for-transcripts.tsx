import { useSay } from "@/components/words/words-provider";

/** Shown while the server searches the folders. */
export function LookingForTranscripts() {
  const say = useSay();
  return <p className="text-small text-tx3">{say("Looking for transcripts…")}</p>;
}
