import { germanWords } from './words-de.ts';
import { type DialogWords, englishWords } from './words-en.ts';

export const dialogWords = { en: englishWords, de: germanWords } as const satisfies Record<string, DialogWords>;

/** The words of the chosen language; `system` is the first that the machine asks for and we have, else English. */
export function wordsIn(choice: 'system' | keyof typeof dialogWords, preferred: () => readonly string[]): DialogWords {
  if (choice !== 'system') return dialogWords[choice];
  for (const tag of preferred()) {
    const language = tag.toLowerCase().split('-', 1)[0];
    if (language === 'en' || language === 'de') return dialogWords[language];
  }
  return dialogWords.en;
}
