import { Exact } from '../../expressions/decimal.ts';
import type { Scope } from '../../expressions/values.ts';
import { isDecimal } from '../../lib/decimal-text.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, type MessageOf, message } from '../../messages/message.ts';
import type { TargetMessage } from '../../messages/steps.en.ts';
import type { Term } from '../../messages/translation.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { effectRegistry, effectTypeNamed } from '../../template/effects/effects.ts';
import { parseValue } from '../../template/placeholders/placeholder.ts';
import { type SubstitutedText, substitute } from '../../template/placeholders/substitute.ts';
import { spellingsOf } from '../../template/tables/attribute-lookup.ts';
import { type ElementRole, elementRegistry } from '../../template/tables/elements.ts';
import { elementSpecOf, LANGUAGE, type Language } from '../../template/tables/language.ts';
import { layersOf, leavesOf, roleOf } from '../../template/tables/roles.ts';
import type { AttributeSpec, AttributeSpecs } from '../../template/value-types/attribute-types.ts';
import { COUNTED_CONTENT, COUNTED_NAME } from '../../template/values/counted-text.ts';
import { type FrameRate, parseFrameRate } from '../../template/values/frame-rate.ts';
import { filmSubstitution } from '../../template/variables/film-language.ts';
import { scanVariables, type VariableScan } from '../../template/variables/variable-uses.ts';
import { sourcesOf, textsOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { nodeIds } from '../../template-xml/read/node-ids.ts';
import { type DocumentIndex, indexOf } from '../model/document-index.ts';
import type { Selection } from '../model/selection.ts';

/** The input of planning. */
export interface PlanContext {
  readonly document: TemplateDocument;
  /** The current values of variables in the editor, by name. */
  readonly values: ReadonlyMap<string, string>;
  /** The language of the document. The default is the language of this version. */
  readonly language?: Language;
  /** The names that lists define, by the id of the element inside the list; absent without lists. */
  readonly scopes?: ReadonlyMap<NodeId, Scope> | undefined;
}

/** A planned command. If `edits` is empty, the document already has the requested state. */
export interface PlannedCommand {
  readonly edits: readonly DocumentEdit[];
  /** The label for undo, redo, and the history, such as `Trim “Petals open”`. */
  readonly label: Message;
  /** The selection after the command; absent to keep the selection. */
  readonly selection?: Selection;
}

export type Plan = Result<PlannedCommand, Message>;

/** A context with derived values for planners. Derived values are computed on demand. */
export interface Planning extends PlanContext {
  readonly language: Language;
  readonly index: DocumentIndex;
  readonly newId: () => NodeId;
  readonly scan: () => VariableScan;
  /** The frame rate of the movie; null if it cannot be read. */
  readonly rate: () => FrameRate | null;
  /** Returns the text of an attribute after replacing its variables; undefined if the attribute is missing. */
  readonly resolved: (element: ElementNode, attribute: string) => SubstitutedText | undefined;
  /** Returns the text of an element after replacing its variables; undefined if the element has no text. */
  readonly resolvedContent: (element: ElementNode) => SubstitutedText | undefined;
  /**
   * Returns the content of a layer after its animations: a counted number has its final value. Undefined if the layer
   * has no content.
   */
  readonly shownContent: (layer: ElementNode) => SubstitutedText | undefined;
}

const scansOf = new WeakMap<Language, WeakMap<TemplateDocument, VariableScan>>();
const NO_DEFAULTS: ReadonlyMap<string, string> = new Map();

/** Returns all placeholders of a document. Caches them by document. */
export function variablesIn(document: TemplateDocument, language = LANGUAGE): VariableScan {
  const scans = scansOf.get(language) ?? new WeakMap<TemplateDocument, VariableScan>();
  scansOf.set(language, scans);
  const cached = scans.get(document) ?? scanVariables(document, language);
  scans.set(document, cached);
  return cached;
}

export function planningOf({ document, values, language = LANGUAGE, scopes }: PlanContext): Planning {
  let makeId: (() => NodeId) | null = null;
  const substituted = (pieces: readonly string[], scope?: Scope): SubstitutedText | undefined => {
    if (pieces.length === 0) return undefined;
    if (pieces.every((text) => !text.includes('${'))) return { kind: 'text', text: pieces.join(''), variables: [] };
    const parsed = pieces.map(parseValue);
    if (parsed.some(({ faults }) => faults.length > 0)) return { kind: 'missing', variables: [] };
    const value = { pieces: parsed.flatMap(({ pieces }) => pieces), faults: [] };
    // An expression needs the defaults of all variables, which require a scan of the document. First try without the
    // scan.
    const isComputed = value.pieces.some(({ kind }) => kind === 'expression');
    const withValues = isComputed ? null : substitute(value, { values, defaults: NO_DEFAULTS, scope });
    if (withValues?.kind === 'text') return withValues;
    return substitute(value, { ...filmSubstitution(document.root, variablesIn(document, language), values), scope });
  };
  const resolved: Planning['resolved'] = (element, attribute) => {
    const text = attributeValue(element, attribute);
    return text === undefined ? undefined : substituted([text], scopes?.get(element.id));
  };
  const contentPieces = (element: ElementNode) => textsOf(element, language).map(({ text }) => text);
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
    resolvedContent: (element) => substituted(contentPieces(element), scopes?.get(element.id)),
    shownContent: (layer) => {
      const value = resolved(layer, 'value');
      const number = value?.kind === 'text' && isDecimal(value.text) ? new Exact(value.text.trim()).plus(0) : null;
      const written = attributeValue(layer, 'content');
      const inside = childElements(layer).find((child) => roleOf(child, language) === 'content');
      const alone = number === null ? [] : [COUNTED_CONTENT];
      const pieces = written !== undefined ? [written] : inside === undefined ? alone : contentPieces(inside);
      const outer = scopes?.get(layer.id);
      const scope: Scope = {
        lookup: (name) => (name === COUNTED_NAME && number !== null ? number : outer?.lookup(name)),
      };
      return substituted(pieces, scope);
    },
  };
}

/** Returns the elements with these ids and roles. Returns an error if an element is missing or has another role. */
export function elementsOfRoles(
  planning: Planning,
  ids: readonly NodeId[],
  roles: readonly ElementRole[],
): Result<readonly ElementNode[], Message> {
  const elements = elementsOf(planning, ids);
  if (!elements.ok) return elements;
  const rolesFound = elements.value.map((element) => roleOf(element, planning.language));
  return rolesFound.every((role) => role !== null && roles.includes(role)) ? elements : err(GONE);
}

/** Returns the elements with these ids, without duplicates. Returns an error if an element is missing. */
export function elementsOf({ index }: Planning, ids: readonly NodeId[]): Result<readonly ElementNode[], Message> {
  const candidates = [...new Set(ids)].map((id) => index.elements.get(id)?.element);
  const elements = candidates.filter((element) => element !== undefined);
  if (elements.length < candidates.length) return err(GONE);
  return elements.length === 0 ? err(message('edit/nothing-selected')) : ok(elements);
}

/** Returns the element with this id. Returns an error if it is missing or cannot contain `child`. */
export function holderOf(planning: Planning, id: NodeId, child: ElementNode): Result<ElementNode, Message> {
  const element = planning.index.elements.get(id)?.element;
  const spec = element === undefined ? null : elementSpecOf(element, planning.language);
  return element !== undefined && spec?.children.includes(child.name) ? ok(element) : err(GONE);
}

export function elementOfRole(planning: Planning, id: NodeId, role: ElementRole): Result<ElementNode, Message> {
  const elements = elementsOfRoles(planning, [id], [role]);
  if (!elements.ok) return elements;
  const [element] = elements.value;
  return element === undefined ? err(GONE) : ok(element);
}

const GONE = message('edit/gone');

/** Returns the edits that set an attribute; empty if the attribute already has the value. */
export function attributeEdits(element: ElementNode, name: string, value: string | null): readonly DocumentEdit[] {
  if ((attributeValue(element, name) ?? null) === value) return [];
  return [{ type: 'set-attribute', node: element.id, name, value }];
}

/** Collects the results of all items. Returns the first error if there is one. */
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

const MAX_NAME_LENGTH = 32;

export type StepTarget = TargetMessage;

/** Returns the label of a scene: its name, the source of its lowest layer, its lowest text, or its number. */
export function sceneLabel(planning: Planning, scene: ElementNode): StepTarget {
  const name = ownName(planning, scene);
  if (name !== null) return message('target/scene-named', { name: shortName(name) });
  const [layer] = layersOf(scene, planning.language);
  const source = (layer === undefined ? null : layerSource(planning, layer)) ?? lowestText(planning, scene);
  return source === null
    ? message('target/scene', { number: numberOf(planning, scene) })
    : message('target/scene-named', { name: shortName(source) });
}

/** Returns the lowest text of a scene; null if the scene has none. */
function lowestText(planning: Planning, scene: ElementNode): string | null {
  return textOf(
    planning,
    layersOf(scene, planning.language).find(({ name }) => name === 'text'),
  );
}

/** Returns the number of a scene, from 1. For a sequence or choice, returns the number of its first scene. */
function numberOf({ index }: Planning, scene: ElementNode): number {
  const [first = scene] = leavesOf(scene);
  return index.scenes.indexOf(first) + 1;
}

/** Returns a label such as `“Petals open”` for one scene and `3 scenes` for several. */
export function scenesLabel(planning: Planning, scenes: readonly ElementNode[]): StepTarget {
  const [only] = scenes;
  return only !== undefined && scenes.length === 1
    ? sceneLabel(planning, only)
    : message('target/scenes', { count: scenes.length });
}

/**
 * Returns the label of layers, such as `3 layers`. The label of a single layer contains its name, its file, or its
 * text, such as `layer “Logo”`. Without these, the label is the name of its element, such as `shape`.
 */
export function layersLabel(planning: Planning, layers: readonly ElementNode[]): StepTarget {
  const [only] = layers;
  if (only === undefined || layers.length > 1) return message('target/layers', { count: layers.length });
  const name = ownName(planning, only) ?? layerSource(planning, only) ?? textOf(planning, only);
  if (name === null) return elementLabel(planning, only);
  return message('target/layer', { source: shortName(name) });
}

function ownName(planning: Planning, element: ElementNode): string | null {
  const name = planning.resolved(element, 'name');
  return name?.kind === 'text' && name.text.trim() !== '' ? name.text : null;
}

/** Returns the content of a text or a code on one line; null for other elements and an empty content. */
function textOf(planning: Planning, element: ElementNode | undefined): string | null {
  const content = element !== undefined && HAVE_CONTENT.includes(element.name) ? planning.shownContent(element) : null;
  const text = content?.kind === 'text' ? content.text.trim().replaceAll(/\s+/g, ' ') : '';
  return text === '' ? null : text;
}

const HAVE_CONTENT: readonly string[] = ['text', 'code'];

/**
 * Returns the label of effects: a name such as `Vignette` if all have the same type, otherwise a number such as `3
 * effects`.
 */
export function effectsLabel(planning: Planning, effects: readonly ElementNode[]): StepTarget {
  const terms = effects.map((effect) => effectTerm(planning, effect));
  const [only] = terms;
  return only !== undefined && terms.every(({ key }) => key === only.key)
    ? message('target/effect', { effect: only })
    : message('target/effects', { count: effects.length });
}

function effectTerm(planning: Planning, effect: ElementNode): Term {
  const type = planning.resolved(effect, 'type');
  const name = type?.kind === 'text' ? type.text.trim() : '';
  const effectType = effectTypeNamed(name);
  const key = effectType ?? (name || effect.name);
  return { key, label: effectType === null ? key : effectRegistry[effectType].label };
}

/** Returns the label of an element that is identified by its kind. */
export function elementLabel(
  { language }: Pick<Planning, 'language'>,
  { name }: Pick<ElementNode, 'name'>,
): MessageOf<'target/element'> {
  const { label } = elementSpecOf({ name }, language) ?? { label: name };
  return message('target/element', { element: { key: name, label: label.toLowerCase() } });
}

/**
 * Returns the label of an attribute in the tables. A source has the label of its element, such as *image*. An unknown
 * attribute has its name as the label.
 */
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
        return isPlainSource(spec) && owner === element.name
          ? elementLabel(planning, element).values.element
          : { key: `${owner}/${name}`, label: spec.label.toLowerCase() };
  return { key: attribute, label: attribute };
}

/** Returns whether an attribute is the source of its element, whose label *Source* does not name the kind of media. */
export function isPlainSource({ type, label }: AttributeSpec<unknown>): boolean {
  return type.source !== undefined && label === elementRegistry.video.attributes.src.label;
}

/** Returns the file name of the source of a layer; null if there is none. */
export function layerSource(planning: Planning, layer: ElementNode): string | null {
  const [named] = sourcesOf(layer, planning.language);
  const source = named && planning.resolved(layer, named.attribute);
  return source?.kind === 'text' ? sourceName(source.text) : null;
}

/** Returns the file name at the end of a path or a URL, such as `clip.mp4`. */
export function sourceName(text: string): string {
  const path = text.trim().replace(/[?#].*$/s, '');
  return path.slice(path.lastIndexOf('/') + 1) || text.trim();
}

/** Shortens a name for the label of a step to one line. Truncates a long name. */
export function shortName(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= MAX_NAME_LENGTH ? line : `${line.slice(0, MAX_NAME_LENGTH - 1).toWellFormed()}…`;
}
