/** What runs is in embedded.mjs; `npm run generate` makes these types of it. */
export { Prisma, PrismaClient } from "../generated/client";
