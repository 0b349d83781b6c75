import { expect, it } from 'vitest';
import { fileNameOf, objectKeyOf } from './render-form.ts';

const values = (name: string) => ({ name: 'Ada/Grace', template: 'Spring' })[name];

it('a file name follows its pattern and has the format’s extension', () => {
  expect(fileNameOf('${template} for ${name}', 'mp4', values)).toEqual({ ok: true, value: 'Spring for Ada-Grace.mp4' });
  expect(fileNameOf('film.mp4', 'webm', values)).toEqual({ ok: true, value: 'film.mp4.webm' });
  expect(fileNameOf('', 'gif', values)).toEqual({ ok: true, value: 'film.gif' });
  expect(fileNameOf('${name', 'mp4', values)).toMatchObject({ ok: false });
});

it('variable values cannot add folders to an object key', () => {
  expect(objectKeyOf('/2026/${name}/${template}', 'mp4', values)).toEqual({
    ok: true,
    value: '2026/Ada-Grace/Spring.mp4',
  });
  expect(objectKeyOf('../a', 'mp4', values)).toEqual({ ok: true, value: 'a.mp4' });
});
