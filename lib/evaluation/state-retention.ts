import type { Message } from "../conversation/message";
import { onceFor } from "../conversation/once-for";
import type { ToolCallPart } from "../conversation/part";
import { partText } from "../conversation/part";
import { noteKind } from "../strategies/grammar/note-head";
import { callFacts } from "../tools/call-facts";
import { isOpen, planItems } from "../tools/plan-items";
import { trailOf } from "./artifacts/read-trail";
import type { Evidence } from "./evidence";
import type { Shown } from "./shown";
import { contentWords } from "./statements/sentences";
import { bestShare, TOLD_AGAIN, windowsOf } from "./statements/windows";

/** The state of the work. An item is kept if its block is kept or the strategy restates it. */
export type StateItem = {
  readonly kind: "plan" | "tests" | "branch" | "folder" | "edited-file" | "open-question";
  readonly text: string;
  readonly block: number;
};

/** How git reports the current branch. */
const BRANCH =
  /(?:^|\n)(?:On branch |Switched to (?:a new )?branch '|\[)([\w./-]{1,100})(?:'| [0-9a-f]{7,12}\]|(?=\n|$))/g;
const TEST_SUMMARY = /[^\n]{0,80}\b\d+ (?:passed|failed|passing|failing|tests? (?:passed|failed))\b[^\n]{0,80}/gi;
const LAST_EDITS = 5;

/** `total`: the share of the state that is still shown. `plan`: the same for the plan's open steps alone. */
export type StateRetention = { readonly total: number; readonly plan: number | null };

/** Null if the log contains none of these items. */
export function measureState(evidence: Evidence, shown: Shown): StateRetention | null {
  const items = findState(evidence);
  if (items.length === 0) return null;
  const windows = windowsOf(shown);
  const isKept = ({ block, text }: StateItem): boolean => {
    const part = evidence.blocks[block]?.part;
    return (part !== undefined && shown.keptParts.has(part)) || bestShare(contentWords(text), windows) >= TOLD_AGAIN;
  };
  const shareOf = (some: readonly StateItem[]) => some.filter(isKept).length / some.length;
  const plan = items.filter(({ kind }) => kind === "plan");
  return { total: shareOf(items), plan: plan.length === 0 ? null : shareOf(plan) };
}

/** The last plan, test summary, branch and folder, the files edited last and the user's last request. */
export const findState = onceFor((evidence: Evidence): readonly StateItem[] => [
  ...lastPlan(evidence),
  ...lastTests(evidence),
  ...lastBranch(evidence),
  ...lastFolder(evidence),
  ...lastEdits(evidence),
  ...lastQuestion(evidence),
]);

/** Open items of the last call that states the entire plan. */
function lastPlan({ blocks }: Evidence): StateItem[] {
  const block = blocks.findLastIndex(({ part }) => part.type === "tool-call" && planItems(part) !== null);
  const call = blocks[block]?.part as ToolCallPart | undefined;
  const open = (call ? (planItems(call) ?? []) : []).filter(isOpen);
  return open.map(({ text }) => ({ kind: "plan", text, block }));
}

function lastTests({ blocks }: Evidence): StateItem[] {
  const isSummary = (text: string) => text.search(TEST_SUMMARY) >= 0;
  const block = blocks.findLastIndex(({ part }) => part.type === "tool-result" && isSummary(partText(part)));
  const found = blocks[block];
  if (!found) return [];
  return [{ kind: "tests", text: partText(found.part).match(TEST_SUMMARY)?.at(-1)?.trim() ?? "", block }];
}

function lastBranch({ blocks }: Evidence): StateItem[] {
  const block = blocks.findLastIndex(({ part }) => part.type === "tool-result" && branchIn(partText(part)) !== null);
  const found = blocks[block];
  return found ? [{ kind: "branch", text: branchIn(partText(found.part)) ?? "", block }] : [];
}

const branchIn = (text: string): string | null => [...text.matchAll(BRANCH)].at(-1)?.[1] ?? null;

function lastFolder({ blocks }: Evidence): StateItem[] {
  const block = blocks.findLastIndex(({ part }) => part.type === "tool-call" && folderOf(part) !== null);
  const call = blocks[block]?.part as ToolCallPart | undefined;
  return call ? [{ kind: "folder", text: folderOf(call) ?? "", block }] : [];
}

function folderOf(call: ToolCallPart): string | null {
  const { folder, command } = callFacts(call);
  return folder ?? /^cd ([^\s;&|'"]{2,200})/.exec(command ?? "")?.[1] ?? null;
}

function lastEdits(evidence: Evidence): StateItem[] {
  const edits = trailOf(evidence).filter(({ operation }) => operation !== "read");
  const latest = new Map(edits.map((edit) => [edit.path, edit]));
  return [...latest.values()].slice(-LAST_EDITS).map(({ path, block }) => ({ kind: "edited-file", text: path, block }));
}

/** True if the user wrote the message; false if a client or a strategy added it. */
const isTyped = (message: Message): boolean =>
  message.role === "user" && (message.origin ?? "typed") === "typed" && noteKind(message) === null;

function lastQuestion({ blocks }: Evidence): StateItem[] {
  const block = blocks.findLastIndex(({ part, message }) => part.type === "text" && isTyped(message));
  const found = blocks[block];
  return found ? [{ kind: "open-question", text: partText(found.part).slice(0, 400), block }] : [];
}
