import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { DamagedNotice } from "@/components/library/damaged-notice";
import { AccessProvider } from "@/components/shell/access";
import { ReaderSettingsProvider } from "@/components/shell/reader-settings";
import { ServerAway } from "@/components/shell/server-away";
import { ShortcutProvider } from "@/components/shell/shortcut-provider";
import { TopBar } from "@/components/shell/top-bar";
import { ThemeProvider } from "@/components/theme/theme-provider";
import { SkipLink } from "@/components/ui/skip-link";
import { TooltipProvider } from "@/components/ui/tooltip";
import { assertCallerKnown, grantedTo } from "@/lib/server/process/granted-rights";
import { projectChoices } from "@/lib/server/projects/projects";
import { libraryState } from "@/lib/server/repair/repair";
import { currentSettings } from "@/lib/server/store/preferences";
import { LANGUAGES } from "@/lib/wording/language";
import { originOf } from "./origin";
import { readerLanguage, readerSay, Words } from "./words";
import "./globals.css";

const DESCRIPTION = "See what filled the context window, what the cache did with it, and what to leave out.";

/** scripts/draw-icons.ts makes the icons. The URL of the social image uses the host requested by the browser. */
export async function generateMetadata(): Promise<Metadata> {
  const address = originOf(await headers());
  return {
    metadataBase: URL.canParse(address) ? new URL(address) : null, // a Host header may have an invalid port
    title: { default: "Winnow", template: "%s · Winnow" },
    description: DESCRIPTION,
    manifest: "/manifest.webmanifest",
    icons: { icon: { url: "/icon.svg", type: "image/svg+xml" }, apple: "/apple-touch-icon.png" },
    openGraph: {
      title: "Winnow",
      description: DESCRIPTION,
      images: [
        { url: "/social.png", width: 1200, height: 630, alt: "The context window of a session, request by request" },
      ],
    },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: dark)", color: "#0e1013" },
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
  ],
};

/** Reading the headers makes every page dynamic, as the nonce of the content security policy requires. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const library = libraryState();
  const { theme, contrast, redact_exports } = currentSettings();
  const language = await readerLanguage();
  const say = await readerSay();
  const asked = await headers();
  const nonce = asked.get("x-nonce") ?? undefined;
  assertCallerKnown(asked);
  const granted = grantedTo(asked);
  // The reader has no projects to choose from on loopback, or if the database is unreadable.
  const choices = granted === null || library.database === "damaged" ? null : await projectChoices();
  return (
    <html lang={LANGUAGES[language].tag} data-contrast={contrast} suppressHydrationWarning>
      <body className="flex flex-col">
        <ThemeProvider nonce={nonce} theme={theme}>
          <Words areas={["common"]}>
            <AccessProvider rights={granted}>
              <NuqsAdapter>
                <TooltipProvider>
                  <ShortcutProvider>
                    <ReaderSettingsProvider value={{ redact_exports }}>
                      <SkipLink to="main">{say("Skip to content")}</SkipLink>
                      <TopBar projects={choices} />
                      <ServerAway />
                      {library.database === "damaged" ? (
                        <DamagedNotice problems={library.problems} backups={library.backups} />
                      ) : (
                        children
                      )}
                    </ReaderSettingsProvider>
                  </ShortcutProvider>
                </TooltipProvider>
              </NuqsAdapter>
            </AccessProvider>
          </Words>
        </ThemeProvider>
      </body>
    </html>
  );
}
