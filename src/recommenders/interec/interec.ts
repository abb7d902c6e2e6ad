/** @file InteRecAgent, or a baseline, in conversations with simulated people: one looks for an item, or has listed items ranked. */
import type { ItemId, UserId } from '../../core/dataset.ts';
import { LabError, toLabError } from '../../core/errors.ts';
import type { Answer, Recommender } from '../../core/recommender.ts';
import type { RunContext } from '../../core/run-context.ts';
import { isRanking, type ItemReference, type RankingTask, type SeekingTask } from '../../core/task.ts';
import { factsOf, nextMessage } from './simulated-person.ts';
import { NAMED, openSpeaker, type Said, type Speaker, type SpeakerName, type SpeakerSetup } from './speakers.ts';

export interface InteRecSetup extends SpeakerSetup {
  readonly speaker: SpeakerName;
  /** What a person liked, the latest first. */
  readonly liked: (user: UserId) => readonly ItemReference[];
}

const PERSON = 'Person';
const RECOMMENDER = 'Recommender';

export function inteRec(setup: InteRecSetup): Recommender {
  return {
    name: 'interec',
    recommend(task, context) {
      const speaker = openSpeaker(setup.speaker, setup, context.random.fork('speaker'));
      if (task.type === 'simulated-conversation') return seek(task, speaker, setup, context);
      if (isRanking(task)) return rank(task, speaker, setup.liked(task.user.id), context);
      throw new LabError('internal', `InteRecAgent was asked for ${task.type}.`);
    },
  };
}

/** The context of one message. */
function turnOf(agent: string, from: string, message: string, context: RunContext): RunContext {
  return context.at(context.trace.child({ kind: 'agent', label: agent, detail: { agent, from, message } }));
}

function answered(
  items: readonly ItemId[],
  turn: number | null,
  states: readonly string[],
  { trace }: RunContext,
): Answer[] {
  const recommendation = { type: 'ranking', items, ...(turn !== null && { turn }) } as const;
  trace.emit({ type: 'answer', from: 'kept', states, recommendation, reason: '' });
  return [{ from: 'kept', recommendation }];
}

async function seek(task: SeekingTask, speaker: Speaker, setup: InteRecSetup, context: RunContext): Promise<Answer[]> {
  const { catalogue, itemNoun } = setup;
  const titleOf = (id: number): string => catalogue.titles.reference(id).title;
  const item = catalogue.items.find(({ id }) => id === task.item.id);
  const target = { title: task.item.title, facts: item === undefined ? {} : factsOf(item) };
  const liked = task.liked.map(({ title }) => title);
  const turns: { readonly said: string; readonly reply: string; readonly items: readonly string[] }[] = [];
  let last: Said = { reply: '', items: [] };
  let node = context.trace.node;
  let turn = 0;
  while (turn < task.turns && !last.items.includes(task.item.id)) {
    turn += 1;
    const own = turnOf(PERSON, RECOMMENDER, last.reply, context);
    const said = await nextMessage({ itemNoun, target, liked, turns }, own);
    own.trace.emit({ type: 'node-end', status: 'done', result: { reply: said } });
    const theirs = turnOf(RECOMMENDER, PERSON, said, context);
    const { reply, items } = await orNothing(speaker.say(said, theirs));
    last = { reply, items: items.slice(0, NAMED) };
    node = theirs.trace.node;
    turns.push({ said, reply, items: items.map(titleOf) });
  }
  const found = last.items.includes(task.item.id);
  return answered(last.items, found ? turn : task.turns + 1, [node], context);
}

/** A turn whose plan could not be read names nothing, and the person goes on. */
async function orNothing(said: Promise<Said>): Promise<Said> {
  try {
    return await said;
  } catch (thrown) {
    if (toLabError(thrown).code !== 'reply-unparseable') throw thrown;
    return { reply: '', items: [] };
  }
}

const quoted = (items: readonly ItemReference[]): string => items.map(({ title }) => `"${title}"`).join(', ');

/** Has the candidates ranked, after the person said what they liked. */
async function rank(
  { candidates }: RankingTask,
  speaker: Speaker,
  liked: readonly ItemReference[],
  context: RunContext,
): Promise<Answer[]> {
  const texts = [
    ...(liked.length > 0 ? [`I liked ${quoted(liked)}.`] : []),
    `Rank these for me: ${quoted(candidates)}`,
  ];
  const states: string[] = [];
  const said = await speaker.rank(candidates, texts, (text) => {
    const turn = turnOf(RECOMMENDER, PERSON, text, context);
    states.push(turn.trace.node);
    return turn;
  });
  const among = new Set(candidates.map(({ id }) => id));
  return answered(
    said.items.filter((id) => among.has(id)),
    null,
    states,
    context,
  );
}
