import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { sceneTitle } from './labels.ts';

function titleOf(layers: string, attributes = ''): string {
  const [scene] = movieOf(film(`<scene duration="10" ${attributes}>${layers}</scene>`)).scenes;
  return scene === undefined ? '' : sceneTitle(scene, { empty: 'Empty' });
}

test('the title of a scene is its name, or its lowest layer’s', () => {
  expect(titleOf('<text content="Hello"/>', 'name="First"')).toBe('First');
  expect(titleOf('<image src="logo.png"/><text content="Hello"/>')).toBe('logo.png');
  expect(titleOf('')).toBe('Empty');
});

test('a text above a plain background is the scene’s title', () => {
  expect(titleOf('<solid color="#000000"/><image src="logo.png"/><text content="Hello"/>')).toBe('Hello');
  expect(titleOf('<shape width="9" height="9"/><image src="logo.png"/>')).toBe('logo.png');
  expect(titleOf('<solid color="#000000" name="Night"/><text content="Hello"/>')).toBe('Night');
  expect(titleOf('<solid color="#000000"/>')).toBe('Solid');
});
