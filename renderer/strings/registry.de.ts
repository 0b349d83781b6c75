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

const amount = { label: 'Anteil', description: 'Stärke des Effekts: 0 ist keine, 1 die volle.' };

/** The labels and descriptions of elements, effects, and their attributes. The key of an attribute contains a slash. */
export const registryStrings = {
  movie: { label: 'Film', description: 'Der Film. Seine Szenen laufen nacheinander.' },
  'movie/width': { label: 'Breite', description: 'Breite des Bildes.' },
  'movie/height': { label: 'Höhe', description: 'Höhe des Bildes.' },
  'movie/framerate': {
    label: 'Bildrate',
    description: 'Bilder pro Sekunde von 1 bis 240, ganz oder als genauer Bruch wie 30000/1001.',
  },
  'movie/background': {
    label: 'Hintergrund',
    description:
      'Farbe hinter allen Ebenen; ihre Deckkraft wird ignoriert. `transparent` ergibt einen Film mit Deckkraft.',
  },
  'movie/matte': {
    label: 'Mattfarbe',
    description: 'Farbe hinter einem transparenten Film in Formaten ohne Deckkraft, in Standbildern und in Miniaturen.',
  },
  'movie/language': {
    label: 'Sprache',
    description: 'Sprache der Zahlen, Preise und Daten, die Ausdrücke schreiben, etwa `de` oder `pt-BR`.',
  },
  'movie/loudness': {
    label: 'Lautheit',
    description:
      'Integrierte Lautheit des Films in LUFS, etwa `-14` für Streams, `-16` für Sprache oder `-23` für den Rundfunk. `none` lässt den Ton unverändert.',
  },
  'movie/truepeak': {
    label: 'True Peak',
    description: 'Höchster True Peak eines Films mit `loudness`, in dBTP. Ein Limiter senkt lautere Stellen ab.',
  },
  'movie/poster': {
    label: 'Poster',
    description:
      'Zeitpunkt des Posters und der Vorschaubilder, in Frames oder in Sekunden, etwa `2s`. Standard ist ein Zeitpunkt, an dem etwas zu sehen ist.',
  },
  'movie/unchecked': uncheckedWords,
  'movie/version': { label: 'Version', description: 'Wird ignoriert.' },
  overlay: {
    label: 'Einblendung',
    description:
      'Ebenen über allen Szenen und Übergängen. Ihre Zeiten beziehen sich auf den Film; eine Ebene ohne `duration` bleibt bis zu dessen Ende. Ihre Töne laufen über Szenen hinweg.',
  },
  'overlay/name': { label: 'Name', description: 'Name im Editor.' },
  'overlay/condition': conditionWords,
  'overlay/enabled': enabled,
  'overlay/unchecked': uncheckedWords,
  scene: {
    label: 'Szene',
    description:
      'Ein Abschnitt des Films. Spätere Ebenen liegen oben. Eine Szene, die Szenen und keine Ebenen enthält, ist eine Folge: Sie spielt diese nacheinander ab und hat keine `duration`.',
  },
  'scene/duration': {
    label: 'Dauer',
    description:
      'Eine ganze Zahl zählt Frames; `2s` sind Sekunden, auf den nächsten Frame gerundet. Standardmäßig ist die Szene so lang wie ihr Inhalt; mit `audio` so lang wie ihre Töne. Eine Szene, die Szenen enthält, hat keine Dauer.',
  },
  'scene/extra': {
    label: 'Zusatz',
    description: 'Zusätzliche Zeit nach dem Inhalt der Szene. Wird ignoriert, wenn die Szene eine Dauer hat.',
  },
  'scene/background': {
    label: 'Hintergrund',
    description: 'Farbe hinter der untersten Ebene. Standard, und bei `transparent`, ist der Hintergrund des Films.',
  },
  'scene/type': {
    label: 'Art',
    description:
      '`choice` spielt eine ihrer Szenen: diejenige, deren `case` den Wert ihrer `condition` enthält. `optional` ist eine gewöhnliche Szene mit einer `condition`.',
    options: { regular: 'Gewöhnlich', optional: 'Bedingt', choice: 'Auswahl' },
  },
  'scene/condition': {
    label: 'Bedingung',
    description:
      'Die Szene läuft nur, wenn diese Bedingung wahr ist, etwa `${promo}`, das ohne Wert falsch ist, oder `${plan} = gold`. Bei einer Auswahl der Wert, der mit den Fällen verglichen wird.',
  },
  'scene/case': {
    label: 'Fall',
    description:
      'Für eine Szene in einer Auswahl: die Werte, bei denen sie läuft, getrennt durch Kommas. Eine Szene ohne `case` läuft, wenn keine andere passt.',
  },
  'scene/chapter': {
    label: 'Kapitel',
    description: 'Titel eines Kapitels, das mit dieser Szene beginnt. Nach einem Übergang beginnt es in dessen Mitte.',
  },
  'scene/id': {
    label: 'Id',
    description: 'Eindeutiger Name, den andere Teile der Vorlage für sie verwenden.',
  },
  'scene/name': nameWords,
  'scene/enabled': enabled,
  'scene/unchecked': uncheckedWords,
  video: {
    label: 'Video',
    description:
      'Eine Ebene, die ein Video zeigt und seinen Ton abspielt. Sie braucht genau eines von `url` und `src`.',
  },
  'video/url': { label: 'URL', description: 'Die http(s)-Adresse der Quelle.' },
  'video/src': { label: 'Quelle', description: 'Der Dateiname einer Mediendatei desselben Projekts.' },
  'video/audio': { label: 'Ton', description: 'Ob der Ton der Quelle zu hören ist.' },
  'video/skip': {
    label: 'In-Punkt',
    description: 'Startposition in der Quelle, in Frames des Films oder in Sekunden wie `1.5s`.',
  },
  'video/fit': {
    label: 'Einpassung',
    description: 'So füllt eine Quelle mit anderem Seitenverhältnis ihren Rahmen; `none` behält ihre Größe in Pixeln.',
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
    description: 'Skaliert die Farbigkeit um Grau: 0 ist grau, 1 unverändert, über 1 kräftiger. Werte werden begrenzt.',
  },
  'saturation/intensity': { label: 'Stärke', description: 'Faktor, mit dem die Farbigkeit skaliert wird.' },
  vignette: {
    label: 'Vignette',
    description:
      'Tönt das Bild von der Mitte nach außen in einer Farbe: Gewicht 1 − cos⁴(Öffnung × d), wobei d der Abstand von der Mitte ist, 1 in den Ecken.',
  },
  'vignette/color': { label: 'Farbe', description: 'Farbe der Ecken.' },
  'vignette/aperture': { label: 'Öffnung', description: 'Wie weit die Tönung zur Mitte reicht; 0 ist keine Tönung.' },
  brightness: {
    label: 'Helligkeit',
    description: 'Multipliziert Rot, Grün und Blau: 0 ist schwarz, 1 unverändert, über 1 heller.',
  },
  'brightness/intensity': { label: 'Stärke', description: 'Faktor für Rot, Grün und Blau.' },
  contrast: {
    label: 'Kontrast',
    description: 'Skaliert Rot, Grün und Blau um die Mitte: 0 ist mittleres Grau, 1 unverändert, über 1 kräftiger.',
  },
  'contrast/intensity': {
    label: 'Stärke',
    description: 'Faktor des Abstands von der Mitte.',
  },
  gamma: {
    label: 'Gamma',
    description: 'Ändert die Mitteltöne: 255 × (c ÷ 255)^(1 ÷ Gamma). Über 1 ist heller.',
  },
  'gamma/gamma': { label: 'Gamma', description: '1 ist unverändert.' },
  hue: {
    label: 'Farbton',
    description: 'Dreht alle Farbtöne: Cb und Cr werden um den Winkel gedreht, die Luma bleibt.',
  },
  'hue/angle': { label: 'Winkel', description: 'Drehung der Farbtöne; 0 ist unverändert.' },
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
  invert: { label: 'Umkehren', description: 'Mischt Rot, Grün und Blau mit ihrer Umkehrung.' },
  'invert/amount': amount,
  tint: {
    label: 'Tönen',
    description: 'Mischt Farben mit einer Farbe derselben Helligkeit: Schwarz bleibt schwarz, Weiß wird zur Farbe.',
  },
  'tint/color': { label: 'Farbe', description: 'Farbe weißer Bereiche.' },
  'tint/amount': amount,
  colormatrix: {
    label: 'Farbmatrix',
    description:
      'Berechnet Rot, Grün und Blau (mit 20 Zahlen auch die Deckkraft) aus allen Kanälen: Jede Zeile hat einen Faktor je Kanal und eine Konstante, die addiert wird; 1 ist voll.',
  },
  'colormatrix/matrix': {
    label: 'Matrix',
    description:
      'Drei Zeilen mit vier Zahlen für Rot, Grün und Blau, oder vier Zeilen mit fünf Zahlen, die auch die Deckkraft enthalten.',
  },
  blur: {
    label: 'Weichzeichnen',
    description: 'Zeichnet das Bild weich. Seine Kanten werden weich, außer es ist deckend und füllt den Rahmen.',
  },
  'blur/radius': { label: 'Radius', description: 'Standardabweichung der Unschärfe; 0 ist unverändert.' },
  'blur/edge': {
    label: 'Kante',
    description:
      '`spread` macht die Kanten weich: Das Bild wächst um die Reichweite der Unschärfe. `clamp` wiederholt die Kante, und das Bild behält seinen Rahmen. `auto` ist `clamp` für ein deckendes Video oder Bild und für eine deckende Farbfläche, die das Filmbild, die umgebende Gruppe oder die umgebende Maske füllt, sonst `spread`.',
    options: { auto: 'Auto', spread: 'Weich', clamp: 'Wiederholt' },
  },
  dropshadow: {
    label: 'Schlagschatten',
    description:
      'Fügt unter dem Bild einen Schatten hinzu: seine Deckkraft, weichgezeichnet, verschoben und in einer Farbe.',
  },
  'dropshadow/offset': {
    label: 'Versatz',
    description: 'Versatz des Schattens nach rechts und unten; Prozentwerte beziehen sich auf das Bild.',
  },
  'dropshadow/radius': {
    label: 'Radius',
    description: 'Standardabweichung der Unschärfe des Schattens; 0 ist scharf.',
  },
  'dropshadow/color': { label: 'Farbe', description: 'Farbe und Deckkraft des Schattens.' },
  ...lightWords,
  crop: {
    label: 'Zuschneiden',
    description:
      'Schneidet die Seiten ab: Das Bild wird kleiner, und seine Mitte verschiebt sich. Mindestens ein Pixel bleibt.',
  },
  'crop/top': {
    label: 'Oben',
    description: 'Beschnitt oben; Prozentwerte beziehen sich auf die Höhe des Bildes.',
  },
  'crop/right': {
    label: 'Rechts',
    description: 'Beschnitt rechts; Prozentwerte beziehen sich auf die Breite des Bildes.',
  },
  'crop/bottom': {
    label: 'Unten',
    description: 'Beschnitt unten; Prozentwerte beziehen sich auf die Höhe des Bildes.',
  },
  'crop/left': {
    label: 'Links',
    description: 'Beschnitt links; Prozentwerte beziehen sich auf die Breite des Bildes.',
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
  if: 'Liefert den ersten Wert, dessen Bedingung gilt, sonst das letzte Argument.',
  choose: 'Liefert den Wert des ersten Falls, der gleich `x` ist, sonst das letzte Argument.',
  default: 'Liefert das erste Argument, das vorhanden und nicht leer ist, sonst das letzte.',
  given: 'Prüft, ob eine Variable, ein Feld oder ein Eintrag vorhanden und nicht leer ist.',
  abs: 'Liefert eine Zahl ohne ihr Vorzeichen.',
  round: 'Rundet auf eine Zahl von Dezimalstellen, sonst auf ganze Zahlen; Hälften werden von null weg gerundet.',
  floor: 'Rundet ab, auf eine Zahl von Dezimalstellen oder auf ganze Zahlen.',
  ceil: 'Rundet auf, auf eine Zahl von Dezimalstellen oder auf ganze Zahlen.',
  trunc: 'Entfernt die Dezimalstellen, oder alle nach einer Zahl von ihnen.',
  min: 'Liefert das kleinste Argument, den kleinsten Eintrag einer Liste oder das kleinste Ergebnis für ihre Einträge.',
  max: 'Liefert das größte Argument, den größten Eintrag einer Liste oder das größte Ergebnis für ihre Einträge.',
  clamp: 'Liefert eine Zahl, die mindestens `low` und höchstens `high` ist.',
  power: 'Liefert eine Potenz mit einem ganzen Exponenten von -64 bis 64.',
  sqrt: 'Liefert die Quadratwurzel einer Zahl, die nicht negativ ist.',
  upper: 'Setzt einen Text in Großbuchstaben.',
  lower: 'Setzt einen Text in Kleinbuchstaben.',
  title: 'Schreibt den ersten Buchstaben jedes Wortes groß.',
  trim: 'Entfernt Leerraum an beiden Enden eines Textes.',
  length:
    'Liefert die Zahl der Zeichen (Codepoints) eines Textes oder der Einträge einer Liste. Ein Emoji kann aus mehreren Zeichen bestehen.',
  left: 'Liefert die ersten Zeichen (Codepoints) eines Textes oder Einträge einer Liste. Ein Emoji aus mehreren Zeichen kann dabei zerteilt werden.',
  right:
    'Liefert die letzten Zeichen (Codepoints) eines Textes oder Einträge einer Liste. Ein Emoji aus mehreren Zeichen kann dabei zerteilt werden.',
  slice:
    'Liefert einen Teil eines Textes oder einer Liste; Stellen zählen Zeichen (Codepoints) oder Einträge, beide Enden zählen mit, negative Stellen zählen vom Ende.',
  replace: 'Ersetzt jedes Vorkommen eines Textes durch einen anderen.',
  contains: 'Prüft, ob ein Text einen anderen enthält, Buchstabe für Buchstabe.',
  split: 'Liefert die Stücke eines Textes zwischen Trennzeichen als Liste, ohne Leerraum an ihren Enden.',
  pad: 'Setzt Zeichen vor einen Text, bis er eine Länge in Zeichen (Codepoints) hat; ohne Angabe `0`.',
  truncate:
    'Kürzt einen Text auf eine Zahl von Zeichen (Codepoints), wenn möglich am Ende eines Wortes, und fügt `…` an. Ein Emoji aus mehreren Zeichen kann dabei zerteilt werden.',
  urlencode: 'Kodiert einen Text für eine Adresse, wie die Option `E`.',
  count: 'Liefert die Zahl der Einträge, oder derer, für die die Bedingung gilt.',
  sum: 'Liefert die Summe der Einträge oder der Ergebnisse für sie.',
  average: 'Liefert den Durchschnitt der Einträge oder der Ergebnisse für sie.',
  first: 'Liefert den ersten Eintrag. Eine leere Liste hat keinen; dafür liefert `default` einen Wert.',
  last: 'Liefert den letzten Eintrag. Eine leere Liste hat keinen; dafür liefert `default` einen Wert.',
  reverse: 'Liefert die Einträge in umgekehrter Reihenfolge.',
  unique: 'Liefert jeden Eintrag nur einmal; Einträge werden als Texte verglichen.',
  filter: 'Liefert die Einträge, für die die Bedingung gilt.',
  map: 'Liefert eine Liste der Ergebnisse für die Einträge.',
  sort: 'Liefert die Einträge aufsteigend nach sich selbst oder nach den Ergebnissen für sie, oder absteigend.',
  range: 'Liefert die Zahlen von a bis b, beide eingeschlossen.',
  join: 'Verbindet die Einträge mit einem Trennzeichen, vor dem letzten mit einem anderen.',
  dateadd: 'Addiert Einheiten zu einem Datum; ein Monat behält den Tag oder nimmt seinen letzten.',
  datediff: 'Liefert die ganzen Einheiten von a bis b, zur Null hin gerundet; negativ, wenn b vor a liegt.',
  datepart: 'Liefert einen Teil eines Datums als Zahl; Montag ist der Wochentag 1, Wochen zählen nach ISO 8601.',
  mix: 'Liefert eine Farbe zwischen zwei Farben: 0 gibt a, 1 gibt b.',
  readable: 'Liefert Schwarz oder Weiß oder eine von zwei Farben, je nachdem, was auf einer Farbe mehr Kontrast hat.',
  number: 'Schreibt eine Zahl: mit ihren Dezimalstellen, mit genau `min` oder mit `min` bis `max`.',
  percent: 'Schreibt eine Zahl mal 100 mit dem Prozentzeichen, sonst ohne Dezimalstellen.',
  money: 'Schreibt einen Betrag in einer Währung, sonst mit deren Dezimalstellen.',
  compact: 'Schreibt eine Zahl in ihrer größten Einheit, etwa Tausend oder Millionen.',
  date: 'Schreibt ein Datum in einem Stil oder nach einem Muster wie `d MMMM y`.',
  duration: 'Schreibt ganze Sekunden als Minuten und Sekunden oder nach einem Muster der Buchstaben `d h m s`.',
  plural: 'Liefert den Text zu einer Zahl nach den Regeln der Sprache; `#` darin wird zur Zahl.',
  ordinal: 'Liefert den Text zu einer Stelle nach den Regeln der Sprache, wie `22nd`.',
  enumerate: 'Verbindet die Einträge, wie die Sprache eine Aufzählung schreibt.',
  language: 'Liefert einen Wert, der in einer anderen Sprache berechnet wird.',
};
