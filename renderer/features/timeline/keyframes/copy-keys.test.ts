import { describe, expect, test } from 'vitest';
import { copiedSources, pastedKeys } from '#renderer/editor/keyframe-edits.ts';
import { keysOfNode, selectedKeys } from '#renderer/editor/keyframes.ts';
import { edited, elementId, film, linesOf, movieOf } from '#shared/editing/model/testing/editing.ts';
import { keysToClipboard, readClipboard } from '#shared/editing/plan/clipboard.ts';
import { frameRate, frames } from '#shared/template/values/frame-rate.ts';

const source = film(
  '<scene duration="100">',
  '<solid color="#ff0000" offset="10"><animation><key time="0" opacity="0" easing="ease-in"/><key time="20" opacity="1"/></animation></solid>',
  '<solid color="#00ff00"><animation><key time="15" position="0, 0"/></animation></solid>',
  '<solid color="#0000ff"/>',
  '<solid color="#ffffff"/>',
  '</scene>',
);
const state = { document: source.document, movie: movieOf(source), values: {}, playhead: frames(40) };
const solid = (at: number) => elementId(source, 'solid', at);

/** Returns the clipboard text after Ctrl+C with all keyframes of these layers selected. */
function copied(...layers: readonly number[]): string {
  const refs = layers.flatMap((at) => keysOfNode(state, solid(at))?.properties.flatMap(({ keys }) => keys) ?? []);
  const chosen = selectedKeys(
    state,
    refs.map(({ ref }) => ref),
  );
  return keysToClipboard(source.document, copiedSources(source.document, chosen), frameRate(25, 1));
}

function pasted(text: string, ...onto: readonly number[]) {
  const content = readClipboard(text);
  if (!content.ok || content.value.kind !== 'keys') throw new Error('no keys');
  return pastedKeys(state, content.value, onto.map(solid));
}

describe('keyframes on the clipboard', () => {
  test('become an animation whose frames count from the first keyframe', () => {
    expect(
      copied(0)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      '<keys framerate="25">',
      '<animation>',
      '<key time="0" opacity="0" easing="ease-in"/>',
      '<key time="20" opacity="1"/>',
      '</animation>',
      '</keys>',
      '',
    ]);
  });

  test('are pasted from one layer into each selected layer', () => {
    const done = pasted(copied(0), 2, 3);
    if (!done.ok) throw new Error(done.error.code);
    const after = edited(source, done.value.command);
    expect(after.label).toBe('Paste 4 keyframes');
    expect(linesOf(after.source).filter((line) => line.includes('time="60"'))).toHaveLength(2);
    expect(done.value.places.map(({ frame }) => frame)).toEqual([40, 60, 40, 60]);
  });

  test('are pasted from several layers into an equal number of layers', () => {
    const done = pasted(copied(0, 1), 2, 3);
    if (!done.ok) throw new Error(done.error.code);
    expect(done.value.places).toEqual([
      { node: solid(2), property: 'opacity', frame: 40 },
      { node: solid(2), property: 'opacity', frame: 60 },
      { node: solid(3), property: 'position', frame: 45 },
    ]);
    expect(pasted(copied(0, 1), 2)).toMatchObject({ ok: false, error: { code: 'clipboard/keys-of' } });
    expect(pasted(copied(0))).toMatchObject({ ok: false, error: { code: 'clipboard/keys' } });
  });

  test('keep their duration at another frame rate', () => {
    const done = pasted(
      '<keys framerate="50"><animation><key time="0" opacity="0"/><key time="20" opacity="1"/></animation></keys>',
      2,
    );
    expect(done.ok && done.value.places.map(({ frame }) => frame)).toEqual([40, 50]);
  });
});
