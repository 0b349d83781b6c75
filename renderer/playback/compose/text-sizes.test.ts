import { expect, test } from 'vitest';
import type { Drawing, TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import { required } from '#shared/lib/assert.ts';
import { ok } from '#shared/lib/result.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { CaptionsLayer, Movie } from '#shared/template/movie/movie.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import type { StillStatus } from './still-sources.ts';
import { createTextSizes } from './text-sizes.ts';

function movieOf(captions: string): { readonly movie: Movie; readonly layer: CaptionsLayer } {
  const { source } = readTemplate(
    `<movie width="400" height="200" framerate="10"><scene duration="40">${captions}</scene></movie>`,
  );
  const { movie } = resolveTemplate(required(source, 'a template').document, { values: new Map(), missing: 'error' });
  const layer = movie?.scenes[0]?.layers[0];
  if (movie === null || layer?.kind !== 'captions') throw new Error('the captions cannot be read');
  return { movie, layer };
}

/** Returns sizes with a height of 20 pixels per line. */
function sizesOf(still: () => StillStatus, listeners = new Set<() => void>()) {
  const layOut = ({ content, width }: TextDrawing) => ({ width: width ?? 0, height: 20 * content.split('\n').length });
  return createTextSizes(
    { layoutOf: (drawing: Drawing) => ok(layOut(drawing as TextDrawing) as never), subscribe: () => () => undefined },
    { stills: { get: still }, added: { forText: () => [] } },
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  );
}

const now = (at: number) => ({ look: null, frame: { width: 400, height: 200 }, at });
const cues = '<cue start="0" end="10">one</cue><cue start="5" end="20">two</cue>';

test('captions are as high as the lines in the frame', () => {
  const { movie, layer } = movieOf(`<captions>${cues}</captions>`);
  const sizes = sizesOf(() => ({ kind: 'opening' }));
  const heights = [2, 7, 15, 30].map((at) => sizes.captionSizeOf(movie, layer, now(at))?.height);
  expect(heights).toEqual([20, 40, 20, undefined]);
});

test('file changes notify listeners only while captions wait for a file', () => {
  const listeners = new Set<() => void>();
  const { movie, layer } = movieOf('<captions src="a.srt"/>');
  let status: StillStatus = { kind: 'opening' };
  const sizes = sizesOf(() => status, listeners);
  let calls = 0;
  const end = sizes.subscribe(() => {
    calls += 1;
  });
  const changed = () => {
    for (const listener of listeners) listener();
  };
  changed();
  expect(calls).toBe(0);
  expect(sizes.captionSizeOf(movie, layer, now(0))).toBeNull();
  changed();
  expect(calls).toBe(1);
  status = { kind: 'failed', message: 'a.srt' };
  sizes.captionSizeOf(movie, layer, now(0));
  changed();
  expect(calls).toBe(1);
  end();
  expect(listeners.size).toBe(0);
});
