"use client";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { type ApiFailure, type RawAnswer, type RawCall, sendCall } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextArea, TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { ApiDetails, ApiParameter } from "@/lib/view-models/api-docs/api-docs";
import type { ExampleCall } from "@/lib/view-models/api-docs/api-docs-example";
import {
  type ApiCall,
  addressOfCall,
  jsonFault,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  shownAnswer,
  snippetOf,
} from "@/lib/view-models/api-docs/api-docs-snippets";
import { formatBytes } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import type { Say } from "@/lib/wording/say";
import { CodeBox } from "./code-box";

type Props = { operation: ApiDetails; example: ExampleCall; origin: string };
type Values = Readonly<Record<string, string>>;

/**
 * Stays visible next to the fields, which may span many screens, and scrolls if taller than the window; the side
 * margins leave room for focus rings.
 */
const BESIDE_FIELDS = "lg:sticky lg:top-4 lg:-mx-1 lg:max-h-[calc(100dvh-60px)] lg:overflow-y-auto lg:px-1 lg:pb-4";

/** Sends a call, as edited here, to this server, and shows the answer and the call as code. */
export function Playground({ operation, example, origin }: Props) {
  const say = useSay();
  const { method, path, parameters, body: taken } = operation;
  const [values, setValues] = useState<Values>({ ...example.query, ...example.path });
  const [body, setBody] = useState(example.body);
  const [file, setFile] = useState<File | null>(null);
  const { sent, send, stop } = useSentCall();
  const takesFile = taken !== null && example.body === null;
  const of = (place: ApiParameter["in"]) =>
    Object.fromEntries(parameters.flatMap((one) => (one.in === place ? [[one.name, values[one.name] ?? ""]] : [])));
  const address = addressOfCall(path, of("path"), of("query"));
  const fault = body === null ? null : jsonFault(body, say);
  const isMissing = Object.values(of("path")).includes("") || (takesFile && file === null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sent === "running") stop();
    else if (fault === null && !isMissing) void send({ method, address, body, file });
  };
  return (
    <section aria-label={say("Try it")} className={cn("min-w-0", BESIDE_FIELDS)}>
      <form onSubmit={submit}>
        <h3 className="mb-2 border-line2 border-b pb-1 font-semibold text-base">{say("Try it")}</h3>
        <Parameters parameters={parameters} values={values} onChange={setValues} />
        {body === null ? null : <JsonBody text={body} fault={fault} onChange={setBody} />}
        {takesFile ? <FileBody onChange={setFile} /> : null}
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" disabled={sent !== "running" && (fault !== null || isMissing)}>
            {sent === "running" ? say("Stop") : say("Send")}
          </Button>
          <code className="min-w-0 break-all font-mono text-code text-tx2">
            {method} {address}
          </code>
        </div>
        <p className="mt-1 text-micro text-tx3">
          {method === "DELETE" ? say("This request deletes data. ") : ""}
          {say("Sent to this server, {origin}. Nothing leaves the machine except what the operation itself sends.", {
            origin,
          })}
        </p>
      </form>
      <AnswerBox sent={sent} />
      <Snippets
        call={{ method, url: origin + address, body, file: takesFile ? (file?.name ?? "session.jsonl") : null }}
      />
    </section>
  );
}

const PLACES: Readonly<Record<ApiParameter["in"], (say: Say) => string>> = {
  path: (say) => say("in the path"),
  query: (say) => say("in the query"),
};

type ParametersProps = {
  parameters: readonly ApiParameter[];
  values: Values;
  onChange: (values: Values) => void;
};

function Parameters({ parameters, values, onChange }: ParametersProps) {
  const say = useSay();
  const id = useId();
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 max-sm:grid-cols-1">
      {parameters.map(({ name, in: place, isRequired }) => (
        <label key={name} htmlFor={`${id}-${name}`} className="text-micro text-tx2">
          <span className="font-mono text-code">{name}</span> {PLACES[place](say)}
          {isRequired ? say(", required") : ""}
          <TextInput
            id={`${id}-${name}`}
            value={values[name] ?? ""}
            spellCheck={false}
            onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          />
        </label>
      ))}
    </div>
  );
}

type BodyProps = { text: string; fault: string | null; onChange: (text: string) => void };

function JsonBody({ text, fault, onChange }: BodyProps) {
  const say = useSay();
  const id = useId();
  const rows = Math.min(18, Math.max(4, text.split("\n").length));
  return (
    <div className="mt-2">
      <label htmlFor={id} className="text-micro text-tx2">
        {say("Body, JSON")}
      </label>
      <TextArea
        id={id}
        rows={rows}
        value={text}
        spellCheck={false}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-fault`} role="status" className="text-micro text-bad">
        {fault}
      </p>
    </div>
  );
}

function FileBody({ onChange }: { onChange: (file: File | null) => void }) {
  const say = useSay();
  const id = useId();
  return (
    <div className="mt-2 flex flex-col gap-1">
      <label htmlFor={id} className="text-micro text-tx2">
        {say("File to send")}
      </label>
      <input
        id={id}
        type="file"
        className="min-h-7 max-w-full text-small"
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
    </div>
  );
}

const SEGMENTS = SNIPPET_LANGUAGES.map((value) => ({ value, label: value }));

/** The playground's call as code to copy. */
function Snippets({ call }: { call: ApiCall }) {
  const say = useSay();
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const code = snippetOf(language, call);
  return (
    <section aria-label={say("The same call as code")} className="mt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label={say("Language of the code")}
          value={language}
          onValueChange={setLanguage}
          segments={SEGMENTS}
        />
        <CopyButton key={language} size="sm" label={say("Copy {language}", { language })} text={code} />
      </div>
      <CodeBox label={say("The call in {language}", { language })} text={code} />
    </section>
  );
}

/** An answer's status, time, size and text. */
function AnswerBox({ sent }: { sent: SentCall }) {
  const say = useSay();
  const answer = sent !== null && sent !== "running" && "answer" in sent ? sent.answer : null;
  return (
    <div className="mt-3">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <p role="status" className="text-small">
          <Outcome sent={sent} />
        </p>
        {answer?.text ? <CopyButton size="sm" label={say("Copy response")} text={answer.text} /> : null}
      </div>
      {answer === null ? null : <AnswerText answer={answer} />}
    </div>
  );
}

function Outcome({ sent }: { sent: SentCall }) {
  const say = useSay();
  if (sent === null) return null;
  if (sent === "running") return <span className="text-tx2">{say("waiting for the response…")}</span>;
  if ("failure" in sent) return <span className="text-bad">{problemText(sent.failure, say)}</span>;
  const { status, statusText, time, bytes } = sent.answer;
  return (
    <>
      <span className={cn("font-semibold", status < 400 ? "text-good" : "text-bad")}>
        {status} {statusText}
      </span>{" "}
      <span className="text-tx2">
        {say("{ms} ms", { ms: Math.round(time).toLocaleString("en") })}, {formatBytes(bytes)}
      </span>
    </>
  );
}

function AnswerText({ answer: { text, media } }: { answer: RawAnswer }) {
  const say = useSay();
  if (text === null)
    return <p className="text-small text-tx2">{say("This {media} file is not shown here.", { media })}</p>;
  if (text === "") return <p className="text-small text-tx2">{say("No content.")}</p>;
  const { shown, isCut } = shownAnswer(text, media);
  return (
    <>
      <CodeBox label={say("Response")} text={shown} />
      {isCut ? (
        <p className="text-micro text-tx3">{say("Only the start is shown; the copied text is complete.")}</p>
      ) : null}
    </>
  );
}

/** null: nothing sent yet. */
type SentCall = null | "running" | { readonly answer: RawAnswer } | { readonly failure: ApiFailure };

/** One call at a time, with its raw answer; leaving the page aborts it. */
function useSentCall() {
  const [sent, setSent] = useState<SentCall>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (call: RawCall) => {
    const control = new AbortController();
    running.current = control;
    setSent("running");
    const result = await sendCall(call, control.signal);
    if (running.current === control) setSent(result.ok ? { answer: result.value } : { failure: result.failure });
  };
  return { sent, send, stop: () => running.current?.abort() };
}
