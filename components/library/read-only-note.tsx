import { useSay } from "@/components/words/words-provider";

/** Replaces the drop zone for readers whose key cannot add files. */
export function ReadOnlyNote() {
  const say = useSay();
  return (
    <p className="text-small text-tx2">
      {say("Your key can read sessions. Adding sessions requires a key with the scope import.")}
    </p>
  );
}
