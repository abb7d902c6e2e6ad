/**
 * @file The rules of a manager: it asks the analyst for what would tell most, the person and the item or the candidates, and
 * answers by what came back. It takes another person or item for the right one as often as the dial of slips says, and does not
 * notice; a reflection that names the right one settles that.
 */
import type { Action } from '../../../core/action.ts';
import type { AgentPurpose } from '../../../core/agent-purpose.ts';
import type { Random } from '../../../core/random.ts';
import type { Sample } from '../../../core/sample.ts';
import type { Belief, Family } from '../belief.ts';
import { CONSTANTS, type Dials } from '../dials.ts';
import { analysesIn, askedIn, evidenceOf, namedIn, statesInSight } from './evidence.ts';

type ManagerPurpose = Extract<AgentPurpose, { readonly type: 'manager-thought' | 'manager-action' }>;

interface Target {
  readonly about: 'user' | 'item';
  readonly id: number;
}

/** What the manager would do next. */
type Move = { readonly type: 'analyse'; readonly target: Target } | { readonly type: 'finish'; readonly belief: Belief };

/** What the evidence of an analysis of a person or an item is called. */
function evidenceNames({ task }: Sample, about: Target['about']): readonly string[] {
  if (task.type === 'rating-prediction') return [about === 'user' ? 'user-mean' : 'item-mean'];
  return about === 'user' ? ['genre-match', 'year-match'] : ['popularity'];
}

/** All that the analyst could be asked for the task, what tells most first. */
function targetsOf(sample: Sample, family: Family, belief: Belief, required: ReadonlySet<string>): Target[] {
  const { task } = sample;
  const nothing = family.believe(task, []);
  const worth = (about: Target['about']): number =>
    Math.max(0, ...evidenceNames(sample, about).map((name) => (family.offered.has(name) ? nothing.gain(name) : 0)));
  const items = 'candidates' in task ? belief.order() : [task.item.id];
  const all: Target[] = [{ about: 'user', id: task.user.id }, ...items.map((id): Target => ({ about: 'item', id }))];
  return all
    .map((target) => ({ target, gain: worth(target.about) }))
    .filter(({ target, gain }) => gain > CONSTANTS.endAt || required.has(`${target.about} ${target.id}`))
    .sort((a, b) => b.gain - a.gain)
    .map(({ target }) => target);
}

function nextMove(purpose: ManagerPurpose, family: Family): Move {
  const { sample, states, earlier, actions, isLast } = purpose;
  const { task } = sample;
  const seen = statesInSight(states, earlier);
  const belief = family.believe(task, evidenceOf(sample, analysesIn(seen)));
  if (isLast || !actions.includes('Analyse')) return { type: 'finish', belief };
  const asked = seen.flatMap((state) => askedIn(state) ?? []);
  // Of a rating there is one person and one item: whoever was asked about is taken for them.
  const isOpen = ({ about, id }: Target): boolean =>
    !asked.some((one) => one.about === about && (one.id === id || about === 'user' || !('candidates' in task)));
  const { required } = namedIn(earlier.reflections);
  const target = targetsOf(sample, family, belief, required).find(isOpen);
  return target === undefined ? { type: 'finish', belief } : { type: 'analyse', target };
}

/** The thought of a step. */
export function managerThought(purpose: ManagerPurpose, family: Family): string {
  const move = nextMove(purpose, family);
  if (move.type === 'analyse') {
    const { about, id } = move.target;
    return `I should know more of ${about} ${id}; the Analyst can look into the records.`;
  }
  return purpose.isLast ? 'This is the last step, so I answer by what is known.' : 'What is known is enough to answer.';
}

/** The action of a step. */
export function managerAction(purpose: ManagerPurpose, family: Family, dials: Dials, random: Random): Action {
  const move = nextMove(purpose, family);
  if (move.type === 'analyse') {
    const { required } = namedIn(purpose.earlier.reflections);
    const { about, id } = slipped(move.target, family, required, dials.slips, random.fork('slip'));
    return { type: 'Analyse', content: [about, id] };
  }
  const { recommendation } = move.belief.answer(random.fork('ties'));
  return { type: 'Finish', content: recommendation.type === 'rating' ? recommendation.rating : recommendation.items };
}

function slipped(
  target: Target,
  { slips }: Family,
  required: ReadonlySet<string>,
  probability: number,
  random: Random,
): Target {
  if (required.has(`${target.about} ${target.id}`) || random.uniform() >= probability) return target;
  const others = (target.about === 'user' ? slips.users : slips.items.map(({ id }) => id)).filter((id) => id !== target.id);
  const other = others.length === 0 ? undefined : others[random.integer(others.length)];
  return other === undefined ? target : { about: target.about, id: other };
}
