/** @file What an evaluation is called: by its methods, its task and its people. Its time is told beside it. */
import { forRaters } from './task.ts';
import { jsonList, jsonMembers, jsonText, type JsonObject } from './json.ts';

export const UNNAMED = 'unnamed';

const TASKS: Readonly<Record<string, string>> = {
  'rating-prediction': 'rating',
  'direct-recommendation': 'direct',
  'sequential-recommendation': 'sequential',
  'explanation-generation': 'explanation',
  'review-summarization': 'summary',
  'simulated-conversation': 'conversation',
  ...forRaters('rater'),
};

function methodWords(recommenders: readonly JsonObject[]): string {
  const [first] = recommenders;
  if (first === undefined) return 'Nothing';
  const systems = new Set(recommenders.map(({ options }) => jsonText(jsonMembers(options)['system'])));
  const [system = ''] = systems;
  const isAblation = recommenders.some(({ options }) => jsonMembers(options)['without'] !== undefined);
  if (systems.size === 1 && system !== '' && isAblation) return `MACRec ${system}, agents switched off`;
  if (recommenders.length > 2) return `${String(recommenders.length)} methods`;
  return recommenders
    .map(({ label, name, options }) => jsonText(label) || jsonText(jsonMembers(options)['planner']) || jsonText(name))
    .join(' and ');
}

function peopleWords(options: JsonObject, dataset: JsonObject): string {
  const { count, users, samples } = options;
  if (Array.isArray(samples)) return `${String(samples.length)} ${samples.length === 1 ? 'sample' : 'samples'}`;
  const people = Array.isArray(users) ? users.length : typeof count === 'number' ? count : null;
  const words = people === null ? 'all people' : `${String(people)} ${people === 1 ? 'person' : 'people'}`;
  const added = jsonText(jsonMembers(jsonMembers(dataset['options'])['person'])['name']);
  return added === '' ? words : `${words}, with ${added}`;
}

/** A name that `evaluationName` made: it ends in a time. */
const isMade = (name: string): boolean => name === UNNAMED || /-\d{4}(?:-\d\d){5}(?:-\d+)?$/u.test(name);

/** `7 methods · rating · 100 people`, or the name that a person gave it. @param input as people write it; docs/evaluation.md describes it */
export function evaluationTitle(input: JsonObject): string {
  const name = jsonText(input['name']);
  return isMade(name) || name === '' ? titleInWords(input) : name;
}

function titleInWords(input: JsonObject): string {
  const spec = jsonMembers(input['spec']);
  const tasks = jsonMembers(spec['tasks']);
  const task = jsonText(tasks['name']);
  return [
    methodWords(jsonList(input['recommenders']).map(jsonMembers)),
    TASKS[task] ?? task,
    peopleWords(jsonMembers(tasks['options']), jsonMembers(spec['dataset'])),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

export function evaluationName(input: JsonObject, time: number, taken: readonly string[]): string {
  const given = jsonText(input['name']);
  if (!isMade(given)) {
    let number = 2;
    while (taken.includes(`${given}-${String(number)}`)) number += 1;
    return `${given}-${String(number)}`;
  }
  const words = titleInWords(input)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 50);
  // eslint-disable-next-line no-restricted-syntax -- a name for a person, in their time zone; no event holds it
  const when = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium' })
    .format(time)
    .replaceAll(/\D+/gu, '-');
  const name = `${words || 'evaluation'}-${when}`;
  let number = 1;
  const numbered = (): string => (number === 1 ? name : `${name}-${String(number)}`);
  while (taken.includes(numbered())) number += 1;
  return numbered();
}
