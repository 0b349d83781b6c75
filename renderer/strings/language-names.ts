import { locales } from './language.ts';
import { pageLanguage } from './page-language.ts';

/** Returns the name of a language in the page language; if it has no name, the tag itself. */
export function languageName(tag: string): string {
  const names = new Intl.DisplayNames(locales[pageLanguage()].numbers, {
    type: 'language',
    languageDisplay: 'standard',
  });
  try {
    return names.of(tag) ?? tag;
  } catch (error) {
    // The tag contains an extension such as `-u-nu-arab`, for which names are unsupported.
    if (!(error instanceof RangeError)) throw error;
    return tag;
  }
}
