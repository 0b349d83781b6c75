import type { PurposeMessages } from '../../films/format-messages.ts';
import type { Translation } from '../../message.ts';

export const purposeSentences: Translation<PurposeMessages> = {
  'purpose/everywhere': () => 'Plays everywhere: the web, phones, televisions.',
  'purpose/web': () => 'Open codecs for web pages.',
  'purpose/streaming': () => 'For streaming servers that still need it.',
  'purpose/dvd': () => 'For DVD authoring and older players.',
  'purpose/windows': () => 'For older Windows programs and slides.',
  'purpose/editing': () => 'For further editing: 10-bit, lightly compressed, large files.',
  'purpose/archive': () => 'For archives and media players.',
  'purpose/old-programs': () => 'For old editing programs and computers.',
  'purpose/loops': () => 'Short silent loops; large files.',
  'purpose/sound': () => 'Audio only.',
};
