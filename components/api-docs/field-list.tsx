import { useSay } from "@/components/words/words-provider";
import type { ApiField } from "@/lib/view-models/api-docs/api-docs";
import { WithCode } from "./with-code";

type Props = { fields: readonly (ApiField & { readonly place?: string })[] };

/** Fields with their type, unit and meaning. A list and no table: types and meanings are of any length and must wrap. */
export function FieldList({ fields }: Props) {
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
