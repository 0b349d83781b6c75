import { describe, expect, test } from 'vitest';
import { frames } from '#shared/template/values/frame-rate.ts';
import { attempt, edited, film, linesOf, sceneId } from '../model/testing/editing.ts';

const one = (duration: string, ...skips: readonly string[]) =>
  film(
    `<scene duration="${duration}" name="a">`,
    ...skips.map((skip) => `<video src="a.mp4"${skip === '' ? '' : ` skip="${skip}"`}/>`),
    '</scene>',
  );
const times = (source: ReturnType<typeof one>) =>
  [...source.text.matchAll(/(?:duration|skip)="([^"]*)"/g)].map(([, time]) => time);

describe('a trim', () => {
  test.each([
    { by: 5, becomes: ['45', '15', '5'] },
    { by: -5, becomes: ['50', '10'] },
    { by: 100, becomes: ['1', '59', '49'] },
  ])('trims the start of every layer by $by', ({ by, becomes }) => {
    const source = one('2s', '10', '');
    const result = edited(source, { type: 'scene/trim-start', scene: sceneId(source, 0), by });
    expect(times(result.source)).toEqual(by === -5 ? ['2s', '10'] : becomes);
    expect(result.label).toBe('Trim start of “a”');
  });

  test('extends the start of a scene within the sources', () => {
    const source = one('50', '1s', '10');
    const { source: result } = edited(source, { type: 'scene/trim-start', scene: sceneId(source, 0), by: -30 });
    expect(times(result)).toEqual(['60', '15', '0']);
  });

  test('moves the in-point according to the speed of the layer', () => {
    const source = film('<scene duration="50" name="a"><video src="a.mp4" skip="10" speed="2"/></scene>');
    const trim = (by: number) => edited(source, { type: 'scene/trim-start', scene: sceneId(source, 0), by }).source;
    expect(times(trim(5))).toEqual(['45', '20']);
    expect(times(trim(-30))).toEqual(['55', '0']);
  });

  test('leaves at least one frame at the end', () => {
    const source = one('50', '10');
    const trim = (duration: number) =>
      times(edited(source, { type: 'scene/trim-end', scene: sceneId(source, 0), duration }).source)[0];
    expect([trim(20), trim(0), trim(-7), trim(70)]).toEqual(['20', '1', '1', '70']);
  });

  test('keeps the notation of a length that stays equal', () => {
    const source = one('2s', '10');
    expect(edited(source, { type: 'scene/trim-end', scene: sceneId(source, 0), duration: 50 }).source).toBe(source);
  });
});

describe('a scene that is as long as its content', () => {
  const source = film('<scene name="a"><video src="a.mp4" skip="10"/></scene>');
  const scene = sceneId(source, 0);

  test('gets a duration when its end is trimmed', () => {
    expect(times(edited(source, { type: 'scene/trim-end', scene, duration: 30 }).source)).toEqual(['30', '10']);
    const soundScene = one('audio', '10');
    const trimmed = edited(soundScene, { type: 'scene/trim-end', scene: sceneId(soundScene, 0), duration: 30 }).source;
    expect(times(trimmed)).toEqual(['30', '10']);
  });

  test('refuses a start trim and a split', () => {
    for (const command of [
      { type: 'scene/trim-start', scene, by: 5 } as const,
      { type: 'scene/split', scene, at: frames(5) } as const,
    ])
      expect(attempt(source, command)).toEqual({
        ok: false,
        error: 'The duration has no value yet. Set one first.',
      });
  });
});

describe('a slip', () => {
  test('moves the in-points at most to the start of a source', () => {
    const source = one('50', '10', '4');
    const slip = (by: number) => times(edited(source, { type: 'scene/slip', scene: sceneId(source, 0), by }).source);
    expect(slip(6)).toEqual(['50', '16', '10']);
    expect(slip(-6)).toEqual(['50', '6', '0']);
  });

  test('needs a video', () => {
    const source = film('<scene duration="5"/>');
    expect(attempt(source, { type: 'scene/slip', scene: sceneId(source, 0), by: 1 }).ok).toBe(false);
  });
});

describe('a split', () => {
  test('makes two scenes that continue seamlessly', () => {
    const source = film(
      '<!-- a -->',
      '<scene duration="50" name="a">',
      '  <video src="a.mp4" skip="10"><filter type="saturation" intensity="0"/></video>',
      '  <video src="b.mp4"/>',
      '</scene>',
    );
    const {
      source: result,
      selection,
      label,
    } = edited(source, {
      type: 'scene/split',
      scene: sceneId(source, 0),
      at: frames(20),
    });
    expect(times(result)).toEqual(['20', '10', '30', '30', '20']);
    expect(result.text.match(/name="a"/g)).toHaveLength(2);
    expect(result.text.match(/<filter type="saturation" intensity="0"\/>/g)).toHaveLength(2);
    expect(selection).toMatchObject({ ids: [sceneId(result, 1)] });
    expect(label).toBe('Split “a”');
  });

  test('continues a group with its content', () => {
    const group = '<group><video src="a.mp4" skip="3"/><solid offset="5"/></group>';
    const source = film('<scene duration="20" name="a">', group, '</scene>');
    const { source: result } = edited(source, { type: 'scene/split', scene: sceneId(source, 0), at: frames(8) });
    const [first, second] = result.text.split('</scene>');
    expect(first).toContain(group);
    expect(second).toMatch(/<group overlap="8">\s*<video src="a.mp4" skip="3"\/>\s*<solid offset="5"\/>\s*<\/group>/);
  });

  test('fails at the edge of a scene', () => {
    const source = one('50', '');
    for (const at of [0, 50, 51])
      expect(attempt(source, { type: 'scene/split', scene: sceneId(source, 0), at: frames(at) }).ok).toBe(false);
  });

  test('refuses variable times with a reason', () => {
    for (const source of [one('${len, 50}', ''), one('50', '${start, 3}')])
      expect(attempt(source, { type: 'scene/split', scene: sceneId(source, 0), at: frames(9) })).toMatchObject({
        error: expect.stringContaining('is a variable. Convert it to a fixed value'),
      });
  });
});

describe('a placeholder', () => {
  const trim = (source: ReturnType<typeof film>, values: Readonly<Record<string, string>> = {}) =>
    attempt(source, { type: 'scene/trim-end', scene: sceneId(source, 0), duration: 20 }, values);

  test('gets a new default if it is the whole value', () => {
    const result = trim(one('${len, 50}', ''));
    expect(result.ok && linesOf(result.value.source)[0]).toBe('<scene duration="${len, 20}" name="a">');
  });

  test.each([
    {
      name: 'part of a value',
      source: one('${len, 5}0', ''),
      values: {},
      says: 'composed of variables',
    },
    {
      name: 'a shared variable',
      source: one('${len, 50}', '${len, 50}'),
      values: {},
      says: 'which 2 places use',
    },
    {
      name: 'a value from the data set',
      source: one('${len, 50}', ''),
      values: { len: '30' },
      says: 'which the data set sets',
    },
    { name: 'a malformed placeholder', source: one('${len', ''), values: {}, says: 'malformed' },
  ])('stays unchanged when an edit is refused: $name', ({ source, values, says }) => {
    expect(trim(source, values)).toMatchObject({ ok: false, error: expect.stringContaining(says) });
  });
});
