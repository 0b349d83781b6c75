import { message } from '../messages/message.ts';
import { childElements, type ElementNode } from '../template/document/document.ts';
import type { FilmMetadata, MetadataName } from '../template/movie/movie.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import { roleOf } from '../template/tables/roles.ts';
import { POSTER_COVER } from '../template/value-types/text-types.ts';
import { readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';

const specs = elementRegistry.metadata.attributes;

/** The names of the texts in the order of the table. */
const METADATA_NAMES = (Object.keys(specs) as readonly (keyof typeof specs)[]).filter(
  (name): name is MetadataName => name !== 'cover',
);

/** Reads the metadata of a movie from the resources among its children; null if there is none or it is invalid. */
export function resolveMetadata(
  context: ReadingContext,
  children: readonly { readonly name: string; readonly element: ElementNode }[],
): FilmMetadata | null {
  const resources = children.filter(({ name }) => name === 'resources').map(({ element }) => element);
  const [first, ...others] = resources.flatMap(childElements).filter((element) => roleOf(element) === 'metadata');
  for (const { id } of others)
    context.log.add('template/duplicate-attribute', { node: id, part: 'name' }, () => message('template/two-metadata'));
  return first === undefined ? null : readMetadata(context, first);
}

function readMetadata(context: ReadingContext, element: ElementNode): FilmMetadata | null {
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  if (complete === null) return null;
  const { cover } = complete;
  const texts = METADATA_NAMES.flatMap((name) => {
    const text = complete[name]?.trim() ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  return {
    id: element.id,
    texts: Object.fromEntries(texts),
    cover: cover === null || cover === POSTER_COVER ? cover : { kind: 'asset', name: cover },
  };
}
