import { describe, expect, test } from 'vitest';
import { frameRate, frames } from '#shared/template/values/frame-rate.ts';
import { selectNodes } from '../model/selection.ts';
import { attempt, edited, elementId, film, linesOf, sceneId } from '../model/testing/editing.ts';
import { effectsToClipboard, readClipboard, scenesToClipboard } from './clipboard.ts';

const layered = () =>
  film(
    '<scene duration="50">',
    '<video url="https://example.org/a.mp4" audio="true"><filter type="saturation" saturation="0.5"/></video>',
    '<odd/>',
    '<video src="b.mp4"/>',
    '</scene>',
    '<scene duration="20"><video src="b.mp4"/></scene>',
  );

test('a transition loses a direction that its new type does not have', () => {
  const source = film(
    '<scene duration="5"/>',
    '<transition type="wipe" direction="topleft"/>',
    '<scene duration="5"/>',
  );
  const to = (type: string) =>
    linesOf(
      edited(source, { type: 'attribute/set', node: elementId(source, 'transition'), name: 'type', value: type })
        .source,
    )[1];
  expect(to('push')).toBe('<transition type="push"/>');
  expect(to('${type}')).toBe('<transition type="${type}" direction="topleft"/>');
});

describe('layers', () => {
  test('get a new mask after existing masks', () => {
    const source = film('<scene duration="5"><solid color="#ff0000"/></scene>');
    const masked = edited(source, { type: 'mask/add', layers: [elementId(source, 'solid')], shape: 'ellipse' });
    expect(linesOf(masked.source)).toEqual([
      '<scene duration="5"><solid color="#ff0000"><mask><shape type="ellipse" width="80%" height="80%"/></mask></solid></scene>',
    ]);
    expect(masked.label).toBe('Add mask');
    const again = edited(masked.source, { type: 'mask/add', layers: [elementId(source, 'solid')], shape: 'rectangle' });
    expect(again.source.text.match(/<shape[^>]*>/g)?.at(-1)).toBe('<shape width="80%" height="80%"/>');
  });

  test('lose their name if the new name is empty', () => {
    const source = film('<scene duration="5">', '<video src="b.mp4"/>', '</scene>', '<audio src="a.mp3"/>');
    const named = edited(source, { type: 'layer/rename', layer: elementId(source, 'video'), name: ' Clip ' });
    expect(linesOf(named.source)[1]).toBe('<video src="b.mp4" name="Clip"/>');
    expect(named.label).toBe('Rename to “Clip”');
    const sound = edited(named.source, { type: 'layer/rename', layer: elementId(source, 'audio'), name: 'Music' });
    expect(linesOf(sound.source)[3]).toBe('<audio src="a.mp3" name="Music"/>');
    const unnamed = edited(named.source, { type: 'layer/rename', layer: elementId(source, 'video'), name: '' });
    expect(unnamed.source.text).toBe(source.text);
  });

  test('are inserted by their index among the layers', () => {
    const source = layered();
    const add = (index?: number) =>
      linesOf(
        edited(source, {
          type: 'layer/add',
          parent: sceneId(source, 0),
          source: { kind: 'asset', name: 'c.mp4' },
          skip: frames(5),
          ...(index !== undefined && { index }),
        }).source,
      );
    expect(add(0)[1]).toBe('<video src="c.mp4" skip="5"/>');
    expect(add(1)[3]).toBe('<video src="c.mp4" skip="5"/>');
    expect(add()[4]).toBe('<video src="c.mp4" skip="5"/>');
  });

  test('keep the position of the source attribute in a relink', () => {
    const source = layered();
    const { source: result, label } = edited(source, {
      type: 'layer/set',
      layers: [elementId(source, 'video')],
      source: { kind: 'asset', name: 'c.mp4' },
      audio: false,
    });
    expect(linesOf(result)[1]).toBe(
      '<video src="c.mp4" audio="false"><filter type="saturation" saturation="0.5"/></video>',
    );
    expect(label).toBe('Replace layer “a.mp4” with “c.mp4”');
  });

  test('can move to another scene', () => {
    const source = layered();
    const layer = elementId(source, 'video', 1);
    const { source: result } = edited(source, { type: 'layer/move', layer, parent: sceneId(source, 1), index: 0 });
    expect(linesOf(result).at(-1)).toBe('<scene duration="20"><video src="b.mp4"/><video src="b.mp4"/></scene>');
  });

  test('use a relinked source everywhere, including defaults', () => {
    const source = film(
      '<scene duration="5"><video src="b.mp4"/></scene>',
      '<scene duration="5"><video src="${clip, b.mp4}"/></scene>',
      '<scene duration="5"><video src="${clip, b.mp4}"/></scene>',
    );
    const { source: result, label } = edited(source, {
      type: 'layer/relink',
      from: { kind: 'asset', name: 'b.mp4' },
      to: { kind: 'asset', name: 'c d.mp4' },
    });
    expect(linesOf(result).map((line) => /src="([^"]*)"/.exec(line)?.[1])).toEqual([
      'c d.mp4',
      '${clip, c d.mp4}',
      '${clip, c d.mp4}',
    ]);
    expect(label).toBe('Relink “b.mp4” (3 layers)');
  });
});

describe('effects', () => {
  test('have their required values and are selected when added', () => {
    const source = layered();
    const layers = [elementId(source, 'video')];
    const {
      source: result,
      selection,
      label,
    } = edited(source, { type: 'effect/add', layers, effect: 'flip', index: 0 });
    expect(linesOf(result)[1]).toContain('<transform type="flip" axis="x"/><filter type="saturation"');
    expect(selection).toEqual(selectNodes([elementId(result, 'transform')]));
    expect(label).toBe('Add Flip');
  });

  test('keep their alias and can be reset to initial values', () => {
    const source = layered();
    const effects = [elementId(source, 'filter')];
    const set = edited(source, { type: 'effect/set-attribute', effects, name: 'intensity', value: '0.25' });
    expect(linesOf(set.source)[1]).toContain('saturation="0.25"');
    expect(set.label).toBe('Set intensity of Saturation');
    const { source: reset } = edited(set.source, { type: 'effect/reset', effects });
    expect(linesOf(reset)[1]).toContain('saturation="1"');
  });

  test('can be pasted into every layer of scenes', () => {
    const source = layered();
    const text = effectsToClipboard(source.document, [elementId(source, 'filter')]);
    const targets = [sceneId(source, 0), sceneId(source, 1)];
    const count = (mode: 'append' | 'replace') => {
      const pasted = edited(source, { type: 'effects/paste', text, targets, mode });
      expect(pasted.label).toBe('Paste 1 effect onto 3 layers');
      return pasted.source.text.match(/<filter/g)?.length;
    };
    expect([count('append'), count('replace')]).toEqual([4, 3]);
  });
});

describe('the clipboard', () => {
  test('pastes scenes into a movie with another frame rate', () => {
    const source = film('<scene duration="25"><video src="${clip, b.mp4}" skip="1s"/></scene>');
    const text = scenesToClipboard(source.document, [sceneId(source, 0)], frameRate(25));
    const { source: faster } = edited(source, { type: 'movie/set', frameRate: frameRate(50), keep: 'frames' });
    const { source: pasted, label } = edited(faster, { type: 'scenes/paste', text, at: 0 });
    expect(linesOf(pasted)).toEqual([
      '<scene duration="50">',
      '<video src="${clip, b.mp4}" skip="1s"/>',
      '</scene>',
      '<scene duration="25"><video src="${clip, b.mp4}" skip="1s"/></scene>',
    ]);
    expect(label).toBe('Paste 1 scene');
  });

  test.each([
    ['a scene', '<scene duration="1"/>', 'scenes', 1],
    ['scenes side by side', 'x <scene duration="1"/>\n<scene duration="2"/>', 'scenes', 2],
    ['effects side by side', '<filter type="saturation"/><transform type="flip"/>', 'effects', 2],
    ['a layer without effects', '<text>Hello</text>', 'layers', 1],
    ['keys of an animation', '<animation><key time="0" opacity="1"/></animation>', 'keys', 1],
    ['a layer with effects', '<video><filter type="saturation"/></video>', 'effects', 1],
  ] as const)('accepts %s from any program', (_, text, kind, count) => {
    const content = readClipboard(text);
    if (!content.ok) throw new Error(content.error.code);
    expect(content.value.kind).toBe(kind);
    const { value } = content;
    const lists = { effects: [], layers: [], scenes: [], sources: [], ...value };
    expect([lists.effects, lists.layers, lists.scenes, lists.sources].flat()).toHaveLength(count);
  });

  test.each(['', 'hello', '<a', '<p>hello</p>', '<!DOCTYPE html><p/>', '<movie/>', '&lt;scene/>'])(
    'refuses %j',
    (text) => {
      expect(readClipboard(text).ok).toBe(false);
    },
  );

  test('refuses effects in place of scenes and scenes in place of effects', () => {
    const source = layered();
    const scenes = scenesToClipboard(source.document, [sceneId(source, 0)], null);
    expect(attempt(source, { type: 'scenes/paste', text: '<filter type="saturation"/>', at: 0 }).ok).toBe(false);
    expect(
      attempt(source, { type: 'effects/paste', text: scenes, targets: [sceneId(source, 0)], mode: 'append' }).ok,
    ).toBe(false);
  });
});

describe('variables', () => {
  const source = film(
    '<scene duration="50"><video src="b.mp4"/></scene>',
    '<scene duration="${len, 20}" name="${len}"/>',
  );
  const scene = sceneId(source, 0);
  const bind = (variable: string) =>
    edited(source, { type: 'variable/bind', node: scene, attribute: 'duration', variable }).source;

  test('keep the current value or their default when bound', () => {
    expect(linesOf(bind('neu'))[0]).toContain('duration="${neu, 50}"');
    expect(linesOf(bind('len'))[0]).toContain('duration="${len, 20}"');
  });

  test('use the default of an absent attribute when bound', () => {
    const node = elementId(source, 'video');
    const { source: result } = edited(source, { type: 'variable/bind', node, attribute: 'fit', variable: 'neu' });
    expect(linesOf(result)[0]).toContain('fit="${neu, contain}"');
  });

  test('leave their current value when unbound', () => {
    const unbind = (values: Readonly<Record<string, string>>) =>
      linesOf(
        edited(source, { type: 'variable/unbind', node: sceneId(source, 1), attribute: 'duration' }, values).source,
      )[1];
    expect(unbind({})).toBe('<scene duration="20" name="${len}"/>');
    expect(unbind({ len: '7' })).toBe('<scene duration="7" name="${len}"/>');
  });

  test('change at all uses when renamed or removed', () => {
    const renamed = edited(source, { type: 'variable/rename', from: 'len', to: 'length' });
    expect(linesOf(renamed.source)[1]).toBe('<scene duration="${length, 20}" name="${length}"/>');
    expect(renamed.label).toBe('Rename “len” to “length”');
    const set = edited(source, { type: 'variable/set-default', variable: 'len', default: '30' });
    expect(linesOf(set.source)[1]).toBe('<scene duration="${len, 30}" name="${len, 30}"/>');
    const removed = edited(source, { type: 'variable/remove', variable: 'len' });
    expect(linesOf(removed.source)[1]).toBe('<scene duration="20" name="20"/>');
  });

  test('change in expressions when renamed or removed', () => {
    const computed = film('<scene duration="${= len * 2}" name="${= \'len\' ~ len ~ lens}"/>');
    const renamed = edited(computed, { type: 'variable/rename', from: 'len', to: 'my-length' });
    expect(linesOf(renamed.source)[0]).toBe(
      '<scene duration="${= `my-length` * 2}" name="${= \'len\' ~ `my-length` ~ lens}"/>',
    );
    const given = edited(computed, { type: 'variable/remove', variable: 'len' }, { len: '5', lens: '7' });
    expect(linesOf(given.source)[0]).toBe('<scene duration="10" name="len57"/>');
    expect(attempt(computed, { type: 'variable/remove', variable: 'len' }).ok).toBe(false);
  });

  test('refuse an existing or invalid name', () => {
    expect(attempt(bind('neu'), { type: 'variable/rename', from: 'neu', to: 'len' }).ok).toBe(false);
    expect(attempt(source, { type: 'variable/rename', from: 'len', to: 'a b' }).ok).toBe(false);
    expect(attempt(source, { type: 'variable/bind', node: scene, attribute: 'name', variable: '' }).ok).toBe(false);
  });
});

describe('the movie', () => {
  test('keeps all durations at a new frame rate', () => {
    const source = film(
      '<scene duration="50"><video src="b.mp4" skip="25"/></scene>',
      '<scene duration="${len, 25}"/>',
      '<scene duration="2s"/>',
    );
    const { source: result } = edited(source, { type: 'movie/set', width: 200, frameRate: frameRate(30_000, 1001) });
    expect(result.text.slice(0, 59)).toBe('<movie width="200" height="50" framerate="30000/1001">\n  <s');
    expect(linesOf(result)).toEqual([
      '<scene duration="60"><video src="b.mp4" skip="30"/></scene>',
      '<scene duration="${len, 30}"/>',
      '<scene duration="2s"/>',
    ]);
  });
});

describe('an edited text', () => {
  test('keeps the ids of remaining elements', () => {
    const source = layered();
    const { source: result, label } = edited(source, {
      type: 'text/replace',
      text: source.text.replace('duration="20"', 'duration="21"'),
    });
    expect([sceneId(result, 0), sceneId(result, 1)]).toEqual([sceneId(source, 0), sceneId(source, 1)]);
    expect(label).toBe('Edit XML');
  });

  test('is refused if it cannot be parsed', () => {
    expect(attempt(layered(), { type: 'text/replace', text: '<movie' }).ok).toBe(false);
  });
});
