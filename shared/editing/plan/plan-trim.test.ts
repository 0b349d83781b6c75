import { describe, expect, test } from 'vitest';
import { frames } from '#shared/template/values/frame-rate.ts';
import { attempt, edited, film, linesOf, sceneId } from '../testing/editing.ts';

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
  ])('of the start by $by shifts every layer, and is clamped', ({ by, becomes }) => {
    const source = one('2s', '10', '');
    const result = edited(source, { type: 'scene/trim-start', scene: sceneId(source, 0), by });
    expect(times(result.source)).toEqual(by === -5 ? ['2s', '10'] : becomes);
    expect(result.label).toBe('Trim start of “a”');
  });

  test('of the start goes back as far as the source does', () => {
    const source = one('50', '1s', '10');
    const { source: result } = edited(source, { type: 'scene/trim-start', scene: sceneId(source, 0), by: -30 });
    expect(times(result)).toEqual(['60', '15', '0']);
  });

  test('of the start moves a source as far as it goes in that time', () => {
    const source = film('<scene duration="50" name="a"><video src="a.mp4" skip="10" speed="2"/></scene>');
    const trim = (by: number) => edited(source, { type: 'scene/trim-start', scene: sceneId(source, 0), by }).source;
    expect(times(trim(5))).toEqual(['45', '20']);
    expect(times(trim(-30))).toEqual(['55', '0']);
  });

  test('of the end keeps a frame', () => {
    const source = one('50', '10');
    const trim = (duration: number) =>
      times(edited(source, { type: 'scene/trim-end', scene: sceneId(source, 0), duration }).source)[0];
    expect([trim(20), trim(0), trim(-7), trim(70)]).toEqual(['20', '1', '1', '70']);
  });

  test('to the same length leaves seconds as they are written', () => {
    const source = one('2s', '10');
    expect(edited(source, { type: 'scene/trim-end', scene: sceneId(source, 0), duration: 50 }).source).toBe(source);
  });
});

describe('a scene that is as long as its content', () => {
  const source = film('<scene name="a"><video src="a.mp4" skip="10"/></scene>');
  const scene = sceneId(source, 0);

  test('gets a length of its own by a trim of its end, also where it had that of its sounds', () => {
    expect(times(edited(source, { type: 'scene/trim-end', scene, duration: 30 }).source)).toEqual(['30', '10']);
    const heard = one('audio', '10');
    const trimmed = edited(heard, { type: 'scene/trim-end', scene: sceneId(heard, 0), duration: 30 }).source;
    expect(times(trimmed)).toEqual(['30', '10']);
  });

  test('is trimmed at its start and split only with a length of its own, and says so', () => {
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
  test('moves the sources under the scene, not before their beginning', () => {
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
  test('makes two scenes that play on', () => {
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

  test('leaves a group to play on, with all that is in it', () => {
    const group = '<group><video src="a.mp4" skip="3"/><solid offset="5"/></group>';
    const source = film('<scene duration="20" name="a">', group, '</scene>');
    const { source: result } = edited(source, { type: 'scene/split', scene: sceneId(source, 0), at: frames(8) });
    const [first, second] = result.text.split('</scene>');
    expect(first).toContain(group);
    expect(second).toMatch(/<group overlap="8">\s*<video src="a.mp4" skip="3"\/>\s*<solid offset="5"\/>\s*<\/group>/);
  });

  test('at an edge is refused', () => {
    const source = one('50', '');
    for (const at of [0, 50, 51])
      expect(attempt(source, { type: 'scene/split', scene: sceneId(source, 0), at: frames(at) }).ok).toBe(false);
  });

  test('of variable times is refused in words', () => {
    for (const source of [one('${len, 50}', ''), one('50', '${start, 3}')])
      expect(attempt(source, { type: 'scene/split', scene: sceneId(source, 0), at: frames(9) })).toMatchObject({
        error: expect.stringContaining('is a variable. Convert it to a fixed value'),
      });
  });
});

describe('a placeholder', () => {
  const trim = (source: ReturnType<typeof film>, values: Readonly<Record<string, string>> = {}) =>
    attempt(source, { type: 'scene/trim-end', scene: sceneId(source, 0), duration: 20 }, values);

  test('that is the whole value gets another default', () => {
    const result = trim(one('${len, 50}', ''));
    expect(result.ok && linesOf(result.value.source)[0]).toBe('<scene duration="${len, 20}" name="a">');
  });

  test.each([
    {
      name: 'that is part of the value',
      source: one('${len, 5}0', ''),
      values: {},
      says: 'composed of variables',
    },
    {
      name: 'whose variable others use',
      source: one('${len, 50}', '${len, 50}'),
      values: {},
      says: 'which 2 places use',
    },
    {
      name: 'that the data set gives',
      source: one('${len, 50}', ''),
      values: { len: '30' },
      says: 'which the data set sets',
    },
    { name: 'that is malformed', source: one('${len', ''), values: {}, says: 'malformed' },
  ])('$name is kept, and the change refused', ({ source, values, says }) => {
    expect(trim(source, values)).toMatchObject({ ok: false, error: expect.stringContaining(says) });
  });
});
