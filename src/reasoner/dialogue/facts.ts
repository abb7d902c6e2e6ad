/** @file The segment *what of it*: which facts of items a question asks for. */
import type { Sentence } from './sentence.ts';
import { rule, rules } from './vocabulary.ts';

/** What is asked, by its words; with commas, several facts. */
const FACTS = rules(`
  year := when|(before|after) <title>|(what|which|the) year|how (old|new)|release year|date of release|(come|came|comes|coming) out|older|newer|earlier|later|(?<!(the|your|that|this) )first|oldest|newest|earliest|latest|(made|released|published|shot|out|from) (in|before|after|since|the|this|last)* (<year>|<decade>|century|decade)
  release_date := release date
  director := who (<be>|has|had|did)? (made|make|makes|directed|direct|directs|(the)? director|behind|responsible|shot|created|filmed|it by|by)|director|directors|directed|whose|by whom|made it|did (?!(it|they|that|this|the) )(<value>|<word>{1,3}?) (direct|make)|by <value>
  author := who (<be>|has|had|did)? (wrote|write|penned|(the)? (author|writer))|author|authors|writer|written by|screenplay|did (<value>|<word>{1,3}?) write
  actor := who (else)? (<be>)? (star|stars|starred|starring|acted|acts|plays|played|in)|actor|actors|actress|actresses|cast|starred in|stars in|lead role
  genre := genre|genres|(kind|sort|type) of|category|categories|what kind
  running_time := how long|running time|run time|runtime|length|duration|how many (minutes|hours)|longer|shorter|longest|shortest|long
  imdb_rating := imdb
  rotten_tomatoes := rotten tomatoes|tomatometer|critics
  rating, ratings, imdb_rating, rotten_tomatoes := (any|a|really|so|how|very|that)* good|worth|(people|folks|members|critics|everyone|everybody|they|you) (think|thought|say|said|like|liked|give|gave|make|made) (of)? (it|that|this|<title>)|people (think|say|like)|review|reviews|received|better|best
  rating, ratings, vote_average := rate|rated|rating|ratings|score|scores|liked|loved
  ratings := how many (people|users|viewers|ratings|readers|votes)|popular|known|famous|(more|most|less|least) (rated|ratings|votes|reviews)
  mpaa_rating, genre := (which|what) (age|ages)|(age|<value>) (rating|limit|group)|mpaa|certificate|rated (g|pg|r|nc)|(suitable|appropriate|safe|ok|okay|fine|right|good) <value>|(suitable|ok|okay|appropriate|good|safe|right) for (<word>){0,2} (age|ages|kid|kids|child|children|<number>|<value>|family|teenagers)
  distributor := who published|distributor|distributed|studio|company|publisher
  budget, worldwide_gross := money back|(make|made|turn|turned) (a)? (profit|loss)|profitable|break even|broke even|pay off|paid off
  budget := budget|cost|costs|expensive|cheaper|cheap|(?<!by )how much
  worldwide_gross := (made|took) the (most|least) (?!of)|gross|grossed|box office|earned|earn|takings|(how much|more|most|less|least) money|how much (did|has) (<word>|<title>){1,2} (make|made|take|earn|gross)|and how much (did)? (it|they)? (make|made|take|earn)|making
  description := about (?=<stop>*$)|plot|story of|synopsis|gist|premise|blurb
  pages := pages|page count
  price := price
  brand := brand
  source := based on|source|adaptation
  tag := tag|tags|tagged
  availability := where (can|could|do|shall|should|to) (i|we|you|one)? (watch|see|stream|find|rent|buy|get|read)
  country := country
  description, country := where (?!(can|could|do|shall|should|to))
  language := language|languages
`);

/** "Is it a comedy?" */
const IS_KIND = rule('(is|are|was|were) (<word>|<title>|<number>){0,5}? {v:<value>}');

const ELSEWHERE: ReadonlySet<string> = new Set(['imdb_rating', 'rotten_tomatoes', 'worldwide_gross']);
/** Facts that only films have beside the ratings; where a catalogue lacks them nobody asked for them by name. */
const BESIDE: ReadonlySet<string> = new Set(['imdb_rating', 'rotten_tomatoes', 'mpaa_rating', 'genre', 'vote_average']);

/** The facts that a question asks for, each once; none where it asks for all that is known. @param known attributes of the catalogue @param from where the question begins */
export function factsAsked(sentence: Sentence, known: ReadonlySet<string>, from = 0): readonly string[] {
  const all = FACTS.flatMap(([names, pattern]) => (sentence.find(pattern, from) === null ? [] : [names.split(', ')]));
  // Who names whose score asks for no other.
  const isElsewhere = all.some(([name, ...others]) => others.length === 0 && ELSEWHERE.has(name ?? ''));
  const found = isElsewhere ? all.filter((names) => !names.includes('rating')) : all;
  const asked = found.flatMap((names) => {
    const own = names.filter((name) => known.has(name) || /^ratings?$/u.test(name));
    return own.length > 0 ? own : names.filter((name, at) => name !== 'description' && (at === 0 || !BESIDE.has(name)));
  });
  const ofKinds = (sentence.find(IS_KIND, from)?.tokens('v') ?? []).flatMap(
    ({ spot }) => /genre|category|tag|source/u.exec(spot?.attribute ?? '')?.[0] ?? [],
  );
  return [...new Set([...asked, ...ofKinds.map((name) => (name === 'source' ? name : 'genre'))])];
}
