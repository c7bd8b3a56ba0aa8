import type { ComponentProps } from "react";
import { useSay } from "@/components/words/words-provider";
import { cn } from "./cn";

/** A plain table: thin lines between rows, a stronger one under the head, right-aligned figures. */
export function Table({ className, ...rest }: ComponentProps<"table">) {
  return <table className={cn("w-full border-collapse text-left text-small", className)} {...rest} />;
}

export function TableHead({ className, ...rest }: ComponentProps<"thead">) {
  return <thead className={cn("border-line2 border-b text-micro text-tx3", className)} {...rest} />;
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr className={cn("border-line border-b last:border-b-0", className)} {...rest} />;
}

type CellProps = { isNumeric?: boolean };

export function HeadCell({ isNumeric, className, children, ...rest }: ComponentProps<"th"> & CellProps) {
  const say = useSay();
  return (
    <th
      scope="col"
      className={cn("h-8 whitespace-nowrap px-2 font-medium", isNumeric && "text-right", className)}
      {...rest}
    >
      {typeof children === "string" ? say.known(children) : children}
    </th>
  );
}

/** Headings of a table with names in the first column and figures in the others. */
export function FigureHeads({ first, figures }: { first: string; figures: readonly string[] }) {
  return (
    <tr>
      <HeadCell>{first}</HeadCell>
      {figures.map((head) => (
        <HeadCell key={head} isNumeric>
          {head}
        </HeadCell>
      ))}
    </tr>
  );
}

export function Cell({ isNumeric, className, ...rest }: ComponentProps<"td"> & CellProps) {
  return <td className={cn("h-9 px-2", isNumeric && "tabular whitespace-nowrap text-right", className)} {...rest} />;
}
