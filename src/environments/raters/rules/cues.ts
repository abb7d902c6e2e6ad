/**
 * @file Phrases that tell an attitude, and how strongly. A prefix cue speaks of what follows it (`can't stand …`), a postfix cue
 * of what stands before it (`… bores her`); a frame opens a judgement that a postfix cue gives (`finds … too slow`).
 */

export const HABIT_VERB = 0.55;

export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly side: 'prefix' | 'postfix';
  /** −1 for hatred to 1 for love; 0 for a frame, which only ends what an earlier cue governs. */
  readonly value: number;
}

interface CuePattern {
  readonly side: Cue['side'];
  readonly value: number;
  readonly pattern: RegExp;
}

const ADVERBS =
  '(?:(?:really|particularly|especially|very|much|ever|even|usually|generally|also|always|at all|quite|so|too|that|all that|exactly|remotely|terribly|overly|a|an|any|the|big|huge|great|biggest|in the least|necessarily|actually|truly|simply|just) )*';
const NOT = "(?:n't|n’t| not| never)";

/** From the strongest and longest: a place that one pattern has taken is not given to a later one. */
const PATTERNS: readonly CuePattern[] = [
  // Double negatives and idioms that look like their opposites.
  prefix(
    1,
    "(?:can(?:'t|not| not)|could(?:n't| not)|never) (?:get enough(?: of)?|seem to get enough of|resist|live without|help but (?:love|adore|enjoy)|go without|wait (?:for|to see|to read)|put down|say no to|stop (?:watching|reading))",
  ),
  prefix(
    0.95,
    '(?:never|rarely|seldom|hardly ever) (?:misses|miss|missed|tires? of|gets? (?:tired|bored|enough) (?:of|with|from)|turns? down|passes? up)',
  ),
  prefix(
    1,
    '(?:nothing|few things) (?:beats?|is better than|pleases? (?:him|her|them) more than|makes? (?:him|her|them) happier than|compares? (?:to|with))',
  ),
  prefix(0.2, "(?:do(?:es)?n't|do(?:es)? not) (?:mind|hate|dislike|object to)"),
  prefix(
    0.15,
    "not that (?:\\w+ ){1,2}?(?:dislikes?|hates?|detests?|avoids?|(?:does|do)(?:n't| not) (?:like|enjoy|care for))",
  ),
  prefix(
    0.95,
    "(?:(?:will|would|'ll|'d|can|could) )?(?:watch|see|read|seen|own)(?:es|ed|s)? (?:just about |absolutely |literally )?(?:anything|everything|any (?:film|movie|book)|every (?:film|movie|book))(?: that (?:is|has|stars|features))?(?: (?:with|by|starring|from|featuring|about))",
  ),
  prefix(
    -0.6,
    'used to (?:love|like|enjoy|adore|watch|read|be (?:into|obsessed with|crazy about|a (?:big |huge )?fan of))',
  ),
  prefix(0.4, 'used to (?:hate|dislike|avoid|detest|be (?:bored|scared) (?:by|of))'),
  prefix(
    0.7,
    "(?:would(?:n't| not)|wo(?:n't)|will not|never) says? no to|(?:always|ever) (?:game|ready) for|melts? (?:at|for|over)",
  ),
  prefix(1, 'nothing (?:\\w+ ){1,4}(?:racing|going|excited|out of bed) (?:quite )?(?:like|as much as|more than)'),
  prefix(
    -0.8,
    '(?:gone|went|goes) off|outgr(?:own|ew|ows)|(?:gave|given|gives) up on|(?:done|through|finished) with|(?:swore|sworn) off|fallen out of love with|(?:low|no|little|zero) tolerance for|loses? patience with|is (?:so )?over(?= [a-z-]+ (?:movies|films|books|stories))',
  ),
  prefix(-0.7, 'not (?:exactly |really |much of )?an?(?= (?:[a-z-]+ ){1,3}(?:person|guy|gal)\\b)'),
  prefix(0.85, '(?:is|am) (?:very much |really |definitely |such )?an?(?= (?:[a-z-]+ ){1,3}(?:person|guy|gal)\\b)'),
  postfix(
    -0.85,
    'mak(?:es?|ing) (?:no|little) sense to (?:him|her|them)|(?:is|are) (?:all |just |only |merely )?(?:an? )?(?:scams?|con|fraud|hoax|joke|snake oil|drivel|fluff|for (?:children|kids|fools|idiots|losers|simpletons|other people))',
  ),
  postfix(
    -0.7,
    'fatigue|mak(?:es?|ing) (?:him|her|them) want to (?:leave|run|scream|hide|switch|turn|walk)(?: \\w+){0,3}',
  ),
  postfix(
    0.95,
    '(?:is|are) where (?:(?:his|her|their) heart (?:is|lies|belongs)|(?:he|she|they) feels? (?:most |truly )?at home)|(?:is|are) at the (?:centre|center|heart) of (?:everything|all)',
  ),
  prefix(-0.9, 'no longer (?:likes?|enjoys?|loves?|watches|reads?|interested in|cares? for|a fan of)'),
  prefix(
    -1,
    "(?:can(?:'t|not| not)|could(?:n't| not)|wo(?:n't)|will not|is unable to|unable to) " +
      ADVERBS +
      '(?:stand|bear|abide|tolerate|stomach|sit through|get into|watch|read|endure|take|handle|face|suffer|see the (?:appeal|point|fun)(?: (?:of|in))?|understand (?:why|the (?:appeal|point|hype)(?: of)?)|get through|finish|connect with|relate to|appreciate|enjoy)',
  ),
  prefix(
    -0.8,
    '(?:do(?:es)?|did|would|could)' +
      NOT +
      ' ' +
      ADVERBS +
      '(?:like|love|enjoy|care(?: much| at all| a lot)?(?: for| about)?|appreciate|watch|read|see the (?:appeal|point|fun)(?: (?:of|in))?|want|get|think (?:much|highly|a lot) of|have (?:any |much |a lot of |the )?(?:interest|time|patience|taste|stomach|love)(?: (?:in|for))?|connect with|relate to|go for|tolerate|understand|fancy|follow|touch|bother (?:with|to)|value|respect|choose|pick(?: up)?|seek out|recommend|prefer|gravitate (?:to|towards?)|warm to|believe in|take to|trust)',
  ),
  postfix(
    -0.8,
    '(?:do(?:es)?|did)' +
      NOT +
      ' ' +
      ADVERBS +
      '(?:appeal(?: to)?|interest|excite|speak to|move|entertain|impress|amuse|work for|attract|hold (?:his|her|their) (?:attention|interest)|grab|engage|align|make (?:him|her|them) (?:laugh|feel)|do (?:much|anything) for)',
  ),
  prefix(
    -0.8,
    "(?:is|are|was|am|'s|'m|been|being)?" +
      '(?:' +
      NOT +
      '|\\bnot)' +
      ' ' +
      ADVERBS +
      '(?:fan|fond|keen|interested|enthusiast|drawn|attracted|into|crazy|mad|enthusiastic|lover|admirer|impressed|passionate|excited|enamou?red|supporter|partial|one|convinced|reader|viewer|watcher|follower|inclined)(?: (?:of|on|in|to|by|about|with|for|towards?))?',
  ),
  postfix(
    -0.8,
    "(?:is|are|was|were|'s|'re)?" +
      '(?:' +
      NOT +
      '|\\bnot)' +
      ' ' +
      ADVERBS +
      '(?:(?:his|her|their|my) (?:cup of tea|thing|type|taste|style|favou?rites?|genre|kind|preference|jam|bag|sense of humou?r)|for (?:him|her|them|me)|to (?:his|her|their) (?:taste|liking)|worth (?:watching|reading|(?:his|her|their|the|my) (?:time|while))|appealing|interesting|entertaining|enjoyable|funny|engaging|exciting|fun|up (?:his|her|their) (?:alley|street))',
  ),
  prefix(
    -0.9,
    '\\bno (?:fan|friend|lover|admirer|interest|time|patience|use|love|taste|appetite|stomach|desire|wish|liking|affection|sympathy|tolerance)(?: (?:of|in|for|to|with|watch|read))*',
  ),
  prefix(
    -0.75,
    '(?:little|less|limited|not much|zero|minimal|scant|hardly any|lacks?(?: any)?|lack of) (?:interest|time|patience|love|appetite|tolerance|liking|enthusiasm|affection|regard|use|taste)(?: (?:in|for|of))?',
  ),
  prefix(
    -0.95,
    '\\bnever (?:watch(?:es)?|reads?|liked?|likes|enjoys?|touch(?:es)?|picks? up|opens?|cared?(?: for)?|cares(?: for)?|gets? into|got into|understood|wants?|been (?:a fan of|interested in|into|fond of|keen on)|chooses?|had (?:any |much )?(?:interest in|time for|patience for)|buys?|goes? near)',
  ),
  prefix(
    -0.8,
    '(?:rarely|seldom|hardly(?: ever)?|barely|scarcely|almost never) (?:watch(?:es)?|reads?|likes?|enjoys?|touch(?:es)?|picks? up|cares? for|chooses?|tolerates?)',
  ),
  prefix(
    -1,
    "(?:hat(?:es?|ed|ing)|detest(?:s|ed|ing)?|loath(?:es?|ed|ing)|despis(?:es?|ed|ing)|abhors?|abominates?|hatred (?:of|for|towards?)|loathing (?:of|for)|contempt for|disgusted by|repulsed by|repelled by|revolted by|allergic to|sick of|(?:strongly|intensely|absolutely|really|deeply|utterly|especially) dislik(?:es?|ed)|refus(?:es?|ed|ing) to (?:watch|read|touch|see|open|sit through)|(?:wouldn't|would not|would never) (?:be caught dead (?:watching|reading)|touch|watch|read))",
  ),
  prefix(
    -0.85,
    '(?:dislik(?:es?|ed|ing)(?: (?:of|for))?|avoid(?:s|ed|ing)?|shuns?|shunning|steers? (?:well )?clear of|stay(?:s|ing)? (?:far )?away from|keep(?:s|ing)? (?:far )?away from|runs? (?:a mile )?from|shies? away from|shy away from|skips?|skipping|looks? down on|scorns?|disdains?|disdain for|distaste for|aversion (?:to|for)|averse to|opposed to|disapproves? of|turn(?:s|ed) off by|(?:turns|switches) off|walks? out (?:of|on)|put off by|bored(?: (?:to (?:tears|death|sleep)|stiff|silly))? (?:by|with|of)|scared (?:of|by)|afraid of|frightened (?:of|by)|terrified (?:of|by)|fears|annoyed (?:by|with)|irritated by|offended by|upset by|disturbed by|fed up with|tired of|weary of|uncomfortable with|dismisses|dismissive of|complains about|criticis?zes|criticizes|criticises|mocks|turns? (?:up )?(?:his|her|their) nose (?:up )?at|rolls? (?:his|her|their) eyes at|(?:could|can) do without|rejects?|frowns? (?:up)?on|(?:faints?|winces?|shudders?|flinches?) at(?: the (?:sight|thought|idea) of)?|sceptical of|skeptical of|wary of|grows? restless (?:with|during)|falls? asleep (?:during|in|watching|reading)|yawns? (?:at|through)|cringes? at|squeamish about|intolerant of|thinks? (?:little|poorly) of|thinks? nothing of|has (?:an? )?(?:strong |deep )?(?:dislike|aversion|distaste)(?: (?:of|for|to))?)',
  ),
  prefix(
    -0.75,
    '(?:least[- ]favou?rite(?: \\w+)?(?: (?:is|are|being|includes?))?|least (?:liked|preferred)(?: \\w+)?(?: (?:is|are))?|disliked genres?(?: (?:are|is|include))?|less (?:interested in|fond of|keen on|enthusiastic about|of a fan of|drawn to|inclined to)|loses? interest (?:in|with)|struggles? (?:with|to enjoy|to get through)|has trouble (?:with|enjoying)|finds? it (?:hard|difficult) to (?:enjoy|like|watch|read|get into|connect with|relate to)|(?:would )?rather not (?:watch|read)|would rather (?:\\w+ ){1,6}than (?:watch|read|sit through)(?: about)?|prefers? (?:not to (?:watch|read)|to avoid|to skip|to stay away from)|tries? to avoid|indifferent (?:to|towards?)|disinterest(?:ed)? in|uninterested in|unimpressed by|unmoved by|sensitive to)',
  ),
  prefix(
    1,
    '(?:lov(?:es|ed|ing)|love (?:of|for|with|affair with)|(?:i|they|we|also|really|to|who|absolutely|would|you|and|truly|does) love|ador(?:es?|ed|ing)|adoration (?:of|for)|worships?|obsess(?:ed|ion|es) (?:with|over|by|for)|passionate(?:ly)? (?:about|for|follows?)|(?:passion|craze|obsession) (?:is|for|lies in|in)|crazy about|mad about|nuts about|wild about|devoted to|devotee of|addicted to|addict of|hooked on|lives? for|(?:die-hard|diehard|huge|biggest|massive|avid|enormous|passionate|devoted|lifelong|great|true|ardent|dedicated|big) (?:fan|lover|enthusiast|reader|admirer|follower|viewer|consumer|watcher|collector)s?(?: of)?|thrilled by|devours?|devouring|a sucker for|sucker for|weakness for|soft spot for|cherish(?:es|ing)?|treasures?|swears? by|enamou?red (?:of|with|by)|in love with|falls? for|mesmeri[sz]ed by|deep(?:ly)? (?:affection|love|appreciation|moved) (?:for|of|by)|crav(?:es?|ing)(?: for)?|all-time favou?rites?(?: \\w+)?(?: (?:is|are))?|always (?:in the mood|up) for|binge(?:s|-watches|-reads)?|lap(?:s|ping) up|revels? in|relish(?:es)?|head over heels for|can watch|could watch|could read|most happy (?:with|when (?:watching|reading))|happiest (?:with|when (?:watching|reading)))',
  ),
  prefix(
    0.8,
    "(?:lik(?:es|ed)|(?:i|they|we|you|who|really|also|does|would|and|to) like|enjoy(?:s|ed|ing|ment of)?|fans? of|fan of|fond of|fondness for|keen (?:on|interest in|reader of|viewer of)|(?:really |very |deeply |especially |is |'s )into|(?:interest(?:ed)?|interests)(?: (?:in|lies? in|include|are|lie in))|interested in|appreciat(?:es?|ed|ing|ion (?:of|for))|prefer(?:s|red|ring)?(?: to (?:watch|read))?|preference (?:for|is|of)|favou?rs?(?! of)|favou?rites?(?: (?:movie |film |book |cinematic |literary )?(?:genres?|categor(?:y|ies)|movies?|films?|books?|topics?|kinds?|types?|subjects?|authors?|reads?))?(?: (?:is|are|being|includes?|include|to (?:watch|read)(?: (?:is|are))?))?|(?:genres?|categor(?:y|ies)) (?:that )?(?:he|she|they) (?:likes?|loves?|enjoys?)(?: (?:is|are|include))?|liked genres?(?: (?:are|is|include))?|drawn (?:to|towards?)|attracted (?:to|by)|fascinat(?:ed|ion) (?:by|with|for)|fascinated|captivated by|intrigued by|gravitat(?:es?|ing) (?:to|towards?)|partial to|delights? (?:in|by)|delighted by|taste (?:for|is)|tastes? (?:run to|lean(?:s)? to(?:wards?)?)|appetite for|affection for|affinity (?:for|to|with)|admir(?:es?|ation)(?: (?:of|for))?|savou?rs?|enthusias(?:t|m|tic) (?:of|about|for)|excited (?:by|about|for)|lover of|(?:shelves|a shelf|collections?|piles|stacks|a library|walls)(?: (?:full|packed|lined))? (?:of|with)(?: books (?:on|about))?|inspired by|comfort in|joy in|pleasure in|solace in|happy (?:with|watching|reading)|entertained by|amused by|moved by|touched by|seeks? out|seeking out|looks? (?:out )?for(?:ward to)?|always (?:watch(?:es)?|reads?|picks?|chooses?)|hunt(?:s|ing) for|spends? (?:his|her|their) (?:\\w+ ){1,2}on|dreams? (?:of|about)|(?<=^\\s*)give (?:him|her|them)|would (?:always |gladly )?(?:take|choose|pick)|specially likes|curious about|knowledgeable about|collects?|enchanted by|immersed in|immerses? (?:herself|himself|themselves) in|loses? (?:herself|himself|themselves) in|escapes? into|lost in|leans? towards?|opts? for|goes? for|lights? up (?:at|when(?:ever)?)|perks? up (?:at|when(?:ever)?)|comes? alive (?:at|when(?:ever)?|with)|has a thing for|likes? nothing more than|values?|praises?|champions?|open to|welcomes?|smiles? at|laughs? at|cries? (?:at|over))",
  ),
  prefix(
    HABIT_VERB,
    '(?:watch(?:es|ing)|reads|reading|(?:spends?|spending) (?:\\w+ ){0,6}?(?:watching|reading)|hobb(?:y|ies) (?:is|are|include)|follows?|studies|studying|exploring|explores?)',
  ),
  // Judgements that follow what they judge.
  prefix(0, '(?:finds?|thinks?|considers?|regards?|sees|feels?|believes?|views?|says?|deems?|calls?)'),
  postfix(
    -0.85,
    '(?:(?:far |way |a bit |a little |much |just |often |usually )?too (?!much fun|good)\\w+|(?:leaves?|leaving) (?:him|her|them|me|\\w+) (?:cold|unmoved|bored|cringing|indifferent)|bor(?:es?|ing|ed)|dull|tedious|tiresome|uninteresting|predictable|unrealistic|implausible|childish|immature|silly|stupid|dumb|ridiculous|cheesy|clich(?:e|é)d?|corny|sappy|shallow|overrated|pretentious|depressing|disturbing|disgusting|repulsive|awful|terrible|horrible|dreadful|unbearable|intolerable|unfunny|annoying|irritating|exhausting|pointless|meaningless|trashy|worthless|rubbish|garbage|trash|nonsense|(?:a |an )?(?:complete |total |utter )?waste of (?:\\w+ )?(?:time|money)|scar(?:es?|ing) (?:him|her|them)|scary for (?:him|her|them)|frightens? (?:him|her|them)|terrif(?:y|ies) (?:him|her|them)|disgusts? (?:him|her|them)|annoys? (?:him|her|them)|irritates? (?:him|her|them)|bothers? (?:him|her|them)|disturbs? (?:him|her|them)|upsets? (?:him|her|them)|depress(?:es)? (?:him|her|them)|tires? (?:him|her|them)|(?:gives?|giving) (?:him|her|them) (?:nightmares|a headache|headaches|the creeps)|(?:puts?|putting|sends?) (?:him|her|them) to sleep|turns? (?:him|her|them) off|puts? (?:him|her|them) off|(?:makes?|making) (?:him|her|them) (?:cringe|yawn|sick|anxious|uncomfortable|nervous|fall asleep|roll (?:his|her|their) eyes|feel uncomfortable|uneasy)|drives? (?:him|her|them) (?:crazy|mad|up the wall)|hold(?:s)? no (?:appeal|interest|charm)|ha(?:s|ve) no appeal|do(?:es)? nothing for|lacks? (?:substance|depth|realism)|lacking in substance|off-putting|unappealing|unpleasant|(?:is|are) (?:his|her|their) least favou?rites?|(?:is|are) best left to (?:others|other people|someone else)|mak(?:es?|ing) (?:him|her|them) blush|(?:is|are) (?:out of the question|off the table|a (?:hard |definite |firm )?no(?:-go)?\\b|banned|not allowed|forbidden))',
  ),
  postfix(
    0.9,
    '(?:mak(?:es?|ing) (?:him|her|them) (?:laugh|smile|happy|feel (?:good|alive|happy|young)|think|dream|cry)|thrilling|exciting|captivating|fascinating|entertaining|enjoyable|delightful|hilarious|wonderful|inspiring|irresistible|enthralling|engaging|(?:is|are|remain|being) (?:always )?(?:his|her|their|my) (?:absolute |all-time |biggest |greatest |true |main |first |one true |go-to )?(?:favou?rites?|passions?|love|obsession|weakness|choice|thing|cup of tea|guilty pleasures?|comfort|joy)|excites? (?:him|her|them)|fascinates? (?:him|her|them)|captivates? (?:him|her|them)|thrills? (?:him|her|them)|delights? (?:him|her|them)|inspires? (?:him|her|them)|moves? (?:him|her|them)|relax(?:es)? (?:him|her|them)|entertains? (?:him|her|them)|cheers? (?:him|her|them) up|warms? (?:his|her|their) heart|touch(?:es)? (?:his|her|their) (?:heart|soul)|(?:brings?|bringing|gives?) (?:him|her|them) (?:great |much |so much |immense |a lot of )?(?:joy|pleasure|comfort|happiness|peace|hope|chills|goosebumps)|never (?:gets? old|disappoints?|fails? to (?:please|entertain|delight|amuse))|holds? a special place|worth (?:watching|reading|every minute)|(?:movie |film |book )?(?:buff|aficionado|junkie|addict|enthusiast|lover|fanatic|fan|nerd|geek|devotee|nut|connoisseur)s?\\b)',
  ),
];

function prefix(value: number, source: string): CuePattern {
  return { side: 'prefix', value, pattern: new RegExp(`(?<![\\w-])(?:${source})(?![\\w])`, 'g') };
}

function postfix(value: number, source: string): CuePattern {
  return { side: 'postfix', value, pattern: new RegExp(`(?<![\\w-])(?:${source})(?![\\w])`, 'g') };
}

const STRONGER =
  /(?:absolutely|deeply|truly|passionately|really|especially|utterly|completely|always|most of all|above all|extremely|totally|immensely|intensely|with all (?:his|her|their) heart)\s*$/;
const WEAKER =
  /(?:somewhat|mildly|occasionally|sometimes|fairly|a bit|a little|now and then|slightly|moderately|quietly|kind of|sort of)\s*$/;

/** The cues of a clause in lower case, in their order. Places in `taken` belong to something else. */
export function findCues(clause: string, taken: readonly { readonly start: number; readonly end: number }[]): Cue[] {
  const cues: Cue[] = [];
  const isFree = (start: number, end: number): boolean =>
    [...taken, ...cues].every((other) => end <= other.start || other.end <= start);
  for (const { side, value, pattern } of PATTERNS) {
    for (const match of clause.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (!isFree(start, end)) continue;
      cues.push({ start, end, side, value: moderated(value, clause.slice(0, start)) });
    }
  }
  return cues.sort((a, b) => a.start - b.start);
}

function moderated(value: number, before: string): number {
  if (STRONGER.test(before)) return Math.max(-1, Math.min(1, value * 1.25));
  return WEAKER.test(before) ? value * 0.6 : value;
}
