/** @file The words that the rules know: genres by their many names, numbers, and what counts as filling. */

/** The lines of a table, each a name and what it stands for; a line after two slashes says what the next one is for. */
export const rowsOf = (table: string): readonly (readonly [string, string])[] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('//'))
    .map((line) => line.split(' := ') as [string, string]);

/** Attributes that say what kind an item is: an item may have several values of each. */
export const KINDS: ReadonlySet<string> = new Set(['genre', 'category', 'tag']);

/** A kind in the words of texts. */
export const spokenAs = (kind: string): string => (/^humor/iu.test(kind) ? 'humor or funny or hilarious' : kind);

/** Attributes that are no values, but for what ratings and years say: conditions bound them. */
export const NUMBERS: ReadonlySet<string> = new Set(['year', 'rating', 'ratings', 'popularity']);

/** A genre as people speak of it: `pattern` finds it, `names` are what catalogues call it, the first that there is counts. */
export interface GenreWord {
  readonly pattern: RegExp;
  readonly names: readonly (readonly string[])[];
  /** Whether the word says a mood: any of the groups will do, which is told; else all must hold. */
  readonly isVague: boolean;
  /** Kinds that a mood cannot stand, unless they are asked for. */
  readonly avoids: readonly string[];
  /** What is nearest to it where a catalogue has no such genre. */
  readonly near: readonly string[];
}

/** Ways to say that somebody is of such an age. */
function withAges(_all: string, ages: string): string {
  const age = `(?:${ages})`;
  const several = `${age}(?: and ${age})?(?=[),.!?]|$| (?:and|so|but) )`;
  const whom = '(?:kid|child|son|daughter|boy|girl|nephew|niece|grandson|granddaughter|little one)s?';
  return String.raw`(?:for )?(?:a |an |my |our |the )?${age}[- ]y(?:ea)?rs?[- ]olds?(?: ${whom})?|${age} ?(?:yo|y\/o)|(?:(?:he|she|who|i)(?: is| am|'s|'m|s)|aged?|turn(?:s|ing)) (?:only |just )?${age}(?! ?(?:\p{L}*min|years? (?!old)|times))|${whom}(?: tonight| today)?,? \(?(?:is |are |who is |aged? |of )?${several}\)?|(?:they(?: a|')re|all|both) (?:turning |aged? )?${several}|`;
}

/**
 * All genre words, the longest first, a line each: what catalogues call the genre, and how people do; with a plus both must hold, with a
 * slash one of them; who is of an age stands first; with a tilde the words say a mood, which after a dash cannot stand these, and after ≈ stands what is nearest where a catalogue has none of them.
 */
export const GENRE_WORDS: readonly GenreWord[] = rowsOf(String.raw`
based on play := (?:based on|adapted from|taken from|adaptations? of|from) (?:an? |the )?(?:stage )?plays?|stage (?:plays?|adaptations?)
based on game := (?:based on|adapted from|taken from|adaptations? of) (?:an? |the )?(?:video |computer )?games?|(?:video |computer )?game adaptations?
based on book/short story := (?:based on|adapted from|taken from|adaptations? of) (?:an? |the )?(?:books?|novels?|short stor(?:y|ies))|(?:book|novel|literary) adaptations?
based on tv := (?:based on|adapted from|adaptations? of) (?:an? |the )?(?:tv|television)(?: shows?| series)?
based on comic/graphic novel := (?:based on|adapted from|adaptations? of) (?:an? |the )?(?:comics?(?: books?)?|graphic novels?)
remake := remakes?
comedy + romance := rom-?\s?coms?|romantic comed(?:y|ies)
comedy + drama := dramed(?:y|ies)|comedy[- ]dramas?|tragicomed(?:y|ies)
comedy + dark comedy, black comedy := dark comed(?:y|ies)|black comed(?:y|ies)
sci-fi, science fiction := sci-?\s?-?fi|scifi|sf|science[- ]fiction|space operas?
true story, biography, biopic, based on a true story := based on (?:a )?true (?:story|stories|events)|true stor(?:y|ies)|biopics?|stor(?:y|ies) (?:of|about) (?:real|true) (?:persons?|people|lives|life|events)|real(?:[- ]life)? (?:stories|people)|biographical|biograph(?:y|ies)
film-noir, film noir, noir := film[- ]?noirs?|noirs?
superhero, superheroes, comic book := super-?\s?hero(?:es)?|comic[- ]books?
comedy, humor, humorous stories := comed(?:y|ies)|comedic|comical|funny|funnier|funniest|humou?r(?:ous)?|hilarious|(?:make me |to |a |good )?laugh(?:s|ing)?(?: out loud| at| about)?|light[- ]?hearted
horror := horrors?|scary|scarier|scariest|frightening|terrifying|spooky|creepy|slashers?
thriller, suspense := thrillers?|thrilling|suspense(?:ful)?|edge of (?:my|your|the) seat
comedy, humor / family / romance ~ - crime / thriller / horror / war := cheer(?:ing|s)?(?: (?:me|us|you|him|her|them))? up|(?:feel|feeling|i'?m|i am|been) (?:feeling |a bit |a little |so |really |very |quite |rather |pretty )*(?:low|down|blue|miserable)(?: today| tonight| now)?(?=$|[.,!?;])|(?:zero|no|without|not much|little) (?:thinking|brain(?:power)?|brains|effort)|(?:switch|turn) (?:my |our |your )?brains? off|brainless|mindless|easy[- ]watch(?:ing)?|happy ending|less (?:serious|dark|gloomy|heavy|depressing|sad|bleak|grim)|uplifting|heart-?warming|feel-?good|feel good|cosy|cozy|cheerful|sweet|comforting|relaxing|calm(?:ing)?|gentle|peaceful|soothing|easy[- ]going|undemanding|silly|light(?:er)?(?=$| [\p{L}▮]|[.,!?])
thriller / horror / crime ~ := gloom(?:y|ier)|dark(?:er)?(?! comed| city| knight| tower)|gritt(?:y|ier)|bleak(?:er)?|grim(?:mer)?|sinister|moody|atmospher(?:e|ic)|(?<!least )(?<!less )violent|brutal|disturbing|unsettling
drama / romance ~ := (?:make|makes|making) (?:me|us|you|her|him|them) cry|(?:good |proper )?cry|heart-?broken|weep(?:y|ie)|depressing|miserable|tear-?jerkers?|melanchol(?:ic|y)|sad(?:der)?|bittersweet|moving|touching|emotional|poignant|heart-?breaking|serious|thought-?provoking|profound|slow(?:er)?|introspective
thriller / action ~ := tenser?|heists?|bank robber(?:y|ies)|(?<!star )spy|spies|espionage|serial killers?|assassins?|hit ?m[ae]n|conspirac(?:y|ies)|gripping|exciting|nail-?biting|adrenaline|fast-?paced|intense|pulse-?pounding|edgy
horror ~ := ghosts?|haunted|zombies?|vampires?|gor(?:e|y|ier)
science fiction, sci-fi ~ := (?:outer )?space(?= adventures?| films?| movies?)|outer space|(?:in|with|of|about) space(?=$|[.,!?]| n\p{L}+)|space ?ships?|time travel
fantasy ~ := wizards?|dragons?|witch(?:es)?|fair(?:y|ies)
action ~ := guns?|shoot-?outs?|explosions?|car chases?|martial arts|kung[- ]fu|sword(?:s|play| fights?)?|fight(?:s|ing)?
science fiction, sci-fi / fantasy ~ := mind-?(?:bending|blowing|bender)|trippy|surreal|weird|strange|dream-?like|otherworldly
adventure / history, historical / action ~ := epic|sweeping|grand
fantasy / comedy / family ~ := whimsical|magical|quirky|charming|playful
true story, biography / drama ~ := inspir(?:ing|ational)|motivating
romance := romances?|romantic|love stor(?:y|ies)|(?:first )?date (?=movie|film|night)|date[- ]night|for (?:a |our |my )?(?:first )?date
drama := dramas?|dramatic
action := action(?:[- ]packed)?(?:ers?)?
adventure := adventures?|adventurous|swashbucklers?
animation, animated ≈ family := animated|animations?|cartoons?
anime := anime
young adult fiction, young adult ≈ g / pg / pg-13 := aged 1[3-7]|thirteen|fourteen|fifteen|sixteen|seventeen ; young adults?|teen(?:ager)?s?
family, children, children's, kids, juvenile fiction ≈ g / pg := aged [2-9]|1[0-2]|three|four|five|six|seven|eight|nine|ten|eleven|twelve ; family[- ]friendly|famil(?:y|ies)|kids?'?s?|child(?:ren)?'?s?|for (?:the |my |our )?(?:whole family|kids|children|little ones)
crime, gangster, mafia ≈ thriller / drama := crimes?|mafia|mob|gangsters?|mobsters?
mystery ≈ thriller := myster(?:y|ies)|whodunn?its?|detective stor(?:y|ies)
documentary := document(?:ary|aries)|docs
western := westerns?|cowboys?
musical := musicals?
war ≈ history := (?<!world )wars?
fantasy := fantas(?:y|ies)|fantastical
history, historical := histor(?:y|ical|ic)|period (?:pieces?|dramas?)|costume dramas?
imax := imax
poetry := poems?|poetry|verse
computers := computers?|computing|programming
juvenile fiction, juvenile := juvenile(?: (?:fiction|nonfiction))?|picture books?
cooking := cook ?(?:ery|ing|books?)|recipes
comics & graphic novels ≈ superhero := comics?(?: or graphic novels?)?|graphic novels?
`).map(([names, words]) => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words.replace(/^aged (.+) ; /u, withAges)})(?![\\p{L}\\p{N}])`, 'u'),
  near: / ≈ (.+)/u.exec(names)?.[1]?.split(' / ') ?? [],
  names: names
    .replace(/ ~.*| ≈.*/u, '')
    .split(/ [+/] /u)
    .map((group) => group.split(', ')),
  isVague: names.includes(' ~'),
  avoids: / - (.+)/u.exec(names)?.[1]?.split(' / ') ?? [],
}));

/** What people call items, whatever the catalogue calls them. */
export const NOUN = '(?:films?|movies?|flicks?|pictures?|titles?|features?|things?|stuff|items?|ones?|shows?)';

/** Attributes that name companies, which are known by parts of their names. */
export const COMPANY = /distributor|studio|company|brand|publisher/u;

/** True where what stands between is called as a series is: "the Star Wars films", "which Rocky film", and not "the film Rocky". */
export const isSeries = (before: string, after: string): boolean =>
  /^\s+(?:films|movies|books|novels|franchise|series|saga|trilogy|sequels?)(?!\p{L})/iu.test(after) ||
  (/^\s+(?:film|movie|book|novel)(?!\p{L})/iu.test(after) &&
    /(?<!\p{L})(?:an?|another|any|which|what|first|second|third|last|\p{L}{2,}est|best|worst|other|every|each)\s+$/iu.test(
      before,
    ));

const COUNTED =
  'one 1,single 1,two 2,three 3,four 4,five 5,six 6,seven 7,eight 8,nine 9,ten 10,eleven 11,twelve 12,fifteen 15,twenty 20,thirty 30,fifty 50,hundred 100,a hundred 100,' +
  'a couple of 2,a couple 2,couple of 2,a few 3,several 5,a handful of 5,half a dozen 6,a dozen 12';
/** Each with the number that it is. */
const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  COUNTED.split(',').map((one) => [one.replace(/ \d+$/u, ''), Number(/\d+$/u.exec(one)?.[0])]),
);

/** Numbers in words, the longest first. */
export const COUNT_WORDS: readonly string[] = Object.keys(NUMBER_WORDS).sort((a, b) => b.length - a.length);

/** A count in words or digits, as a part of a pattern. */
export const COUNT = `(?:\\d{1,3}|${COUNT_WORDS.join('|')})`;

/** The number that `COUNT` matched. */
export function numberOf(text: string): number {
  return NUMBER_WORDS[text.trim()] ?? Number(text);
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Words for places. */
export const ORDINAL_WORDS: readonly string[] = [
  ...ORDINALS,
  ...'last 1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th'.split(' '),
];

/** An ordinal, as a part of a pattern. */
export const ORDINAL = `(?:${ORDINALS.join('|')}|last|1st|2nd|3rd|[4-9]th|10th|number (?:\\d{1,2}|one|two|three|four|five)|(?:no\\.?|#)\\s?\\d{1,2})`;

/** The place that an ordinal means in a list of so many, from 0; null where there is none. */
export function placeOf(ordinal: string, length: number): number | null {
  const plain = ordinal.trim();
  const named = ORDINALS.indexOf(plain);
  const digits = /\d+/u.exec(plain);
  const spelt = NUMBER_WORDS[plain.replace(/^number /u, '')];
  const place =
    plain === 'last' ? length - 1 : named >= 0 ? named : digits !== null ? Number(digits[0]) - 1 : (spelt ?? 0) - 1;
  return place >= 0 && place < length ? place : null;
}

/** Words that say nothing of what is wanted; what is left over besides them was not understood. */
const FILLING = new Set(
  (
    "sell sells offer stock includes included including alone himself herself themselves myself yourself uff oof phew argh oops thought told grandmother grandfather grandpa nana in-laws turn begin begins scare scares scared alas finally twice once over says sees completely heart author authors writer treat treating scrap scratch care favouring favoring preferring mixing holiday holidays vacation beach trip journey flight plane train ride commute add include remove swap replace keep leave enough every each lol original originals altogether overall total explain describe rank ranks ranking gift gifts present presents learn start cheers bold writing ill somebody whoever whatever whatsoever among amongst exactly precisely winter summer autumn spring rain snow bought own owned read reading wrote write writes written else's maximum minimum cheaper neither nor non day days daughter son nephew niece girl boy cost costs price priced running runtime book books novel novels reads product products " +
    'a an the and or but so then also too very really quite just maybe perhaps please pls thanks thank you kindly hi hello hey hiya dear ok okay well oh um er ' +
    'i im ive id me my mine we us our you your it its this that these those them they there here one ones some any anything something someone everything ' +
    'want wants wanted like would could can may might should shall will do does did done is are was were be been being am have has had having get got getting give gives show shows tell name list find ' +
    'recommend recommends recommendation recommendations suggest suggests suggestion suggestions advise propose pick picks choose option options idea ideas help need needs look looking search searching watch watching watched see seeing seen view viewing ' +
    'film films movie movies flick flicks picture pictures title titles feature features thing things stuff item items show ' +
    'for to of in on at by from with about as than into up out if when what which who where how whose ' +
    'tonight today yesterday evening now weekend tomorrow afternoon night week time moment later again some good nice great best decent fun enjoyable interesting cool fine lovely worth worthwhile better rather instead only more most much many lot lots bit kind sort type of all both either ' +
    'adore adores adored admire fan mood feel feeling fancy feels think know knows let lets us made make makes come comes came released release year years era period decade decades age time set ' +
    'other others another else different new preferably ideally mostly mainly especially particularly still yet already before ever never always often sometimes usually lately recently ' +
    'not no nothing none without dont doesnt isnt arent cant wouldnt didnt avoid except please love loved enjoy enjoyed liked hate hated go going gone take takes put ' +
    'havent hasnt hadnt wasnt werent wont youve weve theyve id ill lets next say said saying based meant mean fewer monday tuesday wednesday thursday friday saturday sunday rainy sunny snowy cold lazy long direct directs directing besides som frm sth abt tho cringe yawn bedtime sleepover sleepovers party gimme wanna gonna kinda sorta catalogue catalog database collection year-old years-old feeling feels tagged possible higher lower probably hates loves far repeat yourself sorry sort sorted must exclude excluding mind changed everything seen asked ask likes she he her his him they called instructions zero one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty tale dozen compare versus difference between prefer preferably single of order please ' +
    'finish finished finishing meh tho guy guys bucks real wait after related wonderful complete standalone actual normal proper ' +
    'little big nah ugh ooh haha hehe mate lads totally stuff-like gran nan grandma grandad granny uncle aunt cousin neighbour teacher boss babysitter saturday properly basically literally kinda else anyway actually rn tbh imo thx cheers alright hasnt havent give lend place places somewhere work works use used feels come mine yours dislike dislikes disliked sounds looks together parents mum mom dad mother father brother sister colleagues flatmate roommate top whats thats hows whos vein same u ur r sumthing smth somethin plz hm newer older more recent funnier scarier shorter longer less known popular second first third fourth fifth last yes yeah nope hmm already again though obviously honestly actually instead two three my friends girlfriend boyfriend wife husband partner family kids us evening boring bored director directed genre genres attribute such similar along lines vein comparable necessarily style where because since while though although even suitable suit suits fit fits right bring come back people person everyone anyone rated rating ratings stars star average score films movie film'
  ).split(' '),
);

/** The words of a left-over part that mean something. */
export function tellingWords(part: string): string[] {
  const words = part.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  return words.filter(
    (one) =>
      !FILLING.has(one.replaceAll(/['’-]/gu, '')) && !FILLING.has(one.replace(/['’]\p{L}+$/u, '')) && one.length > 1,
  );
}

/** A left-over part from its first word that means something to its last; null where none does. */
export function tellingPart(part: string): string | null {
  const [first, ...others] = tellingWords(part);
  const last = others.at(-1) ?? first;
  return first === undefined ? null : part.slice(part.indexOf(first), part.lastIndexOf(last!) + last!.length);
}

/** A question, which asks for no list: of an item, of the reasons, or about the world, which the catalogue does not answer. */
export const FACT_QUESTION =
  /^\W*(?:and |so )?(?:who|whose|where|when|why|how|did|does|is|are|was|were|can|will)(?!\p{L})/iu;

/** "Which Kubrick films do you have?" asks for all of them. */
export const OWNED =
  /^\W*(?:and |so |ok,? )?(?:which|what)(?! else| other)(?: \p{L}+){1,4} (?:do|have) you (?:have|got)/iu;
