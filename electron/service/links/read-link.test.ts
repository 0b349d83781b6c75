import { expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { readLink } from './read-link.ts';

test('a link contains movie, format, and values', () => {
  const query = { name: 'Ada', 'var.width': '12', width: '300', frame: '1.5s', vary: 'name', sig: 'x', expires: '9' };
  const link = readLink('a film.v2.PNG', query);
  expect(link).toMatchObject({ movie: 'a film.v2', format: 'png', moment: { seconds: 1.5 }, width: 300, expires: 9 });
  expect([...link.values]).toEqual([
    ['name', 'Ada'],
    ['width', '12'],
  ]);
  expect(link.varies).toBe(true);
});

test('an unsigned link has neither expiry nor free values', () => {
  const link = readLink('film.mp4', { vary: 'name', expires: '1' });
  expect([link.expires, link.varies]).toEqual([null, false]);
});

test.each([
  ['film', {}, 'link/no-format'],
  ['.mp4', {}, 'link/no-format'],
  ['film.exe', {}, 'link/no-format'],
  ['film.mp4', { name: ['a', 'b'] }, 'link/twice'],
  ['film.mp4', { name: 'a', 'var.name': 'b' }, 'link/twice'],
  ['film.mp4', { frame: '1' }, 'link/not-of-format'],
  ['film.mp4', { width: '1' }, 'link/not-of-format'],
  ['film.webp', { width: '1' }, 'link/not-of-format'],
  ['film.webp', { frame: '1', quality: 'draft' }, 'link/not-of-format'],
  ['film.avif', { quality: 'draft' }, 'link/not-of-format'],
  ['film.jpg', { quality: 'draft' }, 'link/not-of-format'],
  ['film.jpg', { frame: '-1' }, 'link/no-frame'],
  ['film.jpg', { frame: '1e3' }, 'link/no-frame'],
  ['film.jpg', { frame: '' }, 'link/no-frame'],
  ['film.jpg', { width: '0' }, 'field/out-of-bounds'],
  ['film.jpg', { width: '1921' }, 'field/out-of-bounds'],
  ['film.jpg', { width: '3.5' }, 'field/no-whole-number'],
  ['film.mp4', { sig: 'x', expires: 'tomorrow' }, 'link/no-expiry'],
  ['film.mp4', { sig: 'x', expires: '' }, 'link/no-expiry'],
  ['film.mp4', { sig: 'x', vary: 'name,expires' }, 'link/vary-reserved'],
  ['film.mp4', { name: 'ü'.repeat(serviceLimits.filmLinks.characters / 6) }, 'link/values-too-long'],
])('%s with %j is refused', (film, query, reason) => {
  const refused = (() => {
    try {
      return readLink(film, query);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({ code: 'link/invalid', says: { code: reason } });
});
