import { Check, X } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import { type ProbeFamily, type ProbeGroup, toProbeGroups } from "@/lib/view-models/compare/probe-rows";
import { NOT_APPLICABLE_TEXT } from "@/lib/wording/number-format";
import { type Sentence, sentence } from "@/lib/wording/say";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";

const KINDS: Readonly<Record<ProbeFamily, Sentence>> = {
  recall: sentence("Recall"),
  artifact: sentence("Artifact"),
  continuation: sentence("Continuation"),
  decision: sentence("Decision"),
};
const NONE: Readonly<Record<ProbeFamily, Sentence>> = {
  recall: sentence("No question: the log has no errors."),
  artifact: sentence("No question: the log has no changed files."),
  continuation: sentence("No question: the log has no plan, no tests and no open request."),
  decision: sentence("No question: the log has no decision."),
};
/** Questions of each kind shown before the reader asks for all. */
const FIRST = 3;

type Props = { results: CompareAnswer["results"]; chosen: readonly Chosen[] };

/**
 * Questions about this session with known answers. A rule checks which of them the agent could still answer
 * before and after.
 */
export const ProbesPanel = memo(function ProbesPanel({ results, chosen }: Props) {
  const say = useSay();
  const [isWhole, setIsWhole] = useState(false);
  const groups = useMemo(() => toProbeGroups(results), [results]);
  if (groups === null) return null;
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const hidden = groups.reduce((sum, { rows }) => sum + Math.max(0, rows.length - FIRST), 0);
  return (
    <section
      aria-label={say("What the agent could still answer")}
      className="border-line2 border-b px-4 py-3 max-sm:px-3"
    >
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-semibold text-small">{say("What the agent could still answer")}</h2>
        <span className="text-micro text-tx3">
          {say(
            "{count, plural, one {# question} other {# questions}} from this session, answered by rule; no model was asked",
            {
              count,
            },
          )}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section tabIndex={0} aria-label={say("Questions and answers, table")} className="overflow-x-auto">
        <Table>
          <TableHead>
            <tr>
              <HeadCell>{say("question")}</HeadCell>
              <HeadCell>{say("known answer")}</HeadCell>
              <HeadCell>{say("before")}</HeadCell>
              {chosen.map(({ choice, info }) => (
                <HeadCell key={choice.slot} title={say.known(info.title)}>
                  <StrategyMark slot={choice.slot} /> {say("after")}
                </HeadCell>
              ))}
            </tr>
          </TableHead>
          {groups.map((group) => (
            <Group key={group.family} group={group} isWhole={isWhole} />
          ))}
        </Table>
      </section>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-micro text-tx2">
        {say("Yes means that the text still contains the answer, not that a model would find it.")}
        {hidden === 0 ? null : (
          <Button size="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? say("Fewer questions") : say("All {count} questions", { count })}
          </Button>
        )}
      </p>
    </section>
  );
});

function Group({ group: { family, rows, answered }, isWhole }: { group: ProbeGroup; isWhole: boolean }) {
  const say = useSay();
  const shown = isWhole ? rows : rows.slice(-FIRST);
  return (
    <tbody>
      <tr className="border-line2 border-t">
        <th scope="rowgroup" colSpan={3} className="px-2 py-1 text-left font-semibold">
          {say(KINDS[family])}
          {rows.length === 0 ? <span className="ml-2 font-normal text-tx2">{say(NONE[family])}</span> : null}
        </th>
        {answered.map((count, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <td key={at} className="tabular px-2 text-tx2">
            {count === null || rows.length === 0 ? null : say("{count} of {total}", { count, total: rows.length })}
          </td>
        ))}
      </tr>
      {shown.map((row) => (
        <TableRow key={row.key}>
          <Cell className="max-w-[36ch] truncate" title={row.question}>
            {say.known(row.question)}
          </Cell>
          <Cell lang="en" className="max-w-[44ch] truncate font-mono text-code text-tx2" title={row.known_answer}>
            {row.known_answer}
          </Cell>
          <Cell>
            <Answered is={row.before} />
          </Cell>
          {row.after.map((is, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <Cell key={at}>
              <Answered is={is} />
            </Cell>
          ))}
        </TableRow>
      ))}
    </tbody>
  );
}

function Answered({ is }: { is: boolean | null }) {
  const say = useSay();
  if (is === null)
    return (
      <span className="text-tx3" title={say("Nothing was changed, so nothing is tested.")}>
        {NOT_APPLICABLE_TEXT}
      </span>
    );
  return is ? (
    <span className="inline-flex items-center gap-1 text-good">
      <Check aria-hidden className="size-3.5" />
      {say("yes")}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 text-bad">
      <X aria-hidden className="size-3.5" />
      {say("no")}
    </span>
  );
}
