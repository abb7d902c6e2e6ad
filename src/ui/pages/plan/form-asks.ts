/** @file What the form asks, where that is not what the stage shows. */
import { asJson, jsonMembers } from '../../../core/json.ts';
import { itemOfTask, type Task } from '../../../core/task.ts';
import { taskOf } from '../../../core/node-data.ts';
import { MEMBERS } from '../../forms/run/members.ts';
import type { Question } from '../../../trace/answer-words.ts';
import { questionInStars } from './question-on.ts';
import type { SetUp } from './set-up.svelte.ts';
import { specOf } from './run-view.svelte.ts';
import type { Stage } from './stage.svelte.ts';

const NUMBERS = ['seed', 'shots'] as const;
const OF_PLANNERS = [...NUMBERS, 'steps', 'branching'] as const;

const isSameQuestion = (one: Task, other: Task): boolean =>
  one.type === other.type && one.user.id === other.user.id && itemOfTask(one)?.id === itemOfTask(other)?.id;

export function otherQuestion({ scenes: [scene] }: Pick<Stage, 'scenes'>, preview: Task | null): Question | null {
  const shown = scene === undefined ? null : taskOf(scene.task);
  return shown === null || preview === null || isSameQuestion(shown, preview) ? null : questionInStars(preview);
}

/** True where the form would run other planners than those on the stage, or the same with other numbers. */
export function hasOtherSettings({ runs }: Pick<Stage, 'runs'>, setUp: SetUp): boolean {
  const shown = runs.map(({ origin }) => origin.planner);
  if (shown.length !== setUp.chosen.length || !setUp.chosen.every(({ name }) => shown.includes(name))) return true;
  const ran = specOf(runs[0]?.events ?? []);
  if (ran === null) return false;
  const form = jsonMembers(asJson({ spec: ran }));
  const numbers = ran.recommender.name === 'recmind' ? OF_PLANNERS : NUMBERS;
  const ranDials = ran.model.name === setUp.modelName ? jsonMembers(ran.model.options) : {};
  return (
    ran.model.name !== setUp.modelName ||
    numbers.some((name) => MEMBERS[name].read(form) !== setUp[name]) ||
    Object.entries(setUp.dials).some(([name, value]) => (ranDials[name] ?? value) !== value)
  );
}
