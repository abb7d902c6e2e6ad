/** @file Why items were recommended: what all of them passed, what each alone did, and what else a title may mean. */
import type { DialogueProblem } from '../../../core/dialogue.ts';
import { passedInWords } from '../../../trace/passed-steps.ts';

/** What all items passed, once, and what is different of each. */
export interface Reasons {
  readonly shared: readonly string[];
  /** Beside the items. */
  readonly own: readonly (readonly string[])[];
}

/** Sets apart what all items have in common, in words; of one item nothing is. */
export function reasonsOf(recorded: readonly (readonly string[])[]): Reasons {
  const passed = recorded.map((steps) => steps.map(passedInWords).filter((words) => words !== ''));
  if (passed.length < 2) return { shared: [], own: passed };
  const shared = (passed[0] ?? []).filter((step) => passed.every((steps) => steps.includes(step)));
  return { shared, own: passed.map((steps) => steps.filter((step) => !shared.includes(step))) };
}

/** What was read of a title, and what else it may mean. */
export interface OtherTitles {
  readonly written: string;
  readonly titles: readonly string[];
}

/** Titles that a turn took for what was written, or was in doubt about, with those that may be meant instead. */
export function otherTitles(problems: readonly DialogueProblem[]): readonly OtherTitles[] {
  return problems.flatMap((problem) => {
    if (problem.type === 'title-taken') return [{ written: problem.text, titles: problem.others }];
    if (problem.type === 'title-ambiguous') return [{ written: problem.text, titles: problem.titles }];
    return problem.type === 'title-unknown' ? [{ written: problem.text, titles: problem.near }] : [];
  });
}

/** The message with a title in place of what was written for it; null where the message does not hold that. */
export function withTitle(message: string, written: string, title: string): string | null {
  const bare = written.replace(/ \(\d{4}\)$/u, '');
  const at = message.toLowerCase().indexOf(bare.toLowerCase());
  if (at < 0) return null;
  const isQuoted = message[at - 1] === '"';
  return `${message.slice(0, at)}${isQuoted ? title : `"${title}"`}${message.slice(at + bare.length)}`;
}
