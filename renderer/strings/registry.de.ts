import type { FunctionName } from '#shared/expressions/functions.ts';
import { FIT_LABELS } from '#shared/messages/steps.de.ts';
import type { Term } from '#shared/messages/translation.ts';
import { animationWords } from './animation-words.de.ts';
import { captionsWords } from './captions-words.de.ts';
import {
  boxWords,
  conditionWords,
  cutWords,
  enabledWords as enabled,
  layerLabels,
  nameWords,
  prefixedBy,
  textChildWords,
  uncheckedWords,
  visualWords,
} from './layer-words.de.ts';
import { lightWords } from './light-words.de.ts';
import { listWords } from './list-words.de.ts';
import type { RegistryWords, SpecWords } from './registry-words.ts';
import { soundWords } from './sound-words.de.ts';
import { transitionWords } from './transition-words.de.ts';

const effectType = { label: 'Art', description: 'Welcher Effekt es ist; davon hängen die übrigen Attribute ab.' };

const amount = { label: 'Anteil', description: 'Wie viel davon: 0 ändert nichts, 1 ist alles.' };

/** The labels and descriptions of elements, effects, and their attributes. The key of an attribute contains a slash. */
export const registryStrings = {
  movie: { label: 'Film', description: 'Der Film: Seine Szenen laufen nacheinander.' },
  'movie/width': { label: 'Breite', description: 'Breite des Bildes.' },
  'movie/height': { label: 'Höhe', description: 'Höhe des Bildes.' },
  'movie/framerate': {
    label: 'Bildrate',
    description: 'Bilder pro Sekunde von 1 bis 240, ganz oder als genauer Bruch wie 30000/1001.',
  },
  'movie/background': {
    label: 'Hintergrund',
    description:
      'Farbe hinter allen Ebenen; ihre Deckkraft zählt nicht. `transparent` ergibt einen Film mit Deckkraft.',
  },
  'movie/matte': {
    label: 'Mattfarbe',
    description: 'Farbe hinter einem transparenten Film in Formaten ohne Deckkraft, in Standbildern und in Miniaturen.',
  },
  'movie/language': {
    label: 'Sprache',
    description: 'Sprache, in der Ausdrücke Zahlen, Preise und Daten schreiben, wie de oder pt-BR.',
  },
  'movie/loudness': {
    label: 'Lautheit',
    description:
      'Integrierte Lautheit des Films in LUFS, wie `-14` für Streams, `-16` für Sprache oder `-23` für den Rundfunk. `none` lässt den Ton, wie er ist.',
  },
  'movie/truepeak': {
    label: 'True Peak',
    description: 'Höchster True Peak eines Films mit `loudness`, in dBTP. Ein Limiter senkt lautere Stellen ab.',
  },
  'movie/poster': {
    label: 'Poster',
    description:
      'Zeitpunkt des Posters und der Vorschaubilder, in Frames oder in Sekunden, etwa `2s`. Ohne ein Moment, der etwas zeigt.',
  },
  'movie/unchecked': uncheckedWords,
  'movie/version': { label: 'Version', description: 'Wird gelesen und nicht beachtet.' },
  overlay: {
    label: 'Einblendung',
    description:
      'Ebenen, die über allen Szenen und Übergängen liegen. Ihre Zeiten zählen die Frames des Films; eine ohne `duration` bleibt bis zu dessen Ende. Ihre Töne sind über Szenen hinweg zu hören.',
  },
  'overlay/name': { label: 'Name', description: 'Wie der Editor sie nennt.' },
  'overlay/condition': conditionWords,
  'overlay/enabled': enabled,
  'overlay/unchecked': uncheckedWords,
  scene: {
    label: 'Szene',
    description:
      'Ein Stück des Films. Seine Ebenen liegen übereinander, die spätere oben. Eine, die Szenen enthält und keine Ebene, ist eine Folge: sie spielt sie nacheinander und hat keine `duration`.',
  },
  'scene/duration': {
    label: 'Dauer',
    description:
      'Eine bloße ganze Zahl zählt Frames; `2s` zählt Sekunden, auf den nächsten Frame gerundet. Ohne ist die Szene so lang wie ihr Inhalt, mit `audio` wie ihre Töne. Eine Szene, die Szenen enthält, hat keine.',
  },
  'scene/extra': {
    label: 'Zusatz',
    description: 'Wie viel länger als ihr Inhalt die Szene ist; an einer eigenen Länge ändert es nichts.',
  },
  'scene/background': {
    label: 'Hintergrund',
    description: 'Farbe unter der untersten Ebene. Ohne sie, und bei `transparent`, gilt der Hintergrund des Films.',
  },
  'scene/type': {
    label: 'Art',
    description:
      '`choice` spielt eine der Szenen darin, die, deren `case` den Wert ihrer `condition` hat; `optional` ist eine gewöhnliche Szene mit einer `condition`.',
    options: { regular: 'Gewöhnlich', optional: 'Bedingt', choice: 'Auswahl' },
  },
  'scene/condition': {
    label: 'Bedingung',
    description:
      'Wo sie gilt, wird die Szene gespielt, etwa `${promo}`, das ohne Wert falsch ist, oder `${plan} = gold`; bei einer Auswahl der Wert, der mit den Fällen verglichen wird.',
  },
  'scene/case': {
    label: 'Fall',
    description:
      'Von einer Szene in einer Auswahl: die Werte, für die sie gespielt wird, mit Kommas dazwischen; ohne wird sie gespielt, wo keine andere es wird.',
  },
  'scene/chapter': {
    label: 'Kapitel',
    description: 'Titel eines Kapitels, das mit dieser Szene beginnt. Nach einem Übergang beginnt es in dessen Mitte.',
  },
  'scene/id': {
    label: 'Id',
    description: 'Ein Name, unter dem andere Teile der Vorlage sie kennen; keine zwei Szenen haben denselben.',
  },
  'scene/name': nameWords,
  'scene/enabled': enabled,
  'scene/unchecked': uncheckedWords,
  video: {
    label: 'Video',
    description: 'Eine Ebene, die eine Quelle zeigt und hören lässt. Sie hat genau eines von `url` und `src`.',
  },
  'video/url': { label: 'URL', description: 'Die http(s)-Adresse der Quelle.' },
  'video/src': { label: 'Quelle', description: 'Der Dateiname einer Mediendatei desselben Projekts.' },
  'video/audio': { label: 'Ton', description: 'Ob der Ton der Quelle zu hören ist.' },
  'video/skip': {
    label: 'In-Punkt',
    description: 'Wo in der Quelle das Bild beginnt, in Frames des Films oder in Sekunden wie `1.5s`.',
  },
  'video/fit': {
    label: 'Einpassung',
    description: 'Wie eine Quelle anderer Form ihren Rahmen füllt; `none` lässt ihre Pixel, wie sie sind.',
    options: FIT_LABELS,
  },
  ...soundWords,
  ...prefixedBy('video', { ...boxWords, ...cutWords, ...visualWords }),
  ...layerLabels,
  ...captionsWords,
  ...textChildWords,
  ...animationWords,
  ...transitionWords,
  filter: { label: 'Filter', description: 'Ändert Farben. Effekte wirken in der Reihenfolge des Dokuments.' },
  'filter/type': effectType,
  'filter/enabled': enabled,
  transform: {
    label: 'Transformation',
    description: 'Ändert die Geometrie. Effekte wirken in der Reihenfolge des Dokuments.',
  },
  'transform/type': effectType,
  'transform/enabled': enabled,
  saturation: {
    label: 'Sättigung',
    description:
      'Skaliert die Farbigkeit um Grau: 0 ist grau, 1 unverändert, über 1 kräftiger. Wird begrenzt, läuft nie über.',
  },
  'saturation/intensity': { label: 'Stärke', description: 'Faktor, mit dem die Farbigkeit skaliert wird.' },
  vignette: {
    label: 'Vignette',
    description:
      'Tönt von der Mitte nach außen in eine Farbe: mit dem Gewicht 1 − cos⁴(Öffnung × d), wobei d der Abstand von der Mitte ist, 1 in den Ecken.',
  },
  'vignette/color': { label: 'Farbe', description: 'Die Farbe, in die die Ecken getönt werden.' },
  'vignette/aperture': { label: 'Öffnung', description: 'Wie weit die Tönung hineinreicht; 0 ist gar nicht.' },
  brightness: {
    label: 'Helligkeit',
    description: 'Vervielfacht Rot, Grün und Blau: 0 ist schwarz, 1 unverändert, über 1 heller.',
  },
  'brightness/intensity': { label: 'Stärke', description: 'Faktor von Rot, Grün und Blau.' },
  contrast: {
    label: 'Kontrast',
    description: 'Skaliert Rot, Grün und Blau um die Mitte: 0 ist mittleres Grau, 1 unverändert, über 1 kräftiger.',
  },
  'contrast/intensity': {
    label: 'Stärke',
    description: 'Faktor dessen, was zwischen einem Wert und der Mitte liegt.',
  },
  gamma: {
    label: 'Gamma',
    description: 'Biegt, was zwischen Schwarz und Weiß liegt: 255 × (c ÷ 255)^(1 ÷ Gamma). Über 1 ist heller.',
  },
  'gamma/gamma': { label: 'Gamma', description: '1 ist unverändert.' },
  hue: {
    label: 'Farbton',
    description: 'Dreht alle Farbtöne: Die Luma bleibt, Cb und Cr werden um den Winkel gedreht.',
  },
  'hue/angle': { label: 'Winkel', description: 'Wie weit Farbtöne gedreht werden; 0 ist unverändert.' },
  grayscale: {
    label: 'Graustufen',
    description: "Mischt Farben mit ihrer Leuchtdichte (Gewichte von R'G'B' nach BT.709).",
  },
  'grayscale/amount': amount,
  sepia: {
    label: 'Sepia',
    description: 'Mischt Farben mit dem Braun alter Abzüge, nach der Matrix der W3C Filter Effects 1.',
  },
  'sepia/amount': amount,
  invert: { label: 'Umkehren', description: 'Mischt Rot, Grün und Blau mit dem, was ihnen zu Weiß fehlt.' },
  'invert/amount': amount,
  tint: {
    label: 'Tönen',
    description: 'Mischt Farben mit einer, die so hell ist wie sie: Schwarz bleibt schwarz, Weiß wird die Farbe.',
  },
  'tint/color': { label: 'Farbe', description: 'Was Weiß wird.' },
  'tint/amount': amount,
  colormatrix: {
    label: 'Farbmatrix',
    description:
      'Macht jedes von Rot, Grün und Blau (mit 20 Zahlen auch die Deckkraft) aus allen: Zeilen von Faktoren; die letzte Zahl einer Zeile wird addiert, 1 als voll.',
  },
  'colormatrix/matrix': {
    label: 'Matrix',
    description: 'Drei Zeilen von vier Zahlen für Rot, Grün und Blau, oder vier von fünf mit der Deckkraft dazu.',
  },
  blur: {
    label: 'Weichzeichnen',
    description: 'Zeichnet das Bild weich. Auch seine Kanten werden weich, außer es ist deckend und füllt den Rahmen.',
  },
  'blur/radius': { label: 'Radius', description: 'Standardabweichung der Unschärfe; 0 ist unverändert.' },
  'blur/edge': {
    label: 'Kante',
    description:
      '`spread` macht die Kanten weich: Das Bild wächst um die Reichweite der Unschärfe. `clamp` wiederholt die Kante, und das Bild behält seinen Kasten. `auto` ist `clamp` für ein deckendes Video, Bild oder eine deckende Fläche, die den Rahmen, die Gruppe oder die Maske füllt, in der sie steht, und sonst `spread`.',
    options: { auto: 'Auto', spread: 'Weich', clamp: 'Wiederholt' },
  },
  dropshadow: {
    label: 'Schlagschatten',
    description: 'Ein Schatten darunter: die Deckkraft des Bildes, weichgezeichnet, verschoben und in einer Farbe.',
  },
  'dropshadow/offset': {
    label: 'Versatz',
    description: 'Wie weit der Schatten verschoben ist, quer und nach unten; Prozentwerte sind vom Bild.',
  },
  'dropshadow/radius': { label: 'Radius', description: 'Standardabweichung seiner Unschärfe; 0 ist scharf.' },
  'dropshadow/color': { label: 'Farbe', description: 'Seine Farbe und Deckkraft.' },
  ...lightWords,
  crop: {
    label: 'Zuschneiden',
    description:
      'Schneidet ab, was an den Seiten liegt: Das Bild wird kleiner und seine Mitte eine andere. Ein Pixel davon bleibt.',
  },
  'crop/top': {
    label: 'Oben',
    description: 'Was oben abgeschnitten wird; ein Prozentwert ist von der Höhe des Bildes.',
  },
  'crop/right': {
    label: 'Rechts',
    description: 'Was rechts abgeschnitten wird; ein Prozentwert ist von der Breite des Bildes.',
  },
  'crop/bottom': {
    label: 'Unten',
    description: 'Was unten abgeschnitten wird; ein Prozentwert ist von der Höhe des Bildes.',
  },
  'crop/left': {
    label: 'Links',
    description: 'Was links abgeschnitten wird; ein Prozentwert ist von der Breite des Bildes.',
  },
  ...listWords,
  flip: { label: 'Spiegeln', description: 'Spiegelt das Bild.' },
  'flip/axis': { label: 'Achse', description: '`x` vertauscht links und rechts, `y` oben und unten.' },
} as const satisfies RegistryWords;

const words: Readonly<Record<string, SpecWords>> = registryStrings;

/**
 * Returns the German name of an element, an effect, or an attribute. Without a translation, returns the English label.
 */
export function germanTerm({ key, label }: Term): string {
  return words[key]?.label ?? label;
}

/** The descriptions of the functions of expressions. */
export const functionWords: Readonly<Record<FunctionName, string>> = {
  if: 'Gibt den ersten Wert, dessen Bedingung gilt, sonst das letzte Argument.',
  choose: 'Gibt den Wert des ersten Falls, der gleich `x` ist, sonst das letzte Argument.',
  default: 'Gibt das erste Argument, das vorhanden und nicht leer ist, sonst das letzte.',
  given: 'Sagt, ob eine Variable, ein Feld oder ein Eintrag vorhanden und nicht leer ist.',
  abs: 'Gibt eine Zahl ohne ihr Vorzeichen.',
  round: 'Rundet auf eine Zahl von Dezimalstellen, sonst auf ganze Zahlen; Hälften werden von null weg gerundet.',
  floor: 'Rundet ab, auf eine Zahl von Dezimalstellen oder auf ganze Zahlen.',
  ceil: 'Rundet auf, auf eine Zahl von Dezimalstellen oder auf ganze Zahlen.',
  trunc: 'Entfernt die Dezimalstellen, oder alle nach einer Zahl von ihnen.',
  min: 'Gibt das kleinste Argument, den kleinsten Eintrag einer Liste oder das kleinste Ergebnis für ihre Einträge.',
  max: 'Gibt das größte Argument, den größten Eintrag einer Liste oder das größte Ergebnis für ihre Einträge.',
  clamp: 'Gibt eine Zahl, die mindestens `low` und höchstens `high` ist.',
  power: 'Gibt eine Potenz mit einem ganzen Exponenten von -64 bis 64.',
  sqrt: 'Gibt die Quadratwurzel einer Zahl, die nicht negativ ist.',
  upper: 'Setzt einen Text in Großbuchstaben.',
  lower: 'Setzt einen Text in Kleinbuchstaben.',
  title: 'Schreibt den ersten Buchstaben jedes Wortes groß.',
  trim: 'Entfernt Leerraum an beiden Enden eines Textes.',
  length:
    'Gibt die Zahl der Zeichen (Codepoints) eines Textes oder der Einträge einer Liste. Ein Emoji kann aus mehreren Zeichen bestehen.',
  left: 'Gibt die ersten Zeichen (Codepoints) eines Textes oder Einträge einer Liste. Ein Emoji aus mehreren Zeichen kann dabei zerteilt werden.',
  right:
    'Gibt die letzten Zeichen (Codepoints) eines Textes oder Einträge einer Liste. Ein Emoji aus mehreren Zeichen kann dabei zerteilt werden.',
  slice:
    'Gibt einen Teil eines Textes oder einer Liste; Stellen zählen Zeichen (Codepoints) oder Einträge, beide Enden zählen mit, negative Stellen zählen vom Ende.',
  replace: 'Ersetzt jedes Vorkommen eines Textes durch einen anderen.',
  contains: 'Sagt, ob ein Text einen anderen enthält, Buchstabe für Buchstabe.',
  split: 'Gibt die Stücke eines Textes zwischen Trennzeichen als Liste, ohne Leerraum an ihren Enden.',
  pad: 'Setzt Zeichen vor einen Text, bis er eine Länge in Zeichen (Codepoints) hat; ohne Angabe `0`.',
  truncate:
    'Kürzt einen Text auf eine Zahl von Zeichen (Codepoints), wenn möglich am Ende eines Wortes, und fügt `…` an. Ein Emoji aus mehreren Zeichen kann dabei zerteilt werden.',
  urlencode: 'Kodiert einen Text für eine Adresse, wie die Option `E`.',
  count: 'Gibt die Zahl der Einträge, oder derer, für die die Bedingung gilt.',
  sum: 'Gibt die Summe der Einträge oder der Ergebnisse für sie.',
  average: 'Gibt den Durchschnitt der Einträge oder der Ergebnisse für sie.',
  first: 'Gibt den ersten Eintrag. Eine leere Liste hat keinen; dafür gibt `default` einen Wert.',
  last: 'Gibt den letzten Eintrag. Eine leere Liste hat keinen; dafür gibt `default` einen Wert.',
  reverse: 'Gibt die Einträge in umgekehrter Reihenfolge.',
  unique: 'Gibt jeden Eintrag nur einmal; Einträge werden als Texte verglichen.',
  filter: 'Gibt die Einträge, für die die Bedingung gilt.',
  map: 'Gibt eine Liste der Ergebnisse für die Einträge.',
  sort: 'Gibt die Einträge aufsteigend nach sich selbst oder nach den Ergebnissen für sie, oder absteigend.',
  range: 'Gibt die Zahlen von a bis b, beide eingeschlossen.',
  join: 'Verbindet die Einträge mit einem Trennzeichen, vor dem letzten mit einem anderen.',
  dateadd: 'Addiert Einheiten zu einem Datum; ein Monat behält den Tag oder nimmt seinen letzten.',
  datediff: 'Gibt die ganzen Einheiten von a bis b, zur Null hin gerundet; negativ, wenn b vor a liegt.',
  datepart: 'Gibt einen Teil eines Datums als Zahl; Montag ist der Wochentag 1, Wochen zählen nach ISO 8601.',
  mix: 'Gibt eine Farbe zwischen zwei Farben: 0 gibt a, 1 gibt b.',
  readable: 'Gibt Schwarz oder Weiß oder eine von zwei Farben, je nachdem, was auf einer Farbe mehr Kontrast hat.',
  number: 'Schreibt eine Zahl: mit ihren Dezimalstellen, mit genau `min` oder mit `min` bis `max`.',
  percent: 'Schreibt eine Zahl mal 100 mit dem Prozentzeichen, sonst ohne Dezimalstellen.',
  money: 'Schreibt einen Betrag in einer Währung, sonst mit deren Dezimalstellen.',
  compact: 'Schreibt eine Zahl in ihrer größten Einheit, etwa Tausend oder Millionen.',
  date: 'Schreibt ein Datum in einem Stil oder nach einem Muster wie `d MMMM y`.',
  duration: 'Schreibt ganze Sekunden als Minuten und Sekunden oder nach einem Muster der Buchstaben `d h m s`.',
  plural: 'Gibt den Text zu einer Zahl nach den Regeln der Sprache; `#` darin wird zur Zahl.',
  ordinal: 'Gibt den Text zu einer Stelle nach den Regeln der Sprache, wie `22nd`.',
  enumerate: 'Verbindet die Einträge, wie die Sprache eine Aufzählung schreibt.',
  language: 'Gibt einen Wert, der in einer anderen Sprache berechnet wird.',
};
