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
  name: { label: 'Name', description: 'Name der Variable; jede Variable hat eine Deklaration.' },
  type: {
    label: 'Typ',
    description:
      'Typ des Werts. Standardmäßig ergibt er sich aus der Verwendung der Variable. Eine Auswahl nimmt nur ihre `choices` an. Eine Liste hat Einträge mit den Feldern, die ihre Elemente `field` deklarieren.',
    options: { ...itemTypes, list: 'Liste' },
  },
  of: { label: 'Eintragstyp', description: 'Typ der Einträge einer Liste ohne Felder.', options: itemTypes },
  default: { label: 'Standardwert', description: 'Gilt, wenn es keinen anderen Standardwert gibt.' },
  label: { label: 'Beschriftung', description: 'Beschriftung in Formularen. Standard ist der Name.' },
  help: { label: 'Hilfe', description: 'Hilfetext in Formularen.' },
  group: { label: 'Gruppe', description: 'Überschrift in Formularen.' },
  required: { label: 'Erforderlich', description: 'Ob ein Wert erforderlich ist.' },
  min: {
    label: 'Minimum',
    description: 'Kleinste Zahl oder Zeit; Zeiten in Frames. Bei einer Liste die Mindestzahl der Einträge.',
  },
  max: {
    label: 'Maximum',
    description: 'Größte Zahl oder Zeit; Zeiten in Frames. Bei einer Liste die Höchstzahl der Einträge.',
  },
  step: {
    label: 'Schritt',
    description: 'Abstand erlaubter Zahlen oder Zeiten, gezählt ab `min` oder 0; Zeiten in Frames.',
  },
  maxlength: { label: 'Max. Zeichen', description: 'Höchstzahl der Zeichen.' },
  multiline: { label: 'Mehrere Zeilen', description: 'Ob Formulare Text mit mehreren Zeilen annehmen.' },
  choices: {
    label: 'Auswahl',
    description:
      'Werte, die Formulare anbieten, getrennt durch Kommas, bei Bedarf mit Beschriftung: `gold: Gold, silber: Silber`. Nur der Typ `choice` lehnt andere Werte ab. Standard sind die Werte, mit denen Bedingungen und Fälle die Variable vergleichen.',
  },
} as const;

export const metadataWords = {
  title: { label: 'Titel', description: 'Titel des Films.' },
  artist: { label: 'Urheber', description: 'Person oder Gruppe, die den Film gemacht hat.' },
  album: { label: 'Album', description: 'Album oder Reihe, zu der der Film gehört.' },
  comment: { label: 'Kommentar', description: 'Kommentar zum Film.' },
  copyright: { label: 'Copyright', description: 'Urheberrechtshinweis.' },
  date: { label: 'Datum', description: 'Datum des Films, etwa `2026` oder `2026-11-29`.' },
  genre: { label: 'Genre', description: 'Genre des Films.' },
  description: { label: 'Beschreibung', description: 'Beschreibung des Films.' },
  cover: {
    label: 'Titelbild',
    description: 'Bild der Datei in Abspielprogrammen: ein Bild des Projekts, oder `poster` für das Poster des Films.',
  },
} as const;

export const fontWords = {
  family: { label: 'Familie', description: 'Name, den das Attribut `font` von `text` verwendet.' },
  weight: { label: 'Stärke', description: 'Stärke in ihrer Familie. Der Standard kommt aus der Datei.' },
  style: {
    label: 'Stil',
    description: 'Gerade oder kursiv. Der Standard kommt aus der Datei.',
    options: { normal: 'Gerade', italic: 'Kursiv' },
  },
  url: { label: 'URL', description: 'Die http(s)-Adresse der Schrift.' },
  src: { label: 'Quelle', description: 'Der Dateiname einer Schrift desselben Projekts.' },
} as const;
