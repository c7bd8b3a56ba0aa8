"use client";
import type { ReactNode } from "react";
import { useSay } from "@/components/words/words-provider";
import type { ApiContent, ApiDetails, ApiType } from "@/lib/view-models/api-docs/api-docs";
import { FieldList } from "./field-list";
import { NamedTypes } from "./named-types";
import { WithCode } from "./with-code";

/** What an operation takes and answers, field by field. */
export function OperationDetails({ operation }: { operation: ApiDetails }) {
  const say = useSay();
  const { parameters, body, answers, types } = operation;
  return (
    <div className="min-w-0">
      {parameters.length === 0 ? null : (
        <Part title={say("Parameters")}>
          <FieldList fields={parameters.map((one) => ({ ...one, place: say.known(one.in) }))} />
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
          title={answer.status === "else" ? say("Any other answer") : say("Answer {status}", { status: answer.status })}
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
