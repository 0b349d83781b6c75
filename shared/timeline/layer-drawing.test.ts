import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { textDrawing } from './layer-drawing.ts';

/** Returns the drawing of a text layer. */
function drawn(text: string) {
  const { source } = readTemplate(
    `<movie width="320" height="180" framerate="25"><scene duration="25">${text}</scene></movie>`,
  );
  const { document } = required(source, 'a template that can be read');
  const movie = resolveTemplate(document, { values: new Map(), missing: 'error' }).partial;
  const layer = movie?.scenes[0]?.layers[0];
  if (layer?.kind !== 'text') throw new Error('no text');
  return textDrawing(layer, ['face'], { frame: { width: 320, height: 180 }, scale: 1, look: null });
}

test('an italic text slants the letters of upright fonts', () => {
  expect(drawn('<text content="Hello" style="italic"/>').made).toEqual(['italic']);
  expect(drawn('<text content="Hello"/>')).not.toHaveProperty('made');
});

test('an italic run is slanted, and an upright run stays upright', () => {
  const one = drawn('<text><content>Hello <span style="italic">you</span></content></text>');
  expect(one).not.toHaveProperty('made');
  expect(one.runs).toMatchObject([{ made: ['italic'] }]);
  const other = drawn('<text style="italic"><content>Hello <span style="normal">you</span></content></text>');
  expect(other.runs).toMatchObject([{ made: [] }]);
});
