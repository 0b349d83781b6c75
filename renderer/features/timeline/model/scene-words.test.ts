import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/testing/editing.ts';
import { sceneTitle } from './scene-words.ts';

function titleOf(layers: string, attributes = ''): string {
  const [scene] = movieOf(film(`<scene duration="10" ${attributes}>${layers}</scene>`)).scenes;
  return scene === undefined ? '' : sceneTitle(scene, { empty: 'Empty' });
}

test('a scene is called by its name, else by its lowest layer', () => {
  expect(titleOf('<text content="Hello"/>', 'name="First"')).toBe('First');
  expect(titleOf('<image src="logo.png"/><text content="Hello"/>')).toBe('logo.png');
  expect(titleOf('')).toBe('Empty');
});

test('a plain ground gives way to what is said on it, or shown', () => {
  expect(titleOf('<solid color="#000000"/><image src="logo.png"/><text content="Hello"/>')).toBe('Hello');
  expect(titleOf('<shape width="9" height="9"/><image src="logo.png"/>')).toBe('logo.png');
  expect(titleOf('<solid color="#000000" name="Night"/><text content="Hello"/>')).toBe('Night');
  expect(titleOf('<solid color="#000000"/>')).toBe('Solid');
});
