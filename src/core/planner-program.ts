/** @file A planner that a person wrote in JavaScript, as a spec, a link and a file hold it. */
import { jsonMembers, type Json } from './json.ts';
import { plainName } from './text/visible-text.ts';

export const CUSTOM_PLANNER = 'custom';

export interface PlannerProgram {
  readonly title: string;
  /** JavaScript that declares `plan(context, { T, k })`. */
  readonly source: string;
}

/** Most characters (UTF-16) of a program: ten times the longest planner of the papers, and little enough for a link. */
export const LONGEST_PROGRAM = 10_000;
export const LONGEST_PROGRAM_TITLE = 60;

export interface ReadyProgram extends PlannerProgram {
  readonly name: string;
  readonly description: string;
}

export function programIn(options: Json | undefined): PlannerProgram | null {
  const { planner, program } = jsonMembers(options);
  const { title, source } = jsonMembers(program);
  if (planner !== CUSTOM_PLANNER || typeof title !== 'string' || typeof source !== 'string') return null;
  return { title: plainName(title).slice(0, LONGEST_PROGRAM_TITLE), source };
}

export const ownProgram = (spec: Json): PlannerProgram | null =>
  programIn(jsonMembers(jsonMembers(spec)['recommender'])['options']);
