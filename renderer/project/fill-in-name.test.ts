import { expect, it } from 'vitest';
import { fillInPattern } from './render-form.ts';

const row = (name: string, value: string | null, type: 'text' | 'color' | 'media' = 'text') => ({
  variable: { name, type, declaration: null },
  value,
});

it('the name of a film combines template and first short text', () => {
  const rows = [row('photo', 'a.jpg', 'media'), row('from', ''), row('name', 'Ada'), row('place', 'Rome')];
  expect(fillInPattern('Birthday', rows)).toBe('Birthday ${name}');
});

it('a film without a short text has the name of its template', () => {
  expect(fillInPattern('Card', [row('message', 'long '.repeat(20)), row('tint', '#fff', 'color')])).toBe('Card');
  expect(fillInPattern('Card ${x}', [])).toBe('Card $x}');
});
