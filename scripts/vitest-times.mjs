// A vitest reporter of each file's time: by phase, in wall-clock milliseconds, and in processor seconds
// (tests/support/processor-time.ts). WINNOW_TEST_TIMES names the output file.
import fs from "node:fs";

export default class TimesReporter {
  onTestRunEnd(modules) {
    const file = process.env.WINNOW_TEST_TIMES;
    if (file) fs.writeFileSync(file, JSON.stringify(modules.map(timesOf)));
  }
}

function timesOf(module) {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return {
    file: module.relativeModuleId,
    starting: prepareDuration + environmentSetupDuration + setupDuration,
    importing: collectDuration,
    tests: duration,
    processor: module.meta().processor ?? null,
  };
}
