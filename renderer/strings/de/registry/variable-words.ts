/** Was eine Deklaration von ihrer Variablen sagt. */
export const variableWords = {
  name: { label: 'Name', description: 'Die Variable, von der sie spricht; jede hat eine Deklaration.' },
  type: {
    label: 'Typ',
    description:
      'Was ihre Werte sind; ohne, was ihre Verwendungen sagen. Bei `choice` sind nur die Werte in `choices` erlaubt.',
    options: {
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
    },
  },
  default: { label: 'Standardwert', description: 'Gilt, wo eine Verwendung keinen eigenen hat.' },
  label: { label: 'Beschriftung', description: 'Wie Formulare sie nennen; ohne, bei ihrem Namen.' },
  help: { label: 'Hilfe', description: 'Was Formulare darunter sagen.' },
  group: { label: 'Gruppe', description: 'Die Überschrift, unter der Formulare sie zeigen.' },
  required: { label: 'Erforderlich', description: 'Ob ein leerer Wert abgelehnt wird.' },
  min: { label: 'Minimum', description: 'Die kleinste Zahl oder Zeit; bei Zeiten in Frames.' },
  max: { label: 'Maximum', description: 'Die größte Zahl oder Zeit; bei Zeiten in Frames.' },
  step: {
    label: 'Schritt',
    description:
      'Wie weit Zahlen oder Zeiten auseinander liegen, gezählt ab `min` oder ohne es ab 0; bei Zeiten in Frames.',
  },
  maxlength: { label: 'Max. Zeichen', description: 'Wie viele Zeichen ein Text haben darf.' },
  multiline: { label: 'Mehrere Zeilen', description: 'Ob Formulare einen Text aus mehreren Zeilen annehmen.' },
  choices: {
    label: 'Auswahl',
    description:
      'Werte, die Formulare anbieten, mit Kommas dazwischen, je `Wert` oder `Wert: Beschriftung`; ohne die, mit denen Bedingungen und Fälle sie vergleichen.',
  },
} as const;
