import { expect, test } from 'vitest';
import { edited, elementId, film, linesOf } from '#shared/editing/model/testing/editing.ts';
import { message } from '#shared/messages/message.ts';
import { copyTransitionEverywhere } from './copy-transition.tsx';

const scene = (more = '') => `<scene duration="50"${more}/>`;
const everywhereIn = (source: ReturnType<typeof film>, at = 0) => {
  const commands = copyTransitionEverywhere(source.document, elementId(source, 'transition', at));
  return edited(source, { type: 'batch', label: message('step/transition-everywhere'), commands }).source;
};

test('copying a transition everywhere adds or changes one at each cut', () => {
  const wipe = '<transition name="First" type="wipe" direction="right" duration="12"/>';
  const source = film(scene(), wipe, scene(), scene(), '<transition type="fade" color="#ffffff"/>', scene());
  expect(linesOf(everywhereIn(source))).toEqual([
    scene(),
    wipe,
    scene(),
    '<transition type="wipe" direction="right" duration="12"/>',
    scene(),
    '<transition type="wipe" direction="right" duration="12"/>',
    scene(),
  ]);
});

test('a cut beside a skipped scene gets no transition', () => {
  const source = film(scene(), '<transition/>', scene(), scene(' enabled="false"'), scene());
  const after = everywhereIn(source);
  expect(linesOf(after).filter((line) => line.startsWith('<transition'))).toHaveLength(2);
  expect(copyTransitionEverywhere(after.document, elementId(after, 'transition'))).toEqual([]);
});
