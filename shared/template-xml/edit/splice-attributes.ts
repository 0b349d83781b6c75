import type { Attribute, ElementNode } from '../../template/document/document.ts';
import { escapeAttributeValue } from '../places/markup.ts';
import type { Patch } from '../places/patch.ts';
import type { AttributePlace, ElementPlace } from '../places/places.ts';

interface Known {
  readonly attribute: Attribute;
  readonly place: AttributePlace;
  /** The white space before it. */
  readonly gap: string;
}

/** What makes a start tag's attributes those of `current`: value by value, or all of them when their order changed. */
export function attributePatches(
  text: string,
  place: ElementPlace,
  previous: ElementNode,
  current: ElementNode,
): readonly Patch[] {
  if (previous.attributes === current.attributes) return [];
  const known = knownAttributes(text, place, previous);
  const byName = new Map(known.map((each, index) => [each.attribute.name, index]));
  const order = current.attributes.flatMap(({ name }) => byName.get(name) ?? []);
  const inOrder = order.every((index, position) => position === 0 || index > (order[position - 1] ?? 0));
  return inOrder ? [...changes(place, known, current), ...removals(known, current)] : [allAnew(place, known, current)];
}

function knownAttributes(text: string, place: ElementPlace, element: ElementNode): readonly Known[] {
  return element.attributes.flatMap((attribute, index) => {
    const own = place.attributes[index];
    if (own === undefined) return [];
    const gap = text.slice(place.attributes[index - 1]?.end ?? place.name.end, own.start);
    return [{ attribute, place: own, gap }];
  });
}

function changes(place: ElementPlace, known: readonly Known[], current: ElementNode): readonly Patch[] {
  const patches: Patch[] = [];
  const byName = new Map(known.map((each, index) => [each.attribute.name, index]));
  let last = -1;
  for (const attribute of current.attributes) {
    const index = byName.get(attribute.name);
    const own = known[index ?? -1];
    if (index === undefined || own === undefined) {
      const offset = known[last]?.place.end ?? place.name.end;
      patches.push({ start: offset, end: offset, replacement: written(attribute, known[last + 1] ?? known[last]) });
      continue;
    }
    last = index;
    if (own.attribute.value === attribute.value) continue;
    const { value, quote } = own.place;
    patches.push({ start: value.start, end: value.end, replacement: escapeAttributeValue(attribute.value, quote) });
  }
  return patches;
}

function removals(known: readonly Known[], current: ElementNode): readonly Patch[] {
  const names = new Set(current.attributes.map(({ name }) => name));
  return known
    .filter(({ attribute }) => !names.has(attribute.name))
    .map(({ place, gap }) => ({ start: place.start - gap.length, end: place.end, replacement: '' }));
}

function allAnew(place: ElementPlace, known: readonly Known[], current: ElementNode): Patch {
  const model = known[1] ?? known[0];
  const replacement = current.attributes.map((attribute) => written(attribute, model)).join('');
  return { start: place.name.end, end: known.at(-1)?.place.end ?? place.name.end, replacement };
}

/** An attribute with the white space before it, in a neighbour's manner. */
function written({ name, value }: Attribute, model: Known | undefined): string {
  const quote = model?.place.quote ?? '"';
  return `${model?.gap ?? ' '}${name}=${quote}${escapeAttributeValue(value, quote)}${quote}`;
}
