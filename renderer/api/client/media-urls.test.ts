import { expect, it } from 'vitest';
import { setPageLanguage } from '#renderer/strings/page-language.ts';
import {
  designPosterUrl,
  designPreviewUrl,
  filmPosterUrl,
  frameUrl,
  originalUrl,
  posterUrl,
  stripUrl,
} from './media-urls.ts';

it('the URL of a media file changes with its content', () => {
  const asset = { kind: 'asset', name: 'a b&c.mp4', etag: '"123"' } as const;
  expect(frameUrl('p', asset, { at: 1 / 3, width: 320 })).toBe(
    '/v1/media/p/frame?src=a%20b%26c.mp4&v=123&at=0.333&width=320',
  );
  expect(stripUrl('p', asset, { count: 8, width: 160, range: { from: 0, to: 2.5 } })).toBe(
    '/v1/media/p/strip?src=a%20b%26c.mp4&v=123&count=8&width=160&from=0&to=2.5',
  );
  expect(originalUrl('p', { kind: 'remote', url: 'https://e.org/a?b' })).toBe(
    '/v1/media/p/original?url=https%3A%2F%2Fe.org%2Fa%3Fb',
  );
  expect(posterUrl('p', asset, { width: 64 })).toBe('/v1/media/p/poster?src=a%20b%26c.mp4&v=123&width=64');
});

it('the URL of a poster changes with the template', () => {
  expect(filmPosterUrl('p', 'a/b', { width: 64, version: '2' })).toBe('/v1/poster/p/a%2Fb?width=64&v=2');
  expect(filmPosterUrl('p', 'a', { width: 64, version: '2', at: 1 / 3 })).toBe('/v1/poster/p/a?width=64&v=2&at=0.333');
});

it('the URL of a design’s poster contains the page language', () => {
  const view = { name: 'card', version: '2', size: '16:9' } as const;
  expect(designPreviewUrl(view)).toBe('/v1/designs/card/preview?size=16%3A9&v=2');
  setPageLanguage('de');
  expect(designPosterUrl(view)).toBe('/v1/designs/card/poster?size=16%3A9&language=de&v=2');
  expect(designPreviewUrl(view)).toBe('/v1/designs/card/preview?size=16%3A9&language=de&v=2');
  setPageLanguage('en');
});
