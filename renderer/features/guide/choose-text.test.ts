import { expect, it } from 'vitest';
import { chooseText } from './choose-text.ts';

it('takes the language that is asked for, and English where a page has no other', () => {
  expect(chooseText({ en: 'Text', de: 'Wörter' }, 'de')).toEqual({ language: 'de', text: 'Wörter' });
  expect(chooseText({ en: 'Text', de: 'Wörter' }, 'en')).toEqual({ language: 'en', text: 'Text' });
  expect(chooseText({ en: 'Text' }, 'de')).toEqual({ language: 'en', text: 'Text' });
});
