import type { RegistryWords } from '../../shapes/registry-words.ts';
import { animationWords } from './animation-words.ts';
import {
  boxWords,
  cutWords,
  enabledWords as enabled,
  fitOptions,
  layerWords,
  nameWords,
  seenWords,
  under,
} from './layer-words.ts';
import { soundWords } from './sound-words.ts';

const effectType = { label: 'Art', description: 'Welcher Effekt es ist; davon hängen die übrigen Attribute ab.' };

/** Was Elemente, Effekte und ihre Attribute heißen und wozu sie da sind. Attribute stehen hinter dem Schrägstrich. */
export const registryWords = {
  movie: { label: 'Film', description: 'Der Film: Seine Szenen laufen nacheinander.' },
  'movie/width': { label: 'Breite', description: 'Breite des Bildes.' },
  'movie/height': { label: 'Höhe', description: 'Höhe des Bildes.' },
  'movie/framerate': {
    label: 'Bildrate',
    description: 'Bilder pro Sekunde von 1 bis 240, ganz oder als genauer Bruch wie 30000/1001.',
  },
  'movie/background': {
    label: 'Hintergrund',
    description: 'Was zu sehen ist, wo sonst nichts ist; seine Deckkraft zählt nicht.',
  },
  'movie/version': { label: 'Version', description: 'Wird gelesen und nicht beachtet.' },
  scene: {
    label: 'Szene',
    description:
      'Ein Stück des Films. Ohne Video ist es schwarz und stumm; mehrere Videos sind Ebenen, die spätere liegt oben.',
  },
  'scene/duration': {
    label: 'Dauer',
    description: 'Eine bloße ganze Zahl zählt Frames; `2s` zählt Sekunden, auf den nächsten Frame gerundet.',
  },
  'scene/background': {
    label: 'Hintergrund',
    description: 'Was unter der untersten Ebene zu sehen ist; ohne der des Films.',
  },
  'scene/name': nameWords,
  'scene/enabled': enabled,
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
    options: fitOptions,
  },
  ...soundWords,
  ...under('video', { ...boxWords, ...cutWords, ...seenWords }),
  ...layerWords,
  ...animationWords,
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
  flip: { label: 'Spiegeln', description: 'Spiegelt das Bild.' },
  'flip/axis': { label: 'Achse', description: '`x` vertauscht links und rechts, `y` oben und unten.' },
} as const satisfies RegistryWords;
