/**
 * @file What the rules reply to an agent's request.
 */
import { writeAction, type Action } from '../../core/action.ts';
import type { AgentPurpose } from '../../core/language-model.ts';
import { createRandom, type Random } from '../../core/random.ts';
import type { Task } from '../../core/task.ts';
import type { Family } from '../belief.ts';
import type { Dials } from '../dials.ts';
import { interpret } from './interpreter.ts';
import { conversationAction, conversationThought } from './conversation.ts';
import { managerAction, managerThought, type ManagerPurpose } from './manager.ts';
import { analysisOf, writeAnalysis } from './analysis.ts';
import { askedIn } from './evidence.ts';

/** The searcher's next command. */
function search({ request, states, isLast }: Extract<AgentPurpose, { readonly type: 'search' }>): Action {
  const found = states.findLast(({ action }) => action?.tool === 'Search')?.observation;
  if (found === undefined && !isLast) return { type: 'Search', content: request };
  return { type: 'Finish', content: found ?? 'Nothing was looked for.' };
}

type ReflectPurpose = Extract<AgentPurpose, { readonly type: 'reflect' }>;

/** The reflection in its form. @param accuracy a: how often a comparison is read rightly */
function reflect(purpose: ReflectPurpose, accuracy: number, random: Random): string {
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

/** So many ratings are asked for: as many as a look-up shows. */
const RATINGS = 100;

/** The analyst's next command. */
function analyse({ about, id, states, isLast }: Extract<AgentPurpose, { readonly type: 'analyse' }>): Action {
  const [info, history] =
    about === 'user' ? (['UserInfo', 'UserHistory'] as const) : (['ItemInfo', 'ItemHistory'] as const);
  const done = new Set(states.map(({ action }) => action?.tool));
  const observations = states.map(({ observation }) => observation);
  if (!isLast && !done.has(info)) return { type: info, content: id };
  const isKnown = !observations.some((text) => text.startsWith('There is no '));
  if (!isLast && isKnown && !done.has(history)) return { type: history, content: [id, RATINGS] };
  const analysis = analysisOf(about, id, observations);
  const nothing = `${about === 'user' ? 'User' : 'Item'} ${id} is not on record.`;
  return { type: 'Finish', content: analysis === null ? nothing : writeAnalysis(analysis) };
}

/** The types of purposes that agents have. */
const AGENT_PURPOSES: ReadonlySet<string> = new Set<AgentPurpose['type']>([
  'manager-thought',
  'manager-action',
  'analyse',
  'search',
  'interpret',
  'reflect',
]);

/** True for what an agent asks. */
export const isAgentPurpose = (purpose: { readonly type: string }): purpose is AgentPurpose =>
  AGENT_PURPOSES.has(purpose.type);

const isOfTask = (purpose: { readonly sample: unknown }): purpose is ManagerPurpose => purpose.sample !== null;

/** The reply to an agent. @param familyOf what the rules were fitted to */
export function agentReply(
  purpose: AgentPurpose,
  dials: Dials,
  familyOf: (task: Task) => Family,
  seed: number,
): string {
  const random = createRandom(seed);
  switch (purpose.type) {
    case 'manager-thought':
      return isOfTask(purpose) ? managerThought(purpose, familyOf(purpose.sample.task)) : conversationThought(purpose);
    case 'manager-action': {
      const action = isOfTask(purpose)
        ? managerAction(purpose, familyOf(purpose.sample.task), dials, random)
        : conversationAction(purpose);
      return writeAction(action, purpose.form);
    }
    case 'analyse':
      return writeAction(analyse(purpose), purpose.form);
    case 'search':
      return writeAction(search(purpose), purpose.form);
    case 'interpret':
      return writeAction(interpret(purpose), purpose.form);
    case 'reflect':
      return reflect(purpose, dials.evaluatorAccuracy, random);
  }
}
