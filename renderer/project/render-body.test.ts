import { expect, it } from 'vitest';
import { defaultChoices, renderBody } from './render-form.ts';

const film = {
  choices: { ...defaultChoices('Spring'), fileName: '${template} ${name}' },
  extension: 'mp4',
  template: 'Spring',
  values: { name: 'Ada' },
  range: null,
  defaults: {},
  text: '<movie/>',
  keys: { accessKeyId: 'id', secretAccessKey: 'secret' },
};

it('the request for a file contains only explicit settings', () => {
  expect(renderBody(film)).toEqual({
    ok: true,
    value: {
      template: '<movie/>',
      template_name: 'Spring',
      format: 'mp4',
      quality: 'standard',
      name: 'Spring Ada.mp4',
      variables: '{"name":"Ada"}',
    },
  });
});

it('a request contains the chosen range of frames', () => {
  const body = renderBody({ ...film, range: { from: 25, to: 50 } });
  expect(body.ok && body.value.range).toBe('{"from":25,"to":50}');
});

it('a request names the encoder only for hardware encoding', () => {
  const body = renderBody({ ...film, choices: { ...film.choices, encoder: 'nvenc' } });
  expect(body.ok && body.value.encoder).toBe('nvenc');
  expect(renderBody(film)).not.toHaveProperty('value.encoder');
});

it('a request contains entered keys or the name of stored keys', () => {
  const choices = {
    ...film.choices,
    destination: 'store',
    store: { credentials: '', bucket: 'films', filename: '2026/${name}', endpoint: ' ', region: 'eu' },
  } as const;
  const entered = renderBody({ ...film, choices });
  expect(entered.ok && JSON.parse(entered.value.destination ?? '')).toEqual({
    type: 'object_store',
    bucket: 'films',
    filename: '2026/Ada.mp4',
    region: 'eu',
    access_key_id: 'id',
    secret_access_key: 'secret',
  });
  const stored = renderBody({ ...film, choices: { ...choices, store: { ...choices.store, credentials: 'shop' } } });
  expect(stored.ok && stored.value.destination).not.toContain('secret');
});

it('a request contains the loudness and the parts of the package', () => {
  const choices = { ...film.choices, loudness: '-14', truepeak: '-2', parts: ['poster', 'vtt', 'chapters'] } as const;
  const body = renderBody({ ...film, choices });
  expect(body.ok && body.value).toMatchObject({
    ...{ loudness: '-14', truepeak: '-2' },
    package: '{"poster":"jpg","captions":["vtt"],"chapters":true}',
  });
});
