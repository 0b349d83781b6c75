import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sessionPrefixFor, sessionPrefixIn } from '#shared/contract/session-prefix.ts';
import { ownAddress } from './own-address.ts';

it('a URL percent-encodes each parameter once', () => {
  expect(ownAddress('/v1/data/:project/:name', { project: 'p', name: 'a b/ü.mp4' })).toBe(
    '/v1/data/p/a%20b%2F%C3%BC.mp4',
  );
  expect(sessionPrefixIn(`${sessionPrefixFor('A'.repeat(22))}${ownAddress('/docs')}`)).not.toBe('');
});

it('only `own-address.ts` builds URLs of the service', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$|(^|\/)testing\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  const makes = /fillPath\(|(?:fetch|open|EventSource)\(\s*['"`]\/|['"`]\/(?:v1|chunked|docs|health|openapi)\b/;
  const found = files.filter((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .some((line) => makes.test(line) && !line.includes('ownAddress(')),
  );
  // A file that reads the contract itself can also build a URL from it.
  const reads = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return /\bcontract\.\w+|new XMLHttpRequest/.test(text) && !text.includes('ownAddress(');
  });
  expect(reads).toEqual([]);
  // `curl-command.ts` is excluded, because a copied command line runs in another program with its own credentials.
  expect(found.filter((file) => !/curl-command\.ts$|own-address\.ts$/.test(file))).toEqual([]);
});
