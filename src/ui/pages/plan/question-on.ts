import { OWN_NAME } from '../../../core/dataset.ts';
import { taskOf } from '../../../core/node-data.ts';
import type { Task } from '../../../core/task.ts';
import { question, type Question } from '../../../trace/answer-words.ts';
import { fileName } from '../../browser.ts';
import type { ReadyCase } from './ready-case.ts';
import type { Stage } from './stage.svelte.ts';

/** Of a scale of stars. */
const STARS = 5;

export function questionInStars(task: Task): Question {
  if (task.type !== 'rating-prediction' || task.scale.max !== STARS) return question(task);
  const who = task.user.name === OWN_NAME ? 'you' : task.user.name;
  return { ...question(task), before: `How many stars did ${who} give ` };
}

export interface Asked {
  readonly stage: Stage;
  readonly preview: Task | null;
}

/** The question of the runs on the stage; that of the set-up where there are none. */
export function questionOn({ scenes: [scene] }: Stage, preview: Task | null): Question | null {
  // What agents were asked besides tasks is called by its own words.
  if (scene !== undefined && taskOf(scene.task) === null) return { before: scene.task.label, title: '', after: '' };
  const task = (scene && taskOf(scene.task)) ?? preview;
  return task === null ? null : questionInStars(task);
}

export function questionText({ stage, preview }: Asked): string {
  const { before, title, after } = questionOn(stage, preview) ?? { before: 'Plan', title: '', after: '' };
  return `${before}${title}${after}`;
}

/** What files of it are called: `what-would-klaus-ibarra-give-the-time-machine`. */
export const fileStem = (page: Asked): string => fileName(questionText(page));

/** What the page shows at first sight. */
export const FIRST = {
  watchThem:
    'Watch the planners answer this question: what each asks, what comes back, what it cuts, and what its answer rests on.',
  notReproducible: 'This engine may answer the same request differently the next time.',
  setUpComes: 'Reading the dataset. Then you can set up a question of your own here.',
  chosenCase: ({ people, errors }: ReadyCase['average']): string => {
    const averages = new Intl.ListFormat('en').format(errors.map(({ value }) => value.toFixed(2)));
    return `All replies are recorded ones of Qwen2.5-Coder 1.5B. Over ${String(people)} people the methods are ${averages} stars off on average.`;
  },
  openLatest: (runs: number): string => (runs === 1 ? 'Open your last run' : `Open your last ${String(runs)} runs`),
  backToRuns: (runs: number): string => `‹ Back to the ${runs === 1 ? 'earlier run' : `${String(runs)} earlier runs`}`,
} as const;
