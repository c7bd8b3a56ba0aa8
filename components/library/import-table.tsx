import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { type Sentence, sentence } from "@/lib/wording/say";

const FILE_HEADS: readonly ("" | Sentence)[] = [
  "",
  sentence("File"),
  sentence("Format"),
  sentence("Missing, and what to do"),
];
const FIGURE_HEADS = [
  sentence("Size"),
  sentence("Total rows"),
  sentence("Rows read"),
  sentence("Stored, not interpreted"),
  sentence("Bad"),
  sentence("Sessions"),
];
const TIMED_HEADS = FILE_HEADS.flatMap((head, index) => (index === 1 ? [head, sentence("Time, UTC")] : [head]));
/** Columns that do not fit on a phone; their content is shown under the file's name. */
const NOT_ON_PHONE = new Set(TIMED_HEADS.slice(2));

const COLUMNS = TIMED_HEADS.length + FIGURE_HEADS.length + 1;

/** Heading for the rows of one kind in a table with times. */
export function ImportGroup({ title, count }: { title: string; count: number }) {
  return (
    <tr className="border-line border-b bg-s1">
      <th scope="colgroup" colSpan={COLUMNS} className="h-8 px-4 font-semibold max-sm:px-3">
        {title} <span className="tabular ml-1 font-normal text-tx3">{count}</span>
      </th>
    </tr>
  );
}

type Props = { children: ReactNode; hasTimes?: boolean };

/** The table of imported files; `children` are its rows. */
export function ImportTable({ children, hasTimes = false }: Props) {
  const say = useSay();
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse text-left text-small sm:min-w-[860px]">
        {/* On a phone only one column remains, and its heading is for screen readers only. The page shows its own line
            above the times. */}
        <thead className={cn("border-line2 border-b text-micro text-tx3", hasTimes && "max-sm:border-b-0")}>
          <tr>
            {(hasTimes ? TIMED_HEADS : FILE_HEADS).map((head) => (
              <th
                key={head}
                scope="col"
                className={cn(
                  "h-8 px-2 font-medium first:w-10 first:pl-4 max-sm:h-0",
                  NOT_ON_PHONE.has(head) && "max-sm:hidden",
                )}
              >
                <span className={head === "" ? "sr-only" : "max-sm:sr-only"}>
                  {head === "" ? say("State") : say(head)}
                </span>
              </th>
            ))}
            {FIGURE_HEADS.map((head) => (
              <th key={head} scope="col" className="whitespace-nowrap px-2 text-right font-medium max-sm:hidden">
                {say(head)}
              </th>
            ))}
            <th scope="col" className="sm:w-28">
              <span className="sr-only">{say("Action")}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
