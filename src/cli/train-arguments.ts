/** @file What was typed after `train`, as data. */
import { POLICY_NAMES } from '../runs/training/policy-registry.ts';
import { DEFAULT_GROUND } from '../runs/training/training-ground.ts';
import type { TrainOptions } from './train-command.ts';
import { usage } from './usage.ts';

interface TrainValues {
  readonly policies?: string;
  readonly people?: string;
  readonly items?: string;
  readonly steps?: string;
  readonly seeds?: string;
  readonly seed?: string;
  readonly rater?: string;
  readonly set?: string;
  readonly files?: string;
}

/** The options of `train`. @throws LabError `spec-invalid` saying which argument is wrong */
export function trainArguments(values: TrainValues, what: string): TrainOptions {
  if (what !== 'films' && what !== 'books') throw usage(`train knows no "${what}"; one of films, books.`);
  const { policies = 'random,popularity,a2c,oracle', rater = 'surrogate', files = '.espalier' } = values;
  const names = policies.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !POLICY_NAMES.includes(name));
  if (unknown !== undefined) throw usage(`Unknown policy "${unknown}"; one of ${POLICY_NAMES.join(', ')}.`);
  if (rater !== 'surrogate' && rater !== 'rules') throw usage(`train learns from surrogate or rules, not "${rater}".`);
  const whole = (name: 'people' | 'items' | 'steps' | 'seeds' | 'seed', byDefault: number): number => {
    const number = Number(values[name] ?? byDefault);
    if (!Number.isInteger(number) || number < 1) throw usage(`--${name} must be a whole number from 1, not "${values[name]}".`);
    return number;
  };
  return {
    of: what,
    policies: names,
    people: whole('people', DEFAULT_GROUND.people),
    items: whole('items', what === 'books' ? 100 : DEFAULT_GROUND.items),
    steps: whole('steps', 100_000),
    seeds: whole('seeds', 1),
    seed: whole('seed', DEFAULT_GROUND.seed),
    usesSurrogate: rater === 'surrogate',
    options: settingsOf(values.set),
    files,
  };
}

/** `rate=0.003,steps=5` as numbers by name. */
function settingsOf(text: string | undefined): Readonly<Record<string, number>> {
  if (text === undefined) return {};
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split('=').map((part) => part.trim());
      if (name === '' || value === '' || !Number.isFinite(Number(value))) throw usage(`--set takes name=number pairs, not "${pair}".`);
      return [name, Number(value)];
    }),
  );
}
