import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export function NoMatch({ total, onClear }: { total: number; onClear: () => void }) {
  return (
    <EmptyState title="No session passes these filters" actions={<Button onClick={onClear}>Show all {total}</Button>}>
      The filters hide every session of the library.
    </EmptyState>
  );
}
