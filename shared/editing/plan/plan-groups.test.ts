import { describe, expect, test } from 'vitest';
import { frameRate, frames } from '#shared/template/values/frame-rate.ts';
import { attempt, edited, elementId, film, linesOf, sceneId } from '../model/testing/editing.ts';
import { layersToClipboard, readClipboard } from './clipboard.ts';

const source = film(
  '<scene duration="50">',
  '<video src="a.mp4"/>',
  '<text content="x" offset="5"/>',
  '<solid color="#000000"/>',
  '<image src="b.png" duration="9"/>',
  '</scene>',
);
const [video, text, solid, image] = ['video', 'text', 'solid', 'image'].map((name) => elementId(source, name));

describe('a group', () => {
  test('replaces its topmost layer and keeps all times', () => {
    const result = edited(source, { type: 'layer/group', layers: [solid, text].flatMap((id) => id ?? []) });
    expect(linesOf(result.source)).toEqual([
      '<scene duration="50">',
      '<video src="a.mp4"/>',
      '<group>',
      '<text content="x" offset="5"/>',
      '<solid color="#000000"/>',
      '</group>',
      '<image src="b.png" duration="9"/>',
      '</scene>',
    ]);
    expect([result.label, result.selection?.primary]).toEqual(['Group 2 layers', elementId(result.source, 'group')]);
    const back = edited(result.source, { type: 'layer/ungroup', groups: [elementId(result.source, 'group')] });
    expect(linesOf(back.source)).toEqual(linesOf(source));
  });

  test('is replaced by its layers when it is ungrouped', () => {
    const grouped = film(
      '<scene duration="50"><group offset="10" duration="20"><text content="x" offset="5"/><solid color="#000000" duration="4"/>' +
        '</group></scene>',
    );
    const { text: xml } = edited(grouped, { type: 'layer/ungroup', groups: [elementId(grouped, 'group')] }).source;
    expect(xml).toContain('<text content="x" offset="15" duration="15"/>');
    expect(xml).toContain('<solid color="#000000" duration="4" offset="10"/>');
  });

  test('cannot be ungrouped with effects or other attributes', () => {
    for (const inside of [
      '<group opacity="0.5"><text content="x"/></group>',
      '<group><filter type="vignette"/></group>',
    ]) {
      const grouped = film('<scene duration="50">', inside, '</scene>');
      const result = attempt(grouped, { type: 'layer/ungroup', groups: [elementId(grouped, 'group')] });
      expect(result.ok).toBe(false);
    }
    const [only] = [video].flatMap((id) => id ?? []);
    expect(attempt(source, { type: 'layer/ungroup', groups: only === undefined ? [] : [only] })).toEqual({
      ok: false,
      error: 'No group is selected.',
    });
  });
});

test('pasted layers are on top and use the target’s frame rate', () => {
  const clip = layersToClipboard(
    source.document,
    [image, text].flatMap((id) => id ?? []),
    frameRate(25),
  );
  expect(readClipboard(clip)).toMatchObject({ ok: true, value: { kind: 'layers' } });
  const other = edited(film('<scene duration="10"><solid color="#ffffff"/><audio src="s.mp3"/></scene>'), {
    type: 'movie/set',
    frameRate: frameRate(50),
    keep: 'frames',
  }).source;
  const pasted = edited(other, { type: 'layers/paste', text: clip, parent: sceneId(other, 0) });
  expect(pasted.source.text.replaceAll(/>\s+</g, '><')).toContain(
    '<solid color="#ffffff"/><text content="x" offset="10"/><image src="b.png" duration="18"/><audio src="s.mp3"/>',
  );
  expect(pasted.label).toBe('Paste 2 layers');
});

test('a copy is inserted directly above its original', () => {
  const copied = edited(source, { type: 'layer/duplicate', layers: [video].flatMap((id) => id ?? []) });
  expect(linesOf(copied.source).slice(1, 4)).toEqual([
    '<video src="a.mp4"/>',
    '<video src="a.mp4"/>',
    '<text content="x" offset="5"/>',
  ]);
});

describe('a scene that begins later or sooner', () => {
  const moving = '<animation type="custom"><key time="0" opacity="0"/><key time="30" opacity="1"/></animation>';
  const moved = film(
    `<scene duration="50"><text content="x">${moving}</text><text content="y" offset="20">${moving}</text>`,
    '<audio src="s.mp3" offset="4"/></scene>',
  );
  const trimmed = (by: number) =>
    edited(moved, { type: 'scene/trim-start', scene: sceneId(moved, 0), by }).source.text.match(
      /<(?:text|audio)[^>]*>/g,
    );

  test('keeps animated layers and sounds at their times in the movie', () => {
    expect(trimmed(10)).toEqual([
      '<text content="x" overlap="10">',
      '<text content="y" offset="10">',
      '<audio src="s.mp3" offset="0" skip="6"/>',
    ]);
    expect(trimmed(-10)).toEqual([
      '<text content="x" offset="10">',
      '<text content="y" offset="30">',
      '<audio src="s.mp3" offset="14"/>',
    ]);
  });

  test('causes no jump of animated layers when it is split', () => {
    const halves = edited(moved, { type: 'scene/split', scene: sceneId(moved, 0), at: frames(15) }).source.text;
    expect(halves.match(/<(?:scene|text|audio)[^>]*>/g)).toEqual([
      '<scene duration="15">',
      '<text content="x">',
      '<audio src="s.mp3" offset="4"/>',
      '<scene duration="35">',
      '<text content="x" overlap="15">',
      '<text content="y" offset="5">',
      '<audio src="s.mp3" offset="0" skip="11"/>',
    ]);
  });
});
