/** @file Whom to guess about next: those of a friend's link, else people who are drawn with the seed. */
import { createRandom, shuffled } from '../../core/random.ts';
import type { UserReference } from '../../core/task.ts';
import type { Plan } from '../pages/plan/plan.svelte.ts';

/** More than any round needs of a dataset. */
const DRAWN_FROM = 5000;

async function peopleInOrder({ session, guessing, setUp }: Plan): Promise<readonly UserReference[]> {
  const people = await session.client.users('', DRAWN_FROM, setUp?.task);
  const { friend } = guessing;
  const drawn = shuffled(people, createRandom(setUp?.seed ?? 0).fork('next person'));
  if (friend === null || friend.dataset !== setUp?.dataset || friend.kind !== setUp.task) return drawn;
  const wanted = new Set(friend.guesses.map(({ user }) => user));
  return [...people.filter(({ id }) => wanted.has(id)), ...drawn.filter(({ id }) => !wanted.has(id))];
}

/** Chooses somebody whom nobody has guessed about here, and lets the planners answer. */
export async function nextPerson(plan: Plan): Promise<void> {
  await plan.session.attempt('Choosing the next person', async () => {
    const done = new Set(plan.guessing.made.filter(({ kind }) => kind === plan.setUp?.task).map(({ user }) => user));
    const people = await peopleInOrder(plan);
    const next = people.find(({ id }) => !done.has(id) && id !== plan.setUp?.user?.id);
    if (next === undefined) return;
    await plan.chooseUser(next);
    await plan.run();
  });
}
