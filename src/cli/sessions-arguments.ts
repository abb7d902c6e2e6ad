/** @file What was typed after `sessions`, as data. */
import { DEFAULT_SESSIONS } from '../core/sessions.ts';
import { DEFAULT_ENVIRONMENT } from '../core/simulation.ts';
import { parseSessionsSpec } from '../lab/sessions/sessions-spec.ts';
import { modelPlaces, type PlaceValues } from './open-model.ts';
import type { SessionsOptions } from './sessions-command.ts';
import { inFile, readSpec } from './spec-file.ts';
import { filmsOrBooks, usage, wholeNumber } from './usage.ts';

interface SessionsValues extends PlaceValues {
  readonly people?: string;
  readonly items?: string;
  readonly recommenders?: string;
  readonly rounds?: string;
  readonly pages?: string;
  readonly patience?: string;
  readonly seed?: string;
  readonly seeds?: string;
  readonly rater?: string;
  readonly dataset?: string;
  readonly users?: string;
  readonly real?: string;
  readonly events?: string;
  readonly files?: string;
}

/** What a file says in place of options. */
const IN_A_SPEC = [
  'people',
  'items',
  'recommenders',
  'rounds',
  'pages',
  'patience',
  'seed',
  'rater',
  'dataset',
  'users',
] as const;
/** The lab's shelf of books is a small one. */
const BOOKS = 60;

/** The options of `sessions`. @throws LabError `spec-invalid` saying which argument, or which field of the spec, is wrong */
export function sessionsArguments(values: SessionsValues, what: string): SessionsOptions {
  const seeds = wholeNumber('seeds', values.seeds ?? '1', 1);
  const ofOne = (['real', 'events'] as const).find((name) => values[name] !== undefined);
  if (seeds > 1 && ofOne !== undefined) throw usage(`--${ofOne} is for one seed; leave it or --seeds out.`);
  const rest = {
    seeds,
    real: values.real ?? null,
    events: values.events ?? null,
    files: values.files ?? '.espalier',
    places: modelPlaces(values),
  };
  if (!what.endsWith('.json')) return { spec: parseSessionsSpec(typed(values, what)), ...rest };
  const told = IN_A_SPEC.find((name) => values[name] !== undefined);
  if (told !== undefined) throw usage(`${what} says everything about the sessions; leave --${told} out.`);
  return { spec: inFile(what, () => parseSessionsSpec(readSpec(what))), ...rest };
}

function typed(values: SessionsValues, what: string): unknown {
  const of = filmsOrBooks('sessions', what);
  const { environment, rounds, pages, patience, seed } = DEFAULT_SESSIONS;
  const { dataset, users, rater = environment.rater.name, recommenders } = values;
  const isModel = rater !== environment.rater.name;
  const usual = DEFAULT_SESSIONS.recommenders.filter((name) => !isModel || name !== 'oracle');
  const whole = (name: 'people' | 'items' | 'rounds' | 'pages' | 'seed', byDefault: number): number =>
    wholeNumber(name, String(values[name] ?? byDefault));
  return {
    environment: {
      of: dataset === undefined ? of : { dataset },
      peopleOf: users === undefined ? 'synthetic' : { dataset: users },
      people: whole('people', environment.people),
      items: whole('items', of === 'books' ? BOOKS : environment.items),
      seed: whole('seed', seed),
      rater: { name: rater, options: {} },
      prompt: { ...DEFAULT_ENVIRONMENT.prompt, ...(of === 'books' && { scale: '1-5' }) },
    },
    recommenders: recommenders?.split(',').map((name) => name.trim()) ?? usual,
    rounds: whole('rounds', rounds),
    pages: whole('pages', pages),
    patience: Number(values.patience ?? patience),
    seed: whole('seed', seed),
  };
}
