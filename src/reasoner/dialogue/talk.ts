/**
 * @file The segment *talk*: greetings, thanks, how somebody is, and questions about the recommender and what it knows. What is taken as talk is taken from
 * the message; where something is left that means something, that is what is answered: "Hi! Any good thriller?".
 */
import type { CatalogueOutline, DialogueView, EarlierTurn, Facet, Profile } from '../../core/dialogue.ts';
import { ownValue } from '../../core/own-value.ts';
import { tellingWords } from './lexicon.ts';
import type { Sentence, Token } from './sentence.ts';
import { grammar, rules } from './vocabulary.ts';

const VERY = '(so|very|really|a bit|a little|quite|just|too|pretty|feeling|today|tonight|now)*';

/** Kinds of talk, and what takes them. Those before the line stand at the start, each after the other; the others are all of a message. */
const AT_START = rules<Kind>(`
  greeting := (hi|hello|hey|hiya|howdy|greetings|good (morning|afternoon|evening|day)|yo|hallo|hola|bonjour|sup|dear) (there|again|everyone|all|you|bot|assistant|friend|mate|espalier|sir|madam)*
  how := how (are|do) (you|things) (do|doing|going|today)*|how (is|'s) (it|everything) (going)?|what 's up|are you (ok|well)|you ok
  thanks := (many|ok|great)? (thanks|thank you (?!<noun>)|thx|cheers|ta|much appreciated) (a lot|so much|very much|again|for (that|this|the (<word>){1,3}|your (<word>){1,2}|all)|that (was|is) (helpful|great)|everybody|a bunch)*
  bye := bye (bye)?|goodbye|see you (later|soon)?|good night|cya|that (is|'s|will be|would be) (all|enough|it)|enough (for (now|today))?|stop (it)? (now)?|i am done (?!with)|have a (nice|good|great) (day|evening|one)|farewell
  praise := ok|okay|great|perfect|super|cool|nice|lovely|wonderful|awesome|excellent|alright|fine|lol|haha|hahaha|hehe|wow|(sounds|looks) (good|great|perfect)|that (is|'s) (great|good|perfect|nice|helpful)|good (choice|pick|picks|idea|one|job)|well done|i see|got it|interesting|good|(that|the|your) (last|latest|first)? (tip|pick|recommendation|suggestion|advice|<noun>) (was|is) (so|really|just)* (great|brilliant|good|perfect|lovely|fantastic|amazing|spot on) (, (could not (put it down|stop) (<word>){0,2}|<we> loved it|loved it))?
  curious := <we>? (am)? just (curious|wondering)|quick question|(what)? (a)? (pity|shame)|too bad|<we> (will)? (take|go for|watch|have|buy) (it|that|this|that one)|(<we> am)? (sold|convinced)|deal|phew|yes well
  feeling := <we> am ${VERY} (sad|happy|tired|lonely|stressed|hungry|excited|fine|good|ok|great|bored|ill) ${VERY}|(what a)? (nice|lovely|terrible|rainy) (day|weather) (today)?|(<we>)? (had|have had) a (long|bad|good|hard|great|rotten|awful|terrible|rough) (day|week)
`);
const WHOLE = rules<Kind>(`
  who := who are you|what are you|what 's your name|are you (a|an)? (human|bot|robot|ai|real|person|machine|language model|chatgpt|llm)|(tell me|say something) about yourself|introduce yourself|how (were|are) you (made|trained|built)
  help := ^(<stop>|please)* (help (me)? (<stop>)*$|what (else)? can (you|i) (do|ask|say)|how (do|does|can) (i use)? (you|this|it) work|how (do|can) i use (you|this|it)|what do you do|commands|options|can you help (me)? (<stop>)*$|i need help (<stop>)*$|what (is|are) (this|you) for)
  taste := ^(<stop>|so|and)* (do you (like|love|enjoy|prefer|hate|watch|read)|(what|which) (<be>|<word>)* your (own|all time)* (favourite|favorite|favourites)|have you (seen|watched|read)|what do you (like|watch|read|think of|prefer))
  other := (recommend|suggest|find|need|want|buy|order|give me|show me|looking for) (me|us)? (<word>){0,3}? (restaurant|restaurants|song|songs|album|albums|music|recipe|recipes|hotel|hotels|podcast|podcasts|flight|flights|doctor|doctors|car|cars|phone|phones|game|games|book|books|novel|novels|cinema) (?!(film|movie|<noun>|card|cards|about))
  off := weather|joke|capital of|president|prime minister|stock market|translate|what (time|day) is it|the news|world cup|who (won|invented|discovered|founded)|write (me)? (a|an|some) (poem|essay|email|letter|code|song)|solve|calculate|homework|python|javascript|meaning of life|(2|two) plus (2|two)|your (day|mother)
  forget := ^(please)? forget (it|that|this) (please)? (<stop>)*$
  never := ^(no|ok)* never (mind) (<stop>)*$|^nevermind (<stop>)*$
  refusal := ^(no|nope|nah|not really) (thanks|thank you)? (<stop>)*$
`);
/** A name of the tables. */
type Kind = string;

/** What the recommender can do, with its catalogue's noun. */
export function abilities({ itemNoun, items }: CatalogueOutline): string {
  const noun = itemNoun;
  return `I know a catalogue of ${String(items)} ${noun}s. I can recommend ${noun}s like others, by genre, years, people and ratings as far as the catalogue has them, say which of a list suits you, and look up what the catalogue says of a ${noun}. Tell me what you like or do not like, and I keep it in mind.`;
}

/** @param isFirst whether nothing was recommended yet */
function answer(kind: Kind, catalogue: CatalogueOutline, isFirst: boolean): string {
  const noun = catalogue.itemNoun;
  const ask = `Tell me which ${noun}s you like, or what you are in the mood for.`;
  const answers: Readonly<Record<Kind, string>> = {
    greeting: `Hello! Which ${noun}s do you like, or what are you in the mood for?`,
    how: `Ready to look for ${noun}s, thank you. What are you in the mood for?`,
    thanks: `You are welcome. Tell me if you want other ${noun}s.`,
    bye: `Goodbye, and enjoy ${noun === 'film' ? 'watching' : 'them'}!`,
    praise: isFirst ? `Good. ${ask}` : `Good. Tell me if you want more ${noun}s, or others.`,
    curious: `All right. ${ask}`,
    feeling: `I see. Shall I look for a ${noun}? Say what kind you are in the mood for.`,
    who: `I am Espalier's built-in reasoner: rules, not a language model, and no person. ${abilities(catalogue)}`,
    help: abilities(catalogue),
    taste: `I am rules, not a person: I have seen nothing and have no taste of my own. Ask me what the catalogue says of a ${noun}, or for ${noun}s like it.`,
    other: `That I cannot do: I know nothing but my catalogue. ${abilities(catalogue)}`,
    off: `That I cannot tell: I know nothing but my catalogue. ${abilities(catalogue)}`,
    forget: 'Say what to forget, as in "forget what I said about horror", or "forget everything".',
    never: 'All right. Tell me what you would like instead.',
    refusal: `All right. ${ask}`,
    emoji: `I read words only. ${ask}`,
  };
  return ownValue(answers, kind) ?? ask;
}

/** The answer to talk, or what a message says after it; `rest` is where in the text that begins. */
export interface Talk {
  readonly reply: string | null;
  readonly rest: number;
}

const EMOJI = /^[\s\p{P}]*\p{Extended_Pictographic}[\s\p{P}\p{Extended_Pictographic}\uFE0F]*$/u;
const PUNCTUATION = /^[.,;:!?]+$/u;

const MET =
  /(?<=^|[.,!?] ?)(?:[Ii]'?m|[Ii] am|[Tt]his is|[Mm]y name is|[Ii]t'?s|[Cc]all me) \p{Lu}\p{L}+(?: here)?(?=\s*(?:[.,!]|$))/u;

/** Kinds that what is said after them does not change. */
const LASTING: ReadonlySet<Kind> = new Set(['how', 'thanks', 'bye']);

/** What of a message is talk. */
export function readTalk({ text, catalogue, turns }: DialogueView, sentence: Sentence): Talk {
  const isFirst = !turns.some(({ items }) => items.length > 0);
  const said = (kind: Kind): Talk => ({ reply: answer(kind, catalogue, isFirst), rest: text.length });
  if (EMOJI.test(text)) return said('emoji');
  const { tokens } = sentence;
  const isNaming = tokens.some(({ title, spot }) => title !== undefined || spot !== undefined);
  const met = MET.exec(text);
  const isMet = ({ start }: Token): boolean => met !== null && start >= met.index && start < met.index + met[0].length;
  let kind: Kind | null = null;
  let at = 0;
  for (let found = true; found;) {
    for (; at < tokens.length && (isMet(tokens[at]!) || PUNCTUATION.test(tokens[at]!.code)); at += 1)
      if (isMet(tokens[at]!)) kind ??= 'greeting';
    found = false;
    for (const [name, pattern] of AT_START) {
      const taken = found ? null : sentence.find(pattern, at);
      if (taken?.from !== at || taken.to === at) continue;
      if (kind === null || !LASTING.has(kind)) kind = name;
      at = taken.to;
      found = true;
    }
  }
  const rest = sentence.rest(at).replaceAll(/[^\p{L}\p{N} ]/gu, '');
  const isLittle = !/^(?:praise|feeling|curious)$/u.test(kind ?? '') && !isNaming && tellingWords(rest).length === 0;
  if (kind !== null && (at >= tokens.length || (isLittle && !ASKING.test(rest)))) return said(kind);
  for (const [whole, pattern] of WHOLE) {
    const isOwn =
      whole === 'other' && catalogue.itemNoun === 'book' && /(?<!\p{L})(?:book|novel)s?(?!\p{L})/iu.test(text);
    if (isOwn) continue;
    const isMeant = whole === 'taste' || (!isNaming && (whole !== 'refusal' || isFirst));
    if (isMeant && sentence.find(pattern, at) !== null) return said(whole);
  }
  // "Great films" is no praise: talk ends where a sentence may.
  const next = tokens[at]?.start ?? 0;
  const isApart = kind !== 'praise' || /[.,;:!?-]\s*$/u.test(text.slice(0, next)) || /^ok(?:ay)? /iu.test(text);
  return { reply: null, rest: kind !== null && isApart ? next : 0 };
}

const ASKING =
  /(?<![^ ])(?:recommend|suggest|any|something|anything|show|give|find|what|which|want|more|other|another|first|second|third|last)(?![^ ])/u;

const inWords = ({ titles, values }: Facet): string =>
  [...titles, ...values.map((value) => value.replace(': ', ' '))].join(', ');

/** What is known of the person; null where the message asks something else. */
export function aboutMe(sentence: Sentence, { like, dislike }: Profile): string | null {
  if (!sentence.has(KNOWN.asked)) return null;
  const [liked, disliked] = [inWords(like), inWords(dislike)];
  if (liked === '' && disliked === '')
    return 'I know nothing of your taste yet. Say what you like or do not like, and I keep it in mind.';
  const parts = [
    liked === '' ? '' : `You like ${liked}.`,
    disliked === '' ? '' : `You do not like ${disliked}.`,
    'Tell me where that is wrong, or say "forget everything".',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const KNOWN = grammar(`
  asked := ^(<stop>|so|and|ok|but)* (what (do|did|have) (you (know|remember|learn|learned|note|noted) (so far)? (about|of) me|i (say|tell you|told you)? (that)? (i)? (like|liked|love|hate|dislike|said|told you) (<word>)*|you know about my (<word>)*)|what (is|are|'s) (in)? my (profile|taste|tastes|like|likes|dislikes|favourites|favorites|preferences)|(show|tell) (me)? (my (profile|taste|tastes|likes|preferences)|what (you know|i (like|said)) (<word>)*)|do you (know|remember) (me|my (taste|tastes)|what i (<word>)*)|who am i) <stop>*$
  soFar := ^(<stop>|and|so|ok)* ((what|which) (<noun>)? (did|have) you (already)? (recommend|recommended|suggest|suggested|show|shown|named|name) (me|us)? (so far|already|before|earlier|until now|up to now|again)*|(the|show (me)? (the)?|go back to (the)?)? (previous|earlier|first) (one|ones|list|films|movies|recommendations|suggestions) (again)?) <stop>*$
`);

/** All titles recommended in the earlier turns that the planner is given; null unless the message asks for them. */
export function saidSoFar(sentence: Sentence, turns: readonly EarlierTurn[]): string | null {
  if (!sentence.has(KNOWN.soFar)) return null;
  const lists = turns
    .filter(({ items }) => items.length > 0)
    .map(({ items }) => items.map(({ title }) => title).join(', '));
  return lists.length === 0 ? 'I have named nothing yet.' : `I named: ${lists.join('; then ')}.`;
}
