/**
 * @file What is left out of a prompt that does not fit into the context of its model: each generator gives the whole first, then ever
 * less of it, the least needed first.
 */
import { counted } from '../../core/text/counted.ts';
import type { CriticView, DialogueView, ReplyView, Utterance } from '../../core/dialogue.ts';

/** Characters that are left of a text in the end. */
const SHORT = 240;

/** The beginning, with a mark that says how much is missing. */
function cut(text: string): string {
  const left = text.length - SHORT;
  return left <= 0 ? text : `${text.slice(0, SHORT)} [… ${counted(left, 'more character')}]`;
}

/** Without the oldest turn, which is counted. */
const withoutOldest = <View extends Pick<DialogueView, 'turns' | 'earlier'>>(view: View): View => ({
  ...view,
  turns: view.turns.slice(1),
  earlier: (view.earlier ?? 0) + 1,
});

/** Without the oldest turns, then without demonstrations, what a rejected attempt found and mentions, then with a part of the message. */
export function* shorterViews(view: DialogueView): Generator<DialogueView> {
  let given = view;
  yield given;
  while (given.turns.length > 0) yield (given = withoutOldest(given));
  while (given.demonstrations.length > 0) yield (given = { ...given, demonstrations: given.demonstrations.slice(1) });
  if (given.rejected !== null) yield (given = { ...given, rejected: { ...given.rejected, outcomes: [] } });
  yield (given = { ...given, mentions: [] });
  yield { ...given, text: cut(given.text) };
}

/** Without what was said before, then with a part of what the tools told, then with a part of the message. */
export function* shorterReplies(full: ReplyView): Generator<ReplyView> {
  yield full;
  const view = { ...full, turns: [] };
  yield view;
  const outcomes = view.outcomes.map((outcome) => ({ ...outcome, observation: cut(outcome.observation) }));
  yield { ...view, outcomes };
  yield { ...view, outcomes, explained: view.explained.slice(0, 1), text: cut(view.text) };
}

/** Without the oldest turns, then with a part of what the tools told, then with a part of the message and the reply. */
export function* shorterTurns(view: CriticView): Generator<CriticView> {
  let given = view;
  yield given;
  while (given.turns.length > 0) yield (given = withoutOldest(given));
  const tracker = view.tracker.map((record) => ({ ...record, input: null, output: cut(record.output) }));
  yield (given = { ...given, tracker });
  yield { ...given, text: cut(view.text), reply: cut(view.reply), explained: view.explained.slice(0, 1) };
}

/** Without the oldest of what was said, then with a part of the last. */
export function* shorterDialogues(utterances: readonly Utterance[]): Generator<readonly Utterance[]> {
  for (let first = 0; first < Math.max(1, utterances.length); first += 1) yield utterances.slice(first);
  yield utterances.slice(-1).map((one) => ({ ...one, text: cut(one.text), shown: [] }));
}
