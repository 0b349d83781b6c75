import { expect, test } from 'vitest';
import { frames } from '#shared/template/values/frame-rate.ts';
import { edited, film, linesOf, movieOf, sceneId } from '../model/testing/editing.ts';
import { insertCommand, sceneFiles } from './insert-command.ts';
import { captionsStyle, elementNamed, type Insertable } from './insertable.ts';

const TITLE: Insertable = { kind: 'text', preset: 'title', words: ['Hello'] };
const TWO = film(
  '<scene duration="20"/>',
  '<scene duration="30" background="#fff">',
  '<video src="a.mp4"/>',
  '</scene>',
);

function added(source: ReturnType<typeof film>, insertable: Insertable, where: Parameters<typeof insertCommand>[2]) {
  return edited(source, insertCommand(movieOf(source), insertable, where));
}

test('a new text starts at the playhead and is selected', () => {
  const result = added(TWO, TITLE, { frame: frames(25) });
  expect(linesOf(result.source)).toEqual([
    '<scene duration="20"/>',
    '<scene duration="30" background="#fff">',
    '<video src="a.mp4"/>',
    '<text content="Hello" size="5" weight="700" shadow="0, 1, 1, #000000a0" width="80%" xalign="center" offset="5"/>',
    '</scene>',
  ]);
  expect(result.label).toBe('Add text');
  expect(result.selection?.ids).toEqual([movieOf(result.source).scenes[1]?.layers[1]?.id]);
});

test('a new text on a light background is dark without a shadow', () => {
  const light = film('<scene duration="20" background="#ffee88"/>');
  expect(linesOf(added(light, TITLE, { frame: frames(0) }).source)[1]).toBe(
    '<text content="Hello" size="5" weight="700" color="#111111" width="80%" xalign="center"/>',
  );
  expect(linesOf(added(TWO, TITLE, { frame: frames(3) }).source)[1]).toBe(
    '<text content="Hello" size="5" weight="700" width="80%" xalign="center" offset="3"/>',
  );
});

test('a layer inserted into an empty movie gets a scene', () => {
  const result = added(film(), { kind: 'solid' }, { frame: frames(0) });
  expect(linesOf(result.source)).toEqual(['<scene duration="125">', '<solid color="#24304a"/>', '</scene>']);
});

test('the layer is inserted into the chosen scene during a transition', () => {
  const source = film('<scene duration="20"/>', '<transition duration="10"/>', '<scene duration="20"/>');
  const [first, second] = [sceneId(source, 0), sceneId(source, 1)];
  const sceneOf = (scene: typeof first, frame: number) => {
    const command = insertCommand(movieOf(source), { kind: 'solid' }, { frame: frames(frame), scene });
    return command.type === 'element/insert' && command.into.in === 'scene' ? command.into.scene : null;
  };
  expect([sceneOf(first, 15), sceneOf(second, 15), sceneOf(second, 3)]).toEqual([first, second, first]);
});

test('a new sound starts at the playhead or with the movie', () => {
  const sound: Insertable = { kind: 'audio', source: { kind: 'asset', name: 'a.mp3' } };
  expect(linesOf(added(TWO, sound, { frame: frames(23) }).source)).toContain('<audio src="a.mp3" offset="3"/>');
  const whole = added(TWO, sound, { frame: frames(23), over: 'film' });
  expect(linesOf(whole.source)[0]).toBe('<audio src="a.mp3"/>');
  expect(whole.label).toBe('Add “a.mp3”');
});

test('a layer for the whole movie joins the existing overlay', () => {
  const once = added(TWO, { kind: 'shape', style: 'line' }, { frame: frames(7), over: 'film' });
  const twice = added(once.source, { kind: 'shape', style: 'line' }, { frame: frames(0), over: 'film' });
  expect(linesOf(twice.source).slice(-4)).toEqual([
    '<overlay>',
    '<shape width="40" height="1" offset="7"/>',
    '<shape width="40" height="1"/>',
    '</overlay>',
  ]);
});

test('a dropped image keeps its size if it fits', () => {
  const image = (size: { width: number; height: number } | null): Insertable => ({
    ...{ kind: 'image', source: { kind: 'asset', name: 'a.png' } },
    size,
  });
  const line = (insertable: Insertable, place: { x: number; y: number } | null = null) =>
    linesOf(added(film('<scene duration="9"/>'), insertable, { frame: frames(0), place }).source)[1];
  expect(line(image({ width: 100, height: 50 }))).toBe('<image src="a.png"/>');
  expect(line(image({ width: 101, height: 50 }))).toBe('<image src="a.png" width="100" height="50"/>');
  expect(line(image({ width: 100, height: 400 }))).toBe('<image src="a.png" width="13" height="50"/>');
  // The position is in pixels, whether the size is known or not.
  expect(line(image(null), { x: -20.4, y: 8 })).toBe('<image src="a.png" width="50" height="25" position="-20, 8"/>');
});

test('captions ignore the position of the drop', () => {
  const captions: Insertable = { kind: 'captions', source: { kind: 'asset', name: 'a.srt' } };
  const dropped = (place: { x: number; y: number } | null) =>
    linesOf(added(TWO, captions, { frame: frames(0), place }).source)[1];
  expect(dropped({ x: -20, y: 8 })).toBe(dropped(null));
  expect(dropped(null)).not.toContain('position');
  expect(dropped(null)).toContain('look="boxed"');
  expect(dropped(null)).not.toContain('background');
});

test('captions in a portrait movie stay above the app interface', () => {
  const captions: Insertable = { kind: 'captions', source: { kind: 'asset', name: 'a.srt' } };
  const look = captionsStyle({ width: 1080, height: 1920, background: 'picture' });
  expect(look).toMatchObject({ look: 'boxed', size: 65, width: '64%', position: '0, -36%' });
  expect(linesOf(added(TWO, captions, { frame: frames(0), place: null }).source)[1]).not.toContain('position');
});

test('a chosen range of a source is inserted', () => {
  const source = { kind: 'asset', name: 'a.mp4' } as const;
  const result = added(TWO, { kind: 'video', source, skip: frames(8), duration: frames(4) }, { frame: frames(2) });
  expect(linesOf(result.source)[1]).toBe('<video src="a.mp4" skip="8" offset="2" duration="4"/>');
});

test('an inserted font is declared at the beginning of the resources', () => {
  const font = (family: string) =>
    ({
      type: 'element/insert',
      element: elementNamed('font', { family, src: 'a.ttf' }),
      into: { in: 'resources' },
    }) as const;
  const once = edited(film('<scene duration="9"/>'), font('Brand'));
  expect(linesOf(edited(once.source, font('Other')).source)).toEqual([
    '<resources>',
    '<font family="Brand" src="a.ttf"/>',
    '<font family="Other" src="a.ttf"/>',
    '</resources>',
    '<scene duration="9"/>',
  ]);
  expect(once.selection).toBe(null);
});

test('a layer inserted near the end of a scene starts earlier', () => {
  const source = film('<scene duration="20"/>', '<scene duration="100"/>');
  const lineAt = (frame: number, target: Partial<Parameters<typeof insertCommand>[2]> = {}) =>
    linesOf(added(source, { kind: 'solid' }, { frame: frames(frame), ...target }).source).find((line) =>
      line.startsWith('<solid'),
    );
  expect(lineAt(119)).toBe('<solid color="#24304a"/>');
  expect(lineAt(96)).toBe('<solid color="#24304a"/>');
  expect(lineAt(95)).toBe('<solid color="#24304a" offset="75"/>');
  // After the last frame, the result is the same.
  expect(lineAt(500)).toBe('<solid color="#24304a"/>');
  // At a chosen position, the layer starts early enough to be visible for one second.
  expect(lineAt(119, { isChosen: true })).toBe('<solid color="#24304a" offset="75"/>');
  expect(lineAt(119, { over: 'film' })).toBe('<solid color="#24304a"/>');
});

test('captions over the whole movie start with the movie', () => {
  const captions: Insertable = { kind: 'captions', source: { kind: 'asset', name: 'a.srt' } };
  const result = added(TWO, captions, { frame: frames(23), over: 'film' });
  expect(linesOf(result.source).find((line) => line.startsWith('<captions'))).not.toContain('offset');
});

test('several pictures become scenes, but a single picture becomes a layer', () => {
  const [video, image, sound] = [{ kind: 'video' }, { kind: 'image' }, { kind: 'audio' }] as const;
  expect(sceneFiles([image], 'playhead')).toEqual([]);
  expect(sceneFiles([image, sound], 'playhead')).toEqual([]);
  expect(sceneFiles([image, sound, image], 'playhead')).toEqual([image, image]);
  expect(sceneFiles([image, video], 'playhead')).toEqual([image, video]);
  expect(sceneFiles([image], 'cut')).toEqual([image]);
  expect(sceneFiles([sound, image], 'empty')).toEqual([image]);
  expect(sceneFiles([video, image], 'scene')).toEqual([]);
});
