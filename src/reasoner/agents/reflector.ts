/**
 * @file The rules of a reflector: it compares whom and what an attempt asked about with the task, reads each comparison rightly
 * as often as the dial of the critic says, and names what is to be analysed.
 */
import type { AgentPurpose } from '../../core/agent-purpose.ts';
import type { Random } from '../../core/random.ts';
import { askedIn } from './evidence.ts';

type ReflectPurpose = Extract<AgentPurpose, { readonly type: 'reflect' }>;

/** The reflection in its form. @param accuracy a: how often a comparison is read rightly */
export function reflect(purpose: ReflectPurpose, accuracy: number, random: Random): string {
  const problems = problemsOf(purpose, accuracy, random);
  const isRight = problems.length === 0;
  const reason = isRight ? 'I see nothing to improve.' : problems.join(' ');
  return purpose.form === 'json' ? JSON.stringify({ correctness: isRight, reason }) : reason;
}

function problemsOf({ sample, actions, states }: ReflectPurpose, accuracy: number, random: Random): string[] {
  const { task } = sample;
  const problems: string[] = [];
  if (!states.some(({ isEnd }) => isEnd)) problems.push('The attempt gave no answer: finish earlier.');
  const items = 'candidates' in task ? task.candidates.map(({ id }) => id) : [task.item.id];
  const asked = states.flatMap((state) => askedIn(state) ?? []);
  asked.forEach(({ action, about, id }, at) => {
    const [ask, done] = action === 'Rank' ? ['rank for', 'ranked for'] : ['analyse', 'analysed'];
    const right = about === 'user' ? [task.user.id] : items;
    const [expected = id] = right;
    const isReadRight = random.fork(String(at)).uniform() < accuracy;
    if (right.includes(id) && !isReadRight)
      problems.push(`It is not certain that this was the right one: ${ask} ${about} ${id}.`);
    if (!right.includes(id) && isReadRight)
      problems.push(
        `${about === 'user' ? 'User' : 'Item'} ${id} was ${done} in place of ${about} ${expected}: ${ask} ${about} ${expected}.`,
      );
  });
  const never = (about: 'user' | 'item', id: number): void => {
    if (!asked.some((one) => one.action === 'Analyse' && one.about === about))
      problems.push(`The ${about} was never analysed: analyse ${about} ${id}.`);
  };
  if (!actions.includes('Analyse')) return problems;
  never('user', task.user.id);
  if (items.length === 1) never('item', items[0] ?? 0);
  return problems;
}
