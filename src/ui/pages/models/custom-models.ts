/** @file Models that a person described: where their files are, kept in this browser's settings. */
import type { Json } from '../../../core/json.ts';
import { nameInSite } from '../../../core/platform/site-scope.ts';

/** A model with the options that a spec gives it. */
export interface CustomModel {
  /** As a spec names it: `web-llm/my-model`. */
  readonly name: string;
  readonly options: { readonly [option: string]: Json };
}

const KEY = nameInSite('custom-models');

const isCustomModel = (value: unknown): value is CustomModel =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'options' in value &&
  typeof value.options === 'object' &&
  value.options !== null;

/** Those that are kept; none where the settings cannot be read. */
export function readCustomModels(): readonly CustomModel[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isCustomModel) : [];
  } catch {
    return [];
  }
}

/** Keeps them in place of those before. */
export function keepCustomModels(models: readonly CustomModel[]): void {
  localStorage.setItem(KEY, JSON.stringify(models));
}
