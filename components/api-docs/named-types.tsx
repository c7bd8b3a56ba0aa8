"use client";
import { useState } from "react";
import type { ApiType } from "@/lib/view-models/api-docs/api-docs";
import { FieldList } from "./field-list";
import { WithCode } from "./with-code";

type Types = Readonly<Record<string, ApiType>>;

/** The named types that some fields refer to, each to be opened; what it refers to opens inside it. */
export function NamedTypes({ names, types }: { names: readonly string[]; types: Types }) {
  return names.map((name) => <NamedType key={name} name={name} types={types} />);
}

/** Drawn only while it is open: a type may refer to itself. */
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
