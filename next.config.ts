import type { NextConfig } from "next";

const config: NextConfig = {
  // A second dev server in the same checkout needs a directory of its own: NEXT_DIST_DIR=.next/second
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  typedRoutes: true,
  // `npm run dev` is opened at 127.0.0.1 as well as at localhost.
  allowedDevOrigins: ["127.0.0.1"],
  poweredByHeader: false,
  // Loading every page before the first is asked for costs half a second of each start.
  experimental: { preloadEntriesOnStart: false },
  // The image optimiser has had remote-code advisories and a local tool has no remote images.
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

export default config;
