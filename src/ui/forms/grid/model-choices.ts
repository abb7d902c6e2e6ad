/** @file The models that an evaluation may ask, each as a choice. */
import type { LabDescription } from '../../../client/lab.ts';
import { canonicalJson, jsonList, jsonMembers, jsonText, type Json, type JsonObject } from '../../../core/json.ts';

/** The models that are kept in this browser. */
export interface KeptModels {
  readonly ready: readonly { readonly name: string }[];
  titleOf(name: string): string;
  optionsOf(name: string): JsonObject;
}

/** A model, or a model at one of its presets. */
export interface ModelChoice {
  readonly key: string;
  readonly title: string;
  readonly spec: JsonObject;
}

/** Equal for equal models, whatever they are called; a model is at its default preset where it says nothing. */
export const keyOfModel = (model: Json): string => {
  const { name = '', options } = jsonMembers(model);
  const { preset, ...own } = jsonMembers(options);
  return canonicalJson({ name, options: preset === undefined || preset === 'default' ? own : { ...own, preset } });
};

/** What comes with the lab, at each preset. */
export function modelsOfLab({ models }: LabDescription): readonly ModelChoice[] {
  return models.flatMap(({ name, title, presets }): ModelChoice[] =>
    presets.length === 0
      ? [{ key: name, title, spec: { name, options: {}, label: title } }]
      : presets.map((preset) => {
          const label = preset.name === 'default' ? 'Rules' : `Rules, ${preset.title.toLowerCase()}`;
          return {
            key: `${name} ${preset.name}`,
            title: label,
            spec: { name, options: { preset: preset.name }, label },
          };
        }),
  );
}

const modelsKept = (kept: KeptModels): readonly ModelChoice[] =>
  kept.ready.map(({ name }) => {
    const title = kept.titleOf(name);
    return { key: name, title, spec: { name, options: kept.optionsOf(name), label: title } };
  });

/** An evaluation with its models as they are set up here by now, without those that are here no longer. */
export function withModelsHere(input: JsonObject, lab: LabDescription, kept: KeptModels): JsonObject {
  const { models, ...others } = input;
  const named = jsonList(models).map(jsonMembers);
  const here = [...modelsOfLab(lab), ...modelsKept(kept)].filter(({ spec }) =>
    named.some(({ name, label }) => name === spec['name'] && label === spec['label']),
  );
  return here.length === 0 ? others : { ...others, models: here.map(({ spec }) => spec) };
}

/** Models of engines, chosen and kept in the Library, and those that an evaluation has besides. */
export function languageModels(input: JsonObject, lab: LabDescription, kept: KeptModels): readonly ModelChoice[] {
  const ready = modelsKept(kept);
  const known = [...modelsOfLab(lab), ...ready].map(({ spec }) => keyOfModel(spec));
  const others = jsonList(input['models'])
    .map(jsonMembers)
    .filter((spec) => !known.includes(keyOfModel(spec)));
  return [
    ...ready,
    ...others.map((spec) => {
      const title = jsonText(spec['label']) || kept.titleOf(jsonText(spec['name']));
      return { key: keyOfModel(spec), title, spec };
    }),
  ];
}
