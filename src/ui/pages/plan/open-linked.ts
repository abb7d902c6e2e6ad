/** @file What comes to the Plan page from elsewhere: links, and the person at the page. */
import { toLabError } from '../../../core/errors.ts';
import { isPlanLink } from '../../places.ts';
import { ownFilesOf } from '../team/own-files.svelte.ts';
import type { LinkedPlan } from './plan-link.ts';
import type { SetUp } from './set-up.svelte.ts';
import type { Plan } from './plan.svelte.ts';

function withoutRatings({ session: { own, dataset } }: Plan, setUp: SetUp): readonly string[] {
  if (setUp.guest !== null || setUp.chosenUser?.id !== own.number) return [];
  const noun = dataset?.manifest.itemNoun ?? 'item';
  if (own.id !== null) return [`It asks about whoever rated ${noun}s in their browser: here that is ${own.name}.`];
  setUp.chosenUser = null;
  return [
    `It asks about somebody who rated ${noun}s in another browser, and does not hold their ratings. Choose a person, or rate ${noun}s yourself.`,
  ];
}

/** Sets the page up as a link says, and runs nothing. The dataset that it is about is opened first, which calls this again. */
export async function openLinked(plan: Plan, hash: string): Promise<void> {
  const { session, setUp } = plan;
  if (!isPlanLink(hash) || setUp === null) return;
  // The address is taken once: what is chosen afterwards is not undone by it.
  const forget = (): void => history.replaceState(null, '', '#plan');
  try {
    const { readPlanLink } = await import('./plan-link.ts');
    const linked = readPlanLink(hash);
    if (linked === null) return forget();
    const { name } = linked.spec.dataset;
    const isOpen = session.dataset?.manifest.name === name;
    if (!isOpen && (await session.use(name))) return;
    forget();
    if (isOpen)
      session.notice.tellUntilRun(
        'Opened from a link. Nothing has been run: press Run.',
        await choose(plan, setUp, linked),
      );
    else
      session.notice.text = `The link is about the dataset ${name}, which is not here. Import it in the Library, then open the link again.`;
  } catch (thrown) {
    forget();
    session.tell('Opening the link', toLabError(thrown).toData());
  }
}

async function choose(plan: Plan, setUp: SetUp, linked: LinkedPlan): Promise<readonly string[]> {
  const { session, models, stage } = plan;
  const { chooseLinked } = await import('./plan-link.ts');
  await models.look();
  const from = {
    models: models.ready.map((model) => model.name),
    embeddings: [...setUp.description.embeddings, ...models.embeddings].map((model) => model.name),
    datasets: session.entries.map(({ manifest }) => manifest.name),
    files: ownFilesOf(session),
  };
  const lacking = chooseLinked(setUp, linked, from);
  plan.clear();
  stage.from = linked.from;
  const told = [...lacking, ...withoutRatings(plan, setUp)];
  await plan.refresh();
  if (setUp.chosenUser !== null && plan.preview !== null) setUp.chosenUser = plan.preview.user;
  return told;
}

export async function planForOwn(plan: Plan): Promise<void> {
  const { user, isRated } = plan.session.own;
  if (user === null || plan.setUp === null) return;
  location.hash = '#plan';
  plan.setUp.task = isRated ? 'rating-prediction' : 'direct-recommendation';
  await plan.chooseUser(user);
}

/** Asks anew about them once they have rated something else; about somebody else once they are nobody any more. */
export async function followOwnPerson(plan: Plan): Promise<void> {
  const { setUp, session, running } = plan;
  const id = setUp?.chosenUser?.id;
  if (setUp === null || id === undefined || id !== session.own.number || setUp.guest !== null) return;
  const { user } = session.own;
  if (user?.id === id) setUp.chosenUser = user;
  else [setUp.chosenUser, setUp.usualUser] = [null, null];
  if (running === null) await plan.refresh();
}
