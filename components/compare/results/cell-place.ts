/** A cell of the matrix: its measure and the slot of its strategy. In a URL, `recall-2`. */
export type CellPlace = { readonly row: string; readonly slot: number };

export const cellText = ({ row, slot }: CellPlace): string => `${row}-${slot}`;

export function readCell(text: string | null): CellPlace | null {
  const match = text?.match(/^([a-z-]{1,30})-([1-6])$/);
  return match ? { row: match[1] as string, slot: Number(match[2]) } : null;
}
