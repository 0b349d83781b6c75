import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import type { MessageIn } from '../../messages/message-in.ts';
import type { TargetMessages, Term } from '../../messages/templates/step-messages.ts';
import {
  attributeValue,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { effectRegistry, effectTypeNamed } from '../../template/effects/effects.ts';
import { parseValue } from '../../template/placeholders/placeholder.ts';
import { type Substituted, substitute } from '../../template/placeholders/substitute.ts';
import { spellingsOf } from '../../template/tables/attribute-lookup.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { elementSpecOf, LANGUAGE, type Language } from '../../template/tables/language.ts';
import { layersOf, leavesOf, roleOf } from '../../template/tables/roles.ts';
import type { AttributeSpecs } from '../../template/value-types/attribute-types.ts';
import { type FrameRate, parseFrameRate } from '../../template/values/frame-rate.ts';
import { scanVariables, type VariableScan } from '../../template/variables/variable-uses.ts';
import { sourcesOf, textsOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { nodeIds } from '../../template-xml/read/node-ids.ts';
import { type DocumentIndex, indexOf } from '../model/document-index.ts';
import type { Selection } from '../model/selection.ts';

/** What a command is planned on. */
export interface PlanContext {
  readonly document: TemplateDocument;
  /** Values of variables by name: those that the editor shows. */
  readonly values: ReadonlyMap<string, string>;
  /** The language of the document; this version's without it. */
  readonly language?: Language;
}

/** What a command comes to. No edits: all is as the command wants it already. */
export interface Planned {
  readonly edits: readonly DocumentEdit[];
  /** For undo, redo and the history: `Trim “Petals open”`. */
  readonly label: Message;
  /** What is selected afterwards, where that changes. */
  readonly selection?: Selection;
}

export type Plan = Result<Planned, Message>;

/** A context with what planners ask of it; each part is made when it is asked for. */
export interface Planning extends PlanContext {
  readonly language: Language;
  readonly index: DocumentIndex;
  readonly newId: () => NodeId;
  readonly scan: () => VariableScan;
  /** The movie's; null while it cannot be read. */
  readonly rate: () => FrameRate | null;
  /** The text of an attribute with its variables replaced; undefined when the element has none such. */
  readonly resolved: (element: ElementNode, attribute: string) => Substituted | undefined;
  /** The same of the text that an element holds, all its pieces joined. */
  readonly resolvedContent: (element: ElementNode) => Substituted | undefined;
}

const scansOf = new WeakMap<Language, WeakMap<TemplateDocument, VariableScan>>();
const NOTHING: ReadonlyMap<string, string> = new Map();

/** All placeholders of a document; looked for once. */
export function variablesIn(document: TemplateDocument, language = LANGUAGE): VariableScan {
  const scans = scansOf.get(language) ?? new WeakMap<TemplateDocument, VariableScan>();
  scansOf.set(language, scans);
  const known = scans.get(document) ?? scanVariables(document, language);
  scans.set(document, known);
  return known;
}

export function planningOf({ document, values, language = LANGUAGE }: PlanContext): Planning {
  let makeId: (() => NodeId) | null = null;
  const substituted = (pieces: readonly string[]): Substituted | undefined => {
    if (pieces.length === 0) return undefined;
    if (pieces.every((text) => !text.includes('${'))) return { kind: 'text', text: pieces.join(''), variables: [] };
    const parsed = pieces.map(parseValue);
    if (parsed.some(({ faults }) => faults.length > 0)) return { kind: 'missing', variables: [] };
    const value = { pieces: parsed.flatMap(({ pieces }) => pieces), faults: [] };
    const ownAreEnough = substitute(value, { values, defaults: NOTHING });
    return ownAreEnough.kind === 'text'
      ? ownAreEnough
      : substitute(value, { values, defaults: variablesIn(document, language).defaults });
  };
  const resolved: Planning['resolved'] = (element, attribute) => {
    const text = attributeValue(element, attribute);
    return text === undefined ? undefined : substituted([text]);
  };
  return {
    document,
    values,
    language,
    index: indexOf(document),
    newId: () => {
      makeId ??= nodeIds(document);
      return makeId();
    },
    scan: () => variablesIn(document, language),
    rate: () => {
      const text = resolved(document.root, 'framerate');
      const rate = text?.kind === 'text' ? parseFrameRate(text.text) : null;
      return rate?.ok ? rate.value : null;
    },
    resolved,
    resolvedContent: (element) => substituted(textsOf(element, language).map(({ text }) => text)),
  };
}

/** The elements of these ids, each of one of these roles; refused when one is gone. */
export function elementsOfRoles(
  planning: Planning,
  ids: readonly NodeId[],
  roles: readonly ElementRole[],
): Result<readonly ElementNode[], Message> {
  const found = elementsOf(planning, ids);
  if (!found.ok) return found;
  const rolesFound = found.value.map((element) => roleOf(element, planning.language));
  return rolesFound.every((role) => role !== null && roles.includes(role)) ? found : err(GONE);
}

/** The elements of these ids, of whatever role, each once; refused when one is gone. */
export function elementsOf({ index }: Planning, ids: readonly NodeId[]): Result<readonly ElementNode[], Message> {
  const found = [...new Set(ids)].map((id) => index.elements.get(id)?.element);
  const elements = found.filter((element) => element !== undefined);
  if (elements.length < found.length) return err(GONE);
  return elements.length === 0 ? err(message('edit/nothing-selected')) : ok(elements);
}

/** The element of an id, if it may hold `child` by the table; refused like one that is gone. */
export function holderOf(planning: Planning, id: NodeId, child: ElementNode): Result<ElementNode, Message> {
  const element = planning.index.elements.get(id)?.element;
  const spec = element === undefined ? null : elementSpecOf(element, planning.language);
  return element !== undefined && spec?.children.includes(child.name) ? ok(element) : err(GONE);
}

export function elementOfRole(planning: Planning, id: NodeId, role: ElementRole): Result<ElementNode, Message> {
  const found = elementsOfRoles(planning, [id], [role]);
  if (!found.ok) return found;
  const [element] = found.value;
  return element === undefined ? err(GONE) : ok(element);
}

const GONE = message('edit/gone');

/** What an edit of an attribute comes to: nothing when it says so already. */
export function attributeEdits(element: ElementNode, name: string, value: string | null): readonly DocumentEdit[] {
  if ((attributeValue(element, name) ?? null) === value) return [];
  return [{ type: 'set-attribute', node: element.id, name, value }];
}

/** All of them, or the first that was refused. */
export function collect<Item, Value>(
  items: readonly Item[],
  each: (item: Item) => Result<readonly Value[], Message>,
): Result<readonly Value[], Message> {
  const values: Value[] = [];
  for (const item of items) {
    const result = each(item);
    if (!result.ok) return result;
    values.push(...result.value);
  }
  return ok(values);
}

const LONGEST_NAME = 32;

/** What a step was done to. */
export type Target = MessageIn<TargetMessages>;

/** What people call a scene: its name, else that of its lowest source, else what its first text says, else its number. */
export function sceneLabel(planning: Planning, scene: ElementNode): Target {
  const name = ownName(planning, scene);
  if (name !== null) return message('target/scene-named', { name: shortName(name) });
  const [layer] = layersOf(scene, planning.language);
  const source = (layer === undefined ? null : layerSource(planning, layer)) ?? firstWords(planning, scene);
  return source === null
    ? message('target/scene', { number: numberOf(planning, scene) })
    : message('target/scene-named', { name: shortName(source) });
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
    : message('target/scenes', { count: scenes.length });
}

/** `layer “Logo”` for one: its name, else its file, else what it says; `shape` without any; `3 layers` for more. */
export function layersLabel(planning: Planning, layers: readonly ElementNode[]): Target {
  const [only] = layers;
  if (only === undefined || layers.length > 1) return message('target/layers', { count: layers.length });
  const called = ownName(planning, only) ?? layerSource(planning, only) ?? wordsOf(planning, only);
  if (called === null) return elementLabel(planning, only);
  return message('target/layer', { source: shortName(called) });
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
    ? message('target/effect', { effect: only })
    : message('target/effects', { count: effects.length });
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
  return message('target/element', { element: { key: name, label: label.toLowerCase() } });
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
