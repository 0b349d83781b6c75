import type { PurposeStatements } from '../../films/format-statements.ts';
import type { Wording } from '../../statement.ts';

export const purposeSentences: Wording<PurposeStatements> = {
  'purpose/everywhere': () => 'Plays everywhere: the web, phones, televisions.',
  'purpose/web': () => 'Open codecs for web pages.',
  'purpose/streaming': () => 'For streaming servers that still take it.',
  'purpose/dvd': () => 'For DVD authoring and older players.',
  'purpose/windows': () => 'For older Windows programs and slides.',
  'purpose/editing': () => 'For further editing: 10 bit, hardly compressed, large.',
  'purpose/archive': () => 'For archives and media players.',
  'purpose/old-programs': () => 'For old editing programs and machines.',
  'purpose/loops': () => 'Short silent loops; large for what it shows.',
  'purpose/sound': () => 'The sound alone.',
};
