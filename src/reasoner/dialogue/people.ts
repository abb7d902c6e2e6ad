/** @file People whom a message names and the catalogue does not: the filter says so. */
import type { Scan } from './scan.ts';
import type { Spot } from './sentence.ts';

const UNKNOWN_PERSON =
  /(directed by|(?<!\p{L})(?:films?|movies?|something|anything|ones?|comed\p{L}+|thrillers?|dramas?|horrors?) by|by (?:the )?director|from (?:the )?director|starring|with (?:the )?(?:actor|actress)|(?:but |and )?(?:not|nothing|no) by|(?<=▮ )by)\s+((?!the (?:guy|man|woman|person|people|director|author|writer|one|creator|team|same)(?!\p{L}))(?!(?:the|an?|one|my|your)\s*(?:$|[^\p{L}\s]|▮)|(?:whoever|e-?mail|mail|post|default|heart|night|day|imdb|rotten|release|budget|pages?|running|runtime|length|number|mean|average|critics|gross|box|another|the (?:same|author|writer|director)|a different|some other|other|his|her|their|that|this|of|me|us|him|them|(?:some|any|every)(?:one|body)|(?:wo)?m[ae]n|girls|females?|males?|far|year|length|rating|price|popularity|date|age)(?!\p{L}))(?:\p{L}[\p{L}.'’-]*)(?:\s+(?!but|and|or|from|after|before|with|please|that|in|of|are|is|was|were|there|do|does|you|films?|movies?)\p{L}[\p{L}.'’-]*){0,2})/u;

/** "The Coen brothers" are found under their name. */
const ofSiblings = (written: string): string =>
  written
    .replace(/^the\s+(?=.*\b(?:bro|sis))/iu, '')
    .replace(/^the (\p{Lu}\p{L}+)s$/u, '$1')
    .replace(/\s+(?:bro(?:ther)?s\.?|sisters)$/iu, '');

/** With capitals: "with Meg Ryan", "did Martin Scorsese direct". */
const NAMED_WITH =
  /(?<!\p{L})(?:(?:[Bb]ut |[Aa]nd )?(?:[Nn]ot )?(?:[Ww]ith|[Ww]ithout|[Ss]tarring|[Ff]eaturing)|(?<how>[Dd]id|[Hh]as|[Hh]ave))\s+(?<name>(?:the\s+(?=\p{L}+ (?:[Bb]ro|[Ss]is)))?\p{Lu}[\p{L}.'’-]*(?:\s+(?:\p{Lu}[\p{L}.'’-]*|brothers|sisters)){1,2}?)(?=\s+(?<verb>direct|ma[dk]e|shot|star|play|act)\p{L}*(?!\p{L})|\s+(?:in it|and|or|but|from|since|before|after)(?!\p{L})|\s*[.,;!?]|\s*$)/gu;

/** Names of people, each blotted out. */
export function readPeople(scan: Scan): Spot[] {
  const spots: Spot[] = [];
  const add = (start: number, end: number, name: string, attribute: string): void => {
    const written = ofSiblings(name);
    scan.consume(start, end);
    spots.push({ start, end, attribute, values: [written], isPlural: false, written });
  };
  for (const { start, end, match } of scan.takeAll(UNKNOWN_PERSON)) {
    const [, how = '', { length } = ''] = match;
    const from = /not|nothing|no by/u.test(how) ? end - length : start;
    add(from, end, scan.text.slice(end - length, end), /star|act/u.test(how) ? 'actor' : 'director');
  }
  for (const { index, 0: all, groups: { how, name = '', verb = '' } = {} } of scan.text.matchAll(NAMED_WITH)) {
    const start = index + all.lastIndexOf(name);
    const isActor = how === undefined || /^(?:star|play|act)/u.test(verb);
    if ((how === undefined || verb !== '') && scan.isFree(index, start + name.length))
      add(start, start + name.length, name, isActor ? 'actor' : 'director');
  }
  return spots;
}
