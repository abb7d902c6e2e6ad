/** @file Parts that the rules of the grammar share. */
import { COUNT_WORDS, ORDINAL_WORDS, rowsOf } from './lexicon.ts';
import { grammarOf } from './notation.ts';

/** What stands before what is not wanted. */
export const REFUSED =
  'no|not|nothing|none|never|zero|without|avoid|avoiding|excluding|except|neither|nor|anything but|anyone but|anybody but|everything but|other than|enough of|sick of|tired of|fed up with';

const NOUN =
  'film|films|movie|movies|flick|flicks|picture|pictures|title|titles|feature|features|thing|things|stuff|item|items|one|ones|show|shows';

/** Compiles a rule. */
export const rule = grammarOf({
  noun: NOUN,
  kind: `<noun>|<value>+`,
  count: `<number>|${COUNT_WORDS.join('|')}`,
  ordinal: `${ORDINAL_WORDS.join('|')}|number <number>|number (one|two|three|four|five)`,
  adverbs: '(really|also|just|absolutely|always|totally|quite|recently|already|only|both|so|very much|kind of)*',
  we: 'i|we',
  somebody:
    'i|we|he|she|they|somebody|someone|everybody|everyone|(my|our|the) <word>{1,2}|(half|all|most|some) (of)? (the|my|our|us) <word>?',
  ofall: 'of all (time)?|overall|ever (made)?|you (know|have) (of|got)?|in (here|your <word>)',
  whose: 'my|our|his|her|their',
  relative:
    'mum|mom|mother|dad|father|brother|sister|son|daughter|wife|husband|boyfriend|girlfriend|friend|friends|boss|teacher|colleague|colleagues|neighbour|neighbours|neighbor|neighbors|nephew|niece|cousin|uncle|aunt|grandma|grandmother|gran|nan|grandpa|grandfather|grandson|granddaughter|kid|kids|child|children|parents|partner|flatmate|roommate|coworker|coworkers|family',
  be: "is|was|are|were|'s|be|been",
  loved: 'like|liked|love|loved|enjoy|enjoyed|adore|adored',
  titles:
    '(the (film|movie|original|book)?)? <title> ((,|;|and|or|&|plus|nor|as well as|/)+ (also|maybe|then|even)? (the (film|movie|book)?)? <title>)*',
  bores:
    '(bored|annoyed|disappointed|irritated|lost) (me|us|her|him|them)|left (me|us|her|him|them) cold|(make|makes|made) (me|us|her|him|them) (cringe|yawn|sick|ill|angry|sleepy|fall asleep)|did nothing for (me|us|her|him|them)',
  refused: REFUSED,
  plain:
    'film|films|movie|movies|ones|anything|any|something|stuff|that|are|is|made|released|out|those|too|so|very|one|with',
  after:
    'after|past|post|over|above|exceeding|(newer|later|younger|more recent|more|higher|better|greater|longer|more expensive|pricier) than|since after',
  before:
    'before i was born (in|,)*|before|prior to|pre|under|below|(older|earlier|less|lower|shorter|worse|fewer|cheaper) than|previous to',
  from: 'since|at least|minimum|min|starting (from|in|with|at)|as of',
  to: 'until|till|up to|at most|maximum|max',
  bound:
    '(and|but)? (with|of|than)? ({after:<after>}|{before:<before>}|{from:<from>}|{to:<to>}|{about:around|(?<!(what|how) )about|roughly|circa})',
  ormore:
    '(or|and) (more|up|above|higher|better|over|later|newer|after|onward|onwards|beyond|longer)|plus|at least|(on|onward|onwards|forward|upwards)',
  orless: '(or|and) (less|fewer|below|under|earlier|older|before|shorter|cheaper)|at most|max|maximum|tops',
});

/** The rules of a table, a line each: `name := what it takes`. */
export const rules = <Name extends string>(table: string): readonly (readonly [Name, RegExp])[] =>
  rowsOf(table).map(([name, words]) => [name as Name, rule(words)]);

/** The rules of a table, the words of each set in a frame in place of `$1`. */
export const framed = (table: string, frame: string): readonly (readonly [string, RegExp])[] =>
  rules(table.replaceAll(/:= (.+)$/gmu, (_, words: string) => `:= ${frame.replace('$1', () => words)}`));

/** The names of a table. */
type NameOf<Line extends string> = Line extends `${infer Name} := ${string}`
  ? Name extends ` ${infer Own}`
    ? NameOf<`${Own} := `>
    : Name
  : never;
type Named<Table extends string> = Table extends `${infer Line}\n${infer Others}`
  ? NameOf<Line> | Named<Others>
  : NameOf<Table>;

/** The same by their names. */
export const grammar = <Table extends string>(table: Table): Readonly<Record<Named<Table>, RegExp>> =>
  Object.fromEntries(rules<Named<Table>>(table)) as Record<Named<Table>, RegExp>;
