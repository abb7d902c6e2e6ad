/**
 * @file The planners by name. To add one: write its file, add its entry here, and see CONTRIBUTING.md for what explains and tests it.
 */
import { beamSearchEntry } from './beam-search.ts';
import { chainOfThoughtEntry } from './chain-of-thought.ts';
import { inputOutputEntry } from './input-output.ts';
import { languageAgentTreeSearchEntry } from './language-agent-tree-search.ts';
import type { PlannerEntry } from './planner-entry.ts';
import { selfConsistencyEntry } from './self-consistency.ts';
import { selfInspiringFilteredEntry } from './self-inspiring-filtered.ts';
import { selfInspiringEntry } from './self-inspiring.ts';
import { treeOfThoughtsBfsEntry } from './tree-of-thoughts-bfs.ts';
import { treeOfThoughtsDfsEntry } from './tree-of-thoughts-dfs.ts';

/** All planners, in the order in which the papers introduce them, the lab's own after them; then the field's yardsticks beyond RecMind. */
export const PLANNERS: readonly PlannerEntry[] = [
  inputOutputEntry,
  chainOfThoughtEntry,
  treeOfThoughtsBfsEntry,
  treeOfThoughtsDfsEntry,
  selfInspiringEntry,
  selfInspiringFilteredEntry,
  selfConsistencyEntry,
  beamSearchEntry,
  languageAgentTreeSearchEntry,
];
