import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionTable } from '#renderer/app/action-table.ts';
import { openApiDocument } from '#service/http/openapi.ts';
import { migrations } from '#service/storage/database/schema.ts';
import { english } from '#shared/messages/english.ts';
import { root } from './paths.mjs';
import { sourcesOf } from './rooms/imports.ts';

/**
 * Checks names that clients, stored files, other machines, and key bindings of users contain. A refactoring must not
 * change them. `vitest run --project unit build/public-names.test.ts -u` adds new names to the lists. Removing a line
 * breaks a client.
 */
const listed = (name: string) => join(root, 'build', 'public-names', name);

const sources = ['shared', 'electron', 'renderer'].flatMap((layer) =>
  sourcesOf(root, layer).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
);

/** Returns the first group of every match without duplicates, sorted, one per line. */
function linesOf(expression: RegExp, texts: readonly string[]): string {
  const names = texts.flatMap((text) => [...text.matchAll(expression)].map((match) => match[1] ?? ''));
  return `${[...new Set(names)].toSorted().join('\n')}\n`;
}

const allTexts = sources.map(({ text }) => text);

test('the HTTP interface keeps its paths, parameters, and fields', async () => {
  const withoutProse = JSON.stringify(openApiDocument('0.0.0', []), (key, value) =>
    (key === 'summary' || key === 'description') && typeof value === 'string' ? undefined : value,
  );
  const { paths } = JSON.parse(withoutProse) as { paths: Record<string, Record<string, { operationId: string }>> };
  const lines = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) =>
        `${method.toUpperCase()} ${path} ${operation.operationId} ${hash('sha256', JSON.stringify(operation)).slice(0, 16)}`,
    ),
  );
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot(listed('http.txt'));
});

test('the database keeps its tables', async () => {
  await expect(migrations.join('\n-- next version\n')).toMatchFileSnapshot(listed('database.sql'));
});

test('actions keep their ids and keys', async () => {
  const lines = actionTable.map(({ id, keys = [] }) => [id, ...keys].join('  ')).toSorted();
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(listed('actions.txt'));
});

test('the browser keeps the names of stored values', async () => {
  const texts = sources.filter(({ text }) => /\b(?:read|write|remove)Stored\(/.test(text)).map(({ text }) => text);
  const used = texts.flatMap((text) => {
    const names = [...text.matchAll(/\b(?:read|write|remove)Stored\((\w+)/g)].map(([, name = '']) => name);
    const inTables = text.match(/\bstored: '[^']+'/g) ?? [];
    return [
      ...inTables,
      ...new Set(names.flatMap((name) => text.match(new RegExp(`const ${name} = '[^']+'`))?.[0] ?? [])),
    ];
  });
  const databases = linesOf(/const \w+ = ('scenewright[-/][^']+')/g, allTexts);
  await expect(linesOf(/('[^']+')/g, used) + databases).toMatchFileSnapshot(listed('stored-values.txt'));
});

test('environment variables and metrics keep their names', async () => {
  const names = linesOf(/\b(SCENEWRIGHT_[A-Z_]+[A-Z]|scenewright_[a-z_]+[a-z])\b/g, allTexts);
  await expect(names).toMatchFileSnapshot(listed('environment.txt'));
});

/** Returns the names of the properties of a type in a catalog of messages, such as `Field & { most: number }`. */
function propertiesOf(type: string, interfaces: ReadonlyMap<string, { readonly base: string; readonly body: string }>) {
  const inline = [...type.matchAll(/(\w+)\??:/g)].map(([, name = '']) => name);
  const named = type.replaceAll(/\{.*?\}/gs, '').match(/[A-Z]\w*/g) ?? [];
  const declared: readonly string[] = named.flatMap((each) => {
    const { base, body } = interfaces.get(each) ?? { base: '', body: '' };
    const own = [...body.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name = '']) => name);
    return [...own, ...propertiesOf(base, interfaces)];
  });
  return [...inline, ...declared];
}

test('messages keep their codes and the names of their values', async () => {
  const lines = sources
    .filter(({ file }) => /^shared\/messages\/.*\.en\.ts$/.test(file))
    .flatMap(({ text }) => {
      const found = text.matchAll(/^export interface (\w+)(?:<\w+>)?(?: extends (\w+))? \{\n(.*?)^\}/gms);
      const interfaces = new Map([...found].map(([, name = '', base = '', body = '']) => [name, { base, body }]));
      const entries = text.matchAll(
        /^ {2}'([a-z-]+\/[a-z0-9-]+)': \(\s*(?:(?:\{[^}]*\}|\w+): ([^)]*?))?(?:,\s*say,?)?\s*\) =>/gm,
      );
      return [...entries].map(([, code = '', type = '']) =>
        [code, ...propertiesOf(type, interfaces).toSorted()].join(' '),
      );
    });
  expect(lines).toHaveLength(Object.keys(english).length);
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot(listed('messages.txt'));
});

test('commands keep their options', async () => {
  const texts = sources
    .filter(({ text }) => /\bparseArgs\b|\bparseOptions\(|ParseArgsOption|FARM_OPTIONS/.test(text))
    .map(({ text }) => text);
  const names = linesOf(/^ +'?([a-z][a-z-]*)'?: \{ type: '(?:string|boolean)'/gm, texts);
  await expect(names).toMatchFileSnapshot(listed('options.txt'));
});
