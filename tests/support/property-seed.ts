import fc from "fast-check";

/** CI uses the same cases each time, so that failures can be reproduced; other runs use new ones. */
const CI_SEED = 20_261_122;

if (process.env.CI === "true") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: CI_SEED });
