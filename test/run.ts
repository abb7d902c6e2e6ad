/** @file `npm test`: the checks in order, cheapest first, with one closing line in every case. */
import { spawn } from 'node:child_process';

interface Stage {
  readonly name: string;
  readonly command: string;
}

const STAGES: readonly Stage[] = [
  { name: 'types', command: 'npm run -s check' },
  { name: 'lint', command: 'npm run -s lint' },
  { name: 'build', command: 'npm run -s build' },
  { name: 'tests', command: 'vitest run' },
];

const CLOSING_LINE = /^(\d+) passed, (\d+) failed, \d+ skipped$/;

/** Runs one stage, passing its output on, and returns its last line. */
function run({ command }: Stage): Promise<{ ok: boolean; lastLine: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) };
    const child = spawn(command, { shell: true, env, stdio: ['inherit', 'pipe', 'inherit'] });
    let tail = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      tail = (tail + chunk.toString()).slice(-4096);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ ok: code === 0, lastLine: tail.trimEnd().split('\n').at(-1) ?? '' });
    });
  });
}

async function main(): Promise<void> {
  for (const stage of STAGES) {
    console.log(`\n— ${stage.name}: ${stage.command}`);
    const { ok, lastLine } = await run(stage);
    const counts = CLOSING_LINE.exec(lastLine);
    if (!ok) process.exitCode = 1;
    // A crash of the runner itself, or after its last test, leaves no line or one that reads like a success.
    if (!ok && (counts === null || counts[2] === '0')) {
      console.log(`\n${stage.name} failed`);
      console.log(`${counts?.[1] ?? '0'} passed, 1 failed, 0 skipped`);
    }
    if (!ok) return;
  }
}

await main();
