import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

const field =
  "w-full min-w-0 rounded-control border border-ctl bg-bg px-2 text-small text-tx disabled:border-line disabled:text-tx3 aria-invalid:border-bad";

/** Needs a `<label htmlFor>` or an `aria-label`. `icon` is shown at its left, `suffix` (a Kbd, a unit) at its right. */
export function TextInput({
  className,
  icon,
  suffix,
  ...rest
}: ComponentProps<"input"> & { icon?: ReactNode; suffix?: ReactNode }) {
  return (
    <span className={cn("relative inline-flex w-full items-center", className)}>
      {icon ? (
        <span aria-hidden className="pointer-events-none absolute left-2 text-tx3 [&_svg]:size-4 [&_svg]:stroke-[1.75]">
          {icon}
        </span>
      ) : null}
      <input type="text" className={cn(field, "h-7", icon && "pl-8", suffix && "pr-8")} {...rest} />
      {suffix ? <span className="absolute right-1.5 text-micro text-tx3">{suffix}</span> : null}
    </span>
  );
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea className={cn(field, "py-1.5 font-mono text-code", className)} {...rest} />;
}
