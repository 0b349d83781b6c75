import type { Author } from '#shared/contract/shapes/shapes.ts';
import type { Change, ComparedElement } from '#shared/editing/compare/compare-elements.ts';
import type { ComparedScene, SceneComparison, TemplateComparison } from '#shared/editing/compare/compare-templates.ts';

/** The strings for comparing and restoring versions of a template. */
export const revisionStrings = {
  title: (name: string) => `Revisions of “${name}”`,
  list: 'Saved revisions',
  revision: (number: number) => `Revision ${number}`,
  /** The author and the description of a change; empty if both are unknown. */
  origin: (author: Author | null = null, label: string | null = null): string => {
    if (author === null || author.kind === 'person') return label ?? '';
    const name = author.name === '' ? 'A program' : author.name;
    return label === null ? name : `${name}: ${label}`;
  },
  marks: { now: 'Now', last: 'Last saved', opened: 'Opened' },
  now: 'Now',
  none: 'No saved revisions yet',
  noneHint: 'Your changes are saved automatically. The last 50 revisions stay here.',
  listFailed: 'Can’t load the revisions',
  textFailed: 'Can’t load this revision',
  restore: 'Restore revision',
  restored: (number: number) => `Restored revision ${number}`,
  restoreHint: 'You can undo this like any other step.',
  isOpen: 'This revision is open',
  undo: 'Undo',

  mode: 'Compare as',
  visual: 'Images',
  frames: 'Frames',
  xml: 'XML',
  against: 'Compare with',
  xmlText: (before: string, after: string) => `XML: from “${before}” to “${after}”`,
  strips: (before: string, after: string) => `Scenes: “${before}” above, “${after}” below`,
  changes: 'Changes',
  previousChange: 'Previous change',
  nextChange: 'Next change',
  reading: 'Reading…',
  same: 'No differences',
  sameHint: 'Both versions are identical.',
  sameFilm: (comments: boolean) =>
    comments ? 'Same film: only comments and formatting differ' : 'Same film: only formatting differs',
  sameFilmHint: 'Compare as XML to see where.',
  broken: (label: string) => `The XML of “${label}” has an error`,
  brokenHint: 'You can still compare it as XML.',
  lastGood: (label: string) => `“${label}” has an error in its XML. The images show its last valid version.`,
  noPicture: 'No preview',

  movie: 'Movie',
  count: counted,
  sceneName: ({ index, title }: ComparedScene) => (title === null ? `Scene ${index + 1}` : `${index + 1} ${title}`),
  mark: (scene: SceneComparison): string => {
    switch (scene.kind) {
      case 'same':
        return 'Same';
      case 'changed':
        return counted(scene.changes.length);
      case 'added':
        return 'Added';
      case 'removed':
        return 'Removed';
      case 'moved-away':
        return `Moved to ${scene.to + 1}`;
      case 'moved-here':
        return `Moved from ${scene.from + 1}`;
      default:
        return scene satisfies never;
    }
  },
  summary: ({ counts, movie }: TemplateComparison): string => {
    const { added, removed, changed, moved } = counts;
    const parts = [
      ...(movie.length > 0 ? ['movie changed'] : []),
      ...(changed > 0 ? [`${changed} ${changed === 1 ? 'scene' : 'scenes'} changed`] : []),
      ...(added > 0 ? [`${added} added`] : []),
      ...(removed > 0 ? [`${removed} removed`] : []),
      ...(moved > 0 ? [`${moved} moved`] : []),
    ];
    const [first = ''] = parts.join(' · ');
    return first.toUpperCase() + parts.join(' · ').slice(1);
  },
  change: ({ within, what }: Change): string => {
    const place = within.map(({ label }) => `${label}: `).join('');
    switch (what.kind) {
      case 'attribute':
        return what.before === what.after
          ? `${place}${what.label} is written differently`
          : `${place}${what.label} ${valueText(what.before, what.isTime)} → ${valueText(what.after, what.isTime)}`;
      case 'switched':
        return `${place}${what.on ? 'enabled' : 'disabled'}`;
      case 'added':
      case 'removed':
      case 'moved':
        return `${place}${elementText(what.element)} ${what.kind === 'moved' ? 'reordered' : what.kind}`;
      case 'text':
        return `${place}text changed`;
      default:
        return what satisfies never;
    }
  },

  compareMore: 'Compare…',
  recoveryTitle: 'Unsaved changes',
  recoveryText: (age: string) =>
    `Last changed ${age} and not saved before the editor closed. You can undo restoring it.`,
  savedVersion: 'Saved',
  unsavedWork: 'Unsaved',
  mine: 'Mine',
  theirs: 'Other window',
  theirsGone: 'Can’t load the other version. It may have been deleted.',
} as const;

const MAX_LENGTH = 60;

function counted(changes: number): string {
  return changes === 1 ? '1 change' : `${changes} changes`;
}

function valueText(value: string | null, isTime = false): string {
  if (value === null) return 'none';
  if (value === '') return '“”';
  if (isTime && /^-?\d+$/.test(value)) return `${value} ${value === '1' ? 'frame' : 'frames'}`;
  return value.length <= MAX_LENGTH ? value : `${value.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}

function elementText({ kind, label }: ComparedElement): string {
  switch (kind) {
    case 'layer':
      return `layer ${label}`;
    case 'effect':
    case 'element':
      return label;
    default:
      return kind satisfies never;
  }
}

/** The strings for comparing the frames of two films. */
export const comparisonStrings = {
  scenes: 'Scenes',
  scene: (number: number, name: string | null) => (name === null ? `Scene ${number}` : `${number} ${name}`),
  states: { same: 'Same', changed: 'Changed', new: 'New', gone: 'Removed' },
  noScenes: 'Nothing to compare',
  noScenesHint: 'Both films have no scenes.',
  noScene: 'This film doesn’t have the scene.',
  frame: (frame: number) => `Frame ${frame}`,
  picture: (label: string) => `Frame of “${label}”`,
  difference: 'Difference',
  pixels: (count: number, text: string) =>
    count === 0 ? 'No pixel differs' : count === 1 ? '1 pixel differs' : `${text} pixels differ`,
  momentLabel: 'Moment',
  moment: (time: string, frame: number) => `${time} · frame ${frame}`,
  layers: 'Layers that differ',
  noLayers: 'No layer differs at this moment.',
  movie: 'Movie',
  show: (name: string) => `Show “${name}” in the editor`,
  property: (name: string): string => properties[name] ?? name.replace(/^effect /, 'effect '),
};

/** The names of properties without an attribute of the same name. */
const properties: Readonly<Record<string, string>> = {
  matrix: 'position, scale, or rotation',
  new: 'new',
  gone: 'removed',
  order: 'order',
  blend: 'blend mode',
  window: 'zoom window',
};
