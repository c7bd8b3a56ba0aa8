import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { readerSay } from "../words";

export default async function SessionNotFound() {
  const say = await readerSay();
  return (
    <main id="main">
      <h1 className="sr-only">{say("Not found")}</h1>
      <EmptyState
        title={say("No session is stored under this address")}
        actions={
          <Button asChild variant="primary">
            <Link href="/">{say("Go to Library")}</Link>
          </Button>
        }
      >
        {say(
          "The session may have been deleted, or the link may come from another machine: sessions stay where they were imported.",
        )}
      </EmptyState>
    </main>
  );
}
