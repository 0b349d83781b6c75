import { expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { linkPath, parameterOf, signedText, variableOf } from '#shared/contract/shapes/film-link.ts';
import { pageLanguage } from './page-html.ts';
import { filmAddress, formAddresses, pageAddress, pictureAddress, readPageLink, withFreeValues } from './page-link.ts';
import { createLinkSigner } from './sign-link.ts';

const signer = createLinkSigner('secret');

test('a page link prefixes variables that are named like settings', () => {
  const names = ['title', 'embed', 'name', 'quality'];
  expect(names.map((name) => parameterOf(name, 'form'))).toEqual(['var.title', 'var.embed', 'name', 'var.quality']);
  expect(names.map((name) => parameterOf(name))).toEqual(['title', 'embed', 'name', 'var.quality']);
  expect([variableOf('title', 'page'), variableOf('title'), variableOf('var.title', 'page')]).toEqual([
    null,
    'title',
    'title',
  ]);
});

test('the signature of a page covers its settings, even if `vary` names them', () => {
  const parameters = [
    ['title', 'A'],
    ['var.title', 'B'],
    ['vary', 'title,var.title'],
  ] as const;
  expect(signedText(linkPath('p', 'film', 'form'), parameters)).toBe(
    'scenewright film link 1\n/v1/form/p/film\ntitle=A&vary=title%2Cvar.title',
  );
  expect(signedText(linkPath('p', 'film.mp4'), parameters)).not.toContain('title=A&');
});

test('a page links to its film with the parameters of film links', () => {
  const query = { title: 'Hello', 'var.title': 'Ada', city: 'Ulm', vary: 'var.title,city', lang: 'de', sig: 'x' };
  const link = readPageLink('page', 'a film.webm', { ...query, download: '0', index: '1', embed: 'https://a.example' });
  expect(link).toMatchObject({
    ...{ movie: 'a film', format: 'webm', title: 'Hello', language: 'de', vary: ['title', 'city'], upload: null },
    ...{ offersDownload: false, isListed: true, embed: ['https://a.example'] },
  });
  expect([...link.film.values]).toEqual([
    ['title', 'Ada'],
    ['city', 'Ulm'],
  ]);
  const at = { link, project: 'p', signer };
  const film = new URL(filmAddress(at), 'http://x/v1/page/p/q');
  expect(film.pathname).toBe('/v1/render/p/a%20film.webm');
  expect([...film.searchParams].filter(([name]) => name !== 'sig')).toEqual([
    ['city', 'Ulm'],
    ['title', 'Ada'],
    ['vary', 'title,city'],
  ]);
  for (const [address, path] of [
    [filmAddress(at), '/v1/render/p/a%20film.webm'],
    [pictureAddress(at, { width: 480, frame: 7, values: false }), '/v1/render/p/a%20film.jpg'],
    [pageAddress(at, 'form'), '/v1/form/p/a%20film'],
  ] as const) {
    const { searchParams, pathname } = new URL(address, 'http://x/v1/page/p/q');
    const pairs = [...searchParams].filter(([name]) => name !== 'sig');
    expect([pathname, signer.isGenuine(path, pairs, searchParams.get('sig') ?? '')]).toEqual([path, true]);
  }
  const { action, hidden } = formAddresses(at, new Set(['var.title', 'city']));
  expect(action).toBe('../../page/p/a%20film.webm');
  expect(hidden.map(([name]) => name)).toEqual(['title', 'vary', 'lang', 'download', 'index', 'embed', 'sig']);
});

test('a form and its pages share photos, but two forms do not', () => {
  const query = { upload: 'photo', vary: 'photo', sig: 'x' };
  const idOf = (target: 'form' | 'page', name: string, more = {}) =>
    readPageLink(target, name, { ...query, ...more }).film.photoForm;
  const id = idOf('form', 'film');
  expect(id).toMatch(/^[\w-]{22}$/);
  expect([idOf('page', 'film.mp4'), idOf('page', 'film.webm', { photo: 'a' })]).toEqual([id, id]);
  expect(idOf('form', 'other')).not.toBe(id);
  expect(idOf('form', 'film', { title: 'x' })).not.toBe(id);
  expect(readPageLink('form', 'film', { vary: 'photo', 'film.photos': id ?? '' }).film.photoForm).toBeNull();
});

test('the values of a form can be changed and removed', () => {
  const link = readPageLink('page', 'film.mp4', { a: 'x', b: '', c: '', vary: 'a,b' });
  const changed = withFreeValues(link, (value) => (value === '' ? null : `${value}!`));
  expect([...changed.film.values]).toEqual([
    ['a', 'x!'],
    ['c', ''],
  ]);
  expect(changed.parameters).toEqual([
    ['a', 'x!'],
    ['c', ''],
    ['vary', 'a,b'],
  ]);
});

test.each([
  ['page', 'film.jpg', {}, 'Only films have a page'],
  ['page', 'film', {}, 'must end in a format'],
  ['form', 'film', { title: 'x'.repeat(201) }, '`title` can have up to 200'],
  ['form', 'film', { download: 'no' }, 'must be 0 or 1'],
  ['form', 'film', { index: '' }, 'must be 0 or 1'],
  ['form', 'film', { lang: 'fr' }, '`lang` must be en or de'],
  ['form', 'film', { embed: 'https://a.example;script-src *' }, '`embed` must be up to 5 origins'],
  ['form', 'film', { embed: 'https://a.example/path' }, '`embed` must be up to 5 origins'],
  ['form', 'film', { embed: 'http://a.example' }, '`embed` must be up to 5 origins'],
  ['form', 'film', { embed: '*' }, '`embed` must be up to 5 origins'],
  ['form', 'film', { embed: 'https://A.example' }, '`embed` must be up to 5 origins'],
  [
    'form',
    'film',
    { embed: Array.from({ length: 6 }, (_, at) => `https://a${at}.example`).join() },
    '`embed` must be up to 5 origins',
  ],
  ['form', 'film', { upload: 'photo' }, '`upload` must be one of'],
  ['form', 'film', { vary: 'title', title: 'x' }, 'can’t contain it'],
  ['form', 'film', { title: ['a', 'b'] }, 'occurs twice'],
  ['form', 'film', { frame: '1' }, 'isn’t allowed in a link'],
] as const)('a link with an invalid query is refused: %s, %s, %j', (target, name, query, reason) => {
  expect(() => readPageLink(target, name, query)).toThrow(ServiceError);
  expect(() => readPageLink(target, name, query)).toThrow(reason);
});

test.each([
  [null, undefined, 'en'],
  [null, 'de', 'de'],
  [null, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  [null, 'fr, en;q=0.5, de;q=0.4', 'en'],
  ['en', 'de', 'en'],
] as const)('a page with lang %s and the browser %s is in %s', (linked, header, language) => {
  expect(pageLanguage(linked, header)).toBe(language);
});
