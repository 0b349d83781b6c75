import { statement } from '../../statements/statement.ts';
import type { StatementIn } from '../../statements/statement-in.ts';
import type { TargetStatements, Term } from '../../statements/templates/step-statements.ts';
import type { ElementNode } from '../../template/document/document.ts';
import { effectRegistry, effectTypeNamed } from '../../template/effects/effects.ts';
import { spellingsOf } from '../../template/tables/attribute-lookup.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { layersOf, leavesOf } from '../../template/tables/roles.ts';
import type { AttributeSpecs } from '../../template/value-types/attribute-types.ts';
import { sourcesOf } from '../../template/variables/written-values.ts';
import type { Planning } from './planning.ts';

const LONGEST_NAME = 32;

/** What a step was done to. */
export type Target = StatementIn<TargetStatements>;

/** What people call a scene: its name, else that of its lowest source, else what its first text says, else its number. */
export function sceneLabel(planning: Planning, scene: ElementNode): Target {
  const name = ownName(planning, scene);
  if (name !== null) return statement('target/scene-named', { name: shortName(name) });
  const [layer] = layersOf(scene, planning.language);
  const source = (layer === undefined ? null : layerSource(planning, layer)) ?? firstWords(planning, scene);
  return source === null
    ? statement('target/scene', { number: numberOf(planning, scene) })
    : statement('target/scene-named', { name: shortName(source) });
}

/** What the lowest text of a scene says. */
function firstWords(planning: Planning, scene: ElementNode): string | null {
  return wordsOf(
    planning,
    layersOf(scene, planning.language).find(({ name }) => name === 'text'),
  );
}

/** From 1; of a sequence or choice that of the first scene in it. */
function numberOf({ index }: Planning, scene: ElementNode): number {
  const [first = scene] = leavesOf(scene);
  return index.scenes.indexOf(first) + 1;
}

/** `“Petals open”` for one, `3 scenes` for more. */
export function scenesLabel(planning: Planning, scenes: readonly ElementNode[]): Target {
  const [only] = scenes;
  return only !== undefined && scenes.length === 1
    ? sceneLabel(planning, only)
    : statement('target/scenes', { count: scenes.length });
}

/** `layer “Logo”` for one: its name, else its file, else what it says; `shape` without any; `3 layers` for more. */
export function layersLabel(planning: Planning, layers: readonly ElementNode[]): Target {
  const [only] = layers;
  if (only === undefined || layers.length > 1) return statement('target/layers', { count: layers.length });
  const called = ownName(planning, only) ?? layerSource(planning, only) ?? wordsOf(planning, only);
  if (called === null) return elementLabel(planning, only);
  return statement('target/layer', { source: shortName(called) });
}

function ownName(planning: Planning, element: ElementNode): string | null {
  const name = planning.resolved(element, 'name');
  return name?.kind === 'text' && name.text.trim() !== '' ? name.text : null;
}

/** What a text says, on one line; null of anything else, and where it is empty. */
function wordsOf(planning: Planning, element: ElementNode | undefined): string | null {
  const said = element?.name === 'text' ? planning.resolved(element, 'content') : null;
  const words = said?.kind === 'text' ? said.text.trim().replaceAll(/\s+/g, ' ') : '';
  return words === '' ? null : words;
}

/** `Vignette` for one, `3 effects` for more of more than one type. */
export function effectsLabel(planning: Planning, effects: readonly ElementNode[]): Target {
  const terms = effects.map((effect) => effectTerm(planning, effect));
  const [only] = terms;
  return only !== undefined && terms.every(({ key }) => key === only.key)
    ? statement('target/effect', { effect: only })
    : statement('target/effects', { count: effects.length });
}

function effectTerm(planning: Planning, effect: ElementNode): Term {
  const type = planning.resolved(effect, 'type');
  const name = type?.kind === 'text' ? type.text.trim() : '';
  const known = effectTypeNamed(name);
  const key = known ?? (name || effect.name);
  return { key, label: known === null ? key : effectRegistry[known].label };
}

/** What an element is that has no other name. */
export function elementLabel({ language }: Planning, { name }: ElementNode): Target {
  const { label } = elementSpecOf({ name }, language) ?? { label: name };
  return statement('target/element', { element: { key: name, label: label.toLowerCase() } });
}

/** What an attribute is called, by its own name in the tables; one that they do not have, as it is spelled. */
export function attributeTerm(planning: Planning, element: ElementNode, attribute: string): Term {
  const { language } = planning;
  const type = planning.resolved(element, 'type');
  const effect = type?.kind === 'text' ? type.text.trim() : '';
  const tables: readonly (readonly [owner: string, specs: AttributeSpecs])[] = [
    [element.name, elementSpecOf(element, language)?.attributes ?? {}],
    [
      effectTypeNamed(effect) ?? effect,
      (Object.hasOwn(language.effects, effect) && language.effects[effect]?.attributes) || {},
    ],
  ];
  for (const [owner, specs] of tables)
    for (const [name, spec] of Object.entries(specs))
      if (spellingsOf(name, spec).includes(attribute))
        return { key: `${owner}/${name}`, label: spec.label.toLowerCase() };
  return { key: attribute, label: attribute };
}

/** The file's name of a source, however it is given; null without one. */
export function layerSource(planning: Planning, layer: ElementNode): string | null {
  const [named] = sourcesOf(layer, planning.language);
  const source = named && planning.resolved(layer, named.attribute);
  return source?.kind === 'text' ? sourceName(source.text) : null;
}

/** `clip.mp4` of a name or an address. */
export function sourceName(text: string): string {
  const path = text.trim().replace(/[?#].*$/s, '');
  return path.slice(path.lastIndexOf('/') + 1) || text.trim();
}

/** A name as steps tell it: on one line, and cut where it is long. */
export function shortName(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 1).toWellFormed()}…`;
}
