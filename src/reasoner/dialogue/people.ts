/** @file People whom a message names and the catalogue does not: the filter says so. */
import type { Scan } from './scan.ts';
import type { Spot } from './spot.ts';

const UNKNOWN_PERSON =
  /(directed by|(?<!\p{L})(?:films?|movies?|something|anything|ones?|comed\p{L}+|thrillers?|dramas?|horrors?) by|by (?:the )?director|from (?:the )?director|starring|with (?:the )?(?:actor|actress)|(?:but |and )?(?:not|nothing|no) by|(?<=▮ )by)\s+((?!the (?:guy|man|woman|person|people|director|author|writer|one|creator|team|same)(?!\p{L}))(?!(?:the|an?|one|my|your)\s*(?:$|[^\p{L}\s]|▮)|(?:whoever|e-?mail|mail|post|default|heart|night|day|imdb|rotten|release|budget|pages?|running|runtime|length|number|mean|average|critics|gross|box|another|the (?:same|author|writer|director)|a different|some other|other|his|her|their|that|this|of|me|us|him|them|anyone|anybody|someone|far|year|length|rating|price|popularity|date|age)(?!\p{L}))(?:\p{L}[\p{L}.'’-]*)(?:\s+(?!but|and|or|from|after|before|with|please|that|in|of|are|is|was|were|there|do|does|you|films?|movies?)\p{L}[\p{L}.'’-]*){0,2})/u;

/** "The Coen brothers" are found under their name. */
const ofSiblings = (written: string): string =>
  written
    .replace(/^the\s+(?=.*\b(?:bro|sis))/iu, '')
    .replace(/^the (\p{Lu}\p{L}+)s$/u, '$1')
    .replace(/\s+(?:bro(?:ther)?s\.?|sisters)$/iu, '');

function byTheirPart(scan: Scan): Spot[] {
  return scan.takeAll(UNKNOWN_PERSON).map(({ start, end, match: [, how = '', name = ''] }) => {
    const written = ofSiblings(scan.text.slice(end - name.length, end));
    const attribute = /starring|actor|actress/u.test(how) ? 'actor' : 'director';
    return {
      start: /not|nothing|no by/u.test(how) ? end - name.length : start,
      end,
      attribute,
      values: [written],
      isPlural: false,
      written,
    };
  });
}

const NAMED_WITH =
  /(?<!\p{L})((?:but |and )?(?:not )?(?:with|without|starring|featuring)|did|has|have)\s+((?:the\s+(?=\p{L}+ (?:bro|sis)))?(?:\p{L}[\p{L}.'’-]*)(?:\s+\p{L}[\p{L}.'’-]*){1,2}?)(?=\s+(direct\p{L}*|ma[dk]e\p{L}*|shot|star\p{L}*|play\p{L}*|act\p{L}*|in it|and|or|but|from|since|before|after)(?!\p{L})|\s*[.,;!?▮]|\s*$)/u;

/** "With Meg Ryan", "did Martin Scorsese direct": only where each word of the name has a capital. */
function byTheirName(scan: Scan): Spot[] {
  const spots: Spot[] = [];
  for (let found = scan.find(NAMED_WITH); found !== null; found = scan.find(NAMED_WITH, found.end)) {
    const [all, how = '', name = '', verb = ''] = found.match;
    const start = found.start + all.lastIndexOf(name);
    const end = start + name.length;
    const written = ofSiblings(scan.text.slice(start, end));
    if (!written.split(/\s+/u).every((word) => /^\p{Lu}/u.test(word))) continue;
    const isVerb = /^(?:did|ha)/u.test(how);
    if (isVerb && !/^(?:direct|ma[dk]e|shot|star|play|act)/u.test(verb)) continue;
    const attribute = isVerb && !/^(?:star|play|act)/u.test(verb) ? 'director' : 'actor';
    scan.consume(start, end);
    spots.push({ start, end, attribute, values: [written], isPlural: false, written });
  }
  return spots;
}

/** Names of people, each blotted out. */
export function readPeople(scan: Scan): Spot[] {
  return [...byTheirPart(scan), ...byTheirName(scan)];
}
