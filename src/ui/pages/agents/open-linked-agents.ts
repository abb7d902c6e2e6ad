import { asJson, canonicalJson, jsonList, jsonMember, jsonMembers, type Json } from '../../../core/json.ts';
import type { RunSpec } from '../../../core/run.ts';
import { SPLITS } from '../../forms/grid/part-words.ts';
import { isAgentsLink } from '../../places.ts';
import { openLink } from '../plan/open-linked.ts';
import { chooseModels, readAgentsLink } from '../plan/plan-link.ts';
import { counted } from '../../words.ts';
import type { Agents } from './agents.svelte.ts';
import type { Files } from '../../parts/agents/system-file.ts';

const within = (value: Json | undefined, least: number, most: number, now: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : now;

/** Takes up the files of a link; those that a person has under the same path stay. @returns what to tell */
function takeFiles({ team }: Agents, files: Files): readonly string[] {
  const mine = Object.keys(files).filter(
    (path) =>
      Object.hasOwn(team.own.list, path) &&
      canonicalJson(team.own.list[path] ?? null) !== canonicalJson(files[path] ?? null),
  );
  const taken = Object.fromEntries(Object.entries(files).filter(([path]) => !mine.includes(path)));
  team.own.take(taken);
  return [
    ...(Object.keys(taken).length === 0
      ? []
      : [`It brought ${counted(Object.keys(taken).length, 'file')}; see Prompts.`]),
    ...(mine.length === 0
      ? []
      : [
          `Your own ${mine.join(', ')} stayed: undo your changes there, then open the link again, to have what it was.`,
        ]),
  ];
}

async function chooseTasks(agents: Agents, { tasks }: RunSpec): Promise<void> {
  const { users, candidates } = tasks.options;
  const [user] = jsonList(users);
  agents.task = agents.agents?.needs.find(({ task }) => task === tasks.name)?.task ?? agents.task;
  agents.samples = null;
  agents.candidates = within(candidates, 2, 100, agents.candidates);
  if (typeof user !== 'number') return;
  const name = agents.session.directory?.person(user) ?? `user ${String(user)}`;
  await agents.plan.chooseUser({ id: user, name });
}

async function choose(agents: Agents, spec: RunSpec): Promise<readonly string[]> {
  const { team, models, plan } = agents;
  if (plan.setUp === null) return [];
  await models.look();
  const { files, system, rounds, rank = null } = spec.recommender.options;
  const told = takeFiles(agents, jsonMembers(files));
  await chooseTasks(agents, spec);
  const split = canonicalJson(asJson(spec.split));
  agents.split = SPLITS.find((one) => canonicalJson(one.spec) === split)?.spec ?? null;
  agents.seed = within(spec.seed, 0, 4294967295, agents.seed);
  team.rounds = within(rounds, 1, 10, team.rounds);
  if (typeof system === 'string') team.system = system;
  const by = jsonMember(jsonMember(rank, 'by'), 'name');
  team.ranker = team.rankers.find(({ name }) => name === by)?.name ?? '';
  const lacking = chooseModels(
    plan.setUp,
    spec,
    models.ready.map(({ name }) => name),
  );
  agents.clear();
  team.fit();
  return [...told, ...lacking];
}

export async function openLinkedAgents(agents: Agents, hash: string): Promise<void> {
  if (!isAgentsLink(hash) || agents.plan.setUp === null) return;
  await openLink(
    agents.session,
    '#agents',
    () => readAgentsLink(hash),
    ({ spec }) => choose(agents, spec),
  );
}
