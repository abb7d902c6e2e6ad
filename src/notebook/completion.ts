/**
 * @file A notebook's two forms: as short as it can be written, and with everything that it leaves out filled in. Both mean
 * the same; equal notebooks have equal short forms.
 */
import { asJson, canonicalJson, isJsonObject, jsonMembers, type Json, type JsonObject } from '../core/json.ts';
import type { Notebook } from './notebook.ts';
import {
  completeComponent,
  completeRecommender,
  completeRunSpec,
  completeSimulation,
  shortenComponent,
  shortenRecommender,
  shortenRunSpec,
  shortenSimulation,
} from './run-defaults.ts';

type Rewrite = (value: JsonObject) => JsonObject;

/** What is not of the right kind stays as it is, for the check of the shape to name. */
const whereObject = (value: Json | undefined, rewrite: Rewrite): Json | undefined =>
  isJsonObject(value) ? rewrite(value) : value;
const eachObject = (value: Json | undefined, rewrite: Rewrite): Json | undefined =>
  Array.isArray(value) ? value.map((entry: Json) => (isJsonObject(entry) ? rewrite(entry) : entry)) : value;

function withMembers(cell: JsonObject, members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const there = Object.entries({ ...cell, ...members }).filter((member): member is [string, Json] => {
    return member[1] !== undefined;
  });
  return Object.fromEntries(there);
}

/** What a grid's lists are where they are left out: the one value that its spec has. */
function gridDefaults(spec: Json | undefined): JsonObject {
  if (!isJsonObject(spec)) return {};
  const { recommender, model, seed, tasks } = spec;
  const shots = isJsonObject(tasks) && isJsonObject(tasks['options']) ? tasks['options']['shots'] : undefined;
  const lists = { recommenders: recommender, models: model, shots, seeds: seed };
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]])),
  );
}

const completeWhole: Rewrite = (written) => {
  const spec = completeSimulation(written);
  return withMembers(spec, { policies: eachObject(spec['policies'], completeComponent) });
};
const shortenWhole: Rewrite = (spec) =>
  withMembers(shortenSimulation(spec), { policies: eachObject(shortenSimulation(spec)['policies'], shortenComponent) });

function completeCell(cell: JsonObject): JsonObject {
  switch (cell['type']) {
    case 'dataset':
      return withMembers(cell, { dataset: whereObject(cell['dataset'], completeComponent) });
    case 'run':
    case 'comparison':
      return withMembers(cell, { spec: whereObject(cell['spec'], completeRunSpec) });
    case 'simulation':
      return withMembers(cell, { spec: whereObject(cell['spec'], completeWhole) });
    case 'evaluation': {
      const spec = whereObject(cell['spec'], completeRunSpec);
      return {
        ...gridDefaults(spec),
        ...withMembers(cell, {
          spec,
          recommenders: eachObject(cell['recommenders'], completeRecommender),
          models: eachObject(cell['models'], completeComponent),
        }),
      };
    }
    case 'chart':
      return { y: null, colour: null, ...cell };
    default:
      return cell;
  }
}

function shortenCell(cell: JsonObject): JsonObject {
  switch (cell['type']) {
    case 'dataset':
      return withMembers(cell, { dataset: whereObject(cell['dataset'], shortenComponent) });
    case 'run':
    case 'comparison':
      return withMembers(cell, { spec: whereObject(cell['spec'], shortenRunSpec) });
    case 'simulation':
      return withMembers(cell, { spec: whereObject(cell['spec'], shortenWhole) });
    case 'evaluation': {
      const defaults = gridDefaults(cell['spec']);
      const same = Object.keys(defaults).filter((name) => canonicalJson(cell[name]) === canonicalJson(defaults[name]));
      return withMembers(cell, {
        spec: whereObject(cell['spec'], shortenRunSpec),
        recommenders: eachObject(cell['recommenders'], shortenRecommender),
        models: eachObject(cell['models'], shortenComponent),
        ...Object.fromEntries(same.map((name) => [name, undefined])),
      });
    }
    case 'chart':
      return withMembers(cell, { y: cell['y'] ?? undefined, colour: cell['colour'] ?? undefined });
    default:
      return cell;
  }
}

export const completeNotebook = (notebook: JsonObject): JsonObject =>
  withMembers(notebook, { cells: eachObject(notebook['cells'], completeCell) });

export const shortenNotebook = (notebook: Notebook): JsonObject => {
  const json = jsonMembers(asJson(notebook));
  return withMembers(json, { cells: eachObject(json['cells'], shortenCell) });
};
