/** @file What items should be about, in words that are no value of the catalogue: compared by likeness, which is told. */
import { COUNT, NOUN, tellingWords } from './lexicon.ts';
import type { Found, Scan } from './scan.ts';

/** What was said of subjects. */
export interface TopicReading {
  readonly wanted: readonly string[];
  /** Subjects that are not wanted, which likeness cannot leave out. */
  readonly refused: readonly string[];
  readonly notes: readonly string[];
}

const SUBJECT =
  /(?<!\p{L})(?:(?:that (?:is|are|deals? with)|which (?:is|are)) )?(?:about|dealing with|on the (?:subject|topic) of|involving|featuring|set (?:in|on|at|during)|taking place (?:in|on|at)|with a story about|with (?:an?|some|lots of|plenty of|strong|great)|(?<=(?:something|anything|everything|stuff) )with|that has|where)\s+((?!▮|the same|\d{4}|it\b|that\b|this\b|them\b)[^.,;:!?▮]{3,80}?)(?=\s*(?:[.,;:!?▮]|$|(?<!\p{L})(?:but|from the|made|released|please|not|no|before|after|and (?:not|no))(?!\p{L})))/u;
const DESCRIBED = new RegExp(
  `(?:(?:^\\W*|[.!?;:,]\\s+)(?=(?:\\p{L}[\\p{L}-]+ ){1,3}(?:films?|movies?|flicks?)(?!\\p{L}))|(?<!\\p{L})(?:something|anything|an?|some|any|really|very|few|good|great|best|more|me|${COUNT})\\s+)((?:\\p{L}[\\p{L}-]+(?:,? (?:and )?)?){1,3}?)\\s+(?:${NOUN})(?!\\p{L})`,
  'u',
);
/** Where nothing else says what kind of thing is meant, the word after "something" does. */
const OF_SOME_KIND =
  /(?<!\p{L})(?:something|anything)\s+(?:(?:really|very|a bit|a little|quite|more)\s+)*((?!to\b|for\b|like\b|from\b|by\b|with\b|else\b|that\b|which\b)\p{L}[\p{L}-]{3,}(?:\s+(?:and|or)\s+\p{L}[\p{L}-]{3,})?)/u;
const REFUSED = /(?:(?<!\p{L})(?:not?|nothing|never|without|isnt|arent|dont|avoid)|n't)(?:\s+(?:\p{L}+|▮+)){0,2}\s*$/u;

/** Words before a description that describe nothing. */
const PLAIN_START =
  /^(?:(?:recommend|suggest|show|find|list|give|name|good|nice|great|best|other|more|new|really|very|some|any|interesting|decent|cool|the|an?)\s+)+/u;

/** Reads the subjects; each is blotted out. */
export function readTopics(scan: Scan): TopicReading {
  const wanted: string[] = [];
  const refused: string[] = [];
  const sort = ({ start, match }: Found): void => {
    const topic = (match[1] ?? '').trim();
    if (tellingWords(topic).length === 0) {
      if (topic.split(/\s+/u).length > 2) refused.push(topic);
      return;
    }
    const part = topic.replace(PLAIN_START, '');
    const isRefused =
      REFUSED.test(scan.rest.slice(Math.max(0, start - 40), start)) || /^(?:no|not|without)\s/u.test(topic);
    if (isRefused) refused.push(part);
    else wanted.push(part);
  };
  for (const found of scan.takeAll(SUBJECT)) sort(found);
  const described = scan.take(DESCRIBED) ?? scan.find(OF_SOME_KIND);
  if (described !== null && tellingWords(described.match[1] ?? '').length > 0) {
    scan.consume(described.start, described.end);
    sort(described);
  }
  return {
    wanted,
    refused,
    notes: wanted.map((topic) => `The catalogue has no "${topic}" to check, so I look for what is nearest to it.`),
  };
}
