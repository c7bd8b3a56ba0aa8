// Loaded before everything else (node -r, in package.json): explains in one line what to do if this version of Node is
// not supported. Written in the JavaScript of 2017, so Node 8 and all later versions can parse it.
const SUPPORTED = require("../package.json").engines.node;

/** Whether `version` ("20.19.0") satisfies a range written as in package.json: "^20.19.0 || ^22.12.0 || >=24.0.0". */
function isSupported(version, range) {
  const [major, minor] = version.split(".").map(Number);
  return range.split(" || ").some((part) => {
    const [leastMajor, leastMinor] = part.replace(/^\D+/, "").split(".").map(Number);
    if (major === leastMajor) return minor >= leastMinor;
    return major > leastMajor && !part.startsWith("^");
  });
}

/** The range in words: "20 (from 20.19), 22 (from 22.12), 24 or newer". */
function inWords(range) {
  return range
    .split(" || ")
    .map((part) => {
      const [major, minor] = part.replace(/^\D+/, "").split(".");
      const from = minor === "0" ? major : `${major} (from ${major}.${minor})`;
      return part.startsWith("^") ? from : `${from} or newer`;
    })
    .join(", ");
}

module.exports = { isSupported, inWords, SUPPORTED };

if (!isSupported(process.versions.node, SUPPORTED)) {
  const told = `Winnow needs Node ${inWords(SUPPORTED)}; this is Node ${process.versions.node}.`;
  const command = `npx -y node@22 scripts/run.mjs ${process.argv[2] || "start"}`;
  console.error(`${told} Install Node 22 or 24, or run: ${command}`);
  process.exit(1);
}
