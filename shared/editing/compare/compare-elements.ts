import { attributeValue, childElements, type ElementNode } from '../../template/document/document.ts';
import { effectRegistry, effectTypeNamed } from '../../template/effects/effects.ts';
import { specOf } from '../../template/tables/attribute-lookup.ts';
import { elementRegistry, isElementName } from '../../template/tables/elements.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { isEffect, isLayer, layersOf } from '../../template/tables/roles.ts';
import type { AttributeSpecs } from '../../template/value-types/attribute-types.ts';
import { sourcesOf } from '../../template/variables/written-values.ts';
import { shortName, sourceName } from '../planning/planning.ts';
import { type ContentNumbers, matchElements } from './compare-match.ts';

/** A layer, effect, or other element with its label. */
export interface ComparedElement {
  readonly kind: 'layer' | 'effect' | 'element';
  /**
   * The key in the tables of the language, such as `video` or `vignette`. If the tables lack the element, its name in
   * the XML.
   */
  readonly key: string;
  /**
   * The label, such as `clip.mp4`, `Vignette`, or `audio`. For a layer without a source, its name, its text, or its
   * kind.
   */
  readonly label: string;
}

/** A change of an element, a scene, or the movie. */
export interface Change {
  /** The path from the outermost element; empty for the scene or the movie itself. */
  readonly within: readonly ComparedElement[];
  readonly what: ChangeKind;
}

export type ChangeKind =
  | {
      readonly kind: 'attribute';
      /** The key in the tables, such as `scene/duration`. If the tables lack the attribute, its name. */
      readonly key: string;
      /** The label, such as `Duration`. If the language has no label, the name of the attribute. */
      readonly label: string;
      /**
       * The written value or the default; null if there is neither. If `before` equals `after`, only the spelling
       * differs.
       */
      readonly before: string | null;
      readonly after: string | null;
      /** Whether the values are times, in which a plain number is a number of frames. */
      readonly isTime?: true;
    }
  | { readonly kind: 'switched'; readonly on: boolean }
  | { readonly kind: 'added' | 'removed' | 'moved'; readonly element: ComparedElement }
  /** A change of the text in an element. */
  | { readonly kind: 'text' };

/** Returns all differences between two versions of an element, including its children. */
export function changesOf(before: ElementNode, after: ElementNode, meanings: ContentNumbers): readonly Change[] {
  if (meanings.of(before) === meanings.of(after)) return [];
  return [...ownChanges(before, after), ...childChanges(childElements(before), childElements(after), meanings)];
}

/** Returns the differences in the attributes and texts of two versions of an element. */
export function ownChanges(before: ElementNode, after: ElementNode): readonly Change[] {
  const names = new Set([...before.attributes, ...after.attributes].map(({ name }) => name));
  const changes: Change[] = [];
  const [from, to] = [sourcesOf(before)[0], sourcesOf(after)[0]];
  if (isLayer(before) && from?.attribute !== to?.attribute) {
    // Treat a change from one source attribute to another as a single change.
    for (const { attribute } of [...sourcesOf(before), ...sourcesOf(after)]) names.delete(attribute);
    const asset = Object.entries(elementSpecOf(before)?.attributes ?? {}).find(([, { type }]) => type.kind === 'asset');
    changes.push({
      within: [],
      what: {
        kind: 'attribute',
        key: asset === undefined ? before.name : `${before.name}/${asset[0]}`,
        label: asset?.[1].label ?? before.name,
        before: sourceText(before),
        after: sourceText(after),
      },
    });
  }
  for (const name of names) {
    const what = attributeChange(before, after, name);
    if (what !== null) changes.push({ within: [], what });
  }
  if (textOf(before) !== textOf(after)) changes.push({ within: [], what: { kind: 'text' } });
  return changes;
}

function attributeChange(before: ElementNode, after: ElementNode, name: string): ChangeKind | null {
  const [from, to] = [attributeValue(before, name), attributeValue(after, name)];
  if (from === to) return null;
  const values = { before: effectiveValue(before, name), after: effectiveValue(after, name) };
  const isSwitch =
    name === 'enabled' && [values.before, values.after].every((value) => value === 'true' || value === 'false');
  if (isSwitch && values.before !== values.after) return { kind: 'switched', on: values.after === 'true' };
  const kind = specOf(after, name, attributeValue(after, 'type') ?? '')?.type.kind ?? '';
  const time = kind === 'time' || kind === 'signed-time' ? ({ isTime: true } as const) : {};
  return { kind: 'attribute', ...attributeLabel(after, name), ...values, ...time };
}

/** Returns the written value of an attribute, or its default if it is absent; null without a default. */
function effectiveValue(element: ElementNode, name: string): string | null {
  const written = attributeValue(element, name);
  if (written !== undefined) return written;
  const spec = specOf(element, name, attributeValue(element, 'type') ?? null);
  if (spec === null || !('default' in spec.absent) || spec.absent.default === null) return null;
  return spec.type.format(spec.absent.default);
}

function attributeLabel(element: ElementNode, name: string): Pick<ComparedElement, 'key' | 'label'> {
  const type = attributeValue(element, 'type') ?? '';
  const spec = specOf(element, name, type);
  const effect = effectTypeNamed(type);
  const tables: readonly (readonly [owner: string, specs: AttributeSpecs])[] = [
    [element.name, elementSpecOf(element)?.attributes ?? {}],
    ...(effect === null ? [] : [[effect, effectRegistry[effect].attributes] as const]),
  ];
  // Compare the specification objects, because an alias and its attribute share one object.
  for (const [owner, specs] of tables)
    for (const [own, candidate] of Object.entries(specs))
      if (candidate === spec) return { key: `${owner}/${own}`, label: spec.label };
  return { key: name, label: spec?.label ?? name };
}

function childChanges(
  before: readonly ElementNode[],
  after: readonly ElementNode[],
  meanings: ContentNumbers,
): readonly Change[] {
  const { partners, inOrder } = matchElements(before, after, meanings);
  const paired = new Set(partners);
  // Omit the layer from the path of a change if both versions have only one layer.
  const isOnlyLayer = [before, after].every((list) => list.filter((element) => isLayer(element)).length === 1);
  const changes: Change[] = [];
  before.forEach((element, index) => {
    if (!paired.has(index)) changes.push({ within: [], what: { kind: 'removed', element: comparedElement(element) } });
  });
  after.forEach((element, index) => {
    const compared = comparedElement(element);
    const partner = before[partners[index] ?? -1];
    if (partner === undefined) {
      changes.push({ within: [], what: { kind: 'added', element: compared } });
      return;
    }
    if (!inOrder.has(index)) changes.push({ within: [], what: { kind: 'moved', element: compared } });
    const isPlain = isOnlyLayer && isLayer(element);
    for (const { within, what } of changesOf(partner, element, meanings))
      changes.push({ within: isPlain ? within : [compared, ...within], what });
  });
  return changes;
}

/** Returns the kind, the key, and the label of an element for the comparison. */
export function comparedElement(element: ElementNode): ComparedElement {
  const key = element.name;
  if (isLayer(element)) {
    const source = sourceName(sourceText(element) ?? '');
    const own = ['name', 'content'].map((name) => shortName((attributeValue(element, name) ?? '').trim()));
    const label = source === '' ? own.find((text) => text !== '') : source;
    if (label !== undefined) return { kind: 'layer', key, label };
  }
  if (isEffect(element)) {
    const type = attributeValue(element, 'type') ?? '';
    const effectType = effectTypeNamed(type);
    if (effectType === null) return { kind: 'effect', key, label: type || element.name };
    return { kind: 'effect', key: effectType, label: effectRegistry[effectType].label };
  }
  return { kind: 'element', key, label: isElementName(key) ? elementRegistry[key].label : key };
}

/** Returns the title of a scene: its name, or the source of its lowest layer; null if there is neither. */
export function titleOf(scene: ElementNode): string | null {
  const name = attributeValue(scene, 'name')?.trim();
  if (name) return name;
  const layer = layersOf(scene)[0];
  const source = layer === undefined ? null : sourceText(layer);
  return source === null ? null : sourceName(source);
}

function sourceText(layer: ElementNode): string | null {
  const sources = sourcesOf(layer);
  return (sources.find(({ form }) => form === 'asset') ?? sources[0])?.value ?? null;
}

function textOf(element: ElementNode): string {
  return element.children.flatMap((child) => (child.kind === 'text' ? [child.text] : [])).join('\n');
}
