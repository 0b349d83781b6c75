import { FIT_LABELS } from '#shared/messages/steps.de.ts';
import type { SpecWords } from './registry-words.ts';
import { variableWords } from './variable-words.de.ts';

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

export const enabledWords = { label: 'Aktiv', description: '`false` behält es im Dokument und lässt es aus dem Film.' };
export const conditionWords = {
  label: 'Bedingung',
  description:
    'Wo sie nicht gilt, bleibt es aus dem Film, etwa `${logo}`, das ohne Wert falsch ist, oder `${plan} = gold`.',
};
export const nameWords = { label: 'Name', description: 'Ein Name für Menschen, in der Timeline zu sehen.' };

export const uncheckedWords = { label: 'Nicht prüfen', description: 'Prüfungen, die es auslassen: Codes oder `*`.' };

/** The labels and descriptions of attributes of all visual layers. */
export const visualWords = {
  position: {
    label: 'Position',
    description: 'Wohin der Drehpunkt kommt, von `origin` aus; nach rechts und unten positiv, Prozente vom Bild.',
  },
  origin: {
    label: 'Ursprung',
    description: 'Der Ort im Bild, von dem `position` gemessen wird, oder ein Punkt von der linken oberen Ecke aus.',
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
      'Der Drehpunkt, von der Mitte der Ebene aus; Prozente sind von ihr: `-50%, -50%` ist ihre linke obere Ecke.',
  },
  scale: {
    label: 'Skalierung',
    description: 'Größe um den Drehpunkt, ein Faktor oder je einer quer und nach unten; unter 0 wird gespiegelt.',
  },
  rotation: { label: 'Drehung', description: 'Dreht um den Drehpunkt, im Uhrzeigersinn.' },
  opacity: { label: 'Deckkraft', description: 'Wie deckend die Ebene ist; 0 ist nicht zu sehen.' },
  blendmode: {
    label: 'Mischung',
    description: 'Wie ihre Farben und die darunter zu einer werden.',
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
  offset: { label: 'Beginn', description: 'Wann sie in ihrer Szene beginnt.' },
  duration: { label: 'Dauer', description: 'Wie lange sie da ist; ohne bis zum Ende ihrer Szene.' },
  overlap: {
    label: 'Überlappung',
    description:
      'Unter 0 endet sie um so viele Frames früher; über 0 fehlen so viele Frames ihres eigenen Anfangs, ihr Platz in der Szene bleibt.',
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
      'Was oben, rechts, unten und links abgeschnitten wird, bevor eingepasst wird; Prozente von der Quelle.',
  },
  focus: {
    label: 'Bildmitte',
    description: 'Welcher Teil bleibt, wenn `cover` schneidet: 0% ist der linke oder obere Rand, 100% der andere.',
  },
} as const;

export const sourceWords = {
  url: { label: 'URL', description: 'Die http(s)-Adresse der Quelle.' },
  src: { label: 'Quelle', description: 'Der Dateiname einer Mediendatei desselben Projekts.' },
} as const;

const radius = { label: 'Radius', description: 'Der Ecken des Rahmens.' };

const textWords = {
  content: {
    label: 'Text',
    description: 'Was er sagt; Zeilenumbrüche bleiben. Ein Kind `content` kann ihn stattdessen enthalten.',
  },
  value: {
    label: 'Zahl',
    description:
      'Die Zahl, die der Text zeigt. Ausdrücke im Inhalt nennen sie `value`; ohne Inhalt ist der Text die Zahl in der Sprache des Films. Keyframes und `countup` bewegen sie.',
  },
  decimals: {
    label: 'Dezimalstellen',
    description:
      'Auf wie viele Stellen eine bewegte Zahl gerundet wird; ohne so viele, wie `value` und seine Keyframes höchstens haben.',
  },
  figures: {
    label: 'Ziffern',
    description:
      'Wie breit Ziffern sind: bei `tabular` alle gleich, bei `font` wie in der Schrift; ohne `tabular`, wenn sich `value` bewegt, sonst `font`.',
    options: { font: 'Wie die Schrift', tabular: 'Gleich breit', proportional: 'Proportional' },
  },
  font: {
    label: 'Schrift',
    description:
      'Familien oder Schriftdateien, in der Reihenfolge, in der ein Zeichen gesucht wird; die mitgelieferten folgen von selbst.',
  },
  size: { label: 'Größe', description: 'Schriftgröße: Pixel des Films von einem Geviert zum nächsten.' },
  weight: { label: 'Stärke', description: 'Welche Stärke der Schrift: 400 ist normal, 700 fett.' },
  style: {
    label: 'Stil',
    description: 'Ob die Schrift gerade oder kursiv ist. Buchstaben einer Familie ohne Kursive werden geneigt.',
    options: { normal: 'Gerade', italic: 'Kursiv' },
  },
  color: { label: 'Farbe', description: 'Des Textes; Emoji behalten ihre eigene.' },
  ...boxWords,
  xalign: {
    label: 'Ausrichtung',
    description:
      'Der Zeilen im Rahmen; `start` und `end` folgen der Richtung des Absatzes, `middle` ist `center`, `justify` macht Zwischenräume so weit, dass Zeilen beide Seiten erreichen.',
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
    description: 'Der Zeilen zusammen im Rahmen; `center` ist `middle`.',
    options: { top: 'Oben', middle: 'Mitte', center: 'Mitte', bottom: 'Unten' },
  },
  direction: {
    label: 'Leserichtung',
    description: 'Eines Absatzes; `auto` nach seinem ersten Zeichen mit Richtung.',
    options: { auto: 'Automatisch', ltr: 'Nach rechts', rtl: 'Nach links' },
  },
  lineheight: { label: 'Zeilenhöhe', description: 'Von Grundlinie zu Grundlinie, als Faktor der Größe.' },
  letterspacing: { label: 'Laufweite', description: 'Was hinter jedem Buchstaben hinzukommt.' },
  autosize: {
    label: 'Autogröße',
    description:
      '`shrink` nimmt die größte Größe bis `size`, bei der der Text in den Rahmen passt, `fill` die größte überhaupt; ohne gilt `shrink`, wo beide Seiten genannt sind.',
    options: { none: 'Keine', shrink: 'Kleiner', fill: 'Füllen' },
  },
  minsize: { label: 'Mindestgröße', description: 'Wo das Verkleinern endet; ohne ein Viertel von `size`.' },
  maxlines: { label: 'Max. Zeilen', description: 'Weitere Zeilen entfallen, und die letzte endet mit `…`.' },
  underline: {
    label: 'Unterstrichen',
    description: 'Zieht eine Linie unter die Buchstaben, in ihrer Farbe.',
  },
  strike: {
    label: 'Gestrichen',
    description: 'Zieht eine Linie durch die Buchstaben, in ihrer Farbe.',
  },
  outline: { label: 'Umriss', description: 'Breite und Farbe einer Linie außen um die Zeichen, etwa `3, #000000`.' },
  shadow: {
    label: 'Schatten',
    description: 'Wie weit quer und nach unten, wie unscharf, und seine Farbe, etwa `0, 3, 8, #000000a0`.',
  },
  background: { label: 'Hintergrund', description: 'Farbe eines Kastens hinter dem Text.' },
  padding: {
    label: 'Innenrand',
    description: 'Zwischen Rahmen und Text, wie in CSS; Breite und Höhe enthalten ihn.',
  },
  radius,
  ...visualWords,
} as const;

const shapeWords = {
  type: {
    label: 'Art',
    description: 'Was den Rahmen füllt; nicht mit `path` oder `points`.',
    options: { rectangle: 'Rechteck', ellipse: 'Ellipse' },
  },
  path: {
    label: 'Pfad',
    description:
      'SVG-Pfaddaten in Pixeln; 0, 0 ist die linke obere Ecke des Rahmens. Gefüllt wird nach der Regel `nonzero`.',
  },
  points: {
    label: 'Punkte',
    description: 'Ein geschlossenes Vieleck: Punkte in Pixeln, mit `;` oder Leerraum dazwischen.',
  },
  ...boxWords,
  radius: { label: 'Radius', description: 'Der Ecken eines Rechtecks, höchstens die Hälfte seiner kürzeren Seite.' },
  fill: { label: 'Füllung', description: 'Womit sie gefüllt ist; ohne weiß, oder nichts, wo `stroke` genannt ist.' },
  stroke: { label: 'Linie', description: 'Farbe ihrer Linie, die auf dem Umriss liegt und runde Ecken hat.' },
  linewidth: { label: 'Linienbreite', description: 'Von `stroke`.' },
  ...visualWords,
} as const;

const codeWords = {
  type: { label: 'Art', description: 'Art des Codes.', options: { qr: 'QR' } },
  content: { label: 'Inhalt', description: 'Was Leser des Codes erhalten, etwa eine Adresse.' },
  level: {
    label: 'Stufe',
    description:
      'Fehlerkorrektur: Ein Leser kann etwa 7 % (`L`), 15 % (`M`), 25 % (`Q`) oder 30 % (`H`) wiederherstellen.',
  },
  margin: {
    label: 'Rand',
    description: 'Breite der leeren Fläche um den Code, in Modulen. Leser brauchen 4.',
  },
  color: { label: 'Farbe', description: 'Farbe der dunklen Module.' },
  background: {
    label: 'Hintergrund',
    description: 'Farbe der hellen Module, des Randes und des übrigen Rahmens.',
  },
  width: {
    ...boxWords.width,
    description: 'Breite des Rahmens; Prozente vom Bild. Ohne 4 Pixel je Modul.',
  },
  height: {
    ...boxWords.height,
    description: 'Höhe des Rahmens; Prozente vom Bild. Ohne 4 Pixel je Modul.',
  },
  ...visualWords,
} as const;

/** The labels and descriptions of layers and their child elements. */
export const layerLabels = {
  image: {
    label: 'Bild',
    description:
      'Eine Ebene, die ein Bild zeigt: PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP oder SVG. Ein animiertes GIF oder WebP läuft. Sie hat genau eines von `url` und `src`.',
  },
  ...prefixedBy('image', {
    end: {
      label: 'Ende',
      description:
        'Was von einem animierten GIF oder WebP nach seinem letzten Bild zu sehen ist: `hold` dieses Bild, `loop` wieder alle vom ersten an, `hide` nichts. Wie oft es sich laut Datei wiederholt, zählt nicht.',
      options: { hold: 'Halten', loop: 'Wiederholen', hide: 'Ausblenden' },
    },
    ...sourceWords,
    ...boxWords,
    fit: {
      label: 'Einpassung',
      description:
        'Wie ein Bild anderer Form seinen Rahmen füllt; ohne gilt `none`, und `contain`, wo Breite oder Höhe genannt ist.',
      options: FIT_LABELS,
    },
    ...cutWords,
    ...visualWords,
  }),
  text: {
    label: 'Text',
    description: 'Eine Ebene, die einen Text zeigt, wie `content` oder ihr Kind dieses Namens sagt.',
  },
  ...prefixedBy('text', textWords),
  solid: { label: 'Farbfläche', description: 'Eine Ebene aus einer Farbe.' },
  ...prefixedBy('solid', {
    color: { label: 'Farbe', description: 'Womit sie gefüllt ist.' },
    gradient: {
      label: 'Verlauf',
      description:
        'Statt der Farbe: ein Winkel, 0 nach oben, und Farben von Rand zu Rand des Rechtecks, jede wenn gewünscht mit ihrem Ort, etwa `90, #000, #f00 30%, #fff`.',
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
      'Eine Ebene, die einen QR-Code zeigt. Seine Module sind Quadrate aus ganzen Pixeln, so groß, wie Code und Rand in den Rahmen passen.',
  },
  ...prefixedBy('code', codeWords),
  group: {
    label: 'Gruppe',
    description:
      'Ebenen, die zusammen ein Bild sind, auf nichts, und dann eine Ebene wie jede andere. Ihre Uhr beginnt mit ihr, und Ebenen darin liegen von ihrer Mitte aus. Was über ihren Rahmen reicht, wird nur abgeschnitten, wo eine Seite genannt ist.',
  },
  ...prefixedBy('group', { ...boxWords, ...visualWords }),
  mask: {
    label: 'Maske',
    description:
      'Ebenen, die sagen, wo die Ebene zu sehen ist, in der sie steht: Weiß zeigt, Schwarz und nichts verbergen. Sie liegen im Bild, das maskiert wird, und haben dessen Uhr. Mehrere Masken verbergen gemeinsam.',
  },
  ...prefixedBy('mask', {
    channel: {
      label: 'Kanal',
      description:
        'Was von ihren Ebenen zählt: ihre Leuchtdichte, ihr Rot, Grün oder Blau, je über Schwarz, oder ihre Deckkraft. `0` bis `3` sind Rot, Grün, Blau und Deckkraft.',
      options: { luma: 'Leuchtdichte', alpha: 'Deckkraft', red: 'Rot', green: 'Grün', blue: 'Blau' },
    },
    invert: { label: 'Umkehren', description: 'Ob sie verbirgt, was sie sonst zeigte.' },
    name: nameWords,
    enabled: enabledWords,
  }),
  resources: {
    label: 'Ressourcen',
    description: 'Schriften und Variablen, die der Film bei ihrem Namen nennt, und die Metadaten der Filmdatei.',
  },
  metadata: {
    label: 'Metadaten',
    description: 'Metadaten der Filmdatei, für Aufträge, die sie wollen. Eine Vorlage hat höchstens eines.',
  },
  ...prefixedBy('metadata', {
    title: { label: 'Titel', description: 'Titel des Films.' },
    artist: { label: 'Urheber', description: 'Person oder Gruppe, die den Film gemacht hat.' },
    album: { label: 'Album', description: 'Album oder Reihe, zu der der Film gehört.' },
    comment: { label: 'Kommentar', description: 'Kommentar zum Film.' },
    copyright: { label: 'Copyright', description: 'Hinweis auf die Rechte.' },
    date: { label: 'Datum', description: 'Datum des Films, etwa `2026` oder `2026-11-29`.' },
    genre: { label: 'Genre', description: 'Genre des Films.' },
    description: { label: 'Beschreibung', description: 'Beschreibung des Films.' },
    cover: {
      label: 'Titelbild',
      description:
        'Bild der Datei in Abspielprogrammen: ein Bild des Projekts, oder `poster` für das Poster des Films.',
    },
  }),
  font: {
    label: 'Schrift',
    description:
      'Ein Schnitt einer Familie: TrueType, OpenType, der erste Schnitt einer Sammlung oder WOFF2. Mehrere mit einer Familie sind ihre Schnitte. Sie hat genau eines von `url` und `src`.',
  },
  ...prefixedBy('font', {
    family: { label: 'Familie', description: 'Der Name, bei dem `font` von `text` sie nennt.' },
    weight: { label: 'Stärke', description: 'Welche Stärke ihrer Familie sie ist; ohne, was die Datei sagt.' },
    style: {
      label: 'Stil',
      description: 'Ob sie gerade oder kursiv ist; ohne, was die Datei sagt.',
      options: { normal: 'Gerade', italic: 'Kursiv' },
    },
    url: { label: 'URL', description: 'Die http(s)-Adresse der Schrift.' },
    src: { label: 'Quelle', description: 'Der Dateiname einer Schrift desselben Projekts.' },
  }),
  variable: {
    label: 'Variable',
    description:
      'Sagt von einer Variablen, wie ein Formular nach ihr fragt, und welche Werte sinnvoll sind. Eine Variable braucht keine Deklaration. Ihre Attribute gelten, wie sie geschrieben sind; Platzhalter stehen darin nicht.',
  },
  ...prefixedBy('variable', variableWords),
} as const;

const { content: _, value: __, decimals: ___, figures: ____, ...styleWords } = textWords;

/** The labels and descriptions of styles that texts and captions share. */
export const sharedStyleWords = styleWords;

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
export const textChildWords = {
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
  ...prefixedBy('span', spanWords),
} as const;
