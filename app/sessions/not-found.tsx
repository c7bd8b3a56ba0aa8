import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function SessionNotFound() {
  return (
    <main id="main">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        title="No session is stored under this address"
        actions={
          <Button asChild>
            <Link href="/">Go to the library</Link>
          </Button>
        }
      >
        The session may have been deleted, or the link comes from another machine: sessions stay where they were
        imported.
      </EmptyState>
    </main>
  );
}
