/** @file Who works: the system of agents that is chosen, its files and models, and what a person changed in them. */
import type { ComponentSpec } from '../../../core/run.ts';
import type { AgentsDescription, AgentSystem, LabDescription } from '../../../client/lab.ts';
import { asJson, isJsonObject, type Json } from '../../../core/json.ts';
import { isRankingType, TASK_TYPES } from '../../../core/task.ts';
import type { Models } from '../models/models.svelte.ts';
import { rankersAmong } from '../../forms/run/offered.ts';
import type { Session } from '../../session.svelte.ts';
import type { AgentTask } from './dialogue.svelte.ts';
import { ownFilesOf, type OwnFiles } from './own-files.svelte.ts';
import {
  pathOfSystem,
  systemOf,
  systemsAmong,
  withAgent,
  type Files,
  type SystemFile,
} from '../../parts/agents/system-file.ts';

export interface TeamPage {
  readonly session: Session;
  readonly description: LabDescription | null;
  readonly models: Models;
  readonly task: AgentTask;
  changed(): void;
}

export class Team {
  system = $state('analyst-reflector');
  rounds = $state(2);
  /** The fitted recommender that the manager may ask to rank, by its name; `''` for none. */
  ranker = $state('');
  readonly own: OwnFiles;
  private readonly page: TeamPage;

  constructor(page: TeamPage) {
    this.page = page;
    this.own = ownFilesOf(page.session);
  }

  get agents(): AgentsDescription | null {
    return this.page.description?.agents ?? null;
  }

  /** The systems that do the task. */
  get systems(): readonly AgentSystem[] {
    const all = this.agents === null ? [] : systemsAmong(this.agents, this.own.list);
    return all.filter(({ tasks }) => tasks.includes(this.page.task));
  }

  get rankers(): LabDescription['baselines'] {
    return rankersAmong(this.page.description?.baselines ?? []);
  }

  get ranks(): boolean {
    return TASK_TYPES.some((type) => type === this.page.task && isRankingType(type));
  }

  get title(): string {
    return this.systems.find(({ name }) => name === this.system)?.title ?? this.system;
  }

  get allFiles(): Files {
    return { ...this.agents?.files, ...this.own.list };
  }

  get path(): string {
    return this.agents === null ? this.system : pathOfSystem(this.system, this.agents);
  }

  get systemFile(): SystemFile {
    return systemOf(this.allFiles[this.path] ?? null);
  }

  get ownModels(): readonly { readonly name: string; readonly title: string }[] {
    const { description, models } = this.page;
    const lab = (description?.models ?? []).map(({ name, title }) => ({ name, title }));
    return [...lab, ...models.ready.map(({ name }) => ({ name, title: models.titleOf(name) }))];
  }

  /** The model that an agent's file names, if it is one of the lab's; null for the run's. */
  modelOf(path: string): string | null {
    const { model_name: named } = (this.allFiles[path] ?? {}) as { readonly model_name?: Json };
    return this.ownModels.find(({ name }) => name === named)?.name ?? null;
  }

  get agentModels(): { readonly [name: string]: ComponentSpec } {
    const named = this.systemFile.agentFiles.flatMap(({ path }) => this.modelOf(path) ?? []);
    return Object.fromEntries(named.map((name) => [name, { name, options: this.page.models.optionsOf(name) }]));
  }

  get options(): { readonly [option: string]: Json } {
    const models = this.agentModels;
    return {
      system: this.system,
      rounds: this.rounds,
      ...(Object.keys(this.own.list).length > 0 && { files: this.own.list }),
      ...(Object.keys(models).length > 0 && { models: asJson(models) }),
      ...(this.ranker !== '' && this.ranks && { rank: { by: { name: this.ranker } } }),
    };
  }

  choose(system: string): void {
    this.system = system;
    this.page.changed();
  }

  fit(): void {
    if (!this.systems.some(({ name }) => name === this.system)) this.system = this.systems[0]?.name ?? this.system;
    this.page.changed();
  }

  /** Puts a file in the place of the lab's; null takes it away again. */
  setFile(path: string, content: Json): void {
    this.own.set(path, content);
    this.page.changed();
  }

  /** Takes a file's text as it is typed; what is no JSON yet changes nothing. */
  typeFile(path: string, text: string): void {
    this.own.type(path, text);
    this.page.changed();
  }

  setFiles(files: Files): void {
    this.own.take(files);
    this.page.changed();
  }

  setAgent(name: string, isIn: boolean): void {
    this.setFile(this.path, withAgent(this.allFiles[this.path] ?? null, name, isIn));
  }

  setField(path: string, field: string, value: Json): void {
    const before = this.allFiles[path];
    if (isJsonObject(before)) this.setFile(path, { ...before, [field]: value });
  }

  /** Takes the lab's own files in the place of all that were changed or opened, or those again. */
  swapFiles(): void {
    this.own.swap();
    this.fit();
  }
}
