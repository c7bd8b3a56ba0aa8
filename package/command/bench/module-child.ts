/**
 * The code of a module's process: imports the module's default export and answers one call after another, so an endless
 * module can be stopped. Passed to Node as text, because it is not a file of the package.
 */
export const MODULE_CHILD = `
const { default: strategy } = await import(process.argv[1]);
if (typeof strategy !== "function") throw new TypeError("the module's default export is not a function");
process.on("message", async (body) => {
  try {
    process.send({ answer: await strategy(body.messages, body) });
  } catch (error) {
    process.send({ error: String(error?.message ?? error) });
  }
});
process.send({ ready: true });
`;
