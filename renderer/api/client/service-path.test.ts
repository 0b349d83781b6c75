import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sessionPrefixFor, sessionPrefixIn } from '#shared/contract/session-prefix.ts';
import { servicePath } from './service-path.ts';

it('a URL percent-encodes each parameter once', () => {
  expect(servicePath('/v1/data/:project/:name', { project: 'p', name: 'a b/ü.mp4' })).toBe(
    '/v1/data/p/a%20b%2F%C3%BC.mp4',
  );
  expect(sessionPrefixIn(`${sessionPrefixFor('A'.repeat(22))}${servicePath('/docs')}`)).not.toBe('');
});

it('only `service-path.ts` builds URLs of the service', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$|(^|\/)testing\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  const makes = /fillPath\(|(?:fetch|open|EventSource)\(\s*['"`]\/|['"`]\/(?:v1|chunked|docs|health|openapi)\b/;
  const found = files.filter((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .some((line) => makes.test(line) && !line.includes('servicePath(')),
  );
  // A file that reads the contract itself can also build a URL from it.
  const reads = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return /\bcontract\.\w+|new XMLHttpRequest/.test(text) && !text.includes('servicePath(');
  });
  expect(reads).toEqual([]);
  // `curl-command.ts` is excluded, because a copied command line runs in another program with its own credentials.
  expect(found.filter((file) => !/curl-command\.ts$|service-path\.ts$/.test(file))).toEqual([]);
});
