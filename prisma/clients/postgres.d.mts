/** What runs is in postgres.mjs; `npm run generate` makes these types of it. */
export { PrismaClient } from "../postgres/generated/client";
