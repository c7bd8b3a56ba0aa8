import fc from "fast-check";

/** CI draws the same cases each time, so that what it refuses can be seen again; everybody else's runs draw anew. */
const CI_SEED = 20_261_122;

if (process.env.CI === "true") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: CI_SEED });
