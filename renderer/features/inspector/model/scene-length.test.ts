import { expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import { scenesOf } from '#shared/template/tables/roles.ts';
import { haveLength } from '../scene-form.tsx';

const have = (...scenes: readonly string[]) => haveLength(scenesOf(film(...scenes).document.root));

test('a sequence or choice has only an explicit length', () => {
  expect(have('<scene duration="9"/>')).toBe(true);
  expect(have('<scene><video src="a.mp4"/></scene>')).toBe(true);
  expect(have('<scene><scene duration="9"/></scene>')).toBe(false);
  expect(have('<scene type="choice" condition="${plan}"><scene case="a" duration="9"/></scene>')).toBe(false);
  expect(have('<scene duration="9"><scene duration="9"/></scene>')).toBe(true);
});

test('several scenes have a length field if one scene has', () => {
  expect(have('<scene><scene duration="9"/></scene>', '<scene duration="9"/>')).toBe(true);
});
