import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/cli/command.ts';

describe('the experiment on the command line', () => {
  test('takes ten seeds and all people where nothing is said', () => {
    expect(parseCommand(['experiment', '--dataset', 'ml.zip'])).toEqual({
      type: 'experiment',
      dataset: 'ml.zip',
      tasks: ['rating-prediction', 'direct-recommendation'],
      presets: ['default', 'clean-tools', 'careless-evaluator', 'careful-evaluator', 'short-memory'],
      seeds: 10,
      users: null,
      files: '.espalier',
    });
    const some = parseCommand([
      'experiment',
      '--dataset',
      'ml.zip',
      '--seeds',
      '2',
      '--users',
      '50',
      '--files',
      'kept',
    ]);
    expect(some).toMatchObject({ seeds: 2, users: 50, files: 'kept' });
    expect(parseCommand(['experiment', '--dataset', 'ml.zip', '--users', 'all'])).toMatchObject({ users: null });
    const one = parseCommand([
      'experiment',
      '--dataset',
      'ml.zip',
      '--task',
      'direct-recommendation',
      '--preset',
      'default',
    ]);
    expect(one).toMatchObject({ tasks: ['direct-recommendation'], presets: ['default'] });
  });

  test.each([
    [['experiment'], 'experiment needs --dataset FILE'],
    [['experiment', '--dataset', 'ml.zip', '--seeds', '0'], '--seeds must be a whole number from 1, not "0"'],
    [['experiment', '--dataset', 'ml.zip', '--task', 'ranking'], '--task must be one of rating-prediction, direct-rec'],
    [['experiment', '--dataset', 'ml.zip', '--preset', 'best'], '--preset must be one of default, clean-tools'],
    [['experiment', '--dataset', 'ml.zip', '--users', 'many'], '--users must be a whole number from 1, not "many"'],
    [['experiment', 'ml.zip', '--dataset', 'ml.zip'], 'experiment takes only options'],
    [['experiment', '--dataset', 'ml.zip', '--format', 'x'], 'experiment has no option --format'],
  ])('refuses %o', (args, problem) => {
    expect(() => parseCommand(args)).toThrow(
      expect.objectContaining({ code: 'spec-invalid', message: expect.stringContaining(problem) as string }),
    );
  });
});
