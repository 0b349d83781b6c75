import { expect, it } from 'vitest';
import { catalogues } from '#renderer/strings/language.ts';
import { filmFactsOf, originOf } from './job-row.tsx';

const words = catalogues.en.render;
const now = new Date('2030-05-02T12:00:00');
const render = {
  template: 'Teaser',
  createdAt: now.toISOString(),
  format: 'mp4',
  durationSeconds: 9,
  total: 225,
  origin: 'request',
  author: null,
} as const;

it('the origin of a render contains its project and template', () => {
  expect(originOf(render, 'Spring')).toBe('Spring / Teaser');
  expect(originOf({ template: null }, 'Spring')).toBe('Spring');
  expect(originOf({ template: null }, null)).toBeNull();
  const facts = filmFactsOf({ ...render, range: null }, words, now).split(' · ');
  expect(facts).toHaveLength(3);
  expect(facts[0]).toMatch(/12:00/);
  expect(facts.slice(1)).toEqual(['0:09', 'MP4']);
  expect(filmFactsOf({ ...render, range: null, origin: 'link' }, words, now)).toContain(words.byLink);
  const author = { kind: 'agent', name: 'Claude' } as const;
  expect(filmFactsOf({ ...render, range: null, origin: 'agent', author }, words, now)).toContain(
    words.byAgent('Claude'),
  );
});

it('the facts of a partial film include its range', () => {
  const part = filmFactsOf({ ...render, durationSeconds: null, range: { from: 25, to: 50 } }, words, now);
  expect(part).toContain(words.frames('225'));
  expect(part).toContain(words.framesFromTo('25', '50'));
});
