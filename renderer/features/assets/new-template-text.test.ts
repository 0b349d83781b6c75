import { expect, test } from 'vitest';
import { resolveTemplate } from '../../../shared/template/resolve.ts';
import { readTemplate } from '../../../shared/template-xml/read.ts';
import { newTemplateText } from './new-template-text.ts';

test('a new template has one scene, whatever it is called, and nothing to complain about', () => {
  const sceneName = 'A & B < "C"';
  const read = readTemplate(newTemplateText({ width: 1080, height: 1920, frameRate: '30000/1001', sceneName }));
  if (read.source === null) throw new Error('it could not be read');
  const { draft, findings } = resolveTemplate(read.source.document, { values: new Map(), missing: 'error' });
  expect([read.problems, findings]).toEqual([[], []]);
  expect(draft).toMatchObject({
    width: 1080,
    height: 1920,
    frameRate: { numerator: 30000, denominator: 1001 },
    scenes: [{ name: sceneName, duration: 150, layers: [] }],
  });
});
