import { describe, expect, it } from 'vitest';
import { type CurlRender, curlCommand, shellQuote } from './curl-command.ts';

const render: CurlRender = {
  origin: 'http://127.0.0.1:7420',
  region: 'local',
  project: 'p 1',
  subject: { kind: 'movie', name: "Ada's film" },
  fields: { format: 'mp4', quality: 'standard', variables: '{"name":"$HOME `id` \\"!\\""}', onsuccess: '' },
  destination: null,
};

describe('a render as a line for the shell', () => {
  it('quotes everything, names no key and leaves out what is empty', () => {
    expect(curlCommand(render)).toBe(
      [
        'curl --fail-with-body',
        '--user "$SCENEWRIGHT_API_KEY:$SCENEWRIGHT_API_SECRET"',
        String.raw`--form-string 'movie=Ada'\''s film'`,
        '--form-string format=mp4',
        '--form-string quality=standard',
        '--form-string \'variables={"name":"$HOME `id` \\"!\\""}\'',
        'http://127.0.0.1:7420/v1/render/local/p%201',
      ].join(' \\\n  '),
    );
  });

  it('takes the keys of an object store from the shell, unless they are stored', () => {
    const place = { bucket: 'films', filename: "it's.mp4" };
    const entered = curlCommand({ ...render, destination: { place, credentials: null } });
    expect(entered).toContain(
      String.raw`'destination={"type":"object_store","bucket":"films","filename":"it'\''s.mp4","access_key_id":"'` +
        `"$STORE_ACCESS_KEY_ID"'","secret_access_key":"'"$STORE_SECRET_ACCESS_KEY"'"}'`,
    );
    const stored = curlCommand({
      ...render,
      destination: { place: { bucket: 'films', filename: 'a.mp4' }, credentials: 'shop' },
    });
    expect(stored).toContain(`"filename":"a.mp4","credentials":"shop"}'`);
    expect(stored).not.toContain('STORE_');
  });

  it('gives a text that is not saved through the standard input, whatever lines are in it', () => {
    const line = curlCommand({ ...render, subject: { kind: 'template', xml: '<movie>\nTEMPLATE\n</movie>' } });
    expect(line.endsWith(" <<'TEMPLATE_'\n<movie>\nTEMPLATE\n</movie>\nTEMPLATE_")).toBe(true);
    expect(line).toContain(`--form 'template=<-'`);
  });
});

it.each([
  ['plain-1.mp4', 'plain-1.mp4'],
  ['', "''"],
  ['a b', "'a b'"],
  ["'", String.raw`''\'''`],
  ['$x `y` "z" \\ !', '\'$x `y` "z" \\ !\''],
])('%s is one word: %s', (text, word) => {
  expect(shellQuote(text)).toBe(word);
});
