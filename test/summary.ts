/** @file The last line of a test run, which continuous integration reads, and above it every test that was left out or passed only at its second try. */
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

function note(test: TestCase): string {
  const result = test.result();
  return result.state === 'skipped' && result.note ? ` (${result.note})` : '';
}

/** Vitest's own closing lines count files and tests apart and leave broken files out of the tests. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    // A file whose import or beforeAll fails has no failed test to count.
    const broken = modules.filter(
      (module) =>
        module.state() === 'failed' &&
        ![...module.children.allTests()].some((test) => test.result().state === 'failed'),
    );
    const skipped = inState('skipped');
    const failed = inState('failed').length + broken.length + errors.length;
    const lines = skipped.map((test) => `skipped: ${test.fullName}${note(test)}`);
    const retried = tests.filter((test) => test.diagnostic()?.flaky);
    lines.push(...retried.map((test) => `passed at its second try: ${test.fullName}`));
    lines.push(`${inState('passed').length} passed, ${failed} failed, ${skipped.length} skipped`);
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
