/** @file How long something takes the processor, for tests of how time grows with a text. */

/**
 * Milliseconds that the process computed for, the least of several times, so that whatever else the machine does counts for nothing.
 * @param times at least 1
 */
export function processorTime(work: () => unknown, times: number): number {
  let least = Infinity;
  for (let run = 0; run < times; run += 1) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
