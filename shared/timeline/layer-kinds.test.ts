import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { animatableOf, ownSources } from '#shared/template/movie/movie-kinds.ts';
import { elementRegistry, type LayerKind } from '#shared/template/tables/elements.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { framedLayers } from './boxes.ts';
import { contentLengthOf, layerDrawing, layerSize, NOTHING_KNOWN, opaqueSize } from './timeline-kinds.ts';

const FRAME = { width: 640, height: 360 };
/** An example of each layer kind. The compiler reports a missing kind. */
const EXAMPLES: Readonly<Record<Exclude<LayerKind, 'layer'>, string>> = {
  video: '<video src="a.mp4"/>',
  image: '<image src="a.png"/>',
  text: '<text content="Hello"/>',
  captions: '<captions src="a.srt"/>',
  solid: '<solid/>',
  shape: '<shape type="ellipse"/>',
  code: '<code content="A"/>',
  group: '<group><solid/></group>',
};

test('the examples include every layer kind of the language', () => {
  const kinds = Object.entries(elementRegistry).flatMap(([name, { role }]) => (role === 'layer' ? [name] : []));
  expect([...Object.keys(EXAMPLES), 'layer'].sort()).toEqual(kinds.sort());
});

test.each(Object.entries(EXAMPLES))('the tables of layer kinds describe a layer: %s', (kind, inside) => {
  const layer = layerOf(inside);
  const images = new Map([[layer.id, 'f'.repeat(64)]]);
  const ends = contentLengthOf(layer, { numerator: 10, denominator: 1 }, () => ({ picture: 3, sound: null }));
  expect({
    animatable: animatableOf(layer.kind).length > 0,
    sources: ownSources(layer).map(({ kind: requested }) => requested),
    size: layerSize(layer, FRAME, null, NOTHING_KNOWN, 0).width > 0,
    ends,
    drawing: layerDrawing(layer, { images, fonts: () => ({ fonts: [] }) }, { frame: FRAME, scale: 1, look: null })
      ?.drawing.kind,
    isOpaque: opaqueSize(layer, { isOpaque: true, size: FRAME, frame: FRAME }) !== null,
  }).toEqual({
    animatable: true,
    sources: { video: ['media'], image: ['image'], captions: ['captions'] }[kind] ?? [],
    size: true,
    ends: kind === 'video' || kind === 'captions' ? [30] : [],
    drawing: ['text', 'image', 'shape'].includes(kind) ? kind : undefined,
    isOpaque: ['video', 'image', 'solid', 'code'].includes(kind),
  });
});

function layerOf(inside: string) {
  const xml = `<movie width="640" height="360" framerate="10"><scene duration="10">${inside}</scene></movie>`;
  const { document } = required(readTemplate(xml).source, 'a template');
  const { movie } = resolveTemplate(document, { values: new Map(), missing: 'error' });
  return required(framedLayers(required(movie, 'a movie'))[0], 'a layer').layer;
}
