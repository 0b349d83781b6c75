import type { Change, ComparedElement } from '../../../shared/editing/compare/compare-elements.ts';
import type {
  ComparedScene,
  SceneComparison,
  TemplateComparison,
} from '../../../shared/editing/compare/compare-templates.ts';

/** Comparing versions of a template, and going back to one. */
export const revisionStrings = {
  title: (name: string) => `Revisions of “${name}”`,
  list: 'Saved revisions',
  revision: (number: number) => `Revision ${number}`,
  marks: { now: 'Now', last: 'Saved last', opened: 'Opened' },
  now: 'Now',
  none: 'Nothing was saved yet',
  noneHint: 'Whatever you change is saved by itself; the last 50 versions are kept here.',
  listFailed: 'The revisions could not be read',
  textFailed: 'This revision could not be read',
  restore: 'Restore this revision',
  restored: (number: number) => `Revision ${number} is restored`,
  restoreHint: 'A step like any other: undo takes it back.',
  isOpen: 'This is what is open',
  undo: 'Undo',

  mode: 'Compare as',
  visual: 'Pictures',
  xml: 'XML',
  xmlText: (before: string, after: string) => `XML: from “${before}” to “${after}”`,
  strips: (before: string, after: string) => `Scenes: “${before}” above, “${after}” below`,
  changes: 'Changes',
  previousChange: 'Previous change',
  nextChange: 'Next change',
  reading: 'Reading…',
  same: 'Nothing differs',
  sameHint: 'Both versions are the same, to the byte.',
  sameFilm: (comments: boolean) =>
    comments
      ? 'The film is the same: only comments and formatting differ'
      : 'The film is the same: only formatting differs',
  sameFilmHint: 'Look at the XML to see where.',
  broken: (label: string) => `The XML of “${label}” has an error`,
  brokenHint: 'It can be compared as XML, and no byte of it is lost.',
  lastGood: (label: string) => `“${label}” has an error in its XML: pictures show the last text without errors.`,
  noPicture: 'No picture',

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
          ? `${place}${what.label} is written in another way`
          : `${place}${what.label} ${valueText(what.before)} → ${valueText(what.after)}`;
      case 'switched':
        return `${place}switched ${what.on ? 'on' : 'off'}`;
      case 'added':
      case 'removed':
      case 'moved':
        return `${place}${elementText(what.element)} ${what.kind === 'moved' ? 'moved in the order' : what.kind}`;
      case 'text':
        return `${place}text changed`;
      default:
        return what satisfies never;
    }
  },

  compareMore: 'Compare…',
  recoveryTitle: 'Work that was not saved',
  recoveryText: (age: string) =>
    `Last changed ${age}, and not saved before the editor ended. Restoring it is a step that can be undone.`,
  savedVersion: 'Saved',
  unsavedWork: 'Unsaved work',
  mine: 'Mine',
  theirs: 'Other window',
  theirsGone: 'The other version is gone, or cannot be read at the moment.',
} as const;

const LONGEST = 60;

function counted(changes: number): string {
  return changes === 1 ? '1 change' : `${changes} changes`;
}

function valueText(value: string | null): string {
  if (value === null) return 'none';
  if (value === '') return '“”';
  return value.length <= LONGEST ? value : `${value.slice(0, LONGEST - 1).toWellFormed()}…`;
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
