import { expect, it } from 'vitest';
import { frameUrl, originalUrl, stripUrl } from './media-urls.ts';

it('addresses of media views name the source, and change with its bytes', () => {
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
});
