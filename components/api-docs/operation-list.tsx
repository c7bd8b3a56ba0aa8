"use client";
import { ChevronDown, Search } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { type ApiGroup, type ApiOperation, findOperations } from "@/lib/view-models/api-docs/api-docs";
import { sentence } from "@/lib/wording/say";

type Props = { groups: readonly ApiGroup[]; chosen: string; session: string | null };

const KEYS = [{ title: "API", shortcuts: [{ does: sentence("find an operation"), keys: ["/"] }] }];

const LIST = "operations";
const FOLDED = "max-md:hidden";

/** The operations under their tags, with a search over their names and sentences. */
export function OperationList({ groups, chosen, session }: Props) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const find = () => {
    // What is folded cannot be focused.
    flushSync(() => setOpen(true));
    input.current?.focus();
  };
  useShortcuts(KEYS, { "/": find });
  const shown = findOperations(groups, typed);
  const total = shown.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <nav
      aria-label={say("Operations")}
      className="sticky top-0 flex h-[calc(100dvh-44px)] flex-col border-line border-r max-md:static max-md:h-auto max-md:border-r-0 max-md:border-b"
    >
      <Fold
        chosen={groups.flatMap(({ operations }) => operations).find(({ id }) => id === chosen)}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
      <div className={cn("border-line border-b px-3 py-2", !isOpen && FOLDED)}>
        <TextInput
          ref={input}
          icon={<Search />}
          suffix={typed === "" ? <Kbd className="max-sm:hidden">/</Kbd> : null}
          aria-label={say("Find an operation by path, method or words")}
          placeholder={say("Find an operation")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className="mt-1 text-micro text-tx3">
          {total === 0
            ? say("No operation matches.")
            : say("{count, plural, one {# operation} other {# operations}}", { count: total })}
        </p>
      </div>
      <section
        id={LIST}
        aria-label={say("List of operations")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className={cn("min-h-0 flex-1 overflow-y-auto py-2 max-md:overflow-visible", !isOpen && FOLDED)}
      >
        {shown.map(({ name, about, operations }) => (
          <div key={name} className="mb-3">
            <h2 lang="en" className="px-3 font-semibold text-small first-letter:uppercase">
              {name}
            </h2>
            <p lang="en" className="px-3 pb-1 text-micro text-tx3">
              {about}
            </p>
            <ul>
              {operations.map((operation) => (
                <Line
                  key={operation.id}
                  operation={operation}
                  isChosen={operation.id === chosen}
                  session={session}
                  onChoose={() => setOpen(false)}
                />
              ))}
            </ul>
          </div>
        ))}
      </section>
    </nav>
  );
}

type FoldProps = { chosen: ApiOperation | undefined; isOpen: boolean; onToggle: () => void };

/** On a small screen the list is folded behind the name of what is chosen from it. */
function Fold({ chosen, isOpen, onToggle }: FoldProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={LIST}
      onClick={onToggle}
      className="flex min-h-11 items-center gap-2 px-3 text-left font-mono text-code hover:bg-s2 md:hidden"
    >
      <span className="text-tx3">{chosen?.method}</span>
      <span className="min-w-0 flex-1 break-words font-semibold">{chosen?.path.replace("/api", "")}</span>
      <ChevronDown aria-hidden className={cn("size-4 shrink-0", isOpen && "rotate-180")} />
    </button>
  );
}

type LineProps = { operation: ApiOperation; isChosen: boolean; session: string | null; onChoose: () => void };

function Line({ operation: { id, method, path, summary }, isChosen, session, onChoose }: LineProps) {
  const query = new URLSearchParams({ op: id, ...(session !== null && { session }) });
  return (
    <li>
      <Link
        href={`/api-docs?${query}#operation` as Route}
        prefetch={false}
        lang="en"
        title={summary}
        onClick={onChoose}
        aria-current={isChosen ? "page" : undefined}
        className={cn(
          "flex min-h-6 gap-2 px-3 py-0.5 font-mono text-code text-tx2 no-underline hover:bg-s2 hover:text-tx",
          isChosen && "bg-accbg font-semibold text-tx shadow-[inset_2px_0_0_var(--acc)]",
        )}
      >
        <span className={cn("w-12 shrink-0 text-tx3", isChosen && "text-tx")}>{method}</span>
        <span className="min-w-0 break-words">{path.replace("/api", "")}</span>
      </Link>
    </li>
  );
}
