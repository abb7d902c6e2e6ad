/** @file What is said where the planners were stopped. */
import { counted } from '../../words.ts';
import type { RunView } from './run-view.svelte.ts';

const STOPPED_EARLY = 'Stopped before any planner had begun: nothing was run.';

/** Who has answered and who has not; empty where all had by then. @param chosen how many were to run */
export function stoppedInWords(begun: readonly RunView[], chosen: number): string {
  if (begun.length === 0) return STOPPED_EARLY;
  const cut = begun.filter(({ tree }) => tree.end?.outcome !== 'done').map(({ origin }) => origin.title);
  if (chosen === 1) return cut.length === 0 ? '' : `Stopped before ${cut.join('')} had answered.`;
  const answered = begun.length - cut.length;
  if (answered === chosen) return '';
  const waiting = chosen - begun.length;
  const others = [
    ...(cut.length === 0 ? [] : [`${new Intl.ListFormat('en').format(cut)} was cut off`]),
    ...(waiting === 0 ? [] : [`${waiting} had not begun`]),
  ];
  const who = `${answered === 0 ? 'none' : answered} of ${counted(chosen, 'planner')}`;
  return `Stopped: ${who} ${answered === 1 ? 'has' : 'have'} answered; ${others.join(', and ')}.`;
}
