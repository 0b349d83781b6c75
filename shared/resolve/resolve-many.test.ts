import { expect, test } from 'vitest';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { resolveTemplate } from './resolve.ts';
import { listVariables } from './variables.ts';

/** Almost the maximum number of elements in a template. */
const MANY = 99_000;

test('a sequence of 99,000 scenes is refused without a crash', () => {
  const inside = '<scene duration="1"/>'.repeat(MANY);
  const xml = `<movie width="16" height="16" framerate="25"><scene name="\${a, b}">${inside}</scene></movie>`;
  const { source, problems } = readTemplate(xml);
  if (source === null) throw new Error(JSON.stringify(problems));
  const { findings } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  expect(findings.map(({ code }) => code)).toContain('template/too-many-scenes');
  expect(indexOf(source.document).scenes).toHaveLength(MANY);
  expect(listVariables(source.document).variables).toMatchObject([{ name: 'a', uses: { length: 1 } }]);
});
