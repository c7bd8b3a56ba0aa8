"use client";
import { ChevronDown, Search } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { TextInput } from "@/components/ui/text-input";
import { said, useSay } from "@/components/words/words-provider";
import { type ApiDetails, type ApiGroup, type ApiOperation, findOperations } from "@/lib/view-models/api-docs/api-docs";
import type { ExampleCall } from "@/lib/view-models/api-docs/api-docs-example";
import { sentence } from "@/lib/wording/say";
import { OperationDetails } from "./operation-details";
import { Playground } from "./playground";

type Props = {
  groups: readonly ApiGroup[];
  /** The id of the chosen operation; null: none. */
  chosen: string | null;
  session: string | null;
  children: ReactNode;
};

/** All API operations on the left, and next to them the chosen one or the first calls. */
export function ApiDocsPage({ groups, chosen, session, children }: Props) {
  return (
    <main
      id="main"
      className="grid w-full flex-1 grid-cols-[300px_minmax(0,1fr)] items-start max-md:grid-cols-1 max-md:content-start"
    >
      <h1 className="sr-only">API</h1>
      <OperationList groups={groups} chosen={chosen} session={session} />
      <div id="operation" className="min-w-0 scroll-mt-2 px-6 md:scroll-mt-16 py-5 max-sm:px-3">
        {children}
      </div>
    </main>
  );
}

type OperationProps = { chosen: ApiDetails; example: ExampleCall; session: string | null; origin: string };

/** An operation with its fields and a playground. */
export function OperationPage({ chosen, example, session, origin }: OperationProps) {
  return (
    <>
      <h2 className="break-words font-mono font-semibold text-title">
        {chosen.method} {chosen.path}
      </h2>
      <p lang="en" className="mt-1 max-w-[80ch] text-base text-tx2">
        {chosen.summary}
      </p>
      <p className="mt-1 text-micro text-tx3">
        <Source session={session} />
      </p>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-8 max-lg:grid-cols-1">
        <Playground key={`${chosen.id} ${session ?? ""}`} operation={chosen} example={example} origin={origin} />
        <OperationDetails key={chosen.id} operation={chosen} />
      </div>
    </>
  );
}

/** The source of the descriptions, and the session used in the examples. */
function Source({ session }: Pick<OperationProps, "session">) {
  const say = useSay();
  const document = (
    <a href="/api/openapi.json" className="underline">
      {say("OpenAPI document")}
    </a>
  );
  if (session === null) return said(say.parts("From this server's {document}, in English", { document }));
  const link = (
    <Link href={`/sessions/${encodeURIComponent(session)}`} className="underline">
      {say("session")} <code className="font-mono">{session}</code>
    </Link>
  );
  return said(
    say.parts("From this server's {document}, in English; examples are of {session}", { document, session: link }),
  );
}

type OperationListProps = { groups: readonly ApiGroup[]; chosen: string | null; session: string | null };

const KEYS = [{ title: sentence("API"), shortcuts: [{ does: sentence("find an operation"), keys: ["/"] }] }];

const LIST = "operations";
const FOLDED = "max-md:hidden";

/** The operations by tag, with a search over their names and sentences. */
function OperationList({ groups, chosen, session }: OperationListProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const find = () => {
    // Elements in a folded section cannot be focused.
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
            ? say("No operations match.")
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
          <details key={name} open={typed !== "" || operations.some(({ id }) => id === chosen)} className="mb-1">
            <summary lang="en" title={about} className="min-h-7 cursor-pointer px-3 py-1 text-small hover:bg-s2">
              <h2 className="inline-block font-semibold first-letter:uppercase">{name}</h2>{" "}
              <span className="tabular text-tx3">{operations.length}</span>
            </summary>
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
          </details>
        ))}
      </section>
    </nav>
  );
}

type FoldProps = { chosen: ApiOperation | undefined; isOpen: boolean; onToggle: () => void };

/** On a small screen, the list is folded under the name of the chosen operation or, without one, its own heading. */
function Fold({ chosen, isOpen, onToggle }: FoldProps) {
  const say = useSay();
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={LIST}
      onClick={onToggle}
      className="flex min-h-11 items-center gap-2 px-3 text-left font-mono text-code hover:bg-s2 md:hidden"
    >
      <span className="text-tx3">{chosen?.method}</span>
      <span className="min-w-0 flex-1 break-words font-semibold">
        {chosen ? chosen.path.replace("/api", "") : say("List of operations")}
      </span>
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
