import { sourceWords, textWords, under } from './layer-words.ts';

const { content: _, ...setWords } = textWords;

/** The labels and descriptions of captions and their style. */
export const captionsWords = {
  captions: {
    label: 'Untertitel',
    description:
      'Eine Ebene, die die Untertitel einer Datei zeigt, SubRip (.srt) oder WebVTT (.vtt), jeden zu seiner Zeit. Von ihren Auszeichnungen zählen `b`, `i` und `u`. Sie hat genau eines von `url` und `src`.',
  },
  ...under('captions', {
    ...sourceWords,
    skip: {
      label: 'In-Punkt',
      description: 'Wo in der Datei sie beginnen, in Frames des Films oder in Sekunden wie `1.5s`.',
    },
    mode: {
      label: 'Weise',
      description:
        '`word` zeigt Wörter, wenn ihre Zeit kommt, wo die Datei solche hat; sonst ist ein Untertitel auf einmal da.',
      options: { cue: 'Im Ganzen', word: 'Wort für Wort' },
    },
    ...setWords,
  }),
} as const;
