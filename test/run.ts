/** @file `npm test`: the checks in order, cheapest first, with one closing line in every case. */
import { spawn } from 'node:child_process';
import { browsersHere } from './engines/browsers-here.ts';

interface Stage {
  readonly name: string;
  readonly command: string;
}

interface Outcome {
  readonly stage: Stage;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One after the other: a browser beside other work misses deadlines. */
const STAGES: readonly Stage[] = [
  { name: 'types', command: 'npm run -s check' },
  { name: 'lint', command: 'npm run -s lint' },
  { name: 'build', command: 'npm run -s build' },
  { name: 'tests in Node', command: 'vitest run --project node' },
  { name: 'tests of the page in Chromium', command: 'vitest run --project "browser*"' },
  { name: 'tests of the built site in Chromium', command: 'vitest run --project e2e' },
  { name: 'a walk through the lab, and the same events, in other browsers', command: 'vitest run --project engines' },
];

const CLOSING_LINE = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;

/** Runs one stage and passes its output on. */
function run(stage: Stage): Promise<Outcome> {
  console.log(`\n— ${stage.name}: ${stage.command}`);
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) };
    const child = spawn(stage.command, { shell: true, env, stdio: ['inherit', 'pipe', 'inherit'] });
    let tail = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      tail = (tail + chunk.toString()).slice(-4096);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const [passed = 0, failed = 0, skipped = 0] =
        CLOSING_LINE.exec(tail.trimEnd().split('\n').at(-1) ?? '')
          ?.slice(1)
          .map(Number) ?? [];
      // A crash of a runner leaves no such line, or one that reads like a success.
      resolve({ stage, passed, failed: code === 0 ? failed : Math.max(1, failed), skipped });
    });
  });
}

async function main(): Promise<void> {
  const ended: Outcome[] = [];
  for (const stage of STAGES) {
    const outcome = await run(stage);
    ended.push(outcome);
    if (outcome.failed > 0) break;
  }
  const failed = ended.filter((outcome) => outcome.failed > 0);
  console.log(failed.map(({ stage }) => `\n${stage.name} failed`).join(''));
  const hasRun = ended.length === STAGES.length;
  for (const { title, version, does } of browsersHere())
    console.log(
      `${title}: ${version === null ? 'not here, not run' : hasRun ? `${version}, ${does}` : 'not run to the end'}`,
    );
  const sum = (what: 'passed' | 'failed' | 'skipped'): string =>
    String(ended.reduce((total, outcome) => total + outcome[what], 0));
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  if (failed.length > 0) process.exitCode = 1;
}

await main();
