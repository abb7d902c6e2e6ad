/** @file The tools of a conversation. */
import type { DialogueTool } from './catalogue.ts';
import { filterTool } from './filter.ts';
import { lookUpTool } from './look-up.ts';
import { mapTool } from './map.ts';
import { rankTool } from './rank.ts';
import { similarTool } from './similar.ts';
import { storeCandidatesTool } from './store-candidates.ts';

/** All of them, in the order of the funnel. */
export const DIALOGUE_TOOL_LIST: readonly DialogueTool[] = [
  storeCandidatesTool,
  lookUpTool,
  filterTool,
  similarTool,
  rankTool,
  mapTool,
];

/** The tool of that name; null where there is none. */
export function dialogueToolNamed(name: string): DialogueTool | null {
  return DIALOGUE_TOOL_LIST.find((tool) => tool.name === name) ?? null;
}
