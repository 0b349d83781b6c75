import { expect, test } from 'vitest';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { elementId, film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { required } from '#shared/lib/assert.ts';
import { PRESETS } from '#shared/template/tables/animation-attributes.ts';
import { wordAttributes } from '#shared/template/tables/captions-attributes.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { presetDefaults } from '#shared/timeline/presets.ts';
import { effectiveValue, valueOfLook } from './effective-value.ts';

const rate = frameRate(25);

function held(source: TemplateSource, element: string, name: string, at = 0): string | null {
  const node = required(indexOf(source.document).elements.get(elementId(source, element, at))?.element, element);
  return effectiveValue(planningOf({ document: source.document, values: new Map() }), node, name, rate);
}

test.each(PRESETS)('an attribute of a preset has its effective value: %s', (preset) => {
  const source = film(`<scene duration="50"><text content="A"><animation type="${preset}"/></text></scene>`);
  const [layer] = required(movieOf(source).scenes[0], 'the scene').layers;
  const animation = layer?.animations[0];
  if (animation?.kind !== 'preset') throw new Error('there is no preset');
  const values = animation.preset;
  const of = (name: string) => held(source, 'animation', name);
  if ('unit' in values) expect(of('unit')).toBe(values.unit);
  if ('angle' in values) expect(of('angle')).toBe(String(values.angle));
  if ('side' in values) expect(of('direction')).toBe(values.side);
  if ('way' in values) expect(of('direction')).toBe(values.way);
  if ('each' in values) expect(of('effect')).toBe(preset === 'textin' ? 'fadein' : 'fadeout');
  const { seconds, easing } = presetDefaults(preset);
  expect(of('easing')).toBe(easing);
  expect(of('duration')).toBe(seconds === 'layer' ? '100%' : String(Math.round(seconds * 25)));
});

test('the text effect `pop` uses the easing of the preset `pop`', () => {
  const source = film('<scene duration="50"><text content="A"><animation type="textin" effect="pop"/></text></scene>');
  expect(held(source, 'animation', 'easing')).toBe('back-out');
});

test('effective values of a layer depend on its other attributes', () => {
  const source = film(
    '<audio src="music.mp3"/>',
    '<scene duration="50"><image src="a.png"/><image src="a.png" width="9"/><audio src="b.wav"/>',
    '<text content="A" size="80" width="9" height="9"/><text content="B"/></scene>',
  );
  expect([held(source, 'image', 'fit'), held(source, 'image', 'fit', 1)]).toEqual(['none', 'contain']);
  expect([held(source, 'audio', 'ducks'), held(source, 'audio', 'ducks', 1)]).toEqual(['false', 'true']);
  expect(held(source, 'audio', 'duckfade')).toBe('8');
  expect([held(source, 'text', 'autosize'), held(source, 'text', 'autosize', 1)]).toEqual(['shrink', 'none']);
  expect([held(source, 'text', 'minsize'), held(source, 'text', 'minsize', 1)]).toEqual(['20', '10']);
});

test('the look of captions gives values to their words', () => {
  const source = film(
    '<scene duration="50"><captions src="a.srt" look="slidepill" size="50"><word state="active"/></captions>',
    '<captions src="a.srt"><word state="active"/></captions></scene>',
  );
  const lookValue = (name: 'color' | 'padding' | 'outline' | 'ease', at = 0) => {
    const word = required(indexOf(source.document).elements.get(elementId(source, 'word', at))?.element, 'the word');
    const planning = planningOf({ document: source.document, values: new Map() });
    return valueOfLook(planning, word, name, wordAttributes[name], rate);
  };
  expect(lookValue('color')).toBe('#000000');
  expect(lookValue('padding')).toBe('2, 10');
  expect(lookValue('outline')).toBe('0, #000000');
  expect(lookValue('ease')).toBeNull();
  expect(lookValue('color', 1)).toBeNull();
});
