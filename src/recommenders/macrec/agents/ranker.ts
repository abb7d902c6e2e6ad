/**
 * @file The ranker (as in ToolRec, Zhao et al. 2024): a fitted recommender as a member of the team. It asks no model: what the manager
 * writes goes to the Rank tool, and what that says comes back.
 */
import { textOf } from '../../../core/action.ts';
import type { Agent } from '../../../core/agent.ts';
import type { ItemId } from '../../../core/dataset.ts';
import type { Tool } from '../../../core/tool.ts';
import type { ActionKind } from './action.ts';
import { useTool } from './use-tool.ts';

/** How the manager asks for the ranker: `Rank[user 524]`. */
export const RANK: ActionKind = {
  name: 'Rank',
  slots: [{ name: 'the user, and conditions if any', holds: 'text' }],
  examples: ['user 524'],
};

/** The ranker. Its message is a query of the Rank tool. @param candidates of the task, from which it ranks; all items where empty */
export function ranker(tool: Tool, candidates: readonly ItemId[]): Agent {
  return {
    name: 'Ranker',
    description: tool.description,
    async invoke(message, context) {
      const query = { type: tool.name, content: textOf(message) };
      const { observation, found } = await useTool([tool], query, { ...context, candidates });
      return { text: observation, failed: false, ...(found && { found }) };
    },
  };
}
