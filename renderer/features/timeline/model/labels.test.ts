import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { sceneTitle } from './labels.ts';

function titleOf(layers: string, attributes = ''): string {
  const [scene] = movieOf(film(`<scene duration="10" ${attributes}>${layers}</scene>`)).scenes;
  return scene === undefined ? '' : sceneTitle(scene, { empty: 'Empty' });
}

test('the title of an unnamed scene comes from its lowest layer', () => {
  expect(titleOf('<text content="Hello"/>', 'name="First"')).toBe('First');
  expect(titleOf('<image src="logo.png"/><text content="Hello"/>')).toBe('logo.png');
  expect(titleOf('')).toBe('Empty');
});

test('the title of a text scene is the text, not the background', () => {
  expect(titleOf('<solid color="#000000"/><image src="logo.png"/><text content="Hello"/>')).toBe('Hello');
  expect(titleOf('<shape width="9" height="9"/><image src="logo.png"/>')).toBe('logo.png');
  expect(titleOf('<solid color="#000000" name="Night"/><text content="Hello"/>')).toBe('Night');
  expect(titleOf('<solid color="#000000"/>')).toBe('Solid');
});
