import { existsSync } from "node:fs";
import path from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_BUILD } from "next/constants";

/**
 * A build lays the server beside what it needs, which `npm run package` packs. Images are not optimised, so that sharp stays out. A
 * pattern matches anywhere in a path: `lib/**` would leave out parts of Next.
 */
const STANDALONE: NextConfig = {
  output: "standalone",
  outputFileTracingExcludes: { "*": ["node_modules/sharp/**", "node_modules/@img/**", "lib/server/**", "**/*.map"] },
};

/** The hosts of WINNOW_ALLOWED_HOSTS without their ports. Next knows HOST by itself. */
function namesToAnswerTo(): string[] {
  const names = (process.env.WINNOW_ALLOWED_HOSTS ?? "").split(",");
  return names.map((name) => name.trim().toLowerCase().replace(/:\d+$/, "")).filter((name) => name !== "");
}

const dist = process.env.NEXT_DIST_DIR ?? ".next";

const config: NextConfig = {
  // A second development server in the same checkout needs its own directory: NEXT_DIST_DIR=.next/second
  distDir: dist,
  typedRoutes: true,
  // `npm test` checks the types of the whole project; a build that did it again would take half a minute longer to start.
  typescript: { ignoreBuildErrors: true },
  // `npm run dev` can be opened at 127.0.0.1 as well as at localhost, and by the names that it is told to answer to: a page whose
  // socket for hot reload is refused loads itself anew without end.
  allowedDevOrigins: ["127.0.0.1", ...namesToAnswerTo()],
  poweredByHeader: false,
  experimental: {
    // Loading every page before the first request would make each start half a second slower.
    preloadEntriesOnStart: false,
    // 300 MB for the next build, which take a quarter of this one's time: who builds once needs none.
    turbopackFileSystemCacheForBuild: process.env.CI !== "true" && existsSync(path.join(dist, "BUILD_ID")),
  },
  // The image optimiser has had advisories on remote code execution, and a local tool has no remote images.
  images: { unoptimized: true },
  serverExternalPackages: ["@libsql/client", "libsql", "@prisma/adapter-libsql", "piscina", "pino"],
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
  phase === PHASE_PRODUCTION_BUILD ? { ...config, ...STANDALONE } : config;
