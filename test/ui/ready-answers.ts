/** @file The answers of the ready notebooks' exercises, which do not come with the site: what a student has to change in a cell. */
import type { Json } from '../../src/core/json.ts';

type Fields = { readonly [key: string]: Json };

interface ReadyFile extends Fields {
  readonly cells: readonly (Fields & { readonly id: string })[];
}

/** By notebook: the place of the value in the cell `exercise`, and the value that is right. */
const ANSWERS: Readonly<Record<string, readonly [path: readonly string[], value: Json]>> = {
  'a-language-model-plans': [['spec', 'recommender', 'options', 'planner'], 'chain-of-thought'],
  'five-planners': [['spec', 'recommender', 'options', 'planner'], 'self-inspiring'],
  'pruning-loses-evidence': [['spec', 'recommender', 'options', 'steps'], 2],
  'what-shots-buy': [['spec', 'tasks', 'options', 'shots'], 7],
  'team-against-one': [['spec', 'recommender', 'options', 'system'], 'react'],
  'talking-to-the-recommender': [
    ['spec', 'turns'],
    [
      'I loved Alien. Films like Alien, please',
      'Older ones, please',
      'When did Blade Runner come out, and who made it?',
      'Which of these suits me: Notting Hill or Gladiator?',
      'Five films from the 2000s',
    ],
  ],
  'training-on-simulated-people': [['spec', 'steps'], 2048],
};

const replaced = (value: Json, [key, ...rest]: readonly string[], by: Json): Json =>
  key === undefined ? by : { ...(value as Fields), [key]: replaced((value as Fields)[key] ?? {}, rest, by) };

/** A ready notebook with its exercise solved. @param file as its JSON says */
export function solved(name: string, file: ReadyFile): ReadyFile {
  const answer = ANSWERS[name];
  if (answer === undefined) throw new Error(`No answer is known of ${name}.`);
  const cells = file.cells.map((cell) => (cell.id === 'exercise' ? replaced(cell, ...answer) : cell));
  return { ...file, cells: cells as unknown as ReadyFile['cells'] };
}
