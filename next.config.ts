import { existsSync } from "node:fs";
import path from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_BUILD } from "next/constants";

/** Newcomers wait for the build of `npm start`, so it leaves out what only the package needs, a third of the time. */
const isForPackage = process.env.WINNOW_BUILD === "package";

/**
 * For `npm run package`: this build puts everything that the server needs next to it. Images are not optimised, so
 * sharp is not needed. A pattern matches anywhere in a path: `lib/**` would leave out parts of Next.
 */
const STANDALONE: NextConfig = {
  output: "standalone",
  outputFileTracingExcludes: { "*": ["node_modules/sharp/**", "node_modules/@img/**", "lib/server/**", "**/*.map"] },
};

/** The hosts of WINNOW_ALLOWED_HOSTS without their ports. Next already knows HOST. */
function namesToAnswerTo(): string[] {
  const names = (process.env.WINNOW_ALLOWED_HOSTS ?? "").split(",");
  return names.map((name) => name.trim().toLowerCase().replace(/:\d+$/, "")).filter((name) => name !== "");
}

const dist = process.env.NEXT_DIST_DIR ?? ".next";

const config: NextConfig = {
  // A second development server in the same checkout needs a separate directory: NEXT_DIST_DIR=.next/second
  distDir: dist,
  typedRoutes: true,
  // `npm test` checks the types of the whole project; repeating it in a build would delay a start by half a minute.
  typescript: { ignoreBuildErrors: true },
  // `npm run dev` works at 127.0.0.1, localhost and the allowed host names: a page whose hot-reload socket is refused
  // reloads endlessly.
  allowedDevOrigins: ["127.0.0.1", ...namesToAnswerTo()],
  poweredByHeader: false,
  // The pattern matches every browser: a page's title comes with its head, because a streamed one can be missing for a moment.
  htmlLimitedBots: /.*/,
  experimental: {
    // A page that cannot be fetched is requested again until the server answers, instead of showing the browser's error
    // page.
    useOffline: true,
    // Loading every page before the first request would make each start half a second slower.
    preloadEntriesOnStart: false,
    // Nothing reads source maps, which take half of the space of all files.
    turbopackSourceMaps: false,
    serverMinification: isForPackage,
    // The cache takes 300 MB and a quarter of this build's time, and only helps the next build: a single build needs
    // none.
    turbopackFileSystemCacheForBuild: process.env.CI !== "true" && existsSync(path.join(dist, "BUILD_ID")),
  },
  // The image optimiser has had advisories on remote code execution, and a local tool has no remote images.
  images: { unoptimized: true },
  serverExternalPackages: ["@libsql/client", "libsql", "@prisma/adapter-libsql", "piscina", "pino"],
  /** Old addresses, whose query is kept. */
  async redirects() {
    return [
      { source: "/corpus", destination: "/all-sessions/strategies", permanent: true },
      { source: "/advice", destination: "/all-sessions", permanent: true },
      { source: "/advice/two-arms", destination: "/all-sessions/help", permanent: true },
    ];
  },
  async headers() {
    return [
      {
        source: "/:path*",
        headers: [
          { key: "X-Content-Type-Options", value: "nosniff" },
          { key: "Referrer-Policy", value: "no-referrer" },
          { key: "X-Frame-Options", value: "DENY" },
          { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
          { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
        ],
      },
    ];
  },
};

/** `next start` would warn of a standalone build that it does not use. */
export default (phase: string): NextConfig =>
  phase === PHASE_PRODUCTION_BUILD && isForPackage ? { ...config, ...STANDALONE } : config;
