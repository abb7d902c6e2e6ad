/**
 * @file `npm run test:unit`: the tests in Node without the files that take longest, for while one works. `npm test` runs all of them.
 * What is left out fits models, trains, starts the terminal as a process of its own, or reads whole datasets.
 */
import { spawnSync } from 'node:child_process';

/** More than ten seconds each on a machine that was busy: of all files five sixths of the time. */
export const LONG: readonly string[] = [
  'test/cli/cli.test.ts',
  'test/cli/evaluate.test.ts',
  'test/cli/notebook.test.ts',
  'test/cli/one-folder.test.ts',
  'test/cli/slow-statements.test.ts',
  'test/core/numbers/elementary-functions.test.ts',
  'test/data/database/statement-runner.test.ts',
  'test/data/import/movielens-real.test.ts',
  'test/datasets/ready-case.test.ts',
  'test/export/large-exports.test.ts',
  'test/foreign-texts.test.ts',
  'test/lab/chat-page-queries.test.ts',
  'test/lab/conversations-kept.test.ts',
  'test/lab/evaluation/evaluations.test.ts',
  'test/licences.test.ts',
  'test/models/transformers/constrained-reply.test.ts',
  'test/models/transformers/faults.test.ts',
  'test/models/transformers/transformers-model.test.ts',
  'test/notebook/round-trip.test.ts',
  'test/package.test.ts',
  'test/recommenders/baselines/oracle.test.ts',
  'test/recommenders/insisting-servers.test.ts',
  'test/lab/run/create-retrieval.test.ts',
  'test/lab/run/custom-planner.test.ts',
  'test/lab/run/fit-reasoner.test.ts',
  'test/lab/run/packaged-calibration.test.ts',
  'test/lab/run/slices-and-splits.test.ts',
  'test/trace/foreign/read-trace.test.ts',
  'test/ui/ready-notebooks.test.ts',
];

const isRun = process.argv[1]?.replaceAll('\\', '/').endsWith('test/unit.ts') === true;
if (isRun) {
  const excluded = LONG.flatMap((path) => ['--exclude', path]);
  const given = ['vitest', 'run', '--project', 'node', ...excluded, ...process.argv.slice(2)];
  const { status } = spawnSync('npx', given, { stdio: 'inherit', shell: process.platform === 'win32' });
  process.exitCode = status ?? 1;
}
