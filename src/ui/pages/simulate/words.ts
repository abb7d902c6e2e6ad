import { counted } from '../../words.ts';
import type { LeavingReason } from '../../../core/sessions.ts';
import type { RoundMeasure } from '../../../trace/sessions-fold.ts';

export const SIMULATE = {
  trainFirst: 'Train policies first, or open a kept training, both under',
  seeBeforeAndAfter:
    '. Then see here what a policy recommends to one person before its first step and after its last, with what the rater says of each.',
  recommendTen: 'Recommend ten, before and after',
  noReason: 'The rater gives no reason.',
  choosePolicyAndPerson: 'Choose a policy and a person. The rater rates each recommendation and says why.',
  modelRates: (noun: string): string =>
    `A language model says what each person would rate a ${noun}. It is chosen here, apart from the model that plans.`,
  rulesRate: 'Rules over the description, the item and past ratings, with noise.',
  startAnEpisode:
    'Start an episode to meet one person of the environment. Then recommend items, one after the other, and see what the person reads about each, what the rater says, and what reward a policy would get.',
  someToMeet: (shown: number, all: number): string =>
    all > shown ? `${counted(shown, 'person', 'people')} of ${all} to meet` : 'People to meet',
  showExample: 'Show me: ten recommendations at random',
  settingsChanged: 'Settings changed. This episode keeps the old ones; start again to use the new ones.',
  noSuchTitle: 'No item with that title here. Pick one from the list.',
  noCurvesYet:
    'Curves appear here once the first policy has begun. What does not learn (chance, the oracles, planners) is a dashed line once it is judged, and a row of the table below.',
  descriptionAlone: '; raters and policies see only the description.',
  nothingRemembered: 'Nothing yet. What is rated is remembered until the next episode.',
  costsOfPlanners:
    'Costs of planners are means over seeds; seconds are measured on this machine and include reading the log.',
  seePopulation: '. Then see here which genres the people like, and which a policy recommends to them.',
  notJudged: 'This policy has not been judged yet. Its recommendations appear when one of its seeds is done.',
  byChance: 'of all items, which is what random recommendations would have',
  genresFigure: (policy: string): string => `Genres liked by people, and genres that ${policy} recommends to them`,
  sharesDoNotAddUp: (people: string, seeds: string): string =>
    `The ten recommendations to each of ${people}, over ${seeds}. An item has several genres and a person likes several, so neither adds up to 100 %.`,
  promptIfModel: 'The prompt that a language model would get',
  nothingSent: 'Nothing was sent: the chosen rater reads no prompt.',
  showPolicies: 'Show me: LinUCB and Popularity between Random and Oracle, in a few seconds',
  chooseAPolicy: 'Choose at least one policy.',
  whatTrainingDoes: (place: string, steps: string): string =>
    `Train several policies side by side: they recommend, the simulated people rate, and their curves grow here. What is trained is kept in ${place} after every ${steps} steps, so that it can be paused, or continued after a reload.`,
  expectedCurves: (rules: boolean): string =>
    `Each person’s 11 best recommendations at that step, by the ratings that ${rules ? 'the rules' : 'the surrogate'} would give on average to somebody without a history. Curves and dashed lines are measured alike, on at most 50 people: none of expected ratings can be above Oracle. Mean over seeds, with one standard deviation.`,
  rewardCurves: (surrogate: boolean): string =>
    `What ${surrogate ? 'the surrogate' : 'the rater'} gave while the policy explored, over the steps since the point before. It is below what the policy can do, since it tries what it does not know. Mean over seeds, with a band of one standard deviation.`,
  howPoliciesAreJudged: (people: number): string =>
    `Judged by the rater, not by a surrogate: each of ${counted(people, 'person', 'people')} gets 11 recommendations, the policy’s best each time. Means over seeds ± one standard deviation.`,
  oracleIsNoBound:
    'Oracle has the highest expected ratings of somebody without a history: a bound of their curves. In this table, where people have a history and other things are measured too, a policy may be above it.',
  scaleOfRater: (scale: string): string =>
    `Ratings here are from ${scale}: the scale of SUBER’s raters, whatever the dataset’s is.`,
  episodeOver: (steps: number, reward: number | null): string =>
    `The episode is over after ${steps} steps${reward === null ? '' : `, with a total reward of ${Number(reward.toFixed(2))}`}. Start again for another.`,
  drawnAs: ': drawn from the ages of the United States, hobbies and jobs as',
  peopleAreSynthetic:
    'does, with likes among the genres of these items and descriptions from templates. The same seed gives the same people.',
  askedFor: (title: string, all: string, parts: string): string =>
    `${title} is asked for up to ${all} ratings: ${parts}.`,
  fewerTakeLess: 'Fewer people, items or seeds take less.',
} as const;

export const MEASURES: readonly (readonly [RoundMeasure, string, string])[] = [
  ['chosen', 'Share chosen', 'Of the items on the pages that somebody saw, those that they chose.'],
  ['depth', 'Pages per session', 'How many pages people see before they leave.'],
  ['came', 'Share that came', 'Of all people, those who came in this round; in the first, everybody does.'],
  [
    'entropy',
    'Genre entropy',
    'How mixed the genres of each person’s first page are, in bits: a filter bubble shows as a fall.',
  ],
];

export const LEFT: Readonly<Record<LeavingReason, string>> = {
  tired: 'patience used up',
  'last-page': 'saw all pages',
  'nothing-left': 'nothing left to see',
};

export const SESSIONS = {
  whatSessionsAre:
    'Simulated people come, look at pages of four, choose, rate, tire and leave, and come back or not. Recommenders are refitted before each round on what was rated under them. Everybody here is made up: a fall or a rise says what these rules do, and nothing of anybody real.',
  chooseARecommender: 'Choose at least one recommender.',
  chooseRules: 'The people of sessions are rules: choose rules under Rater.',
  firstRound:
    'Nothing is fitted in the first round, so all that learn begin as random does. Bands are the mean ± 1.96 standard errors over people.',
  knowsRules: 'knows what the rules expect',
  bad: 'bad on purpose',
} as const;

export const VIEWS = [
  ['person', 'One person'],
  ['training', 'Training'],
  ['lists', 'Before and after'],
  ['sessions', 'Sessions'],
  ['population', 'Population'],
] as const;

export type View = (typeof VIEWS)[number][0];

export const addressOfView = (view: View): string => `#simulate/${view}`;

export const viewOf = (hash: string): View | null => VIEWS.find(([name]) => hash === addressOfView(name))?.[0] ?? null;

export const peopleChoices = (
  people: readonly { readonly name: string; readonly age: number | null }[],
): readonly (readonly [at: string, title: string])[] =>
  people.map(({ name, age }, at) => [String(at), age === null ? name : `${name}, ${age}`]);
