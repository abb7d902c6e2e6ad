/** @file The Plan page about whoever sits at it. */
import type { Plan } from './plan.svelte.ts';

/** Shows the page with them as the one who is asked about. */
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
