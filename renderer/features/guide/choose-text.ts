import type { Language } from '#renderer/strings/language.ts';

/** What a page is written in: the language that is asked for, where it has it, else English. */
export function chooseText<Text>(
  texts: { readonly en: Text } & { readonly [Other in Language]?: Text },
  wished: Language,
): { readonly language: Language; readonly text: Text } {
  const text = texts[wished];
  return text === undefined ? { language: 'en', text: texts.en } : { language: wished, text };
}
