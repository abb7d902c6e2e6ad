/** @file `npm test`: the checks in order, cheapest first, with one closing line in every case. */
import { spawn } from 'node:child_process';

interface Stage {
  readonly name: string;
  readonly command: string;
}

interface Outcome {
  readonly stage: Stage;
  readonly ok: boolean;
  readonly lastLine: string;
}

/** What stands together runs at the same time: neither types nor lint takes more than one core. */
const STAGES: readonly (readonly Stage[])[] = [
  [
    { name: 'types', command: 'npm run -s check' },
    { name: 'lint', command: 'npm run -s lint' },
  ],
  [{ name: 'build', command: 'npm run -s build' }],
  [{ name: 'tests', command: 'vitest run' }],
];

const CLOSING_LINE = /^(\d+) passed, (\d+) failed, \d+ skipped$/;

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
      resolve({ stage, ok: code === 0, lastLine: tail.trimEnd().split('\n').at(-1) ?? '' });
    });
  });
}

/** Says what failed where the stage's own last line does not: a crash of the runner leaves none, or one that reads like a success. */
function close({ stage, lastLine }: Outcome): void {
  const counts = CLOSING_LINE.exec(lastLine);
  if (counts !== null && counts[2] !== '0') return;
  console.log(`\n${stage.name} failed`);
  console.log(`${counts?.[1] ?? '0'} passed, 1 failed, 0 skipped`);
}

async function main(): Promise<void> {
  for (const stages of STAGES) {
    const outcomes = await Promise.all(stages.map(run));
    const failed = outcomes.find(({ ok }) => !ok);
    if (failed === undefined) continue;
    process.exitCode = 1;
    close(failed);
    return;
  }
}

await main();
