import { UnknownAddress } from "@/components/shell/unknown-address";

/** Shown for an address that no page has. Only an unknown session can have been deleted: app/sessions/not-found.tsx. */
export default function NotFound() {
  return (
    <main id="main">
      <h1 className="sr-only">Not found</h1>
      <UnknownAddress />
    </main>
  );
}
