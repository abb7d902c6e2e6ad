/** @file Which part each title of a message plays: liked, disliked, seen, a seed, or what a condition hangs on. */
import type { Mention } from '../../../core/dialogue.ts';
import type { Anchor } from './draft.ts';
import type { Scan } from './scan.ts';
import { TitleReader } from './titles.ts';

type Role = 'seed' | 'liked' | 'disliked' | 'excluded' | 'seen';
const ADVERBS =
  '(?:(?:really|also|just|absolutely|always|totally|quite|recently|already|only|both|so|kind of|very much) )*';

/** What stands before titles, and what it says of them. Longer ones first. */
const TRIGGERS: readonly (readonly [RegExp, Role, 'capital'?])[] = [
  [
    /(?<!\p{L})(?:(?:not|nothing|unlike|don'?t want (?:anything|something)|isn'?t|avoid anything|no more)(?: \p{L}+){0,2}? ?(?:like|similar to|in the style of)?|the opposite of)\s+(?=▮|["'\p{L}\d])(?<=(?:like|similar to|style of|unlike|opposite of)\s+)/u,
    'disliked',
  ],
  [
    new RegExp(
      `(?<!\\p{L})(?:i |we )?${ADVERBS}(?:hate[ds]?|dislike[ds]?|loathed?|did(?:n'?t| not) ${ADVERBS}(?:like|enjoy|love|care for)|do(?:n'?t| not) ${ADVERBS}(?:like|enjoy|care for)|can'?t stand|couldn'?t (?:stand|finish)|(?:was|were|am) (?:bored|disappointed) (?:by|with)|not a (?:big |huge )?fan of|wasn'?t (?:a fan of|into))\\s+(?!films? |movies? )`,
      'u',
    ),
    'disliked',
  ],
  [
    new RegExp(
      `(?<!\\p{L})(?:i|we)(?:'ve| have|'d)? ${ADVERBS}(?:seen|watched|saw|rewatched|finished|read|played|know) ${ADVERBS}`,
      'u',
    ),
    'seen',
  ],
  [
    /(?<!\p{L})(?:except(?: for)?|apart from|other than|besides|excluding|(?:but|though) not|instead of|rather than) (?=["'\p{L}\d])/u,
    'excluded',
  ],
  [
    new RegExp(
      `(?<!\\p{L})(?:if|since|because|as) (?:i|you|we|someone)(?:'ve)? ${ADVERBS}(?:like|liked|love|loved|enjoy|enjoyed|adored?)\\s+`,
      'u',
    ),
    'seed',
  ],
  [
    new RegExp(
      `(?<!\\p{L})(?:i|we)(?:'ve| have|'m| am| do)? ${ADVERBS}(?:like|liked|love|loved|enjoy|enjoyed|adored?|(?:a )?(?:big |huge )?fans? of|into|grew up with)\\s+(?!to )`,
      'u',
    ),
    'liked',
  ],
  [
    /(?<!\p{L})(?:(?:big |huge |great )?fans? of|my (?:all[- ]time )?favou?rites?(?: \p{L}+)? (?:is|are|include|would be)(?::)?|favou?rites?:|(?:likes|loves|enjoys|loved|liked|enjoyed|adored)|(?:last )?watched)\s+/u,
    'liked',
  ],
  [
    /(?<!\p{L}|(?:n't|not|dont|you|they|people|i|we|really|also) )(?:(?:something |anything |stuff |one |ones )?(?:more |much |just |exactly |a bit |a little |kind of |kinda |sort of )*(?:like|similar to|akin to|resembling|comparable to|reminiscent of|reminds (?:me|us) of|close to|along the lines of|in the (?:same )?(?:vein|style|spirit|mould|mold) (?:of|as)|such as|as good as|inspired by|based on my love of|because i (?:like|liked|loved)))\s+/u,
    'seed',
  ],
  [
    /(?<!\p{L})(?:watch|see|play|read)(?: next| now)? after (?:(?:watching|seeing|finishing|having (?:seen|watched)) )?/u,
    'seed',
  ],
  [/(?<!\p{L})(?:(?:please |and |but |just |definitely )*(?:not|no)|without)\s+/u, 'excluded', 'capital'],
  [
    /(?<!\p{L})(?:matching|to go with|to follow|a follow-?up to|go(?:es)? (?:well )?with|compared to|similar titles to|recommendations? (?:based on|from|for fans of)|based on)\s+/u,
    'seed',
  ],
];

const AFTER_SEEN =
  /^[\s,]*(?:and |but )?(?:i |we )?(?:really |absolutely |quite |both )*(loved|liked|enjoyed|adored|hated|disliked|(?:did(?:n'?t| not) (?:really )?(?:like|enjoy|love)))\s*(?:it|them|both|that|all of them)?/u;

const LATER =
  '(?:with an? release (?:date|year) |released |made |came out |out |produced )?(?:after|(?:newer|more recent|later|younger)(?: \\p{L}+)? than|since)';
const EARLIER =
  '(?:with an? release (?:date|year) |released |made |came out |out |produced )?(?:before|(?:older|earlier)(?: \\p{L}+)? than|prior to)';
const YEAR_OF =
  '(?:\\s+(?:the )?(?:release )?(?:year|date|release)(?: (?:of|that|when|in which))?(?: release)?(?: of)?|\\s+when)?(?: the (?:film|movie))?\\s+';

/** What stands before the title that a condition hangs on. */
const ANCHORS: readonly (readonly [RegExp, Omit<Anchor, 'title'>])[] = [
  [
    new RegExp(`(?<!\\p{L})(?:not |nothing |no |never )(?:\\p{L}+ )?${EARLIER}${YEAR_OF}`, 'u'),
    { attribute: 'year', relation: 'from' },
  ],
  [
    new RegExp(`(?<!\\p{L})(?:not |nothing |no |never )(?:\\p{L}+ )?${LATER}${YEAR_OF}`, 'u'),
    { attribute: 'year', relation: 'to' },
  ],
  [
    /(?<!\p{L})(?:from|in|of|made in|released in)? ?(?:the )?same year (?:as|that|when|of) /u,
    { attribute: 'year', relation: 'is' },
  ],
  [
    /(?<!\p{L})(?:from|in|of) the (?:release )?year (?:(?:of|that|when|in which) )?(?=["'\p{L}])/u,
    { attribute: 'year', relation: 'is' },
  ],
  [/(?<!\p{L})(?:just )?as (?:old|new) as /u, { attribute: 'year', relation: 'is' }],
  [/(?<!\p{L})(?:from|in|of)? ?(?:the )?same decade (?:as|of) /u, { attribute: 'year', relation: 'decade' }],
  [
    new RegExp(`(?<!\\p{L}|(?:watch|see|play|read)(?: next| now)? )${LATER}${YEAR_OF}`, 'u'),
    { attribute: 'year', relation: 'after' },
  ],
  [new RegExp(`(?<!\\p{L})${EARLIER}${YEAR_OF}`, 'u'), { attribute: 'year', relation: 'before' }],
  [
    /(?<!\p{L})(?:by|from|with)? ?the (?:same )?(?:director|people|person|guy|man|woman)(?: (?:of|as|behind|who (?:made|directed)|that (?:made|directed)))(?: in)? /u,
    { attribute: 'director', relation: 'is' },
  ],
  [/(?<!\p{L})(?:by|from|with)? ?the same director as /u, { attribute: 'director', relation: 'is' }],
  [/(?<!\p{L})(?:in|of|with|from)? ?the same genres? (?:as|of) /u, { attribute: 'genre', relation: 'is' }],
  [/(?<!\p{L})shorter than /u, { attribute: 'running_time', relation: 'before' }],
  [/(?<!\p{L})longer than /u, { attribute: 'running_time', relation: 'after' }],
  [/(?<!\p{L})(?:better|higher)(?:[- ]rated)? than /u, { attribute: 'rating', relation: 'after' }],
  [/(?<!\p{L})(?:less (?:known|popular)|more obscure) than /u, { attribute: 'ratings', relation: 'before' }],
  [/(?<!\p{L})(?:more popular|better known) than /u, { attribute: 'ratings', relation: 'after' }],
];
const AFTER_ANCHOR =
  /^(?:['’]s?(?: release(?: year| date)?| year| came out)?| (?:came out|was (?:released|made|shot)|did|is)| appeared)(?!\p{L})/u;

/** Titles by their parts. */
export interface Roles {
  readonly titles: Record<Role, string[]>;
  readonly anchors: Anchor[];
}

const ATTRIBUTE = '(genre|year|director|decade)s?';
const SAME_IN_SEVERAL = new RegExp(
  `(?<!\\p{L})(?:in|of|with|from|by)? ?the same ${ATTRIBUTE}(?:,? and |, )(?:of )?(?:the same )?${ATTRIBUTE}(?:,? and (?:of )?(?:the same )?${ATTRIBUTE})? (?:as|of) `,
  'u',
);

/** "Of the same genre and year as Jaws". */
function readSame(scan: Scan, titles: TitleReader, anchors: Anchor[]): void {
  const found = scan.find(SAME_IN_SEVERAL);
  const [title] = found === null ? [] : titles.list(found.end);
  if (found === null || title === undefined) return;
  for (const name of found.match.slice(1).filter((one) => one !== undefined)) {
    const isDecade = name === 'decade';
    anchors.push({ title: title.text, attribute: isDecade ? 'year' : name, relation: isDecade ? 'decade' : 'is' });
  }
  scan.consume(found.start, title.end);
}

function readAnchors(scan: Scan, titles: TitleReader, anchors: Anchor[]): void {
  for (const [pattern, { attribute, relation }] of ANCHORS) {
    for (let found = scan.find(pattern); found !== null; found = scan.find(pattern, found.end)) {
      // A bare year is a year, and no title.
      const isYear =
        /^(?:the )?(?:19|20)\d\d(?!\d)(?! \()/u.test(scan.rest.slice(found.end)) &&
        !/^["']/u.test(scan.text.slice(found.end));
      const [title] = isYear ? [] : titles.list(found.end);
      const said = /year|same|when|date|director/u.test(found.match[0]);
      if (title === undefined || (!title.isKnown && !said && !/^\p{Lu}/u.test(title.text))) continue;
      const name = title.isKnown
        ? title.text
        : title.text.replace(/(?:['’]s)?(?: (?:came out|was (?:released|made)))$/u, '');
      anchors.push({ title: name.replace(/['’]s$/u, ''), attribute, relation });
      const tail = AFTER_ANCHOR.exec(scan.text.slice(title.end));
      scan.consume(found.start, title.end + (tail?.[0].length ?? 0));
    }
  }
}

function roleAfter(scan: Scan, end: number, role: Role): { role: Role; end: number } {
  if (role !== 'seen') return { role, end };
  const verdict = AFTER_SEEN.exec(scan.rest.slice(end));
  if (verdict === null) return { role, end };
  return { role: /hate|dislike|n'?t|not/u.test(verdict[1] ?? '') ? 'disliked' : 'liked', end: end + verdict[0].length };
}

/** What comes before "but not Die Hard 2" where that tells of a taste: "I liked Die Hard". */
const LIKES = new RegExp(`(?<!\\p{L})(?:i|we) ${ADVERBS}(?:liked?|loved?|enjoy(?:ed)?|adored?) [^.?!]{1,80}$`, 'u');

function readTriggered(scan: Scan, titles: TitleReader, named: Roles['titles']): void {
  for (const [pattern, first, needs] of TRIGGERS) {
    for (let found = scan.find(pattern); found !== null; found = scan.find(pattern, found.end)) {
      const list = titles.list(found.end);
      const last = list.at(-1);
      if (last === undefined) continue;
      const isKnown = list.some((title) => title.isKnown || /^["\p{Lu}\d]/u.test(title.text));
      // "I like long evenings": words that no title is written like, and no capital either, are no title here.
      const isCapital = list.every(({ start }) => /^["'\p{Lu}\d]/u.test(scan.text.slice(start)));
      if (needs === 'capital' && !(isCapital && list.every((title) => title.isKnown))) continue;
      if (!isKnown && first !== 'seed') continue;
      const { role, end } = roleAfter(scan, last.end, first);
      for (const one of list.map(({ text }) => text)) named[role].push(one);
      const isContrast =
        first === 'excluded' &&
        /^(?:but|though) not/u.test(found.match[0]) &&
        LIKES.test(scan.rest.slice(0, found.start));
      if (isContrast) for (const one of list.map(({ text }) => text)) named.disliked.push(one);
      scan.consume(found.start, end);
    }
  }
}

/** The titles of a message by their parts, and those that are named without saying why; each is blotted out. */
export function readRoles(scan: Scan, mentions: readonly Mention[]): Roles & { readonly plain: readonly string[] } {
  const titles = new TitleReader(scan, mentions);
  const roles: Roles = { titles: { seed: [], liked: [], disliked: [], excluded: [], seen: [] }, anchors: [] };
  readSame(scan, titles, roles.anchors);
  readAnchors(scan, titles, roles.anchors);
  readTriggered(scan, titles, roles.titles);
  const plain: string[] = [];
  for (const { text, start, end } of titles.plain()) {
    const tail = scan.rest.slice(end);
    const isLike = /^[- ](?:like|esque|style|type|ish)(?!\p{L})/u.exec(tail);
    const complaint =
      /^[\s,]+(?:is|was) (?:so |too |very |really |quite |a bit |pretty )?(?:boring|bad|terrible|awful|dull|horrible|disappointing|overrated|too long|the worst|rubbish|trash|crap|not (?:good|for me|my thing))/u.exec(
        tail,
      );
    const verdict =
      /^[\s,]+(?:is|was) (?:(?:one of )?my (?:all[- ]time )?favou?rites?|great|brilliant|amazing|fantastic|wonderful)/u.exec(
        tail,
      );
    if (isLike !== null) roles.titles.seed.push(text);
    else if (verdict !== null) roles.titles.liked.push(text);
    else if (complaint !== null) roles.titles.disliked.push(text);
    else plain.push(text);
    scan.consume(start, end + (isLike?.[0].length ?? verdict?.[0].length ?? complaint?.[0].length ?? 0));
  }
  return { ...roles, plain };
}
