import { useSay } from "@/components/words/words-provider";

/** Stands where files would be dropped, for a reader whose key adds none. */
export function ReadOnlyNote() {
  const say = useSay();
  return (
    <p className="text-small text-tx2">
      {say("Your key reads what is here. Adding sessions needs one with the scope import.")}
    </p>
  );
}
