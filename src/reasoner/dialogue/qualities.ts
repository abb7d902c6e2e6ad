/** @file How good, how known, how long: vague words, with the bounds that they are read as, which are told. */
import type { CatalogueOutline, Condition } from '../../core/dialogue.ts';
import { isRefused, joined, type Bounds } from './bounds.ts';
import type { Sentence, Taken } from './sentence.ts';
import { grammar, rules } from './vocabulary.ts';

/** Shares of the scale, numbers of people, deciles and minutes that vague words are read as. */
const WELL = 0.75;
const BADLY = 0.45;
const ENOUGH_OF_UNKNOWN = 2;
const LESS_KNOWN_DECILE = 5;
const WELL_KNOWN_DECILE = 9;
/** Where others rated them, and nobody here. */
const [WELL_KNOWN, LESS_KNOWN] = [50_000, 1000];
const LENGTHS = { running_time: { short: 95, long: 120 }, pages: { short: 200, long: 400 } } as const;
/** Picture books have so many pages at most. */
const PICTURED = 48;
const FOR_SMALL =
  /(?<!\p{L})(?:(?:picture|board) (?:book|film)s?|toddlers?|(?:[1-5]|one|two|three|four|five)[ -]y(?:ea)?rs?[ -]olds?|s?he(?: is|'s) (?:only |just )?[1-5](?=\W*$|[,.] | and ))(?!\p{L})/iu;

/** Where critics and others part: percent on Rotten Tomatoes and out of ten on IMDB. */
const [PANNED, PRAISED, POOR, LIKED] = [40, 75, 5.5, 7];

/** "Critics hated it but people liked it", and the other way round. */
function apartFrom(sentence: Sentence): readonly Bounds[] {
  const taken = sentence.take(RULES.apart);
  if (taken === null) return [];
  const isPanned = taken.part('panned') !== undefined;
  const [critics, people] = isPanned ? [{ to: PANNED }, { from: LIKED }] : [{ from: PRAISED }, { to: POOR }];
  const [most, least] = isPanned ? ['at most', 'at least'] : ['at least', 'at most'];
  const percent = String(isPanned ? PANNED : PRAISED);
  return [
    {
      conditions: [
        { attribute: 'rotten_tomatoes', ...critics },
        { attribute: 'imdb_rating', ...people },
      ],
      notes: [
        `By "${sentence.written(taken)}" I take ${most} ${percent}% on Rotten Tomatoes and ${least} ${String(isPanned ? LIKED : POOR)} on IMDB.`,
      ],
    },
  ];
}

/** "Well rated" and "hidden gem", on the catalogue's scale. */
function readFame(sentence: Sentence, { scale, enough, attributes }: CatalogueOutline): readonly Bounds[] {
  const at = (share: number): number => Math.round(10 * (scale.min + share * (scale.max - scale.min))) / 10;
  const read = (taken: Taken | null, what: string, conditions: readonly Condition[]): readonly Bounds[] => {
    if (taken === null) return [];
    const isComplaint = taken.words.startsWith('too ');
    return [
      { conditions, notes: [isComplaint ? `From ${what}, then.` : `By "${sentence.written(taken)}" I take ${what}.`] },
    ];
  };
  const apart = attributes.some(({ name }) => name === 'rotten_tomatoes') ? apartFrom(sentence) : [];
  const gem = sentence.take(RULES.gem);
  const unknown = gem ?? sentence.take(RULES.lessKnown);
  const known = unknown === null ? sentence.take(RULES.wellKnown) : null;
  const people = unknown === null ? enough : ENOUGH_OF_UNKNOWN;
  const isUnwanted = known !== null && isRefused(sentence, known);
  const well = `a mean of ${String(at(WELL))} or more from at least ${String(people)} people`;
  const isWell = [
    { attribute: 'rating', from: at(WELL) },
    { attribute: 'ratings', from: people },
  ];
  const [attribute, most, least] =
    enough > 0
      ? (['popularity', WELL_KNOWN_DECILE, LESS_KNOWN_DECILE] as const)
      : (['ratings', WELL_KNOWN, LESS_KNOWN] as const);
  const [fifth, half] =
    enough > 0
      ? ['the fifth with the most ratings', 'the half with the fewest ratings']
      : [`at least ${String(WELL_KNOWN)} ratings`, `${String(LESS_KNOWN)} ratings at most`];
  const isKnown = [{ attribute, [isUnwanted ? 'before' : 'from']: most }];
  return [
    ...apart,
    ...read(unknown, `${half}${gem === null ? '' : `, with ${well}`}`, [
      { attribute, to: least },
      ...(gem === null ? [] : isWell),
    ]),
    ...(isUnwanted ? [{ conditions: isKnown, notes: [`Without ${fifth}, then.`] }] : read(known, fifth, isKnown)),
    ...read(sentence.take(RULES.wellRated), well, isWell),
    ...read(sentence.take(RULES.badlyRated), `a mean of ${String(at(BADLY))} or less`, [
      { attribute: 'rating', to: at(BADLY) },
      { attribute: 'ratings', from: enough },
    ]),
  ];
}

/** Words for lengths: the side and the length. */
const LONG = rules(`
  after short := (is|are)? (not|nothing) (too|so|very|that)? short
  to long := (is|are)? (not|nothing) (too|so|very|that)? long|(no|not|avoid|without|hate|dislike|do not like|do not want) (any|too|very)* long (?=<noun>)
  to short := (quite|really|something)? short (?!(of|film|films))|(quite|really|something)? (thin|slim|slender) (?=<stop>*$|<noun>)
  after long := (quite|really|very|something)* long (?=<word>{0,2} <kind>)|epic length
`);

/** @param isStated whether the length is said in numbers, so that words add nothing */
function readLength(
  sentence: Sentence,
  isStated: boolean,
  { attributes, itemNoun }: CatalogueOutline,
): readonly Bounds[] {
  if (isStated) sentence.take(RULES.inWords);
  const has = (name: string): boolean => attributes.some((one) => one.name === name);
  const attribute = has('pages') && !has('running_time') ? 'pages' : 'running_time';
  const small = attribute === 'pages' && !isStated ? FOR_SMALL.exec(sentence.text)?.[0] : undefined;
  if (small !== undefined)
    return [
      {
        conditions: [{ attribute, to: PICTURED }],
        notes: [`For small children I take picture books, of ${String(PICTURED)} pages at most.`],
      },
    ];
  const shorts = itemNoun === 'film' ? [] : [['to short', RULES.shortFilm] as const];
  for (const [name, pattern] of [...LONG, ...shorts]) {
    const taken = sentence.take(pattern);
    if (taken === null) continue;
    const [side = '', length] = name.split(' ') as [string, 'short' | 'long'];
    const bound = LENGTHS[attribute][length];
    const many = `${String(bound)} ${attribute === 'pages' ? 'pages' : 'minutes'}`;
    const words = side === 'after' ? `more than ${many}` : `${many} at most`;
    return [
      { conditions: [{ attribute, [side]: bound }], notes: [`By "${sentence.written(taken)}" I take ${words}.`] },
    ];
  }
  return [];
}

const CERTIFICATES = 'g|pg|pg 13|pg13|r|nc 17|nc17';
const MILDER = ['G', 'PG', 'PG-13', 'R', 'NC-17'];
const NAME = CERTIFICATES.replaceAll(/pg 13|nc 17/gu, (name) => `${name.slice(0, 2)} <number>`);
const PEOPLE =
  '(the|normal|ordinary|regular|real|actual|most|everyday)* (people|audiences|audience|viewers|everyone|everybody|public|fans|<we>) (actually|really)*';
const PAN = '(hated|hate|disliked|dislike|panned|slated|trashed|savaged|did not like)';
const PRAISE = '(like|liked|love|loved|enjoy|enjoyed|adored|praised)';
const RULES = grammar(`
  apart := (that)? (the)? critics (really)* ({panned:${PAN}}|${PRAISE}) (it|them)? (,|but|and|while|though)* (that)? ${PEOPLE} (${PRAISE}|${PAN}) (it|them)?
  wellRated := (very|really|most)? (well|highly|best|top) (rated|reviewed|regarded|received)|high (ly)? (rated|ratings|rating)|(critically)? acclaimed|(with)? (good|great|high|excellent|strong) (rating|ratings|review|reviews|scores)|masterpiece|masterpieces|must see|must sees|award winning|(the|some|any)? (very|absolute)? best (?=<word>{0,2} <value>)|(rated|reviewed) (highly|well)|(that)? (people|critics|everyone|everybody) (actually|really)* (rate|rated|thought|think|speak) (highly|well) (of)?|(that)? critics (liked|loved|praised)
  badlyRated := (badly|poorly|worst|lowest) (rated|reviewed)|bad (rating|ratings|review|reviews)|(really|truly|so)* (terrible|awful|trashy|rubbish|bad|worst) (?=(<noun>|$))|so bad (it is|they are|they|theyre|its)* (funny|good)?|(the)? (lower|worse) (the)? (score|rating|ratings)? (,)? the better
  gem := hidden gem|hidden gems|hidden treasure|hidden treasures|underrated|under rated|surprise (me|us)|(at)? random (?=$|<noun>|pick|picks|<stop>)|indie gem|indie gems
  lessKnown := too (well known|popular|famous|mainstream|obvious|common)|(is|are)? (not|nothing|less|lesser|least|little) (too|so|very|that|as|all)* (well known|known|famous|popular|mainstream|heard of)|unknown|obscure|underseen|under seen|overlooked|off the beaten (track|path)|forgotten|(that)? (nobody|no one|few people|hardly anyone) (knows|has seen|has heard of)|(no|not a|not) (blockbuster|blockbusters)|not everyone (knows|has seen)|niche
  wellKnown := (really)? (rated|read|loved|liked|bought) by (many|lots of|a lot of|most) (people|readers)|too (obscure|unknown|niche|little known|unpopular)|(well|better|best) known|(more|very|really|most)? (popular|famous)|mainstream|blockbuster|blockbusters|big hits|big hit|(that)? (everyone|everybody|many people|lots of people|a lot of people) (knows|know|has seen|saw|watched|bought|read|talks about|likes|like|loves|love)
  inWords := (really|quite|very|rather|too|a bit)* (short|long|thin|thick|slim|slender)
  shortFilm := (quite|really|very)* short (?=(film|films))
  certificate := ({no:no|not|nothing|avoid} {above:above|over|beyond|<word> than}? <word>{0,1}?)? {most:up to|at most|max}? (rated {a:${NAME}}|{b:${NAME}} rated|{c:pg <number>?|nc <number>|pg13|nc17}) {milder:(or|and) (softer|milder|lower|less|below|under|younger|cleaner|gentler)}?
`);

function readCertificates(sentence: Sentence): Condition[] {
  return sentence.takeAll(RULES.certificate).map((taken) => {
    const written = taken.part('a') ?? taken.part('b') ?? taken.part('c') ?? '';
    const [number] = [...taken.tokens('a'), ...taken.tokens('b'), ...taken.tokens('c')];
    const name = written.split(' ')[0]!.toUpperCase().replace(/\d+$/u, '');
    const age = number?.number ?? /\d+$/u.exec(written.split(' ')[0]!)?.[0];
    const value = age === undefined ? name : `${name}-${String(age)}`;
    // Of what has no certificate nobody knows that it is milder.
    const isItself = ['above', 'most', 'milder'].some((name) => taken.part(name) !== undefined);
    const milder = MILDER.slice(0, MILDER.indexOf(value) + (isItself ? 1 : 0));
    const isMilder = isItself || (taken.part('no') !== undefined && MILDER.includes(value) && milder.length > 0);
    const side = taken.part('no') === undefined || isMilder ? 'is' : 'not';
    return { attribute: 'mpaa_rating', [side]: isMilder ? milder : [value] };
  });
}

/** What a message says of ratings, fame, length and certificates in words. */
export function readQualities(sentence: Sentence, catalogue: CatalogueOutline, stated: readonly Condition[]): Bounds {
  const isStated = stated.some(({ attribute }) => attribute === 'running_time' || attribute === 'pages');
  return joined([
    ...readLength(sentence, isStated, catalogue),
    { conditions: readCertificates(sentence), notes: [] },
    ...readFame(sentence, catalogue),
  ]);
}
