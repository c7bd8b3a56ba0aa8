import { useSay } from "@/components/words/words-provider";
import { SETTINGS_ITEMS } from "@/lib/view-models/settings/settings-items";

/** What only a key with `admin` sees. */
const ADMINS: ReadonlySet<string> = new Set([
  "setting-api-keys",
  "setting-people",
  "setting-audit",
  "setting-sources",
  "setting-diagnostics",
]);

/** Every setting by name, in the order of the page: beside it, or folded above it if there is no room. */
export function SettingsIndex({ mayChange }: { mayChange: boolean }) {
  const say = useSay();
  const links = SETTINGS_ITEMS.filter(({ id }) => mayChange || !ADMINS.has(id)).map(({ id, label, href }) => (
    <li key={id}>
      <a
        href={href?.replace("/settings", "")}
        className="block py-1 text-tx2 no-underline hover:text-tx max-md:py-2 max-md:text-tx"
      >
        {say.known(label)}
      </a>
    </li>
  ));
  return (
    <nav aria-label={say("Settings")}>
      <details className="rounded-control border border-line2 px-3 py-2 text-small md:hidden">
        <summary>{say("All settings")}</summary>
        <ul className="mt-1">{links}</ul>
      </details>
      <ul className="sticky top-4 text-small max-md:hidden">{links}</ul>
      {mayChange ? (
        <p className="mt-4 text-micro text-tx3 max-md:hidden">
          {say("Most are saved as you change them. Ctrl or ⌘ K finds every setting by name.")}
        </p>
      ) : null}
    </nav>
  );
}
