/**
 * @file What the rules reply to an agent's request.
 */
import { writeAction } from '../../core/action.ts';
import type { AgentPurpose } from '../../core/agent-purpose.ts';
import { createRandom } from '../../core/random.ts';
import type { Task } from '../../core/task.ts';
import type { Family } from '../belief.ts';
import type { Dials } from '../dials.ts';
import { analyse } from './analyst.ts';
import { interpret } from './interpreter.ts';
import { conversationAction, conversationThought } from './conversation.ts';
import { managerAction, managerThought, type ManagerPurpose } from './manager.ts';
import { reflect } from './reflector.ts';
import { search } from './searcher.ts';

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
