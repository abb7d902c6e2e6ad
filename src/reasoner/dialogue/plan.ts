/**
 * @file Plans a turn: from a message and what came before to tool calls. Read in this order: an answer to what was asked back; talk;
 * starting over; why an item was named; a question, a comparison or a choice; a request, new or a change of the last one; a statement of
 * taste. What fits none of them is said not to be understood.
 */
import { undated } from '../../core/title-with-year.ts';
import type { Condition, DialoguePlan, DialogueView, EarlierTurn } from '../../core/dialogue.ts';
import { conditionWords } from '../../core/condition-words.ts';
import { plainCondition } from '../../trace/passed-steps.ts';
import { readAsked } from './asked.ts';
import { catalogueQuestion } from './catalogue-questions.ts';
import { inCatalogueTerms, withoutAccessories } from './catalogue-terms.ts';
import { agrees, answered } from './corrected.ts';
import { planAgain } from './critic.ts';
import { draftOf, EMPTY_DRAFT, stepsOf, texts } from './draft.ts';
import { edited } from './edited.ts';
import { linked } from './link.ts';
import { once } from './once.ts';
import { tellingWords } from './lexicon.ts';
import { entryOf, knownValues, notUnderstood, withProfile } from './personal.ts';
import { lastWithItems, meantIn, readPick } from './pointing.ts';
import { withoutQuotes } from './quotes.ts';
import { plan, request } from './request.ts';
import { Sentence } from './sentence.ts';
import { respelt } from './spelling.ts';
import { ASKS } from './change.ts';
import { abilities, aboutMe, readTalk, saidSoFar } from './talk.ts';
import { continued, named, ownNamed, referred } from './references.ts';
import { readRoles } from './title-roles.ts';
import { grammar } from './vocabulary.ts';
import { readWishes } from './wishes.ts';

/** "Why not Shrek?": what the catalogue says of it. */
function notNamed({ items, plan: asked }: EarlierTurn, titles: readonly string[]): DialoguePlan {
  const shown = items.map(({ title }) => undated(title));
  const place = shown.findIndex((title) => titles.includes(title));
  if (place >= 0) return plan('explain', [], `I did name ${shown[place]!}: it is number ${String(place + 1)}.`);
  const wanted = draftOf(asked).conditions.filter(({ attribute }) => attribute !== 'title' && attribute !== 'text');
  const words = wanted.map(conditionWords).flatMap(plainCondition).join('; ');
  const reply = `I did not name it: ${words === '' ? 'hold that against what you asked for' : `you asked for this: ${words}`}; the others come before it in the order of the list.`;
  return { ...lookUp(titles, once(wanted.map(({ attribute }) => attribute))), reply };
}

/** A message and what came before it, as tool calls or as the whole answer. */
export function planTurn(written: DialogueView): DialoguePlan {
  const { rejected } = written;
  const tracker = rejected?.outcomes.map(({ observation, failed }) => ({ output: observation, failed })) ?? [];
  const again = rejected === null ? null : planAgain(rejected.plan, tracker, written.catalogue);
  if (again !== null && rejected?.advice === again.why) return again.plan;
  if (written.text.trim() === '')
    return plan('unclear', [], `You sent an empty message. ${abilities(written.catalogue)}`);
  const { notes, ...message } = respelt(written, written.catalogue.itemNoun);
  const said = { ...written, ...continued(message, written.turns.at(-1)?.text ?? '') };
  const read = withoutAccessories(planRead(ownNamed(referred(said), said.catalogue)), written.text, said.catalogue);
  const own = inCatalogueTerms(withFilms(read, written), said.catalogue);
  const isList = own.intent === 'recommend' || own.intent === 'choose';
  return isList && notes.length > 0 ? { ...own, reply: [...notes, own.reply].join(' ').trim() } : own;
}

/** The rules' own noun is "film", so that films were read as "cinema"; texts of other catalogues speak of them as the person does. */
function withFilms(read: DialoguePlan, { text }: DialogueView): DialoguePlan {
  const written = /(?<!\p{L})(?:film|movie)s?(?!\p{L})/iu.exec(text)?.[0].toLowerCase();
  const steps = JSON.stringify(read.steps).replaceAll('cinema', written ?? 'cinema');
  return { ...read, steps: JSON.parse(steps) as DialoguePlan['steps'] };
}

const OFFERED = /Shall I (?:recommend|look for) an? [^?]*\?(?: Say what[^.]*\.)?$/u;

/** The view of a part of the message. */
const from = (view: DialogueView, start: number): DialogueView => ({ ...view, ...edited(view, [0, start], '') });

function planRead(whole: DialogueView): DialoguePlan {
  const last = whole.turns.at(-1);
  const pending = last === undefined ? null : answered(whole, last);
  if (pending !== null) return pending;
  if (last !== undefined && OFFERED.test(last.reply) && agrees(whole.text))
    return request({ ...whole, text: 'recommend something', mentions: [] });
  const said = linked(whole);
  const known = aboutMe(said, whole.profile) ?? saidSoFar(said, whole.turns);
  if (known !== null) return plan('explain', [], known);
  const over = said.find(RULES.startOver);
  if (over !== null) {
    const start = said.tokens[over.to]?.start;
    const anew = start === undefined ? null : planRead({ ...from(whole, start), turns: [], profile: NOTHING });
    return anew === null || anew.intent === 'unclear' || anew.intent === 'chit-chat'
      ? plan('chit-chat', [], 'All forgotten: we start over.')
      : { ...anew, reply: `All forgotten. ${anew.reply}`.trim() };
  }
  const talk = readTalk(whole, said);
  if (talk.reply !== null) return plan('chit-chat', [], talk.reply);
  const view = talk.rest === 0 ? whole : from(whole, talk.rest);
  return besides(view) ?? questions(view, questionOrChoice(view)) ?? request(view);
}

/** What is asked, and not only named. */
const ASKED = /\?|^\W*(?:and |also )?(?:who|whose|when|what|which|how|is|was|did|does|tell|say|can|could)(?!\p{L})/iu;

/** What is not wanted is a wish too. */
const REFUSAL = /(?<!\p{L})(?:no|not|without|nothing)(?!\p{L})/iu;

/** Where a question about an item may begin or end beside a request. */
const BESIDE =
  /[.!?]\s+(?=\p{L})|,?\s+(?:and|also|plus)\s+(?=anything else by |(?:please |also )?(?:(?:can|could) you )?(?:tell me |say |let me know )?(?:who|when|how (?:long|old)|(?:what|which) year)(?!\p{L}))/giu;

/** "Recommend a comedy, and tell me who directed Titanic": the item that is asked about is no wish. Null where there is not one of each. */
function besides(view: DialogueView): DialoguePlan | null {
  const [cut, ...others] = withoutQuotes(view.text).matchAll(BESIDE);
  if (cut === undefined || others.length > 0) return null;
  const end = cut.index + cut[0].length;
  const parts = [{ ...view, ...edited(view, [cut.index, view.text.length], '') }, from(view, end)];
  const asked = parts.map((part) => questionOrChoice(part));
  const at = asked.findIndex((own, place) => own?.intent === 'ask-about-item' && ASKED.test(parts[place]!.text));
  const [answer, part] = [asked[at], parts[1 - at]!];
  if (answer === undefined || answer === null || isAnswer(asked[1 - at]!)) return null;
  // What only names the item that is asked about is no wish: "the one with the shark, Jaws I think. Who directed it?"
  const about = JSON.stringify(answer.steps);
  if (linked(part).tokens.some(({ title }) => title !== undefined && about.includes(title.text))) return null;
  if (!ASKS.test(part.text) && !REFUSAL.test(part.text)) return null;
  const wish = request(part);
  // "I'd like to read what they wrote" wishes for nothing.
  return wish.intent === 'recommend' && wish.steps.length > 2
    ? { ...wish, steps: stepsOf(draftOf(wish), answer.steps) }
    : null;
}

const isAnswer = (own: DialoguePlan | null): own is DialoguePlan =>
  own?.intent === 'explain' || own?.intent === 'ask-about-item';

/** A question with what it is about, where it says "it" or nothing: "And what year?" */
function ofOne(view: DialogueView, title: string): DialogueView {
  const own = named(view, title);
  const close = view.text.search(/[\s.!?]*$/u);
  return own === view && linked(view).has(RULES.ofNoOne)
    ? { ...view, ...edited(view, [close, close], ` of "${title}"`) }
    : own;
}

/** "Why the first one? And who directed it?": each by itself, "it" being what the one before was about; what is no question is left, and named. */
function questions(view: DialogueView, whole: DialoguePlan | null): DialoguePlan | null {
  const starts = [...withoutQuotes(view.text).matchAll(/\?\s+(?=\p{L})/gu)].map(
    ({ index, 0: end }) => index + end.length,
  );
  if (starts.length === 0 || !isAnswer(whole)) return whole;
  let about: readonly string[] = [];
  const answers: DialoguePlan[] = [];
  const left: string[] = [];
  for (const [at, start] of [0, ...starts].entries()) {
    const cut = edited(view, [starts[at] ?? view.text.length, view.text.length], '');
    const own = from({ ...view, ...cut }, start);
    const part = about.length === 1 ? ofOne(own, about[0]!) : own;
    const answer = questionOrChoice(part);
    if (isAnswer(answer)) answers.push(answer);
    else left.push(`"${part.text.trim()}"`);
    const asked = answer?.steps.flatMap(({ input: { titles } }) => texts(titles)) ?? [];
    about = asked.length > 0 ? asked : meantIn(part, linked(part));
  }
  if (answers.length === 0) return whole;
  const intent = answers.some((own) => own.intent === 'explain') ? 'explain' : 'ask-about-item';
  const replies = answers.map(({ reply }) => reply).filter((reply) => reply !== '');
  if (left.length > 0) replies.push(`That leaves ${left.join(' and ')}: say it by itself.`);
  return plan(
    intent,
    answers.flatMap(({ steps }) => steps),
    replies.join(' '),
  );
}

const EMPTY_FACET = { titles: [], values: [] };
const NOTHING = { like: EMPTY_FACET, dislike: EMPTY_FACET, expect: EMPTY_FACET };

function questionOrChoice(view: DialogueView): DialoguePlan | null {
  const sentence = linked(view);
  const shown = lastWithItems(view.turns);
  const roles = readRoles(new Sentence(sentence.text, sentence.tokens));
  const spots = sentence.tokens.flatMap(({ spot, start, end }) =>
    spot === undefined ? [] : view.text.slice(start, end),
  );
  const titled = [...roles.named, ...roles.excluded];
  const missed = titled.length > 0 ? titled : spots;
  if (shown !== undefined && sentence.has(RULES.whyNot) && missed.length > 0) return notNamed(shown, missed);
  if (shown !== undefined && sentence.has(RULES.why)) return plan('explain', []);
  if (shown === undefined && sentence.has(RULES.whyNamed)) return plan('unclear', [], nothingNamed(view));
  const same = sameQuestion(view, sentence, roles.named);
  if (same !== null) return same;
  const picked = readPick(sentence, shown?.items.length ?? 0);
  if (picked !== null) return lookUp(picked.flatMap((place) => shown?.items[place]?.title ?? []));
  const answer = sequelsOf(view, sentence) ?? catalogueQuestion(view, sentence);
  if (answer !== null) return answer;
  const asked = readAsked(view, sentence, roles);
  if (asked?.how === 'choice') return choice(view, asked.titles);
  if (asked !== null) {
    // Yes or no is no matter of all that is known of it.
    if (asked.isUnknown === true && sentence.has(RULES.isIt))
      return { ...lookUp(asked.titles, ['year']), reply: 'Whether that is so the catalogue does not say.' };
    const reply = asked.isUnknown === true ? 'That is all that the catalogue says of it.' : '';
    return { ...lookUp(asked.titles, asked.facts), reply };
  }
  const isOfNothing =
    shown === undefined && sentence.has(RULES.ofNothing) && sentence.tokens.every(({ title }) => title === undefined);
  return isOfNothing ? plan('unclear', [], nothingNamed(view)) : null;
}

const nothingNamed = ({ catalogue }: DialogueView): string =>
  `I have not named any ${catalogue.itemNoun} yet that you could mean. Which one do you ask about?`;

/** "Is there a sequel to Jaws?": what is called so, but for itself. */
function sequelsOf(view: DialogueView, sentence: Sentence): DialoguePlan | null {
  const asked = sentence.find(RULES.sequels);
  const title = asked?.tokens('t')[0]?.title?.text ?? meantIn(view, sentence)[0]?.replace(/ \(\d{4}\)$/u, '');
  if (asked === null || title === undefined) return null;
  const conditions = [
    { attribute: 'series', is: [title.replace(/^the /iu, '')] },
    { attribute: 'title', not: [title] },
  ];
  return plan('recommend', stepsOf({ ...EMPTY_DRAFT, conditions, order: { scheme: 'oldest' } }));
}

const RULES = grammar(`
  startOver := ^(<stop>|no|ok|okay|right|hmm|oh|yeah|sorry|please|actually|well)* (let us|let 's)? (start (over|again|afresh|anew)|(forget|scrap|ignore|clear|erase|drop) (everything|all (of)? (that|it|this|<we> said)|all|my profile|(everything|what|that|all that|whatever) (that)? <we> (said|told you|asked) (?!about|of)|that (?=<stop>* (just|and|only|i|give|show|now)))|reset|new conversation) ((<we> said)|so far|before|now|and|,|.|!|;|:|please|start (over|again))*
  why := ^(<stop>|but|and|so|ok)* (why (?!not)|how come|for what reason|what makes you|explain (why|your|the|this|that))
  whyNot := ^(<stop>|but|and|so)* (why|how come) (did|have|do|is|are|was|were)? (you)? (not|no) (you)? (recommend|suggest|show|name|pick|choose)? (me)?
  whyNamed := ^(<stop>|but|and|so)* (why|how come|for what reason) (did|do|have|would) you (recommend|suggest|show|name|pick|choose)
  // "Who made it?", where nothing was named.
  ofNothing := ^(<stop>|and|so)* ((who|when|how (long|old|good)) (<word>){0,3} (it|that one|the <ordinal> (one)?)|tell me (more)? about (it|the <ordinal> (one)?)|(what|who|when|how) (<be>)? (the)? <ordinal> (one)?) (<word>){0,2} (<stop>)*$
  ofNoOne := ^(<stop>|and|so)* (what|which|how|when|who) <word>{0,2} <stop>*$
  isIt := (is|was|does|did|has) (it|this|that) (?!about)
  sequels := (<word>|<taken>)* (sequel|sequels|prequel|prequels|follow up|follow ups|part|parts) (to|of|for) ((the (film|movie))? {t:<title>}|it|this|that|(this|that|the <ordinal>) (one|film|movie)) <stop>*$
  andOf := ^(<stop>|and|what about|how about|for|of|ok|so)* (<title>|(the)? <ordinal> (<noun>)?|(that|this) one) (<stop>)*$
`);

/** "And Titanic?", "what about the second?", after a question about another item. */
function sameQuestion(view: DialogueView, sentence: Sentence, named: readonly string[]): DialoguePlan | null {
  const last = view.turns.at(-1);
  const titles = named.length > 0 ? named : meantIn(view, sentence);
  const input = last?.plan.intent === 'ask-about-item' ? last.plan.steps[0]?.input : undefined;
  if (!sentence.has(RULES.andOf) || titles.length === 0 || !Array.isArray(input?.['titles'])) return null;
  return lookUp(titles, texts(input['facts']));
}

function lookUp(titles: readonly string[], facts: readonly string[] = []): DialoguePlan {
  const input = facts.length === 0 ? { titles: [...titles] } : { titles: [...titles], facts: [...facts] };
  return plan('ask-about-item', [{ tool: 'look-up', input }]);
}

/** A choice among listed titles, by what the message says besides and by what is known of the person. */
function choice(view: DialogueView, titles: readonly string[]): DialoguePlan {
  const wishes = readWishes(view);
  // What they like in general puts the listed ones in order; it is no condition on them.
  const fromTaste = new Set([...wishes.likedValues, ...wishes.dislikedValues]);
  const wordsOf = (topic: string): readonly string[] => (topic.includes(' or ') ? [topic] : tellingWords(topic));
  const words = view.catalogue.isDescribed ? [...wishes.topics, ...wishes.leftovers].flatMap(wordsOf) : [];
  const spoken: readonly Condition[] = words.length === 0 ? [] : [{ attribute: 'text', is: once(words) }];
  const conditions = [...wishes.conditions, ...spoken].filter(
    ({ attribute, is, not }) =>
      attribute !== 'ratings' &&
      ![...(is ?? []), ...(not ?? [])].some((value) => fromTaste.has(`${attribute}: ${value}`)),
  );
  const tastes = knownValues(view.profile.like.values, view.catalogue);
  const draft = {
    ...withProfile({ ...EMPTY_DRAFT, conditions }, view, { values: false }),
    listed: once(titles),
    order: wishes.order,
    by: tastes.length === 0 ? null : tastes.map((entry) => entryOf(entry).value).join(', '),
  };
  const prefer = once([...draft.prefer, ...wishes.liked]).filter((title) => !draft.listed.includes(title));
  const count = wishes.count !== null && wishes.count > 1 ? wishes.count : null;
  const isKnown =
    prefer.length + draft.unwanted.length + conditions.length > 0 || draft.by !== null || draft.order !== null;
  const byRatings = view.catalogue.enough === 0 ? '' : ', so they are in the order of how many people rated them';
  const note = isKnown ? '' : `I do not know your taste yet${byRatings}.`;
  const notes = [...wishes.notes, note, ...notUnderstood(spoken.length > 0 ? [] : wishes.leftovers)];
  return plan('choose', stepsOf({ ...draft, prefer, count }), notes.filter((part) => part !== '').join(' '));
}
