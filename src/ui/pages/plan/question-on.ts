import { OWN_NAME } from '../../../core/dataset.ts';
import { taskOf } from '../../../core/node-data.ts';
import type { Task } from '../../../core/task.ts';
import { question, type Question } from '../../../trace/answer-words.ts';
import { fileName } from '../../browser.ts';
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
