import { expect, it } from 'vitest';
import { chooseText } from './language.ts';

it('a page without a translation is in English', () => {
  expect(chooseText({ en: 'Text', de: 'Wörter' }, 'de')).toEqual({ language: 'de', text: 'Wörter' });
  expect(chooseText({ en: 'Text', de: 'Wörter' }, 'en')).toEqual({ language: 'en', text: 'Text' });
  expect(chooseText({ en: 'Text' }, 'de')).toEqual({ language: 'en', text: 'Text' });
});
