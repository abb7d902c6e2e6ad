/**
 * @file The words by which people and catalogues name genres and categories. A phrase is a piece of a regular expression over
 * lower-case text; it may name several topics at once (`romantic comedies` are romances and comedies).
 */
import { ownValue } from '../../../core/json.ts';

interface Phrase {
  readonly topics: readonly string[];
  readonly pattern: RegExp;
  /** True where the word often means something else (`family`, `house`): it counts only beside words of films or books. */
  readonly isAmbiguous: boolean;
}

export interface Mention {
  readonly topics: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly isAmbiguous: boolean;
}

/** Topics on the left of the colon, phrases on the right; `~` before a phrase marks it as ambiguous. */
const LEXICON = `
romance comedy: rom-?coms?; romantic comed(?:y|ies)
romance: romances?; romantic (?:movies?|films?|stor(?:y|ies)|novels?|books?|dramas?|tales?|plots?|genre); romantic; love stor(?:y|ies); love tales?; romcoms?; chick flicks?; bodice-rippers?
horror: horrors?; scary (?:movies?|films?|stor(?:y|ies)|books?|stuff); slashers?; gor(?:e|y)(?: (?:movies?|films?))?; (?:frightening|terrifying|scary|spooky|creepy)(?: things)?; (?:giant |made-up )?monsters?; the sight of blood; ghost stor(?:y|ies); zombies?; vampires?; monster movies?; creature features?; haunted houses?; jump scares?; bloody films?; spooky (?:movies?|films?|stories|tales?|books?); frightening (?:movies?|films?|stories|books?); horror tales
science-fiction: science[- ]fictions?(?:, american|, english)?; sci-?fi; scifi; sf; space operas?; dystopian?s?; cyberpunk; futuristic(?: \\w+)?; space (?:movies?|films?|exploration|adventures?|travel); robots?; aliens?; time travel; life on other planets
fantasy: fantas(?:y|ies); fantasy (?:fiction|novels?|books?|movies?|films?|worlds?); fantastical(?: \\w+)?; magic(?:al)? (?:worlds?|realms?|stories|creatures|books?|movies?|films?); fairy ?-?tales?; sword-and-sorcery; dragons?; wizards?; elves; mythical(?: \\w+)?; discworld
animation: animat(?:ed|ion|ions); animated (?:movies?|films?|features?); cartoons?; anime; pixar; disney; stop-motion; studio ghibli
family: family[- ](?:friendly )?(?:movies?|films?|features?|fare|entertainment|comed(?:y|ies)|stories|pictures?); family-friendly(?: \\w+)?; children's (?:movies?|films?); kids?'? (?:movies?|films?); ~family
comedy: comed(?:y|ies); comedic(?: \\w+)?; comic (?:movies?|films?); funny (?:movies?|films?); sitcoms?; slapstick; satires?; parod(?:y|ies); spoofs?; stand-?up; light-hearted (?:movies?|films?); laughs; farces?
humor comedy: humou?r(?: books?)?; humou?rous (?:books?|stor(?:y|ies)|novels?|tales?|movies?|films?|writing|essays?); jokes?; joke books?; funny (?:books?|stor(?:y|ies)|novels?); comic (?:writing|novels?); wit and humou?r
drama: dramas?; drama (?:movies?|films?); dramatic (?:movies?|films?|plays?|stor(?:y|ies)|works?); tear-?jerkers?; melodramas?; ~plays?; theatre plays?; stage plays?; playwrights?; shakespeare(?:an)?; screenplays?; soap operas?
thriller: thrillers?; suspense(?:ful)?(?: \\w+)?; spy (?:movies?|films?|novels?|stories|thrillers?); espionage; psychological thrillers?; edge-of-(?:the|your)-seat \\w+
mystery: myster(?:y|ies); mystery (?:novels?|books?|movies?|films?); detective (?:and mystery )?(?:stor(?:y|ies)|novels?|fiction|movies?|films?|books?)(?:, english|, american)?; whodunn?its?; private investigators; detectives?; inspectors?; sleuths?; a body in the \\w+
mystery crime: crime (?:novels?|fiction|stories)
crime: crimes?; crime (?:movies?|films?); gangster(?:s| (?:movies?|films?))?; mafia(?: \\w+)?; mob (?:movies?|films?); heists?(?: \\w+)?; police (?:procedurals?|dramas?); noir; film noir; bail bond agents; murder mysteries
true-crime crime: true[- ]crimes?
action: action; action[- ]packed(?: \\w+)?; action (?:movies?|films?|flicks?|heroes); martial arts; kung[- ]fu; explosions?; (?:fast|racing|sports) cars?; car chases?; shoot-?outs?; blockbusters?; fight scenes?
superhero action: super-?hero(?:es)?(?: \\w+)?; marvel; dc comics; avengers; x-men
adventure: adventur(?:e|es|ous (?:movies?|films?|books?|stories|tales?)); adventure (?:stor(?:y|ies)|movies?|films?|novels?|books?); swashbucklers?; quests?; treasure hunts?; survival stories
documentary: documentar(?:y|ies); docu-?series; docus?; non-?fiction films?; factual films?; nature films?; true[- ]life films?
history: histor(?:y|ies); historical (?:movies?|films?|dramas?|novels?|fiction|books?|epics?|figures?|events?); period (?:dramas?|pieces?|films?|movies?); costume dramas?; history (?:books?|movies?|films?); ancient (?:rome|greece|egypt|civili[sz]ations?); civil war
war history: (?:the )?(?:first|second) world war; world war (?:i|ii|one|two); ww(?:i|ii|1|2)
action horror war crime: violence; violent(?: (?:movies?|films?|scenes?|stories))?; bloodshed; shootings?
war: war (?:movies?|films?|stor(?:y|ies)|novels?|books?|epics?|dramas?); military (?:movies?|films?|history); battle (?:scenes|films?); ~wars?
western: westerns?; cowboys?(?: \\w+)?; wild west
music: musicals?; music (?:movies?|films?|books?); musical (?:movies?|films?); concert films?; books? (?:about|on) music; broadway; ~music; music biographies
biography: biograph(?:y|ies|ical)(?: \\w+)?; biopics?; life stor(?:y|ies); memoirs?; true stor(?:y|ies)(?: \\w+)?; lives of (?:famous|great) \\w+; authors, (?:american|english); biography & autobiography
autobiography biography: autobiograph(?:y|ies|ical)
sport: sports? (?:movies?|films?|books?|biographies|stories|dramas?); sports; sports & recreation; ~sport; athletics; racing (?:movies?|films?)
foreign: foreign(?:-language)? (?:movies?|films?|cinema); world cinema; subtitled (?:movies?|films?); arthouse(?: \\w+)?; art-house(?: \\w+)?; independent (?:movies?|films?|cinema); indie (?:movies?|films?)
tv-movie: tv movies?; television (?:movies?|films?)
fiction: fiction; fictions; fictional (?:books?|novels?|stor(?:y|ies)|works?|worlds?); (?:literary|contemporary|american|english|domestic|general|women's|classical|popular) fiction; ~novels?; short stor(?:y|ies); imaginary stories; made-up stories; fiction (?:books?|novels?)
nonfiction: non-?fictions?; nonfiction (?:books?|works?); factual books?; fact-based books?
children: juvenile (?:fiction|nonfiction|books?|literature); children's (?:books?|stor(?:y|ies)|literature|fiction); kids'? books?; picture books?; juvenile; kids' stories
young-adult: young[- ]adult(?: (?:fiction|books?|novels?|nonfiction))?; ya (?:novels?|books?|fiction); teen (?:novels?|fiction|books?); coming-of-age \\w+
business: business(?: (?:books?|literature|& economics|and economics))?; management(?: books?)?; entrepreneur(?:s|ship)?(?: books?)?; leadership books?; marketing books?; ~finance; investing
economics: economics?(?: books?)?; econom(?:y|ies|ists?)(?: \\w+)?; macroeconomics; microeconomics; financial (?:books?|markets?); business & economics; business and economics; markets and money; money and markets
computers: computers?(?: (?:books?|science|programming|manuals?))?; computing; programming(?: \\w+)?; coding; software(?: \\w+)?; algorithms?; information technology; artificial intelligence; hacking; the internet
cooking: cook(?:ing|ery|-?books?)(?: books?)?; recipes?(?: books?)?; ~food; culinary(?: \\w+)?; baking books?; gastronomy
religion: religio(?:n|ns|us)(?: (?:books?|texts?|stories|studies|literature))?; theolog(?:y|ical)(?: \\w+)?; bibles?; christian(?:ity)?(?: \\w+)?; islam(?:ic)?; buddhis[mt]; ~faith; scripture; christian life
spirituality: spiritual(?:ity)?(?: \\w+)?; body, mind & spirit; new age; meditation(?: books?)?; mindfulness; astrology; ~spirit; ~mind; ~body; occult
health: health(?: (?:books?|& fitness|and fitness))?; wellness; nutrition; diets?(?: books?)?; ~medicine; well-being; healthy (?:living|lifestyles?|eating)
fitness: fitness; exercise books?; workouts?; bodybuilding; health & fitness; yoga books?
self-help: self[- ]help(?: books?)?; self[- ]improvement(?: books?)?; personal (?:growth|development)(?: books?)?; gurus?; a better you; motivational(?: \\w+)?; conduct of life
psychology: psycholog(?:y|ical)(?: (?:books?|studies))?; human (?:mind|behaviou?r); psychiatry; psychoanalysis
philosophy: philosoph(?:y|ies|ical|ers?)(?: \\w+)?; existentialis[mt]; ethics; metaphysics; stoicism; plato; nietzsche
science: science(?: (?:books?|writing))?; scientific(?: \\w+)?; physics; chemistry; biology; astronomy; popular science; cosmology; evolution
mathematics: math(?:s|ematics|ematical)?(?: \\w+)?; geometry; algebra; statistics books?
technology: technolog(?:y|ies|ical)(?: \\w+)?; technology & engineering; engineering(?: books?)?; machines books?
medical: medical(?: (?:books?|texts?))?; medicine books?; anatomy; nursing books?
social-science: social sciences?; sociolog(?:y|ical)(?: \\w+)?; anthropology; gender studies; cultural studies; society books?
political-science: political science; politic(?:s|al)(?: \\w+)?; government books?; international relations
law: law(?: books?)?; legal (?:books?|thrillers?); ~legal; courtroom(?: \\w+)?
education: education(?: books?)?; teaching books?; pedagogy; ~educational
study-aids: study (?:aids?|guides?); test prep(?:aration)?; exam guides?; textbooks?
reference: reference(?: (?:books?|works?))?; encyclop(?:a|ae)?edias?; dictionar(?:y|ies); almanacs?
language: language arts(?: & disciplines)?; ~disciplines?; linguistics; grammar(?: books?)?; foreign language(?: stud(?:y|ies))?; language learning; writing guides?
literary-criticism: literary (?:criticism|collections?|studies|theory|essays?); literary analysis; anthologies; essays?; literature studies; american literature; english literature; classics of literature
poetry: poe(?:try|ms?|ts?)(?: books?| collections?)?; verse; sonnets; haikus?
art: arts?(?: (?:books?|history))?; paintings? books?; sculpture; ~design; fine arts?
photography: photograph(?:y|ic) ?(?:books?)?; photo books?
architecture: architectur(?:e|al)(?: \\w+)?; ~buildings
performing-arts: performing arts; theat(?:re|er)(?: books?)?; dance books?; acting books?; film studies
comics: comics?(?: books?| strips?)?; graphic novels?; manga; comics & graphic novels; comic books?
travel: travel(?: (?:books?|writing|guides?|literature|stories))?; travelogues?; guidebooks?
nature: nature(?: (?:books?|writing|documentaries))?; wildlife(?: \\w+)?; ecology; ~environment; animals books?
pets: pets?(?: (?:books?|care))?; dogs? books?; cats? books?; animal (?:stories|books?)
gardening: gardening(?: books?)?; ~gardens?; horticulture; plants books?
crafts: crafts?(?: (?:books?|& hobbies))?; hobb(?:y|ies) books?; knitting books?; sewing books?; diy(?: \\w+)?; ~hobbies; crafts & hobbies; needlework
home: house & home; home (?:improvement|decor\\w*)(?: books?)?; interior design(?: books?)?; ~house; ~home
games: games & activities; game books?; chess books?; puzzle books?; video games? books?; ~games; ~activities; puzzles
antiques: antiques?(?: (?:books?|& collectibles))?; collectibles?; ~collecting
transportation: transportation(?: books?)?; trains? books?; cars? books?; aviation books?
family-relationships: family & relationships; parenting(?: books?)?; relationships?(?: books?)?; marriage books?; families; family (?:books?|relationships?)
classic-era: classic (?:movies?|films?|cinema|hollywood|books?|novels?|literature); classics; old (?:movies?|films?|books?); black[- ]and[- ]white (?:movies?|films?); silent (?:movies?|films?); golden age(?: \\w+)?; vintage (?:movies?|films?); older (?:movies?|films?); (?<=(?:anything|everything|stuff) (?:[a-z]+ (?:or|and) )?)old(?:er)?
acclaimed: (?:critically )?acclaimed(?: (?:movies?|films?|books?|novels?))?; (?:highly|well|best)[- ](?:rated|reviewed|regarded)(?: (?:movies?|films?|books?|novels?))?; award[- ]winn(?:ing|ers?)(?: \\w+)?; prize[- ]winn(?:ing|ers?)(?: \\w+)?; what (?:the )?critics (?:praise|like|love|recommend); (?:rated|reviewed) (?:highly|well)
panned: (?:poorly|badly|low)[- ](?:rated|reviewed)(?: (?:movies?|films?|books?|novels?))?; panned(?: (?:movies?|films?|books?))?; (?:rated|reviewed) (?:poorly|badly|low); bad reviews
modern-era: (?:modern|recent|new|contemporary|newer|latest) (?:movies?|films?|releases?|books?|novels?|cinema)
`;

/** Each line as two patterns, so that a text is searched few times: what is clear and what is ambiguous. */
const PHRASES: readonly Phrase[] = LEXICON.trim()
  .split('\n')
  .flatMap((line) => {
    const colon = line.indexOf(':');
    const topics = line.slice(0, colon).trim().split(' ');
    const phrases = line
      .slice(colon + 1)
      .split(';')
      .map((phrase) => phrase.trim())
      .sort((a, b) => b.length - a.length);
    return [false, true].flatMap((isAmbiguous) => {
      const sources = phrases.filter((phrase) => phrase.startsWith('~') === isAmbiguous);
      if (sources.length === 0) return [];
      const source = sources.map((phrase) => phrase.replace(/^~/, '')).join('|');
      return [{ topics, isAmbiguous, pattern: new RegExp(`(?<![\\w-])(?:${source})(?![\\w])`, 'g') }];
    });
  });

/** Where a text, in lower case, names topics: of overlapping places the longest, and all topics of places of one length. */
export function findMentions(text: string): readonly Mention[] {
  const found: Mention[] = [];
  for (const { topics, pattern, isAmbiguous } of PHRASES) {
    for (const match of text.matchAll(pattern)) {
      found.push({ topics, start: match.index, end: match.index + match[0].length, isAmbiguous });
    }
  }
  found.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept: Mention[] = [];
  for (const one of found) {
    const twin = kept.findIndex(({ start, end }) => start === one.start && end === one.end);
    const other = kept[twin];
    if (other !== undefined) kept[twin] = merged(other, one);
    else if (!kept.some(({ start, end }) => one.start < end && start < one.end)) kept.push(one);
  }
  return kept.sort((a, b) => a.start - b.start);
}

function merged(one: Mention, other: Mention): Mention {
  return {
    ...one,
    topics: [...new Set([...one.topics, ...other.topics])],
    isAmbiguous: one.isAmbiguous && other.isAmbiguous,
  };
}

/** Topics that a work of the first topic belongs to as well. */
const BROADER: Readonly<Record<string, readonly string[]>> = {
  'true-crime': ['nonfiction'],
  autobiography: ['biography'],
  superhero: ['action'],
};

/** Books of these topics are made up; of other topics, facts. Films are neither. */
const FICTIONAL = new Set(
  'romance horror science-fiction fantasy mystery thriller crime adventure western fiction young-adult comics drama poetry'.split(
    ' ',
  ),
);

/**
 * The topics of a work's genres or categories, the most telling first. A label that no phrase names stands for itself.
 * @param labels as the catalogue writes them: `Science Fiction`, `Body, Mind & Spirit`
 */
export function topicsOfLabels(labels: readonly string[], kind: 'film' | 'book'): readonly string[] {
  const topics = labels.flatMap((label) => keptTopics(label.toLowerCase().trim(), kind));
  const isMadeUp = topics.some((topic) => FICTIONAL.has(topic));
  const side =
    kind === 'film' || topics.length === 0 ? [] : isMadeUp || topics.includes('children') ? [] : ['nonfiction'];
  return [...new Set([...topics, ...topics.flatMap((topic) => ownValue(BROADER, topic) ?? []), ...side])];
}

const KEPT = new Map<string, readonly string[]>();

function keptTopics(label: string, kind: 'film' | 'book'): readonly string[] {
  const key = `${kind} ${label}`;
  const kept = KEPT.get(key) ?? topicsOfLabel(label, kind);
  // Catalogues have few labels; a file of others must not fill the memory.
  if (KEPT.size < 5000) KEPT.set(key, kept);
  return kept;
}

function topicsOfLabel(label: string, kind: 'film' | 'book'): readonly string[] {
  if (label === '') return [];
  if (label.startsWith('juvenile nonfiction')) return ['children', 'nonfiction'];
  if (/^(?:juvenile fiction|children's stories)/.test(label)) return ['children', 'fiction'];
  if (label.startsWith('young adult fiction')) return ['young-adult', 'fiction'];
  const mentions = findMentions(label).flatMap(({ topics }) => topics);
  if (mentions.length === 0) return [label];
  const isStory = kind === 'book' && /\b(?:fiction|stories|tales|novels?)\b/.test(label);
  return isStory ? [...mentions, 'fiction'] : mentions;
}

const KNOWN = new Set(PHRASES.flatMap(({ topics }) => topics));

export function isKnownTopic(topic: string): boolean {
  return KNOWN.has(topic);
}
