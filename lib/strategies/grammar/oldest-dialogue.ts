import type { Atom } from "../../conversation/atoms";
import { atomTarget, type Selector, type Target } from "./selectors";
import type { View } from "./view";

type Turn = { readonly user: Atom | null; readonly rest: readonly Atom[] };

/**
 * The dialogue in removal order, oldest turn first: within a turn its exchanges, then its typed message together with
 * the answers, so that the history never begins with an assistant message. A signed-thinking loop is removed as one
 * unit. In the last turn the typed message and the newest exchange stay, and a running loop is shortened from its
 * front.
 */
export const oldestDialogue: Selector = (view) => {
  const turns = splitTurns(view.atoms());
  return turns.flatMap((turn, index) => (index === turns.length - 1 ? lastTurn(turn, view) : earlierTurn(turn, view)));
};

function splitTurns(atoms: readonly Atom[]): Turn[] {
  const turns: { user: Atom | null; rest: Atom[] }[] = [{ user: null, rest: [] }];
  for (const atom of atoms) {
    if (atom.kind === "system") continue;
    if (atom.kind === "user") turns.push({ user: atom, rest: [] });
    else turns.at(-1)?.rest.push(atom);
  }
  return turns;
}

function earlierTurn({ user, rest }: Turn, view: View): Target[] {
  const exchanges = rest.filter((atom) => atom.kind !== "assistant");
  const answers = rest.filter((atom) => atom.kind === "assistant");
  const safe = view.protectedIds();
  const isPinned = rest.some((atom) => atom.partIds.some((partId) => safe.has(partId)));
  if (!user || isPinned) return [...wholeLoops(exchanges), ...answers.map((atom) => atomTarget(atom, "oldest"))];
  const pair = [user, ...answers].flatMap((atom) => atom.partIds);
  return [...wholeLoops(exchanges), { parts: pair, reason: "oldest" }];
}

function lastTurn({ rest }: Turn, view: View): Target[] {
  const newest = rest.findLast((atom) => atom.kind !== "result");
  const isUnread = newest?.kind === "exchange" && newest.end > lastAnswer(view);
  const older = isUnread ? rest.filter((atom) => atom !== newest) : rest;
  const running = isUnread ? newest.loop : null;
  const isRunning = (atom: Atom) => running !== null && atom.loop === running;
  return [
    ...wholeLoops(older.filter((atom) => !isRunning(atom))),
    ...older.filter(isRunning).map((atom) => atomTarget(atom, "oldest")),
  ];
}

/** Index of the last assistant message. The model has not yet read any results after it. */
const lastAnswer = (view: View) => view.conversation.messages.findLastIndex(({ role }) => role === "assistant");

/** One target per atom, one per loop. */
function wholeLoops(atoms: readonly Atom[]): Target[] {
  const loops = new Map<number, string[]>();
  const targets: Target[] = [];
  for (const atom of atoms) {
    const known = atom.loop === null ? undefined : loops.get(atom.loop);
    if (known) known.push(...atom.partIds);
    else if (atom.loop === null) targets.push(atomTarget(atom, "oldest"));
    else {
      const parts = [...atom.partIds];
      loops.set(atom.loop, parts);
      targets.push({ parts, reason: "oldest" });
    }
  }
  return targets;
}
