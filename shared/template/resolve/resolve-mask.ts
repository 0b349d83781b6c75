import { statement } from '../../statements/statement.ts';
import type { ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import type { Layer, Mask } from '../movie/movie.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext, ReadLayer } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { elementRegistry } from '../tables/elements.ts';

/** The original counts channels. */
const BY_NUMBER = { '0': 'red', '1': 'green', '2': 'blue', '3': 'alpha' } as const;

/** Reads a mask; null where it cannot be read. */
export function resolveMask(context: ReadingContext, element: ElementNode, readLayer: ReadLayer): Mask | null {
  const specs = elementRegistry.mask.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const { groups, masks } = context.within ?? { groups: 0, masks: 0 };
  if (masks >= limits.nestedMasks) {
    context.log.add('template/too-deep', { node: element.id, part: 'name' }, () =>
      statement('template/masks-too-deep', { most: limits.nestedMasks }),
    );
    return null;
  }
  const inner = { ...context, within: { groups, masks: masks + 1 } };
  const layers = knownChildren(context, 'mask', element)
    .map(({ name, element: child }) => readLayer(inner, name, child))
    .filter((layer): layer is Layer => layer !== null);
  if (complete === null) return null;
  const { channel, invert, enabled } = complete;
  const counts = channel in BY_NUMBER ? BY_NUMBER[channel as keyof typeof BY_NUMBER] : channel;
  return { id: element.id, enabled, channel: counts as Mask['channel'], isInverted: invert, layers };
}
