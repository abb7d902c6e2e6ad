/** @file Questions about the catalogue itself: what there is, and how many of it. */
import type { Condition, DialoguePlan, DialogueView, EarlierTurn } from '../../core/dialogue.ts';
import type { Json } from '../../core/json.ts';
import { changedConditions } from './changes.ts';
import { EMPTY_DRAFT, stepsOf } from './draft.ts';
import { once } from './once.ts';
import { notUnderstood } from './personal.ts';
import type { Sentence } from './sentence.ts';
import { rule } from './vocabulary.ts';
import { readWishes } from './wishes.ts';

const KINDS = 'genres|categories|directors|authors|brands|publishers|decades|tags|distributors|studios';
const LISTED = rule(
  `(what|which) (<word>){0,3}? {kinds:${KINDS}} (<word>)* (have|know|there|available|offer|catalogue|exist|got|<stop>)|^<stop>* (list|show|name) (me)? (all)? (of)? (the|your)? {all:${KINDS}} <stop>*$`,
);
const COUNTED = rule(
  "^(<stop>|so|and|ok|hi|hello|do you know|can you tell me)* (how (many|big)|(what (is|'s))? (the)? number of) (?!(people|users|viewers|readers|ratings|minutes|hours|pages|votes))",
);
/** What the catalogue calls them; null where they are no attribute. */
const attributeOf = (kinds: string): string | null =>
  kinds === 'decades' ? null : kinds === 'studios' ? 'distributor' : kinds.replace(/ies$/u, 'y').replace(/s$/u, '');

/** The plan that answers a question about the catalogue; null where the message is none. */
export function catalogueQuestion(view: DialogueView, sentence: Sentence): DialoguePlan | null {
  const { catalogue, turns } = view;
  const list = sentence.find(LISTED);
  if (list !== null) {
    const name = attributeOf(list.part('kinds') ?? list.part('all') ?? '');
    if (name === null)
      return lookUp('SELECT DISTINCT (year / 10) * 10 AS decade FROM items WHERE year IS NOT NULL ORDER BY decade');
    if (!catalogue.attributes.some((attribute) => attribute.name === name)) return null;
    return lookUp(
      `SELECT value AS ${name} FROM item_attributes WHERE attribute = '${name}' GROUP BY value ORDER BY count(*) DESC LIMIT 60`,
    );
  }
  // Of a list that was shown those are named, and not counted.
  const isOfList = (turns.at(-1)?.items.length ?? 0) > 0 && sentence.find(OF_THEM) !== null;
  return sentence.find(COUNTED) === null || isOfList
    ? null
    : counted(view, sentence.find(OF_THEM) === null ? [] : before(turns.at(-1)));
}

const OF_THEM = rule('of (them|these|those)');

/** What the last turn counted or filtered by. */
const before = (last: EarlierTurn | undefined): readonly Condition[] =>
  (last?.plan.steps ?? []).flatMap(({ input }): readonly Condition[] => {
    const own = input['conditions'];
    return Array.isArray(own) ? own.map((one: Json) => one as unknown as Condition) : [];
  });

/** How many there are of what a message names; what cannot be counted is said. */
function counted({ text, mentions, catalogue }: DialogueView, held: readonly Condition[]): DialoguePlan {
  const { conditions: said, anchors, leftovers, topics, order, ...titles } = readWishes(text, mentions, catalogue);
  // How many must have rated the best says nothing of how many there are.
  const own = order === null ? said : said.filter(({ attribute }) => attribute !== 'ratings');
  const conditions = held.length === 0 ? own : changedConditions(held, own, false);
  const like = [...titles.seeds, ...topics.map((topic) => topic.replace(/^how many /u, ''))];
  if (like.length > 0) {
    const reply = `How many are like ${like.join(' and ')} cannot be counted, since likeness has no border. I count by what the catalogue says, such as the genre or the year; or ask for ${catalogue.itemNoun}s like that.`;
    return { intent: 'unclear', steps: [], reply };
  }
  const aside = once([
    ...titles.liked,
    ...titles.disliked,
    ...titles.excluded,
    ...titles.seen,
    ...titles.named,
    ...leftovers,
  ]);
  const steps = stepsOf({ ...EMPTY_DRAFT, anchors, conditions }).filter(({ tool }) => tool === 'look-up');
  const all = stepsOf({ ...EMPTY_DRAFT, anchors, conditions }).find(({ tool }) => tool === 'filter')?.input[
    'conditions'
  ];
  // All that there are is no answer to a question about some of them.
  if (all === undefined && (aside.length > 0 || /(?<!\p{L})of (?:them|these|those)(?!\p{L})/iu.test(text)))
    return {
      intent: 'unclear',
      steps: [],
      reply: [
        ...notUnderstood(aside),
        `How many of which ${catalogue.itemNoun}s? Say what they are called or what holds of them.`,
      ].join(' '),
    };
  const input = { conditions: all ?? ([] as Json) };
  return {
    intent: 'ask-about-item',
    steps: [...steps, { tool: 'look-up', input }],
    reply: notUnderstood(aside).join(' '),
  };
}

const lookUp = (sql: string): DialoguePlan => ({
  intent: 'ask-about-item',
  steps: [{ tool: 'look-up', input: { sql } }],
  reply: '',
});
