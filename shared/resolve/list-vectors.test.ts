import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { jsonFaultAt, readList } from '#shared/expressions/list-text.ts';
import { isList, isRecord, textOfValue, type Value } from '#shared/expressions/values.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { resolveTemplate } from './resolve.ts';

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly xml: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly language?: string;
  readonly expect: {
    readonly items?: readonly unknown[];
    readonly scenes?: readonly (readonly string[])[];
    readonly problem?: { readonly code: string; readonly reason?: string; readonly variables?: readonly string[] };
  };
}

const file = path.join(import.meta.dirname, '../expressions/vectors-3.json');
const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(readFileSync(file, 'utf8'));

function plain(value: Value): unknown {
  if (isList(value)) return value.map(plain);
  return isRecord(value)
    ? Object.fromEntries([...value].map(([name, field]) => [name, plain(field)]))
    : textOfValue(value);
}

test.each(vectors.filter(({ kind }) => kind === 'list'))(
  'reads the list of vector $id',
  ({ text, expect: expected }) => {
    const read = readList(text);
    const result = read.ok
      ? { items: read.value.map(plain) }
      : { problem: { code: 'list/unreadable', reason: read.error } };
    expect(result).toEqual(expected);
  },
);

/** Returns the contents of all texts in document order, including texts in groups. */
function contentsOf(layers: readonly Layer[]): readonly string[] {
  return layers.flatMap((layer) => {
    if (layer.kind === 'text') return [layer.content];
    return layer.kind === 'group' ? contentsOf(layer.layers) : [];
  });
}

/** Adds the lengths and sizes that vectors omit. */
function completeXml({ xml, language }: Vector): string {
  const scenes = xml.replaceAll(/<scene\b(?=[^>]*>\s*<(?!scene))/g, '<scene duration="10"');
  const spoken = language === undefined ? '' : ` language="${language}"`;
  return `<movie width="320" height="180" framerate="10"${spoken}>${scenes}</movie>`;
}

test.each(vectors.filter(({ kind }) => kind === 'expand'))('unfolds the lists of vector $id', (vector) => {
  const { variables, expect: expected } = vector;
  const values = new Map(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const { source } = readTemplate(completeXml(vector));
  if (source === null) throw new Error('the XML of a vector is not well-formed');
  const { movie, partial, findings } = resolveTemplate(source.document, { values, missing: 'error', empty: 'ignore' });
  if (expected.problem !== undefined) {
    const { code, reason, variables: missing = [] } = expected.problem;
    const found = findings.find((finding) => finding.code === code);
    expect(movie).toBeNull();
    expect(found?.says.values).toMatchObject({
      ...(reason !== undefined && { reason }),
      ...(missing[0] !== undefined && { variable: missing[0] }),
    });
    return;
  }
  const played = (movie ?? partial)?.scenes.filter(({ enabled }) => enabled) ?? [];
  expect(findings.filter(({ code }) => code !== 'template/no-scenes')).toEqual([]);
  expect(played.map(({ layers }) => contentsOf(layers.filter(({ enabled }) => enabled)))).toEqual(expected.scenes);
});

test('a list text can begin with a byte order mark, and its numbers must be doubles', () => {
  expect(readList('\ufeff[1]')).toEqual({ ok: true, value: ['1'] });
  for (const text of ['[1e400]', '[{"a": -1e400}]', '[{"a": {"b": [1e400]}}]'])
    expect(readList(text), text).toEqual({ ok: false, error: 'number' });
  expect(jsonFaultAt('["a", -1e400]')).toBe(6);
});
