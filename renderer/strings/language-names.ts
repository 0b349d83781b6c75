import { locales } from './language.ts';
import { pageLanguage } from './page-language.ts';

/** Returns the name of a language in the language of the page; the tag itself if it has none. */
export function languageName(tag: string): string {
  const names = new Intl.DisplayNames(locales[pageLanguage()].numbers, {
    type: 'language',
    languageDisplay: 'standard',
  });
  try {
    return names.of(tag) ?? tag;
  } catch (error) {
    // Names of extensions such as `-u-nu-arab` are unknown.
    if (!(error instanceof RangeError)) throw error;
    return tag;
  }
}
