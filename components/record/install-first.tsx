import { useSay } from "@/components/words/words-provider";

/** `npm start` in a checkout does not put the command on the path. */
export function InstallFirst() {
  const say = useSay();
  return (
    <p className="mt-2 text-small text-tx2">
      {say(
        "If your shell does not find winnow, install it with the two commands in docs/install.md, then run node_modules/.bin/winnow in the folder where you installed it.",
      )}
    </p>
  );
}
