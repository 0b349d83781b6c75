import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { autoEdge, withEdges } from './blur-edge.ts';
import { framedLayers } from './boxes.ts';
import { layerSize } from './timeline-kinds.ts';

/**
 * Returns the resolved `auto` edge for the last layer of a movie with 640 × 360 pixels. `source` is the size of the
 * source.
 */
function edgeOf(inside: string, isOpaque = true, source = { width: 640, height: 360 }) {
  const xml = `<movie width="640" height="360" framerate="10"><scene duration="10">${inside}</scene></movie>`;
  const { document } = required(readTemplate(xml).source, 'a template');
  const { movie } = resolveTemplate(document, { values: new Map([['side', '640']]), missing: 'error' });
  const { layer, frame } = required(framedLayers(required(movie, 'a movie')).at(-1), 'a layer');
  const known = { ofSource: () => source, ofText: () => null, ofCaptions: () => null };
  return autoEdge({ layer, isOpaque, size: layerSize(layer, frame, null, known, 0), frame });
}

test.each([
  '<video src="a.mp4"/>',
  '<video src="a.mp4" rotation="180"/>',
  '<video src="a.mp4" scale="1.5" position="100, 0"/>',
  '<video src="a.mp4" position="0.5, -0.5"/>',
  '<video src="a.mp4"><animation><key time="0" position="0, 0"/><key time="5" position="300, 0"/></animation></video>',
  '<video src="a.mp4"><filter type="chromakey"/><transform type="crop" left="100"/></video>',
  '<image src="a.jpg" width="100%" height="100%" fit="cover"/>',
  '<solid/>',
  '<solid width="${side, 100}" height="360"/>',
  '<solid origin="topleft" anchor="-50%, -50%"/>',
  '<solid color="#ff000080" gradient="0, #ff0000, #0000ff"/>',
  '<group width="200" height="100"><solid width="200" height="100"/></group>',
  '<group width="200" height="100"><video src="a.mp4" width="200" height="100" fit="stretch"/></group>',
])('the blur of an opaque, covering layer is clamped: %s', (inside) => {
  expect(edgeOf(inside)).toBe('clamp');
});

test.each([
  '<video src="a.mp4" position="0.6, 0"/>',
  '<video src="a.mp4" rotation="90"/>',
  '<video src="a.mp4" rotation="10" scale="3"/>',
  '<video src="a.mp4" scale="0.9"/>',
  '<video src="a.mp4" width="50%"/>',
  '<solid width="120" height="80"/>',
  '<solid width="99%"/>',
  '<solid color="#ff0000fe"/>',
  '<solid gradient="0, #ff0000, #0000ff80"/>',
  '<shape type="rectangle" fill="#ff0000"/>',
  '<text content="A"/>',
  '<group><solid/></group><group/>',
])('the blur of any other layer is spread: %s', (inside) => {
  expect(edgeOf(inside)).toBe('spread');
});

test('the blur of a transparent or smaller source is spread', () => {
  expect(edgeOf('<video src="a.webm"/>', false)).toBe('spread');
  expect(edgeOf('<video src="a.mp4"/>', true, { width: 100, height: 100 })).toBe('spread');
  expect(edgeOf('<video src="a.mp4" fit="cover"/>', true, { width: 100, height: 100 })).toBe('clamp');
});

test('an explicit edge is preserved', () => {
  const xml = `<movie width="64" height="36" framerate="10"><scene duration="10"><solid width="10" height="10">
    <filter type="blur" edge="clamp"/><filter type="blur"/></solid></scene></movie>`;
  const { document } = required(readTemplate(xml).source, 'a template');
  const { movie } = resolveTemplate(document, { values: new Map(), missing: 'error' });
  const { layer, frame } = required(framedLayers(required(movie, 'a movie')).at(-1), 'a layer');
  const edges = withEdges(layer.effects, { layer, frame, isOpaque: false, size: { width: 10, height: 10 } });
  expect(edges.map(({ parameters }) => parameters)).toMatchObject([{ edge: 'clamp' }, { edge: 'spread' }]);
});
