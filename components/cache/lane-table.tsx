"use client";
import { BreakLetter } from "@/components/ui/break-letter";
import { cn } from "@/components/ui/cn";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { VirtualTable } from "@/components/ui/virtual-table";
import { useSay } from "@/components/words/words-provider";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import type { LaneMark } from "@/lib/view-models/cache/lane-marks";
import { formatTokens } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";

type Props = {
  rows: readonly ShownRow[];
  lanes: readonly LaneMark[];
  selected: number;
  onSelect: (position: number) => void;
};

const COLUMNS = [
  sentence("Prompt"),
  sentence("Read"),
  sentence("Written"),
  sentence("Uncached"),
  sentence("Simulated read"),
];

/** Counter columns, which are simulated if the log reports none. */
const COUNTED: ReadonlySet<string> = new Set([sentence("Read"), sentence("Written"), sentence("Uncached")]);

/** The prefix lanes as a table; only visible rows are rendered. */
export function LaneTable({ rows, lanes, selected, onSelect }: Props) {
  const say = useSay();
  return (
    <VirtualTable
      label={say("Prefix lanes as a table")}
      className="h-[560px] overflow-auto border-line border-t"
      count={rows.length}
      selected={selected}
      table={(body) => (
        <Table aria-rowcount={rows.length + 1} className="min-w-160 table-fixed">
          <Head isSimulated={rows[0]?.isSimulated ?? false} />
          {body}
        </Table>
      )}
      row={(index) => (
        <Row
          key={index}
          row={rows[index] as ShownRow}
          lane={lanes[index] as LaneMark}
          position={index}
          isSelected={index === selected}
          onSelect={onSelect}
        />
      )}
    />
  );
}

const Head = ({ isSimulated }: { isSimulated: boolean }) => {
  const say = useSay();
  return (
    <TableHead className="sticky top-0 z-1 bg-bg">
      <tr aria-rowindex={1}>
        <HeadCell className="w-24 pl-4">{say("Request")}</HeadCell>
        {COLUMNS.map((name) => (
          <HeadCell key={name} isNumeric>
            {isSimulated && COUNTED.has(name) ? say("{name}, simulated", { name: say(name) }) : say(name)}
          </HeadCell>
        ))}
        <HeadCell className="w-20">{say("Break")}</HeadCell>
        <HeadCell isNumeric className="w-20 pr-4">
          {say("Money")}
        </HeadCell>
      </tr>
    </TableHead>
  );
};

type RowProps = {
  row: ShownRow;
  lane: LaneMark;
  position: number;
  isSelected: boolean;
  onSelect: (position: number) => void;
};

function Row({ row, lane, position, isSelected, onSelect }: RowProps) {
  const say = useSay();
  const figures = [row.prompt_tokens, row.cache_read, row.cache_write, row.uncached];
  return (
    <TableRow aria-rowindex={position + 2} className={cn(isSelected && "bg-accbg")}>
      <Cell className="h-6 pl-4">
        <button
          type="button"
          aria-current={isSelected ? "true" : undefined}
          className="tabular min-w-10 text-left text-acc"
          onClick={() => onSelect(position)}
        >
          {position + 1}
        </button>
      </Cell>
      {figures.map((tokens, at) => (
        <Cell key={COLUMNS[at]} isNumeric className="h-6">
          {tokens === null ? (
            <span className="text-tx3">{say("unknown")}</span>
          ) : (
            formatTokens(tokens, { isEstimate: at > 0 && (row.isSimulated ?? false) })
          )}
        </Cell>
      ))}
      <Cell isNumeric className="h-6">
        {lane.simulated === null ? (
          <span className="text-tx3">–</span>
        ) : (
          formatTokens(lane.simulated, { isEstimate: true })
        )}
      </Cell>
      <Cell className="h-6">
        {lane.found ? <BreakLetter letter={lane.found.letter} isExpected={lane.found.isExpected} /> : null}
      </Cell>
      <Cell isNumeric className="h-6 pr-4">
        {lane.found?.money}
      </Cell>
    </TableRow>
  );
}
