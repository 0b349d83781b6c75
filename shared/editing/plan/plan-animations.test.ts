import { expect, test } from 'vitest';
import { edited, elementId, film, linesOf } from '../model/testing/editing.ts';

test('a new preset follows the other animations of each layer', () => {
  const source = film(
    '<scene duration="9">',
    '<text content="A"><animation type="pop"/><filter type="invert"/></text>',
    '<solid/>',
    '</scene>',
  );
  const layers = [elementId(source, 'text'), elementId(source, 'solid')];
  const { source: after, label } = edited(source, { type: 'animation/add', layers, preset: 'fadeout' });
  expect(label).toBe('Add Fade out to 2 layers');
  expect(after.text.replaceAll(/\s*\n\s*/g, '')).toContain(
    '<animation type="pop"/><animation type="fadeout"/><filter type="invert"/></text><solid><animation type="fadeout"/></solid>',
  );
});

test('a new count ends at the number of its text', () => {
  const source = film('<scene duration="9">', '<text content="1500"/>', '<text content="A"/>', '</scene>');
  const layers = [elementId(source, 'text'), elementId(source, 'text', 1)];
  const { source: after, label } = edited(source, { type: 'animation/add', layers, preset: 'countup' });
  expect(label).toBe('Add Count up to 2 layers');
  const count = '<animation type="countup"/></text>';
  expect(after.text.replaceAll(/\s*\n\s*/g, '')).toContain(
    `<text value="1500">${count}<text content="A" value="100">${count}`,
  );
});

test('an animation can be reordered within its layer', () => {
  const source = film(
    '<scene duration="9">',
    '<solid><animation type="pop"/><animation type="spin"/></solid>',
    '</scene>',
  );
  const { source: after } = edited(source, {
    type: 'animation/move',
    animation: elementId(source, 'animation', 1),
    index: 0,
  });
  expect(linesOf(after).join('')).toMatch(/type="spin"\/>.*type="pop"\/>/);
});
