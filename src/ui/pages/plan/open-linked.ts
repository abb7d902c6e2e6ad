/** @file Opens what a link of the Plan page has set up. */
import { toLabError } from '../../../core/errors.ts';
import { isPlanLink } from '../../places.ts';
import type { SetUp } from './set-up.svelte.ts';
import type { Plan } from './plan.svelte.ts';

/** The address is taken once: what is chosen afterwards is not undone by it. */
const forget = (): void => history.replaceState(null, '', '#plan');

/** What is to be said of a link about somebody who rated for themselves, where it does not hold what they rated. */
function withoutRatings({ session: { own, dataset } }: Plan, setUp: SetUp): readonly string[] {
  if (setUp.guest !== null || setUp.chosenUser?.id !== own.number) return [];
  const noun = dataset?.manifest.itemNoun ?? 'item';
  if (own.id !== null) return [`It asks about whoever rated ${noun}s in their browser: here that is ${own.name}.`];
  setUp.chosenUser = null;
  return [
    `It asks about somebody who rated ${noun}s in another browser, and does not hold their ratings. Choose a person, or rate ${noun}s yourself.`,
  ];
}

/** Sets the Plan page up as a link says, and runs nothing. The dataset that it is about is opened first, which calls this again. */
export async function openLinked(plan: Plan, hash: string): Promise<void> {
  const { session, setUp, models, stage } = plan;
  if (!isPlanLink(hash) || setUp === null) return;
  try {
    const [{ readPlanLink }, { chooseLinked }] = await Promise.all([
      import('./plan-link.ts'),
      import('./set-up-from-spec.ts'),
    ]);
    const linked = readPlanLink(hash);
    if (linked === null) return forget();
    const { name } = linked.spec.dataset;
    if (session.dataset?.manifest.name !== name) {
      if (await session.use(name)) return;
      forget();
      session.notice.text = `The link is about the dataset ${name}, which is not here. Import it on the Data page, then open the link again.`;
      return;
    }
    forget();
    await models.look();
    const lacking: string[] = [
      ...chooseLinked(setUp, linked, {
        models: models.ready.map((model) => model.name),
        embeddings: [...setUp.description.embeddings, ...models.embeddings].map((model) => model.name),
        datasets: session.entries.map(({ manifest }) => manifest.name),
      }),
    ];
    plan.clear();
    stage.from = linked.view.from;
    stage.axis = linked.view.axis;
    lacking.push(...withoutRatings(plan, setUp));
    await plan.refresh();
    if (setUp.chosenUser !== null && plan.preview !== null) setUp.chosenUser = plan.preview.user;
    session.notice.tellUntilRun('Opened from a link. Nothing has been run: press Run.', lacking);
  } catch (thrown) {
    forget();
    session.tell('Opening the link', toLabError(thrown).toData());
  }
}
