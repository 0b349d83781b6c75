import { expect, it } from 'vitest';
import { automaticPattern } from './render-form.ts';

const row = (name: string, value: string | null, type: 'text' | 'color' | 'media' = 'text', usual = 'usual') => ({
  variable: { name, type, declaration: null, default: usual },
  value,
});

it('the name of a film combines the template and two changed texts', () => {
  const rows = [
    row('photo', 'a.jpg', 'media'),
    row('greeting', 'usual'),
    row('from', ''),
    row('name', 'Ada'),
    row('place', 'Rome'),
    row('year', '2026'),
  ];
  expect(automaticPattern('Birthday', rows)).toBe('Birthday ${name} ${place}');
});

it('a film with default texts has the name of its template', () => {
  expect(automaticPattern('Birthday', [row('greeting', 'usual'), row('name', 'usual')])).toBe('Birthday');
});

it('a film without a short text has the name of its template', () => {
  expect(automaticPattern('Card', [row('message', 'long '.repeat(20)), row('tint', '#fff', 'color')])).toBe('Card');
  expect(automaticPattern('Card ${x}', [])).toBe('Card $x}');
});
