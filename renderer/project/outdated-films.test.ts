import { expect, it } from 'vitest';
import { type FilmSettings, outdatedBy } from './outdated-films.ts';

const made: FilmSettings = { format: 'mp4', quality: 'standard', values: { name: 'Ada', row: '1' } };
const by = (now: Partial<FilmSettings>, changed?: { readonly by: readonly ('template' | 'brand')[] }) =>
  outdatedBy(changed && { by: [...changed.by] }, made, { now: { ...made, ...now }, variables: ['name', 'city'] });

it('a film with current values, format, and quality is not outdated', () => {
  expect(by({})).toEqual([]);
  expect(by({ values: { name: 'Ada', row: '7', other: 'x' } })).toEqual([]);
});

it('a changed, added, or removed value makes a film outdated', () => {
  expect(by({ values: { name: 'Bob' } })).toEqual(['values']);
  expect(by({ values: { name: 'Ada', city: 'Rome' } })).toEqual(['values']);
  expect(by({ values: {} })).toEqual(['values']);
});

it('a film in another format or quality is outdated', () => {
  expect(by({ format: 'webm' })).toEqual(['format']);
  expect(by({ quality: 'high' })).toEqual(['format']);
});

it('a film with another loudness, true peak, or maximum size is outdated', () => {
  const loud = { loudness: '-14', truepeak: '-1', maxbytes: 8e6 };
  const since = (now: Partial<FilmSettings>) =>
    outdatedBy(undefined, { ...made, ...loud }, { now: { ...made, ...loud, ...now }, variables: [] });
  expect(since({ loudness: '-14.0' })).toEqual([]);
  expect([since({ loudness: '-16' }), since({ loudness: '' }), since({ truepeak: '-2' })].flat()).toEqual(
    Array(3).fill('loudness'),
  );
  expect([since({ maxbytes: 9e6 }), since({ maxbytes: null })]).toEqual([['size'], ['size']]);
  expect([by({ loudness: 'none' }), by({ loudness: '', maxbytes: null })]).toEqual([['loudness'], []]);
});

it('the reasons from the service precede other reasons', () => {
  expect(by({ format: 'webm' }, { by: ['template', 'brand'] })).toEqual(['template', 'brand', 'format']);
  expect(outdatedBy({ by: ['assets'] }, null, { now: made, variables: [] })).toEqual(['assets']);
});
