import { expect, test } from 'vitest';
import { effectTypes } from '#shared/template/effects/effects.ts';
import { playedEffects } from '#shared/timeline/effects.ts';
import { searchEffects } from './effect-gallery.tsx';
import { isShownBySample, sampleEffects } from './sample-effects.ts';

test('every effect has a sample that changes the picture', () => {
  const samples = sampleEffects();
  expect([...samples.keys()].sort()).toEqual([...effectTypes].sort());
  expect(samples.get('saturation')?.parameters).toEqual({ intensity: 0 });
  const changing = [...samples.values()].filter((effect) => playedEffects({ effects: [effect] }).length > 0);
  expect(changing.map(({ type }) => type).sort()).toEqual([...effectTypes].sort());
  expect(effectTypes.filter((type) => !isShownBySample(type))).toEqual(['cube']);
});

test('a search lists matches of the label before matches of the description', () => {
  expect(searchEffects(effectTypes, 'FLIP')).toEqual(['flip']);
  expect(searchEffects(effectTypes, 'chroma')).toEqual(['chromakey', 'saturation']);
  expect(searchEffects(effectTypes, 'mirrors picture')).toEqual(['flip']);
  expect(searchEffects(effectTypes, 'nothing like it')).toEqual([]);
  expect(searchEffects(effectTypes, ' ')).toEqual(effectTypes);
});
