import { expect, test } from 'vitest';
import { SHAPE_STYLES, shapeElement } from '#shared/editing/insert/insertable.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { shapeKind } from './shape-kind.ts';

function kindOf(attributes: string) {
  const text = `<movie width="1920" height="1080" framerate="25"><scene duration="1"><shape ${attributes}/></scene></movie>`;
  const source = required(readTemplate(text).source, 'a template');
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  const layer = movie?.scenes[0]?.layers[0];
  return layer?.kind === 'shape' ? shapeKind(layer.outline, layer.box) : null;
}

test.each([
  ['width="300" height="200"', 'rectangle'],
  ['width="50%" height="50%"', 'rectangle'],
  ['width="300" height="4"', 'line'],
  ['width="90%" height="4"', 'line'],
  ['type="ellipse" width="300" height="4"', 'ellipse'],
  ['points="0,0 9,0 9,5 0,5"', 'rectangle'],
  ['points="0,0 9,2 7,9 1,7"', 'polygon'],
  ['points="0,0 5,0 9,4 5,9 0,9"', 'polygon'],
  ['path="M0 0L9 0L4 9Z"', 'triangle'],
  ['path="M0 0 C 1 1 2 2 9 9 Z"', 'path'],
  ['path="M0 0 L9 0 L4 9 Z M1 1 L2 1 L1 2 Z"', 'path'],
])('the outline determines the kind of a shape: %s', (attributes, kind) => {
  expect(kindOf(attributes)).toBe(kind);
});

test.each(SHAPE_STYLES)('a new shape has the kind that the user chose: %s', (style) => {
  const { attributes } = shapeElement(style, { width: 1920, height: 1080, background: 'dark' });
  const written = attributes.map(({ name, value }) => `${name}="${value}"`);
  expect(kindOf(written.join(' '))).toBe(style === 'rounded' ? 'rectangle' : style);
});
