import { expect, test } from 'vitest';
import { filmJob, partsJob } from '../testing/jobs.ts';
import { asDivided, readJob } from './read-job.ts';

const film = filmJob('r1');
const parts = partsJob(film, 1);
const RECORD = {
  scenes: { total: 9, cached: 4 },
  question: 'e'.repeat(64),
  warnings: [],
};

test('a valid job is read unchanged', () => {
  expect(readJob({ id: film.id, name: 'film', data: film })).toEqual({ ok: true, job: film, divided: null });
  expect(readJob({ id: parts.id, name: 'parts', data: parts })).toEqual({ ok: true, job: parts, divided: null });
});

test('a divided film is read with the record of its first run', () => {
  const read = readJob({
    id: film.id,
    name: 'film',
    data: JSON.parse(JSON.stringify(asDivided(film, RECORD))),
  });
  expect(read).toEqual({ ok: true, job: film, divided: RECORD });
});

test.each([
  ['no record', null, { scenes: { total: 0, cached: 0 }, question: null, warnings: [] }],
  ['a record of scenes alone', RECORD.scenes, { scenes: RECORD.scenes, question: null, warnings: [] }],
  [
    'an invalid manifest digest',
    { ...RECORD.scenes, question: '../x', warnings: [] },
    { ...RECORD, question: null, warnings: [] },
  ],
])('an already divided film is not divided again: %s', (_, divided, expected) => {
  const read = readJob({ id: film.id, name: 'film', data: { ...film, divided } });
  expect(read).toEqual({ ok: true, job: film, divided: expected });
});

test('an unknown field marks the job as newer', () => {
  const read = { ok: false, isNewer: true, error: expect.stringContaining('later') };
  expect(readJob({ id: film.id, name: 'film', data: { ...film, later: true } })).toEqual(read);
  const data = { ...parts, film: { ...film, later: 1 } };
  expect(readJob({ id: parts.id, name: 'parts', data })).toEqual(read);
});

test.each([
  ['another kind', { name: 'sweep' }, 'unknown kind of job'],
  ['no data', { data: null }, ': Invalid input: expected object, received null'],
  ['a path for a template', { data: { ...film, template: '../../etc/passwd' } }, 'template: Invalid string'],
  ['a path for a render', { data: { ...film, render: '../x', id: '../x-1' }, id: '../x-1' }, 'id: Invalid string'],
  ['an id of another render', { data: { ...film, attempt: 2 } }, 'id: belongs to another render'],
  ['an id of another job', { id: 'other-1' }, 'id: belongs to another job'],
  ['an unknown format', { data: { ...film, format: 'avi2' } }, 'format: Invalid option'],
  ['no cores', { data: { ...film, encodingCores: 0 } }, 'encodingCores: Too small'],
  [
    'parts of another film',
    { name: 'parts', id: 'other-1.1', data: { ...parts, id: 'other-1.1' } },
    'id: belongs to another film',
  ],
])('a job is refused with %s', (_, job, error) => {
  const read = readJob({ id: film.id, name: 'film', data: film, ...job });
  expect(read).toEqual({ ok: false, isNewer: false, error: expect.stringContaining(error) });
});
