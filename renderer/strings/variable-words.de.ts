/** The names of the types of items. */
const itemTypes = {
  text: 'Text',
  number: 'Zahl',
  color: 'Farbe',
  boolean: 'Schalter',
  time: 'Zeit',
  video: 'Video',
  image: 'Bild',
  sound: 'Ton',
  font: 'Schrift',
  choice: 'Auswahl',
} as const;

/** The labels and descriptions of the attributes of a declaration. */
export const variableWords = {
  name: { label: 'Name', description: 'Die Variable, von der sie spricht; jede hat eine Deklaration.' },
  type: {
    label: 'Typ',
    description:
      'Was ihre Werte sind. Ohne Angabe das, wofür sie verwendet wird. Bei einer Auswahl sind nur die Werte erlaubt, die zur Auswahl stehen. Eine Liste hat Einträge mit den Feldern, die ihre `field` deklarieren.',
    options: { ...itemTypes, list: 'Liste' },
  },
  of: { label: 'Eintragstyp', description: 'Typ der Einträge einer Liste ohne Felder.', options: itemTypes },
  default: { label: 'Standardwert', description: 'Gilt, wo sie ohne eigenen Standardwert verwendet wird.' },
  label: { label: 'Beschriftung', description: 'Wie Formulare sie nennen. Ohne Angabe bei ihrem Namen.' },
  help: { label: 'Hilfe', description: 'Was in Formularen unter dem Feld steht.' },
  group: { label: 'Gruppe', description: 'Die Überschrift, unter der Formulare sie zeigen.' },
  required: { label: 'Erforderlich', description: 'Ob ein leerer Wert abgelehnt wird.' },
  min: {
    label: 'Minimum',
    description: 'Die kleinste erlaubte Zahl. Zeiten zählen in Frames. Bei einer Liste die kleinste Zahl der Einträge.',
  },
  max: {
    label: 'Maximum',
    description: 'Die größte erlaubte Zahl. Zeiten zählen in Frames. Bei einer Liste die größte Zahl der Einträge.',
  },
  step: {
    label: 'Schritt',
    description:
      'Wie weit erlaubte Zahlen auseinanderliegen, gezählt ab dem Minimum oder ab 0. Zeiten zählen in Frames.',
  },
  maxlength: { label: 'Max. Zeichen', description: 'Wie viele Zeichen ein Text haben darf.' },
  multiline: { label: 'Mehrere Zeilen', description: 'Ob Formulare einen Text aus mehreren Zeilen annehmen.' },
  choices: {
    label: 'Auswahl',
    description:
      'Die Werte, die Formulare anbieten, mit Kommas dazwischen, auf Wunsch mit Beschriftung: `gold: Gold, silber: Silber`. Ohne Angabe die, mit denen Bedingungen und Fälle sie vergleichen.',
  },
} as const;
