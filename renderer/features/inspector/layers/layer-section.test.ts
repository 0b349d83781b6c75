import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import type { CodeLayer } from '#shared/template/movie/movie.ts';
import { codeBox, codePixels } from '#shared/timeline/codes.ts';
import { codeFacts, isReadable } from './layer-section.tsx';

function codeIn(layers: string) {
  const movie = movieOf(film(`<scene duration="60">${layers}</scene>`));
  const layer = required(movie.scenes[0]?.layers[0], 'a layer');
  if (layer.kind !== 'code') throw new Error('a layer that is no code');
  return { movie, layer };
}

test('the facts of a QR code include version and module size', () => {
  const { movie, layer } = codeIn('<code content="https://example.org/r/4711" width="200" height="300" scale="1.5"/>');
  expect(codeFacts(movie, layer.id)).toEqual({ version: 2, modules: 25, module: 9 });
});

/** Returns the pixels of a gray picture with a QR code at a position. */
function pictureOf(code: CodeLayer, left: number, top: number) {
  const [width, height] = [320, 180];
  const box = codeBox(code, { width, height });
  const pixels = codePixels(code, box);
  const data = new Uint8ClampedArray(4 * width * height).fill(128);
  for (let row = 0; row < box.height; row++)
    data.set(pixels.subarray(4 * row * box.width, 4 * (row + 1) * box.width), 4 * ((top + row) * width + left));
  return { picture: { width, height, data }, bounds: { left, top, ...box } };
}

test('a QR code is readable if the picture contains it', () => {
  const { layer } = codeIn('<code content="Grüße 😀"/>');
  const { picture, bounds } = pictureOf(layer, 30, 20);
  expect(isReadable(picture, bounds, layer.content)).toBe(true);
  expect(isReadable(picture, bounds, 'Grüße')).toBe(false);
  expect(isReadable(picture, { ...bounds, left: 200 }, layer.content)).toBe(false);
  expect(isReadable(picture, { ...bounds, left: 400 }, layer.content)).toBe(false);
});
