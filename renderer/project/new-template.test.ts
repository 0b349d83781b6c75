import { afterEach, expect, test } from 'vitest';
import { defaultLanguage } from '#renderer/strings/language.ts';
import { setPageLanguage } from '#renderer/strings/page-language.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { FIRST_TEMPLATE, newTemplateText } from './new-template.ts';

afterEach(() => setPageLanguage(defaultLanguage));

test('a new template has the language of the page', () => {
  expect(newTemplateText(FIRST_TEMPLATE)).not.toContain('language');
  setPageLanguage('de');
  expect(newTemplateText(FIRST_TEMPLATE)).toContain('framerate="30" language="de">');
});

test.each([FIRST_TEMPLATE, { width: 1080, height: 1920, frameRate: '30000/1001' }])(
  'a new template is valid: $width × $height at $frameRate',
  (film) => {
    const { source, problems } = readTemplate(newTemplateText(film));
    if (source === null) throw new Error('it could not be read');
    const options = { values: new Map(), missing: 'ignore', empty: 'ignore' } as const;
    const { partial, findings } = resolveTemplate(source.document, options);
    expect([problems, findings]).toEqual([[], []]);
    expect(partial).toMatchObject({ width: film.width, height: film.height, scenes: [] });
  },
);
