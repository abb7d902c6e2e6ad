/** @file The planners by name. CONTRIBUTING.md says how to add one. */
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
