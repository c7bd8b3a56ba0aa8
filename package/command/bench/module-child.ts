/**
 * What the process of a module runs: it imports the module's default export and answers one call after the other, so that a
 * module that never ends can be stopped. It is given to Node as text, since it is no file of the package.
 */
export const MODULE_CHILD = `
const { default: strategy } = await import(process.argv[1]);
if (typeof strategy !== "function") throw new TypeError("the module's default export is no function");
process.on("message", async (body) => {
  try {
    process.send({ answer: await strategy(body.messages, body) });
  } catch (error) {
    process.send({ error: String(error?.message ?? error) });
  }
});
process.send({ ready: true });
`;
