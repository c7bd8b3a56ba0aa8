"use client";
import { type ReactNode, useState } from "react";
import { useSay } from "@/components/words/words-provider";
import {
  type ApiContent,
  type ApiDetails,
  type ApiField,
  type ApiType,
  codePieces,
} from "@/lib/view-models/api-docs/api-docs";

/** An operation's parameters, body and answers, field by field. */
export function OperationDetails({ operation }: { operation: ApiDetails }) {
  const say = useSay();
  const { parameters, body, answers, types } = operation;
  return (
    <div className="min-w-0">
      {parameters.length === 0 ? null : (
        <Part title={say("Parameters")}>
          <FieldList fields={parameters.map((one) => ({ ...one, place: say(one.in) }))} />
        </Part>
      )}
      {body === null ? null : (
        <Part title={say("Request")}>
          <Content content={body} types={types} />
        </Part>
      )}
      {answers.map((answer) => (
        <Part
          key={answer.status}
          title={
            answer.status === "else" ? say("Any other response") : say("Response {status}", { status: answer.status })
          }
        >
          <Content content={answer} types={types} />
        </Part>
      ))}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6">
      <h3 className="mb-1 border-line2 border-b pb-1 font-semibold text-base">{title}</h3>
      {children}
    </section>
  );
}

function Content({ content, types }: { content: ApiContent; types: Readonly<Record<string, ApiType>> }) {
  const say = useSay();
  const { about, media, type, fields, types: names } = content;
  const told = [type, ...media].filter((word) => word !== "").join(" · ");
  return (
    <>
      <p lang="en" className="text-small text-tx2">
        <WithCode text={about} />
      </p>
      <p lang={told === "" ? undefined : "en"} className="mb-1 break-words font-mono text-micro text-tx3">
        {told || say("no content")}
      </p>
      <FieldList fields={fields} />
      <NamedTypes names={names} types={types} />
    </>
  );
}

type Types = Readonly<Record<string, ApiType>>;

/** The named types used by some fields, each expandable, with their own types inside. */
function NamedTypes({ names, types }: { names: readonly string[]; types: Types }) {
  return names.map((name) => <NamedType key={name} name={name} types={types} />);
}

function NamedType({ name, types }: { name: string; types: Types }) {
  const [isOpen, setIsOpen] = useState(false);
  const type = types[name];
  if (type === undefined) return null;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)} className="border-line border-b">
      <summary className="min-h-6 cursor-pointer py-1 font-mono text-code">{name}</summary>
      {isOpen ? (
        <div className="mb-2 border-line2 border-l pl-3">
          <p lang="en" className="text-small text-tx2">
            <WithCode text={type.about} />
          </p>
          {type.fields.length === 0 ? (
            <p lang="en" className="break-words font-mono text-micro text-tx2">
              {type.type}
            </p>
          ) : null}
          <FieldList fields={type.fields} />
          <NamedTypes names={type.types} types={types} />
        </div>
      ) : null}
    </details>
  );
}

type Props = { fields: readonly (ApiField & { readonly place?: string })[] };

/** Fields with type, unit and meaning. A list instead of a table: types and meanings vary in length and must wrap. */
function FieldList({ fields }: Props) {
  const say = useSay();
  if (fields.length === 0) return null;
  return (
    <dl className="text-small">
      {fields.map(({ name, type, unit, meaning, isRequired, place }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: members of a union may have fields of one name; the list never changes
        <div key={`${index} ${name}`} className="border-line border-b py-1.5">
          <dt className="flex flex-wrap items-baseline gap-x-2 break-words">
            <code className="min-w-0 break-all font-mono font-semibold text-code">{name}</code>
            <span lang="en" className="min-w-0 break-words font-mono text-micro text-tx2">
              {type}
            </span>
            {unit === "" ? null : (
              <span lang="en" className="text-micro text-tx2">
                {unit}
              </span>
            )}
            <span className="text-micro text-tx3">
              {[place, isRequired ? say("required") : say("optional")].filter(Boolean).join(", ")}
            </span>
          </dt>
          {meaning === "" ? null : (
            <dd lang="en" className="text-tx2">
              <WithCode text={meaning} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** A description with code in backticks set in the code font. */
function WithCode({ text }: { text: string }) {
  return codePieces(text).map(({ text: piece, isCode }, index) => {
    const key = `${index} ${piece}`;
    return isCode ? (
      <code key={key} className="break-words font-mono text-code">
        {piece}
      </code>
    ) : (
      <span key={key}>{piece}</span>
    );
  });
}
