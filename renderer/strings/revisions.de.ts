import type { Author } from '#shared/contract/shapes/shapes.ts';
import type { Change, ComparedElement } from '#shared/editing/compare/compare-elements.ts';
import type { ComparedScene, SceneComparison, TemplateComparison } from '#shared/editing/compare/compare-templates.ts';
import { germanTerm } from './registry.de.ts';

/** The strings for comparing and restoring versions of a template. */
export const revisionStrings = {
  title: (name: string) => `Revisionen von „${name}“`,
  list: 'Gespeicherte Revisionen',
  revision: (number: number) => `Revision ${number}`,
  origin: (author: Author | null = null, label: string | null = null): string => {
    if (author === null || author.kind === 'person') return label ?? '';
    const name = author.name === '' ? 'Ein Programm' : author.name;
    return label === null ? name : `${name}: ${label}`;
  },
  marks: { now: 'Jetzt', last: 'Zuletzt gespeichert', opened: 'Geöffnet' },
  now: 'Jetzt',
  none: 'Noch keine gespeicherten Revisionen',
  noneHint: 'Ihre Änderungen werden automatisch gespeichert. Die letzten 50 Revisionen bleiben hier.',
  listFailed: 'Die Revisionen lassen sich nicht laden',
  textFailed: 'Diese Revision lässt sich nicht laden',
  restore: 'Revision wiederherstellen',
  restored: (number: number) => `Revision ${number} wiederhergestellt`,
  restoreHint: 'Das lässt sich wie jeder andere Schritt rückgängig machen.',
  isOpen: 'Diese Revision ist geöffnet',
  undo: 'Rückgängig',

  mode: 'Vergleichen als',
  visual: 'Bilder',
  frames: 'Einzelbilder',
  xml: 'XML',
  against: 'Vergleichen mit',
  xmlText: (before: string, after: string) => `XML: von „${before}“ zu „${after}“`,
  strips: (before: string, after: string) => `Szenen: „${before}“ oben, „${after}“ unten`,
  changes: 'Änderungen',
  previousChange: 'Vorherige Änderung',
  nextChange: 'Nächste Änderung',
  reading: 'Wird gelesen…',
  same: 'Keine Unterschiede',
  sameHint: 'Beide Versionen sind identisch.',
  sameFilm: (comments: boolean) =>
    comments
      ? 'Gleicher Film: Nur Kommentare und Formatierung unterscheiden sich'
      : 'Gleicher Film: Nur die Formatierung unterscheidet sich',
  sameFilmHint: 'Vergleichen Sie als XML, um zu sehen, wo.',
  broken: (label: string) => `Das XML von „${label}“ hat einen Fehler`,
  brokenHint: 'Sie können es trotzdem als XML vergleichen.',
  lastGood: (label: string) => `Das XML von „${label}“ hat einen Fehler. Die Bilder zeigen die letzte gültige Version.`,
  noPicture: 'Keine Vorschau',

  movie: 'Film',
  count: counted,
  sceneName: ({ index, title }: ComparedScene) => (title === null ? `Szene ${index + 1}` : `${index + 1} ${title}`),
  mark: (scene: SceneComparison): string => {
    switch (scene.kind) {
      case 'same':
        return 'Gleich';
      case 'changed':
        return counted(scene.changes.length);
      case 'added':
        return 'Neu';
      case 'removed':
        return 'Entfernt';
      case 'moved-away':
        return `Nach ${scene.to + 1} verschoben`;
      case 'moved-here':
        return `Von ${scene.from + 1} verschoben`;
      default:
        return scene satisfies never;
    }
  },
  summary: ({ counts, movie }: TemplateComparison): string => {
    const { added, removed, changed, moved } = counts;
    const parts = [
      ...(movie.length > 0 ? ['Film geändert'] : []),
      ...(changed > 0 ? [`${changed} ${changed === 1 ? 'Szene' : 'Szenen'} geändert`] : []),
      ...(added > 0 ? [`${added} neu`] : []),
      ...(removed > 0 ? [`${removed} entfernt`] : []),
      ...(moved > 0 ? [`${moved} verschoben`] : []),
    ];
    return parts.join(' · ');
  },
  change: ({ within, what }: Change): string => {
    const place = within.map((element) => `${placeText(element)}: `).join('');
    switch (what.kind) {
      case 'attribute':
        return what.before === what.after
          ? `${place}${germanTerm(what)} ist anders geschrieben`
          : `${place}${germanTerm(what)} ${valueText(what.before, what.isTime)} → ${valueText(what.after, what.isTime)}`;
      case 'switched':
        return `${place}${what.on ? 'eingeschaltet' : 'ausgeschaltet'}`;
      case 'added':
        return `${place}${elementText(what.element)} hinzugefügt`;
      case 'removed':
        return `${place}${elementText(what.element)} entfernt`;
      case 'moved':
        return `${place}${elementText(what.element)} umgeordnet`;
      case 'text':
        return `${place}Text geändert`;
      default:
        return what satisfies never;
    }
  },

  compareMore: 'Vergleichen…',
  recoveryTitle: 'Nicht gespeicherte Änderungen',
  recoveryText: (age: string) =>
    `Zuletzt geändert: ${age}. Der Editor wurde vor dem Speichern geschlossen. Das Wiederherstellen lässt sich rückgängig machen.`,
  savedVersion: 'Gespeichert',
  unsavedWork: 'Nicht gespeichert',
  mine: 'Meine',
  theirs: 'Anderes Fenster',
  theirsGone: 'Die andere Version lässt sich nicht laden. Vielleicht wurde sie gelöscht.',
} as const;

const MAX_LENGTH = 60;

function counted(changes: number): string {
  return changes === 1 ? '1 Änderung' : `${changes} Änderungen`;
}

function valueText(value: string | null, isTime = false): string {
  if (value === null) return 'keiner';
  if (value === '') return '„“';
  if (isTime && /^-?\d+$/.test(value)) return `${value} ${value === '1' ? 'Frame' : 'Frames'}`;
  return value.length <= MAX_LENGTH ? value : `${value.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}

/** Returns the location of a change as text. */
function placeText(element: ComparedElement): string {
  return element.kind === 'layer' ? element.label : elementText(element);
}

function elementText(element: ComparedElement): string {
  const { kind, label } = element;
  switch (kind) {
    case 'layer':
      return `Ebene ${label}`;
    case 'effect':
    case 'element':
      return germanTerm(element);
    default:
      return kind satisfies never;
  }
}

/** The strings for comparing the frames of two films. */
export const comparisonStrings = {
  scenes: 'Szenen',
  scene: (number: number, name: string | null) => (name === null ? `Szene ${number}` : `${number} ${name}`),
  states: { same: 'Gleich', changed: 'Geändert', new: 'Neu', gone: 'Entfernt' },
  noScenes: 'Nichts zu vergleichen',
  noScenesHint: 'Beide Filme haben keine Szenen.',
  noScene: 'Dieser Film hat die Szene nicht.',
  frame: (frame: number) => `Bild ${frame}`,
  picture: (label: string) => `Bild aus „${label}“`,
  difference: 'Unterschied',
  pixels: (count: number, text: string) =>
    count === 0
      ? 'Kein Pixel unterscheidet sich'
      : count === 1
        ? '1 Pixel unterscheidet sich'
        : `${text} Pixel unterscheiden sich`,
  momentLabel: 'Zeitpunkt',
  moment: (time: string, frame: number) => `${time} · Bild ${frame}`,
  layers: 'Geänderte Ebenen',
  noLayers: 'Zu diesem Zeitpunkt unterscheidet sich keine Ebene.',
  movie: 'Film',
  show: (name: string) => `„${name}“ im Editor zeigen`,
  property: (name: string): string => properties[name] ?? name.replace(/^effect /, 'Effekt '),
};

/** The names of properties that have a German word. */
const properties: Readonly<Record<string, string>> = {
  matrix: 'Lage, Größe oder Drehung',
  position: 'Position',
  anchor: 'Anker',
  scale: 'Skalierung',
  rotation: 'Drehung',
  opacity: 'Deckkraft',
  text: 'Text',
  font: 'Schrift',
  size: 'Größe',
  minsize: 'Mindestgröße',
  color: 'Farbe',
  fill: 'Füllung',
  width: 'Breite',
  height: 'Höhe',
  source: 'Datei',
  'source frame': 'Zeitpunkt der Quelle',
  background: 'Hintergrund',
  mask: 'Maske',
  animation: 'Animation',
  new: 'neu',
  gone: 'entfernt',
  order: 'Reihenfolge',
  blend: 'Mischmodus',
  window: 'Zoomausschnitt',
};
