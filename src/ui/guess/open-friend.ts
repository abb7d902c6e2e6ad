/** @file Opens a link of a friend's guesses: the same people are asked about, and nothing is run. */
import { toLabError } from '../../core/errors.ts';
import type { Plan } from '../pages/plan/plan.svelte.ts';
import { counted } from '../words.ts';
import { guessFirst } from './guess-first.ts';
import { isFriendLink, readFriendLink } from './friend-link.ts';

/** The address is taken once. */
const forget = (): void => history.replaceState(null, '', '#plan');

/** Takes a friend's guesses from an address. The dataset that they are about is opened first, which calls this again. */
export async function openFriend(plan: Plan, hash: string): Promise<void> {
  const { session, setUp, guessing } = plan;
  if (!isFriendLink(hash) || setUp === null) return;
  try {
    const friend = readFriendLink(hash);
    const { dataset, sha256, guesses } = friend;
    if (session.dataset?.manifest.name !== dataset && (await session.use(dataset))) return;
    forget();
    if (session.dataset?.manifest.name !== dataset || session.dataset.manifest.sha256 !== sha256) {
      session.notice.text = `These guesses are about the dataset ${dataset}, which is not here. Import it on the Data page, then open the link again.`;
      return;
    }
    const [first] = guesses;
    guessing.friend = friend;
    guessFirst.on = true;
    setUp.task = friend.kind;
    setUp.seed = friend.seed;
    if (first !== undefined) setUp.chosenUser = { id: first.user, name: '' };
    plan.clear();
    await plan.refresh();
    if (plan.preview !== null) setUp.chosenUser = plan.preview.user;
    session.notice.tellUntilRun(
      `A friend guessed about ${counted(guesses.length, 'person', 'people')}. Nothing has been run: press Run, guess, then choose Next person.`,
    );
  } catch (thrown) {
    forget();
    session.tell('Opening the link', toLabError(thrown).toData());
  }
}
