import { enabledWords, under } from './layer-words.ts';

const spanWords = {
  color: {
    label: 'Farbe',
    description: 'Seiner Buchstaben; Emoji behalten ihre. Keyframes der Ebene ändern sie nicht.',
  },
  size: {
    label: 'Größe',
    description:
      'Schriftgröße: Pixel des Films von einem Geviert zum nächsten. Wird die Ebene durch `autosize` oder Keyframes kleiner oder größer, wird er es im selben Verhältnis.',
  },
  weight: { label: 'Stärke', description: 'Welche Stärke der Schrift: 400 ist normal, 700 ist fett.' },
  style: {
    label: 'Stil',
    description: 'Ob die Schrift gerade oder kursiv ist. Buchstaben einer Familie ohne Kursive werden geneigt.',
    options: { normal: 'Gerade', italic: 'Kursiv' },
  },
  font: {
    label: 'Schrift',
    description: 'Familien oder Schriftdateien, in der Reihenfolge, in der ein Zeichen gesucht wird.',
  },
  underline: { label: 'Unterstrichen', description: 'Zieht eine Linie unter seine Buchstaben, in ihrer Farbe.' },
  strike: { label: 'Gestrichen', description: 'Zieht eine Linie durch seine Buchstaben, in ihrer Farbe.' },
  enabled: enabledWords,
} as const;

/** The labels and descriptions of elements inside a text. */
export const insideTextWords = {
  content: {
    label: 'Inhalt',
    description:
      'Der Text von `text`; Platzhalter zählen darin. Wo er ein `span` enthält, zählt jeder Leerraum und jeder Zeilenumbruch darin.',
  },
  span: {
    label: 'Abschnitt',
    description:
      'Ein Stück eines Textes, das anders aussieht. Es kann weitere enthalten, 8 tief. Zeilen sind so hoch, wie die größten Buchstaben des Textes es brauchen.',
  },
  ...under('span', spanWords),
} as const;
