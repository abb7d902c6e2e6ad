/** @file Questions about the catalogue itself: what there is, and how many of it. */
import type { Condition, DialoguePlan, DialogueView, EarlierTurn, Order, PlanStep } from '../../core/dialogue.ts';
import { draftOf, EMPTY_DRAFT, stepsOf, type Draft } from './draft.ts';
import { merged } from './merged.ts';
import { tellingWords } from './lexicon.ts';
import { once } from './once.ts';
import { notUnderstood } from './personal.ts';
import { plan } from './request.ts';
import type { Sentence } from './sentence.ts';
import { grammar } from './vocabulary.ts';
import { readWishes } from './wishes.ts';

const KINDS = 'genres|categories|directors|authors|brands|publishers|decades|tags|distributors|studios';
/** What the catalogue calls them; null where they are no attribute. */
const attributeOf = (kinds: string): string | null =>
  kinds === 'decades' ? null : kinds === 'studios' ? 'distributor' : kinds.replace(/ies$/u, 'y').replace(/s$/u, '');

/** The plan that answers a question about the catalogue; null where the message is none. */
export function catalogueQuestion(view: DialogueView, sentence: Sentence): DialoguePlan | null {
  const { catalogue } = view;
  const list = sentence.find(RULES.listed);
  if (list !== null) {
    const name = attributeOf(list.part('kinds') ?? list.part('all') ?? '');
    if (name === null)
      return lookUp('SELECT DISTINCT (year / 10) * 10 AS decade FROM items WHERE year IS NOT NULL ORDER BY decade');
    if (!catalogue.attributes.some((attribute) => attribute.name === name)) return null;
    return lookUp(
      `SELECT value AS ${name} FROM item_attributes WHERE attribute = '${name}' GROUP BY value ORDER BY count(*) DESC LIMIT 60`,
    );
  }
  const isCounted = sentence.has(RULES.counted) || (sentence.has(RULES.nextCount) && isCount(view.turns.at(-1)));
  return isCounted ? counted(view, sentence) : null;
}

const RULES = grammar(`
  listed := (what|which) (<word>){0,3}? {kinds:${KINDS}} (<word>)* (have|know|there|available|offer|catalogue|exist|got|<stop>)|^<stop>* (list|show|name) (me)? (all)? (of)? (the|your)? {all:${KINDS}} <stop>*$
  counted := (^|(?<=<stop> ))(<stop>|so|and|ok|hi|hello|do you know|can you tell me)* (how (many|big)|(what (is|'s))? (the)? number of) (?!(people|users|viewers|readers|ratings|minutes|hours|pages|votes))
  // "And dramas?", after how many comedies there are.
  nextCount := ^(<stop>|and|what about|how about|or)+ <value>+ <stop>*$
  ofThem := of (them|these|those)
  // "And how many are there?": of what was asked for.
  allOfIt := ^(<stop>|and|so|but|ok)* how many ((of)? (them|these|those|that|such))? (is|are|were|do|have)? (there|that|those|these|they|it|them|you|got|have)* (of (them|these|those))? (in total|altogether|in all|overall|total|here)* <stop>* $
  goesOn := ^(<stop>|ok)* (and|so|but)? (of (them|these|those)|how many (of (them|these|those)|(<be>)? (from|in|before|after|by|under|over|since|rated)))|^(<stop>|ok)* (and|so|but) how many
`);

/** Whether a turn said how many there are. */
export const isCount = (last: EarlierTurn | undefined): boolean =>
  last?.plan.steps.some(({ tool, input }) => tool === 'look-up' && input['conditions'] !== undefined) === true;

/** Conditions to count by: how many must have rated the best says nothing of how many there are. */
const counting = (conditions: readonly Condition[], order: Order | null): readonly Condition[] =>
  order === null ? conditions : conditions.filter(({ attribute }) => attribute !== 'ratings');

/** What the last turn counted or filtered by, or the series of the one item that it was about. */
function heldBy(last: EarlierTurn | undefined): Pick<Draft, 'conditions' | 'anchors'> {
  if (last === undefined) return EMPTY_DRAFT;
  const [only, ...others] = last.about;
  if (only !== undefined && others.length === 0 && last.items.length === 0)
    return { anchors: [], conditions: [{ attribute: 'series', is: [only.replace(/^the | \(\d{4}\)$/giu, '')] }] };
  const { conditions, anchors, order } = draftOf(last.plan);
  return { anchors, conditions: counting(conditions, order).filter(({ attribute }) => attribute !== 'title') };
}

/** How many there are of what a message names; what cannot be counted is said. */
function counted(view: DialogueView, sentence: Sentence): DialoguePlan | null {
  const { catalogue, turns } = view;
  const { conditions: said, leftovers, topics, order, notes, count: howMany, ...titles } = readWishes(view);
  const isAll = sentence.has(RULES.allOfIt);
  // Of a list that was shown those are named, and not counted.
  if ((turns.at(-1)?.items.length ?? 0) > 0 && sentence.has(RULES.ofThem) && !isAll) return null;
  const own = counting(said, order);
  const held = isAll || sentence.has(RULES.goesOn) ? heldBy(turns.at(-1)) : EMPTY_DRAFT;
  const subjects = topics.map((topic) => topic.replace(/^how many /u, ''));
  // Where items are described, what is no value is counted by what titles, values and descriptions hold.
  const spoken = catalogue.isDescribed ? once([...subjects, ...leftovers].flatMap(tellingWords)) : [];
  const heldTopics = isAll && catalogue.isDescribed && turns.length > 0 ? draftOf(turns.at(-1)!.plan).topics : [];
  const texts = [...heldTopics, ...spoken].map((words) => ({ attribute: 'text', is: [words] }));
  const conditions = merged(held.conditions, [...own, ...texts], !sentence.has(RULES.ofThem));
  const anchors = [...held.anchors, ...titles.anchors];
  const like = catalogue.isDescribed ? titles.seeds : [...titles.seeds, ...subjects];
  if (like.length > 0) {
    const reply = `How many are like ${like.join(' and ')} cannot be counted, since likeness has no border. I count by what the catalogue says, such as the genre or the year; or ask for ${catalogue.itemNoun}s like that.`;
    return plan('unclear', [], reply);
  }
  const { liked, disliked, excluded, seen, named } = titles;
  const aside = once([liked, disliked, excluded, seen, named, catalogue.isDescribed ? [] : leftovers].flat());
  const steps = stepsOf({ ...EMPTY_DRAFT, anchors, conditions });
  const all = steps.find(({ tool }) => tool === 'filter')?.input['conditions'];
  // All that there are is no answer to a question about some of them.
  if (all === undefined && (aside.length > 0 || sentence.has(RULES.ofThem))) {
    const what = `How many of which ${catalogue.itemNoun}s? Say what they are called or what holds of them.`;
    return plan('unclear', [], [...notUnderstood(aside), what].join(' '));
  }
  const count: PlanStep = { tool: 'look-up', input: { conditions: all ?? [] } };
  // "How many westerns are there, and which is the best rated?"
  if (order !== null && anchors.length === 0)
    return plan(
      'recommend',
      stepsOf(
        {
          ...EMPTY_DRAFT,
          conditions: [...conditions, ...said.filter((one) => !own.includes(one))],
          order,
          count: howMany,
        },
        [count],
      ),
      [...notes, ...notUnderstood(aside)].join(' '),
    );
  const before = steps.filter(({ tool }) => tool === 'look-up');
  return plan('ask-about-item', [...before, count], notUnderstood(aside).join(' '));
}

const lookUp = (sql: string): DialoguePlan => plan('ask-about-item', [{ tool: 'look-up', input: { sql } }]);
