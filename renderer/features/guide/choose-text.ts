import type { Language } from '#renderer/strings/language.ts';

/** Returns the text in the requested language, or else in English. */
export function chooseText<Text>(
  texts: { readonly en: Text } & { readonly [Other in Language]?: Text },
  requested: Language,
): { readonly language: Language; readonly text: Text } {
  const text = texts[requested];
  return text === undefined ? { language: 'en', text: texts.en } : { language: requested, text };
}
