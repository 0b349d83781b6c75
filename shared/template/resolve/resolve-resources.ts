import { assertNever } from '../../lib/assert.ts';
import type { ElementNode } from '../document/document.ts';
import type { FontFace } from '../movie/movie.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { checkSource, mediaSource } from '../reading/resolve-source.ts';
import { elementRegistry } from '../tables/elements.ts';
import { judgeDeclaration } from './resolve-declaration.ts';

/** Reads the fonts that `resources` declare, and judges what it declares of variables. */
export function resolveResources(context: ReadingContext, element: ElementNode): readonly FontFace[] {
  warnOfUnknownAttributes(context, element, [elementRegistry.resources.attributes]);
  return knownChildren(context, 'resources', element).flatMap((child) => {
    switch (child.name) {
      case 'font': {
        const font = resolveFont(context, child.element);
        return font === null ? [] : [font];
      }
      case 'variable':
        judgeDeclaration(context, child.element);
        return [];
      default:
        return assertNever(child.name);
    }
  });
}

function resolveFont(context: ReadingContext, element: ElementNode): FontFace | null {
  const specs = elementRegistry.font.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  checkSource(context, element);
  knownChildren(context, 'font', element);
  if (complete === null) return null;
  const source = mediaSource(complete.url, complete.src);
  const { family, weight, style } = complete;
  return source === null ? null : { id: element.id, family: family.trim(), source, weight, style };
}
