// Says in one plain line what has passed and failed, and fails where anything has failed:
// closing-line.js PART..., each the report of a test run, or the exit status of something else.
import { readFileSync } from 'node:fs';

const parts = process.argv
  .slice(2)
  .map((part) => (/^\d+$/.test(part) ? count(part === '0') : read(part)));
const [passed, failed, skipped] = [0, 1, 2].map((index) =>
  parts.reduce((sum, part) => sum + part[index], 0),
);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function count(isGood) {
  return isGood ? [1, 0, 0] : [0, 1, 0];
}

function read(report) {
  try {
    const {
      success,
      numPassedTests = 0,
      numFailedTests = 0,
      numPendingTests = 0,
    } = JSON.parse(readFileSync(report, 'utf8'));
    // An error outside of all tests fails a run, too, and so does a run of none.
    const isGood = success && numPassedTests > 0;
    return [numPassedTests, numFailedTests || (isGood ? 0 : 1), numPendingTests];
  } catch {
    return count(false);
  }
}
