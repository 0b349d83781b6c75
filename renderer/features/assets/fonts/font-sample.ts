/** Scripts of the bundled families, and words in them that show their letters. */
const SCRIPTS: Readonly<Record<string, { readonly has: RegExp; readonly words: string }>> = {
  'Noto Sans Arabic': { has: /\p{Script=Arabic}/u, words: 'صِف خَلقَ خَودٍ كَمِثلِ الشَمسِ' },
  'Noto Sans Hebrew': { has: /\p{Script=Hebrew}/u, words: 'דג סקרן שט בים מאוכזב' },
  'Noto Sans Devanagari': { has: /\p{Script=Devanagari}/u, words: 'ऋषियों को सताने वाले' },
  'Noto Sans Thai': { has: /\p{Script=Thai}/u, words: 'เป็นมนุษย์สุดประเสริฐ' },
  'Noto Color Emoji': { has: /\p{Extended_Pictographic}/u, words: '😀 🎬 🎉 🌷 ☀️ ❤️' },
};

/** Characters of a sample: what is longer has no room. */
const LONGEST = 32;

/** What a font shows: the text that is selected, where the font has its script; else the pangram of its script. */
export function fontSample(family: string, selected: string | null, pangram: string): string {
  const text = selected?.trim().replaceAll(/\s+/gu, ' ').slice(0, LONGEST).toWellFormed() ?? '';
  const script = SCRIPTS[family];
  if (script === undefined) return text === '' ? pangram : text;
  return script.has.test(text) ? text : script.words;
}
