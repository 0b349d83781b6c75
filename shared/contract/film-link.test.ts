import { expect, test } from 'vitest';
import { encoded, linkPath, linkQuery, parameterOf, signedText, variableOf } from './shapes/film-link.ts';

test('a link percent-encodes reserved characters as UTF-8', () => {
  expect(encoded("aZ09-._~ !'()*/%ü🎉\u{d800}")).toBe('aZ09-._~%20%21%27%28%29%2A%2F%25%C3%BC%F0%9F%8E%89%EF%BF%BD');
});

test('a link sorts parameters by their encoded bytes', () => {
  const parameters = [
    ['b', '1'],
    ['name', 'x'],
    ['name-2', 'y'],
    ['name.3', 'z'],
    ['ä', ''],
  ] as const;
  expect(linkQuery(parameters)).toBe('%C3%A4=&b=1&name-2=y&name.3=z&name=x');
});

test('the signed text omits `sig` and the parameters in `vary`', () => {
  const path = linkPath('p', 'a film.mp4');
  const parameters = [
    ['sig', 'x'],
    ['name', 'Ada'],
    ['city', 'Ulm'],
    ['vary', 'name,expires'],
    ['expires', '9'],
  ] as const;
  expect(signedText(path, parameters)).toBe(
    'scenewright film link 1\n/v1/render/p/a%20film.mp4\ncity=Ulm&expires=9&vary=name%2Cexpires',
  );
});

test('a link adds a prefix to variables named like a setting', () => {
  const names = ['name', 'sig', 'width', 'var.name'];
  expect(names.map((name) => parameterOf(name))).toEqual(['name', 'var.sig', 'var.width', 'var.var.name']);
  expect(names.map((name) => variableOf(parameterOf(name)))).toEqual(names);
  expect(variableOf('expires')).toBeNull();
});
