"use client";
import Link from "next/link";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useCallback, useMemo, useState } from "react";
import { LoadingLine } from "@/components/ui/loading-line";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextArea } from "@/components/ui/text-input";
import { said, useSay } from "@/components/words/words-provider";
import { costsOf, type PricedModel } from "@/lib/view-models/tokens/token-costs";
import { DEFAULT_TOKENIZERS, MAX_CHARACTERS, TOKEN_EXAMPLES } from "@/lib/view-models/tokens/token-examples";
import {
  countText,
  fitsInAddress,
  type OpenedPart,
  spreadOf,
  type TokenColumn,
  type TokenizerFacts,
  textSize,
  toTokenColumns,
} from "@/lib/view-models/tokens/token-lines";
import { problemText } from "@/lib/wording/problem-text";
import { sentence } from "@/lib/wording/say";
import { AllTokenizers, MAX_COLUMNS } from "./all-tokenizers";
import { CostTable } from "./cost-table";
import { TokenColumns } from "./token-columns";
import { type Counted, useTokenCounts } from "./use-token-counts";

/** What a copied link contains, in words for the reader. */
const ADDRESS = {
  text: sentence("The address contains the text: a copied link shows it."),
  part: sentence("The address identifies the part: a copied link shows it."),
  example: sentence("Too long for the address: a copied link has the example instead."),
};

type TextSizeProps = { size: ReturnType<typeof textSize>; isCut: boolean; inAddress: keyof typeof ADDRESS };

function TextSize({ size, isCut, inAddress }: TextSizeProps) {
  const say = useSay();
  return (
    <section
      aria-labelledby="text-size"
      className="border-line border-l px-4 py-3 text-small max-sm:border-t max-sm:border-l-0 max-sm:px-3"
    >
      <h2 id="text-size" className="mb-1 font-semibold">
        {say("Size")}
      </h2>
      <dl>
        <Row name={say("characters")} value={size.characters} />
        <Row name={say("UTF-8 bytes")} value={size.bytes} />
        <Row name={say("lines")} value={size.lines} />
      </dl>
      <p className="mt-2 text-micro text-tx3">
        {isCut ? say("The text was cut at 200,000 characters. ") : ""}
        {say(ADDRESS[inAddress])}
      </p>
    </section>
  );
}

const Row = ({ name, value }: { name: string; value: number }) => (
  <div className="flex h-[18px] justify-between">
    <dt className="text-tx2">{name}</dt>
    <dd className="tabular font-medium">{value.toLocaleString("en")}</dd>
  </div>
);

type Props = {
  first: Counted;
  /** The session part named by the URL; null if none. */
  opened: OpenedPart | null;
  tokenizers: readonly TokenizerFacts[];
  models: readonly PricedModel[];
};

/** Legend sample of a text that is only estimated as a whole. */
const UNCUT_SAMPLE = "abc";
const NO_NAMES: readonly string[] = [];
/** Clears the part in the URL, once the text differs from the part's text. */
const NO_PART = { session: null, part: null };

export function TokensPage({ first, opened, tokenizers, models }: Props) {
  const say = useSay();
  const [state, setState] = useTokensState();
  const [long, setLong] = useState<string | null>(opened?.text ?? null);
  const example = TOKEN_EXAMPLES.find(({ id }) => id === state.example) ?? TOKEN_EXAMPLES[0];
  const text = long ?? (state.text || (example?.text ?? ""));
  const isOpened = opened !== null && state.part !== null;
  const isExample = long === null && state.text === "";
  const ids = useMemo(() => tokenizers.map(({ id }) => id), [tokenizers]);
  const { counted, isBusy, error } = useTokenCounts(text, ids, first);
  const columns = useMemo(() => toTokenColumns(counted.text, counted.counts ?? []), [counted]);
  const size = useMemo(() => textSize(counted.text), [counted.text]);
  const costs = useMemo(() => costsOf(models, columns), [models, columns]);
  const chosen = useMemo(() => chosenOf(state.t, ids), [state.t, ids]);
  const shown = useMemo(
    () => chosen.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [chosen, columns],
  );
  const titles = useMemo(() => new Map(tokenizers.map(({ id, title }) => [id, title])), [tokenizers]);
  const lineNames = isExample ? (example?.lines ?? NO_NAMES) : NO_NAMES;
  const onText = (next: string) => {
    const cut = next.slice(0, MAX_CHARACTERS);
    const fits = fitsInAddress(cut);
    setLong(fits && cut !== "" ? null : cut);
    void setState({ text: fits ? cut : "", ...NO_PART });
  };
  const onExample = (id: string) => {
    setLong(null);
    void setState({ example: id as (typeof state)["example"], text: "", ...NO_PART });
  };
  const toggle = useCallback((id: string) => void setState({ t: toggled(chosen, id) }), [chosen, setState]);
  return (
    <main id="main" className="flex min-w-0 flex-1 flex-col">
      <h1 className="px-4 pt-3 font-semibold text-title max-sm:px-3">{say("Tokens")}</h1>
      <TokenSpread columns={columns} />
      <div className="grid grid-cols-[minmax(0,1fr)_260px] border-line2 border-b max-sm:grid-cols-1">
        <TextField
          text={text}
          onText={onText}
          example={isExample ? (example?.id ?? "") : ""}
          onExample={onExample}
          opened={isOpened ? opened : null}
        />
        <TextSize
          size={size}
          isCut={text.length >= MAX_CHARACTERS}
          inAddress={isOpened ? "part" : fitsInAddress(text) ? "text" : "example"}
        />
      </div>
      <Toolbar show={state.show} onShow={(show) => void setState({ show })} isBusy={isBusy} error={error} />
      {counted.counts === null ? (
        <LoadingLine className="min-h-60">{say("Counting")}</LoadingLine>
      ) : (
        <TokenColumns
          columns={shown}
          titles={titles}
          characters={size.characters}
          lineNames={lineNames}
          hasIds={state.show === "ids"}
          onRemove={toggle}
        />
      )}
      <CostTable costs={costs} />
      <AllTokenizers
        columns={columns}
        tokenizers={tokenizers}
        characters={size.characters}
        chosen={chosen}
        onToggle={toggle}
        lineNames={lineNames}
        sameSentence={isExample ? (example?.sameSentence ?? null) : null}
      />
    </main>
  );
}

/** How much the tokenizers differ on the text. */
function TokenSpread({ columns }: { columns: readonly TokenColumn[] }) {
  const say = useSay();
  const [least, most] = spreadOf(columns);
  if (!least || !most || least.tokens === most.tokens) return null;
  return (
    <p className="px-4 text-tx2 max-sm:px-3">
      {say("The same text is {least} tokens in {one} and {most} in {other}.", {
        least: countText(least),
        one: least.id,
        most: countText(most),
        other: most.id,
      })}
    </p>
  );
}

/** The requested tokenizers that exist; the default ones if none does. */
function chosenOf(asked: readonly string[], known: readonly string[]): string[] {
  const wanted = asked.filter((id) => known.includes(id)).slice(0, MAX_COLUMNS);
  return wanted.length > 0 ? wanted : [...DEFAULT_TOKENIZERS];
}

const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];

type TextFieldProps = {
  text: string;
  onText: (text: string) => void;
  /** Id of the shown example; empty for the reader's own text. */
  example: string;
  onExample: (id: string) => void;
  /** The session part that the text was opened from; null if none. */
  opened: OpenedPart | null;
};

function TextField({ text, onText, example, onExample, opened }: TextFieldProps) {
  const say = useSay();
  return (
    <div className="px-4 py-3 max-sm:px-3">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <label htmlFor="token-text" className="font-semibold text-small">
          {say("Text")}
        </label>
        <SegmentedControl
          label={say("Examples")}
          className="max-w-full overflow-x-auto"
          value={example}
          onValueChange={onExample}
          segments={TOKEN_EXAMPLES.map(({ id, title }) => ({ value: id, label: title }))}
        />
        {opened ? <PartLink opened={opened} /> : null}
      </div>
      <TextArea
        id="token-text"
        lang=""
        dir="auto"
        className="any-writing block h-26 resize-y max-sm:h-36"
        placeholder={say("Type or paste a text")}
        value={text}
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}

function PartLink({ opened: { session, title } }: { opened: OpenedPart }) {
  const say = useSay();
  const link = (
    <Link href={`/sessions/${encodeURIComponent(session)}`} className="text-acc underline">
      {say("a stored session")}
    </Link>
  );
  return (
    <span className="text-micro text-tx2">
      {said(say.parts("{part} of {session}", { part: title, session: link }))}
    </span>
  );
}

type ToolbarProps = {
  show: "cuts" | "ids";
  onShow: (show: "cuts" | "ids") => void;
  isBusy: boolean;
  error: Error | null;
};

function Toolbar({ show, onShow, isBusy, error }: ToolbarProps) {
  const say = useSay();
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1 text-micro text-tx2 max-sm:px-3">
      <span className="flex items-center gap-1.5">
        {[0, 1, 2, 3].map((tint) => (
          <span key={tint} aria-hidden className="token-cut size-3" data-tint={tint} />
        ))}
        {say("each coloured span is one token; the colours have no meaning")}
      </span>
      <span>
        <span className="token-cut any-writing underline decoration-dotted underline-offset-4" data-tint={0}>
          智<sub className="text-badge">2</sub>
        </span>{" "}
        {say("cut inside a character")}
      </span>
      <span>{say("· space, ↵ line end")}</span>
      <span>
        <span className="underline underline-offset-4">{UNCUT_SAMPLE}</span>{" "}
        {say("estimated as a whole: without a published vocabulary, cuts are unknown")}
      </span>
      <span role="status" className={error ? "text-bad" : "text-tx3"}>
        {error === null ? (isBusy ? say("counting") : "") : problemText(error, say)}
      </span>
      <SegmentedControl
        label={say("Show")}
        className="ml-auto"
        value={show}
        onValueChange={onShow}
        segments={[
          { value: "cuts", label: sentence("Cuts") },
          { value: "ids", label: sentence("Token ids") },
        ]}
      />
    </div>
  );
}

const FIRST = TOKEN_EXAMPLES[0]?.id ?? "";

const PARSERS = {
  example: parseAsStringLiteral(TOKEN_EXAMPLES.map(({ id }) => id)).withDefault(FIRST),
  text: parseAsString.withDefault(""),
  /** Identifies a part of a stored session; the server has put the part's text on the page. */
  session: parseAsString,
  part: parseAsString,
  t: parseAsArrayOf(parseAsString).withDefault([...DEFAULT_TOKENIZERS]),
  show: parseAsStringLiteral(["cuts", "ids"] as const).withDefault("cuts"),
};

/** State of the Tokens page in the URL. Omits a text too long for a URL. */
const useTokensState = () => useQueryStates(PARSERS, { history: "replace", scroll: false, throttleMs: 300 });
