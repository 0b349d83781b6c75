import { statement } from '../../statements/statement.ts';
import { attributeValue, type ElementNode } from '../document/document.ts';
import type { MediaSource } from '../movie/media-source.ts';
import type { ReadingContext } from './reading-context.ts';

/** Logs an element that names no source, or two. */
export function checkSource({ log }: ReadingContext, element: ElementNode): void {
  const hasUrl = attributeValue(element, 'url') !== undefined;
  const hasSrc = attributeValue(element, 'src') !== undefined;
  if (!hasUrl && !hasSrc)
    log.add('template/source', { node: element.id }, () => statement('template/no-source', { element: element.name }));
  if (hasUrl && hasSrc)
    log.add('template/source', { node: element.id, attribute: 'src', part: 'name' }, () =>
      statement('template/two-sources', { element: element.name }),
    );
}

export function mediaSource(url: string | null, src: string | null): MediaSource | null {
  if (url !== null) return { kind: 'url', url };
  return src === null ? null : { kind: 'asset', name: src };
}
