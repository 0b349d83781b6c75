import { FIT_LABELS } from '#shared/messages/steps.de.ts';
import type { SpecWords } from './registry-words.ts';
import { fontWords, metadataWords, variableWords } from './variable-words.de.ts';

type PrefixedBy<Name extends string, Words> = { readonly [Key in keyof Words & string as `${Name}/${Key}`]: SpecWords };

/** Returns the labels of attributes. Their keys are prefixed with the element name. */
export function prefixedBy<const Name extends string, Words extends Readonly<Record<string, SpecWords>>>(
  name: Name,
  words: Words,
): PrefixedBy<Name, Words> {
  const entries = Object.entries(words).map(([key, each]) => [`${name}/${key}`, each]);
  // TypeScript does not infer the composed names from `fromEntries`.
  return Object.fromEntries(entries) as PrefixedBy<Name, Words>;
}

export const enabledWords = {
  label: 'Aktiv',
  description: '`false` behält das Element im Dokument, lässt es im Film aber weg.',
};
export const conditionWords = {
  label: 'Bedingung',
  description:
    'Das Element fehlt im Film, wenn diese Bedingung falsch ist, etwa `${logo}`, das ohne Wert falsch ist, oder `${plan} = gold`.',
};
export const nameWords = { label: 'Name', description: 'Name in der Timeline.' };

export const uncheckedWords = {
  label: 'Nicht prüfen',
  description:
    'Filmprüfungen, die das Element und seinen Inhalt auslassen: Codes wie `text/overlap text/tiny`, oder `*` für alle.',
};

/** The labels and descriptions of attributes of all visual layers. */
export const visualWords = {
  position: {
    label: 'Position',
    description:
      'Position des Drehpunkts relativ zu `origin`; nach rechts und unten positiv. Prozentwerte beziehen sich auf das Bild.',
  },
  origin: {
    label: 'Ursprung',
    description: 'Stelle im Bild, ab der `position` gemessen wird, oder ein Punkt relativ zur linken oberen Ecke.',
    options: {
      center: 'Mitte',
      top: 'Oben',
      bottom: 'Unten',
      left: 'Links',
      right: 'Rechts',
      topleft: 'Oben links',
      topright: 'Oben rechts',
      bottomleft: 'Unten links',
      bottomright: 'Unten rechts',
    },
  },
  anchor: {
    label: 'Drehpunkt',
    description:
      'Drehpunkt relativ zur Mitte der Ebene. Prozentwerte beziehen sich auf die Ebene: `-50%, -50%` ist ihre linke obere Ecke.',
  },
  scale: {
    label: 'Skalierung',
    description: 'Skalierung um den Drehpunkt: ein Faktor, oder je einer für Breite und Höhe; negative Werte spiegeln.',
  },
  rotation: { label: 'Drehung', description: 'Drehung um den Drehpunkt, im Uhrzeigersinn.' },
  opacity: { label: 'Deckkraft', description: 'Deckkraft; 0 ist unsichtbar.' },
  blendmode: {
    label: 'Mischmodus',
    description: 'Mischung mit den Ebenen darunter.',
    options: {
      normal: 'Normal',
      multiply: 'Multiplizieren',
      screen: 'Negativ multiplizieren',
      overlay: 'Ineinanderkopieren',
      softlight: 'Weiches Licht',
      hardlight: 'Hartes Licht',
      darken: 'Abdunkeln',
      lighten: 'Aufhellen',
      add: 'Addieren',
      difference: 'Differenz',
    },
  },
  offset: { label: 'Beginn', description: 'Startzeit in ihrer Szene.' },
  duration: { label: 'Dauer', description: 'Dauer der Ebene; standardmäßig bis zum Ende ihrer Szene.' },
  overlap: {
    label: 'Überlappung',
    description:
      'Negativ: Sie endet um so viele Frames früher. Positiv: So viele Frames ihres Anfangs werden übersprungen; ihr Beginn in der Szene ändert sich nicht.',
  },
  condition: conditionWords,
  name: nameWords,
  enabled: enabledWords,
  unchecked: uncheckedWords,
} as const;

export const boxWords = {
  width: { label: 'Breite', description: 'Breite ihres Rahmens; Prozente vom Bild.' },
  height: { label: 'Höhe', description: 'Höhe ihres Rahmens; Prozente vom Bild.' },
} as const;

export const cutWords = {
  crop: {
    label: 'Beschnitt',
    description:
      'Beschnitt oben, rechts, unten und links vor dem Einpassen; Prozentwerte beziehen sich auf die Quelle.',
  },
  focus: {
    label: 'Bildmitte',
    description:
      'Teil, der sichtbar bleibt, wenn `cover` abschneidet: 0% ist der linke oder obere Rand, 100% der rechte oder untere.',
  },
} as const;

export const sourceWords = {
  url: { label: 'URL', description: 'Die http(s)-Adresse der Quelle.' },
  src: { label: 'Quelle', description: 'Der Dateiname einer Mediendatei desselben Projekts.' },
} as const;

const radius = { label: 'Radius', description: 'Eckenradius des Rahmens.' };

const textWords = {
  content: {
    label: 'Text',
    description:
      'Angezeigter Text; Zeilenumbrüche bleiben erhalten. Stattdessen kann ein untergeordnetes Element `content` ihn enthalten.',
  },
  value: {
    label: 'Zahl',
    description:
      'Zahl, die der Text zeigt. In Ausdrücken des Inhalts heißt sie `value`; ohne Inhalt ist der Text die Zahl in der Sprache des Films. Keyframes und `countup` animieren sie.',
  },
  decimals: {
    label: 'Dezimalstellen',
    description:
      'Dezimalstellen, auf die ein animierter `value` gerundet wird. Standard ist die größte Zahl von Dezimalstellen in `value` und seinen Keyframes.',
  },
  figures: {
    label: 'Ziffern',
    description:
      'Breite der Ziffern: bei `tabular` alle gleich breit, bei `font` wie in der Schrift. Standard ist `tabular`, wenn `value` animiert ist, sonst `font`.',
    options: { font: 'Wie die Schrift', tabular: 'Gleich breit', proportional: 'Proportional' },
  },
  font: {
    label: 'Schrift',
    description:
      'Schriftfamilien oder Schriftdateien, die bevorzugte zuerst; mitgelieferte Schriften dienen als Ersatz.',
  },
  size: { label: 'Größe', description: 'Schriftgröße (Geviert) in Pixeln des Films.' },
  weight: { label: 'Stärke', description: 'Schriftstärke: 400 ist normal, 700 ist fett.' },
  style: {
    label: 'Stil',
    description: 'Gerade oder kursiv. Hat die Familie keine Kursive, werden die Buchstaben geneigt.',
    options: { normal: 'Gerade', italic: 'Kursiv' },
  },
  color: { label: 'Farbe', description: 'Farbe des Textes; Emoji behalten ihre eigenen Farben.' },
  ...boxWords,
  xalign: {
    label: 'Ausrichtung',
    description:
      'Ausrichtung der Zeilen im Rahmen; `start` und `end` folgen der Richtung des Absatzes, `middle` ist `center`, `justify` dehnt Zwischenräume, bis die Zeilen beide Seiten erreichen.',
    options: {
      left: 'Links',
      center: 'Mitte',
      middle: 'Mitte',
      right: 'Rechts',
      start: 'Anfang',
      end: 'Ende',
      justify: 'Blocksatz',
    },
  },
  yalign: {
    label: 'Vertikal',
    description: 'Vertikale Ausrichtung im Rahmen; `center` ist `middle`.',
    options: { top: 'Oben', middle: 'Mitte', center: 'Mitte', bottom: 'Unten' },
  },
  direction: {
    label: 'Leserichtung',
    description: 'Leserichtung eines Absatzes; `auto` richtet sich nach dem ersten Zeichen mit Richtung.',
    options: { auto: 'Automatisch', ltr: 'Nach rechts', rtl: 'Nach links' },
  },
  lineheight: { label: 'Zeilenhöhe', description: 'Abstand der Grundlinien als Faktor der Größe.' },
  letterspacing: { label: 'Laufweite', description: 'Abstand nach jedem Buchstaben.' },
  autosize: {
    label: 'Autogröße',
    description:
      '`shrink` verwendet die größte Größe bis `size`, die in den Rahmen passt, `fill` die größte, die passt. Standard ist `shrink`, wenn Breite und Höhe gesetzt sind.',
    options: { none: 'Keine', shrink: 'Kleiner', fill: 'Füllen' },
  },
  minsize: { label: 'Mindestgröße', description: 'Kleinste Größe für `shrink`. Standard ist ein Viertel von `size`.' },
  maxlines: {
    label: 'Max. Zeilen',
    description: 'Weitere Zeilen werden ausgeblendet, und die letzte sichtbare endet mit `…`.',
  },
  underline: { label: 'Unterstrichen', description: 'Zieht eine Linie in der Farbe der Buchstaben darunter.' },
  strike: { label: 'Gestrichen', description: 'Zeichnet eine Linie in der Textfarbe durch den Text.' },
  outline: { label: 'Umriss', description: 'Breite und Farbe eines Umrisses um die Buchstaben, etwa `3, #000000`.' },
  shadow: {
    label: 'Schatten',
    description: 'Versatz nach rechts und unten, Unschärfe und Farbe, etwa `0, 3, 8, #000000a0`.',
  },
  background: { label: 'Hintergrund', description: 'Farbe eines Kastens hinter dem Text.' },
  padding: {
    label: 'Innenrand',
    description: 'Abstand zwischen Rahmen und Text wie in CSS; Breite und Höhe enthalten ihn.',
  },
  radius,
  ...visualWords,
} as const;

const shapeWords = {
  type: {
    label: 'Art',
    description: 'Form, die den Rahmen füllt; nicht mit `path` oder `points`.',
    options: { rectangle: 'Rechteck', ellipse: 'Ellipse' },
  },
  path: {
    label: 'Pfad',
    description:
      'SVG-Pfaddaten in Pixeln; 0, 0 ist die linke obere Ecke des Rahmens. Gefüllt wird nach der Regel `nonzero`.',
  },
  points: {
    label: 'Punkte',
    description: 'Ein geschlossenes Vieleck: Punkte in Pixeln, getrennt durch `;` oder Leerraum.',
  },
  ...boxWords,
  radius: { label: 'Radius', description: 'Eckenradius eines Rechtecks, höchstens die Hälfte seiner kürzeren Seite.' },
  fill: {
    label: 'Füllung',
    description: 'Füllfarbe. Standard ist Weiß, oder keine Füllung, wenn `stroke` gesetzt ist.',
  },
  stroke: { label: 'Linie', description: 'Farbe der Linie. Sie liegt mittig auf dem Umriss und hat runde Ecken.' },
  linewidth: { label: 'Linienbreite', description: 'Breite von `stroke`.' },
  ...visualWords,
} as const;

const codeWords = {
  type: { label: 'Art', description: 'Art des Codes.', options: { qr: 'QR' } },
  content: { label: 'Inhalt', description: 'Text, den der Code enthält, etwa eine Adresse.' },
  level: {
    label: 'Stufe',
    description:
      'Fehlerkorrektur: Ein Leser kann etwa 7 % (`L`), 15 % (`M`), 25 % (`Q`) oder 30 % (`H`) wiederherstellen.',
  },
  margin: { label: 'Rand', description: 'Breite der leeren Fläche um den Code, in Modulen. Leser brauchen 4.' },
  color: { label: 'Farbe', description: 'Farbe der dunklen Module.' },
  background: { label: 'Hintergrund', description: 'Farbe der hellen Module, des Randes und des übrigen Rahmens.' },
  width: {
    ...boxWords.width,
    description: 'Breite des Rahmens; Prozentwerte beziehen sich auf das Bild. Standard sind 4 Pixel je Modul.',
  },
  height: {
    ...boxWords.height,
    description: 'Höhe des Rahmens; Prozentwerte beziehen sich auf das Bild. Standard sind 4 Pixel je Modul.',
  },
  ...visualWords,
} as const;

/** The labels and descriptions of layers and their child elements. */
export const layerLabels = {
  image: {
    label: 'Bild',
    description:
      'Eine Ebene, die ein Bild zeigt: PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP oder SVG. Animierte GIFs und WebPs laufen. Sie braucht genau eines von `url` und `src`.',
  },
  ...prefixedBy('image', {
    end: {
      label: 'Ende',
      description:
        'Nach dem letzten Bild eines animierten GIF oder WebP: `hold` behält dieses Bild, `loop` beginnt wieder beim ersten, `hide` zeigt nichts. Die Wiederholungen laut Datei werden ignoriert.',
      options: { hold: 'Halten', loop: 'Wiederholen', hide: 'Ausblenden' },
    },
    ...sourceWords,
    ...boxWords,
    fit: {
      label: 'Einpassung',
      description:
        'So füllt ein Bild mit anderem Seitenverhältnis seinen Rahmen. Standard ist `none`, oder `contain`, wenn Breite oder Höhe gesetzt ist.',
      options: FIT_LABELS,
    },
    ...cutWords,
    ...visualWords,
  }),
  text: {
    label: 'Text',
    description:
      'Eine Ebene, die den Text ihres Attributs oder Elements `content` zeigt, oder die Zahl ihres Attributs `value`.',
  },
  ...prefixedBy('text', textWords),
  solid: { label: 'Farbfläche', description: 'Eine Ebene mit einer Farbe oder einem Verlauf.' },
  ...prefixedBy('solid', {
    color: { label: 'Farbe', description: 'Füllfarbe.' },
    gradient: {
      label: 'Verlauf',
      description:
        'Ersetzt die Farbe: ein Winkel, wobei 0 nach oben zeigt, und Farben von Rand zu Rand mit optionalen Positionen, etwa `90, #000, #f00 30%, #fff`.',
    },
    ...boxWords,
    ...visualWords,
  }),
  shape: {
    label: 'Form',
    description: 'Eine Ebene, die ein Rechteck, eine Ellipse, ein Vieleck oder einen Pfad zeigt.',
  },
  ...prefixedBy('shape', shapeWords),
  code: {
    label: 'Code',
    description:
      'Eine Ebene, die einen QR-Code zeigt. Seine Module sind Quadrate aus ganzen Pixeln, so groß, wie es der Rahmen für Code und Rand zulässt.',
  },
  ...prefixedBy('code', codeWords),
  group: {
    label: 'Gruppe',
    description:
      'Ebenen, die zu einem Bild mit transparentem Hintergrund verbunden werden. Zeiten in der Gruppe zählen ab ihrem Anfang, Positionen ab ihrer Mitte. Inhalt außerhalb ihres Rahmens wird nur abgeschnitten, wenn Breite oder Höhe gesetzt ist.',
  },
  ...prefixedBy('group', { ...boxWords, ...visualWords }),
  mask: {
    label: 'Maske',
    description:
      'Ebenen, die die übergeordnete Ebene maskieren: Weiße Flächen zeigen sie, schwarze und leere verbergen sie. Ihre Positionen und Zeiten sind die des maskierten Bildes. Mehrere Masken wirken zusammen.',
  },
  ...prefixedBy('mask', {
    channel: {
      label: 'Kanal',
      description:
        'Verwendeter Kanal ihrer Ebenen: Leuchtdichte, Rot, Grün oder Blau über Schwarz, oder Deckkraft. `0` bis `3` sind Rot, Grün, Blau und Deckkraft.',
      options: { luma: 'Leuchtdichte', alpha: 'Deckkraft', red: 'Rot', green: 'Grün', blue: 'Blau' },
    },
    invert: { label: 'Umkehren', description: 'Ob sie die Flächen verbirgt, die sie sonst zeigen würde.' },
    name: nameWords,
    enabled: enabledWords,
  }),
  resources: {
    label: 'Ressourcen',
    description: 'Schriften und Variablen, die der Film über ihren Namen verwendet, und die Metadaten der Filmdatei.',
  },
  metadata: {
    label: 'Metadaten',
    description: 'Metadaten der Filmdatei, für Renderaufträge, die sie einschließen. Eine Vorlage hat höchstens eines.',
  },
  ...prefixedBy('metadata', metadataWords),
  font: {
    label: 'Schrift',
    description:
      'Eine Schriftdatei einer Familie: TrueType, OpenType, die erste Schrift einer Sammlung oder WOFF2. Mehrere Schriften können zu einer Familie gehören. Sie braucht genau eines von `url` und `src`.',
  },
  ...prefixedBy('font', fontWords),
  variable: {
    label: 'Variable',
    description:
      'Deklariert, wie Formulare nach einer Variablen fragen und welche Werte gültig sind. Die Deklaration ist optional. Ihre Attribute dürfen keine Platzhalter enthalten.',
  },
  ...prefixedBy('variable', variableWords),
} as const;

const { content: _, value: __, decimals: ___, figures: ____, ...styleWords } = textWords;

/** The labels and descriptions of styles that texts and captions share. */
export const sharedStyleWords = styleWords;

const spanWords = {
  color: {
    label: 'Farbe',
    description: 'Farbe seiner Buchstaben; Emoji behalten ihre eigenen Farben. Keyframes der Ebene ändern sie nicht.',
  },
  size: {
    label: 'Größe',
    description:
      'Schriftgröße (Geviert) in Pixeln des Films. Skalieren `autosize` oder Keyframes die Ebene, skaliert der Abschnitt um denselben Faktor.',
  },
  weight: { label: 'Stärke', description: 'Schriftstärke: 400 ist normal, 700 ist fett.' },
  style: {
    label: 'Stil',
    description: 'Gerade oder kursiv. Hat die Familie keine Kursive, werden die Buchstaben geneigt.',
    options: { normal: 'Gerade', italic: 'Kursiv' },
  },
  font: { label: 'Schrift', description: 'Schriftfamilien oder Schriftdateien, die bevorzugte zuerst.' },
  underline: { label: 'Unterstrichen', description: 'Zieht eine Linie in der Farbe seiner Buchstaben darunter.' },
  strike: { label: 'Gestrichen', description: 'Zeichnet eine Linie in der Textfarbe durch den Text.' },
  enabled: enabledWords,
} as const;

/** The labels and descriptions of elements inside a text. */
export const textChildWords = {
  content: {
    label: 'Inhalt',
    description:
      'Der Text von `text`; er kann Platzhalter enthalten. Enthält er ein `span`, zählt jeder Leerraum und jeder Zeilenumbruch.',
  },
  span: {
    label: 'Abschnitt',
    description:
      'Ein Teil eines Textes mit eigener Formatierung. Abschnitte lassen sich bis zu 8 Ebenen tief verschachteln. Die größten Buchstaben des Textes bestimmen die Zeilenhöhe.',
  },
  ...prefixedBy('span', spanWords),
} as const;
