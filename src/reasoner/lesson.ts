/** @file What the reasoner writes of a step that was of little use, and reads again before it asks anew. */
import { isJsonObject, type Json } from '../core/json.ts';
import type { State } from '../core/planner.ts';
import type { Task } from '../core/task.ts';
import { readState, type Finding, type Vocabulary } from './finding.ts';

const LESSON = /^It was of little use to ask the tool ([a-z]{1,40}): (.{1,1100})$/s;

/** A lesson in words. */
export function lessonOf({ tool, arguments: given }: NonNullable<State['action']>): string {
  const values = isJsonObject(given) ? Object.values(given) : [given];
  const words = values.find((value): value is string => typeof value === 'string') ?? '';
  return `It was of little use to ask the tool ${tool}: ${words}`;
}

/** What lessons say was asked in vain; words that no rule wrote teach the rules nothing. */
export function readLessons(reflections: readonly string[], task: Task, vocabulary: Vocabulary): readonly Finding[] {
  return reflections.flatMap((reflection) => {
    const [, tool, words] = LESSON.exec(reflection) ?? [];
    if (tool === undefined || words === undefined) return [];
    const action: { tool: string; arguments: Json } = { tool, arguments: { input: words } };
    return (
      readState({ id: '', parent: null, thought: '', action, observation: '', isEnd: false }, task, vocabulary) ?? []
    );
  });
}
