import {
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { isScene, scenesOf } from '../../template/tables/roles.ts';
import { type Change, changesOf, comparedElement, ownChanges, titleOf } from './compare-elements.ts';
import { ContentNumbers, type ElementMatches, matchElements } from './compare-match.ts';

/** A scene in one of two versions. */
export interface ComparedScene {
  readonly id: NodeId;
  /** The index among all scenes, from 0. */
  readonly index: number;
  /** The name or the source of the scene, including unresolved placeholders; null if there is neither. */
  readonly title: string | null;
}

/** An entry in the list of scenes of two versions. A scene in both versions has one entry; a moved scene has two. */
export type SceneComparison =
  | { readonly kind: 'same'; readonly before: ComparedScene; readonly after: ComparedScene }
  | {
      readonly kind: 'changed';
      readonly before: ComparedScene;
      readonly after: ComparedScene;
      readonly changes: readonly Change[];
    }
  | { readonly kind: 'added'; readonly before: null; readonly after: ComparedScene }
  | { readonly kind: 'removed'; readonly before: ComparedScene; readonly after: null }
  /** The entry of a moved scene at its old position. */
  | { readonly kind: 'moved-away'; readonly before: ComparedScene; readonly after: null; readonly to: number }
  /** The entry of a moved scene at its new position. The scene can also have changes. */
  | {
      readonly kind: 'moved-here';
      readonly before: null;
      readonly after: ComparedScene;
      readonly from: number;
      readonly changes: readonly Change[];
    };

export interface TemplateComparison {
  /**
   * `same`: all bytes are equal. `formatting`: only white space, comments, quotes, or the order of attributes differ.
   * `film`: the content differs.
   */
  readonly differs: 'same' | 'formatting' | 'film';
  /** Whether the comments differ. */
  readonly comments: boolean;
  /** Changes of the movie's attributes, and of elements outside the scenes. */
  readonly movie: readonly Change[];
  readonly scenes: readonly SceneComparison[];
  /** The numbers of scenes by kind of change. A scene that was both moved and changed is included twice. */
  readonly counts: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly moved: number;
  };
}

interface Version {
  readonly text: string;
  readonly document: TemplateDocument;
}

/**
 * Compares two versions of a template. Ignores ids, because the versions can have different origins. Takes about n log
 * n steps.
 */
export function compareTemplates(before: Version, after: Version): TemplateComparison {
  const meanings = new ContentNumbers();
  const [left, right] = [before.document.root, after.document.root];
  const [scenesBefore, scenesAfter] = [scenesOf(left), scenesOf(right)];
  const matching = matchElements(scenesBefore, scenesAfter, meanings);
  const scenes = sceneEntries(scenesBefore, scenesAfter, matching, meanings);
  const movie = meanings.of(left) === meanings.of(right) ? [] : movieChanges(left, right, meanings);
  const isSameFilm = meanings.of(left) === meanings.of(right);
  return {
    differs: before.text === after.text ? 'same' : isSameFilm ? 'formatting' : 'film',
    comments: commentsOf(before.document) !== commentsOf(after.document),
    movie,
    scenes,
    counts: {
      added: countOf(scenes, (scene) => scene.kind === 'added'),
      removed: countOf(scenes, (scene) => scene.kind === 'removed'),
      changed: countOf(scenes, (scene) => 'changes' in scene && scene.changes.length > 0),
      moved: countOf(scenes, (scene) => scene.kind === 'moved-here'),
    },
  };
}

function countOf(scenes: readonly SceneComparison[], matches: (scene: SceneComparison) => boolean): number {
  return scenes.reduce((sum, scene) => sum + (matches(scene) ? 1 : 0), 0);
}

/** Returns the changes of the movie's attributes and of its children other than scenes. */
function movieChanges(before: ElementNode, after: ElementNode, meanings: ContentNumbers): readonly Change[] {
  const others = (root: ElementNode) => childElements(root).filter((child) => !isScene(child));
  const [left, right] = [others(before), others(after)];
  const { partners, inOrder } = matchElements(left, right, meanings);
  const paired = new Set(partners);
  return [
    ...ownChanges(before, after),
    ...left.flatMap((element, index): readonly Change[] =>
      paired.has(index) ? [] : [{ within: [], what: { kind: 'removed', element: comparedElement(element) } }],
    ),
    ...right.flatMap((element, index): readonly Change[] => {
      const compared = comparedElement(element);
      const partner = left[partners[index] ?? -1];
      if (partner === undefined) return [{ within: [], what: { kind: 'added', element: compared } }];
      return [
        ...(inOrder.has(index) ? [] : [{ within: [], what: { kind: 'moved', element: compared } } as const]),
        ...changesOf(partner, element, meanings).map(({ within, what }) => ({ within: [compared, ...within], what })),
      ];
    }),
  ];
}

/**
 * Returns the entries in order. A removed scene is listed after its former predecessor and before the scenes that
 * replace it.
 */
function sceneEntries(
  before: readonly ElementNode[],
  after: readonly ElementNode[],
  { partners, inOrder }: ElementMatches,
  meanings: ContentNumbers,
): readonly SceneComparison[] {
  const movedTo = new Map<number, number>();
  partners.forEach((from, to) => {
    if (from !== undefined && !inOrder.has(to)) movedTo.set(from, to);
  });
  const paired = new Set(partners);
  const entries: SceneComparison[] = [];
  let pending: SceneComparison[] = [];
  let next = 0;
  const addUnmatched = (end: number): void => {
    for (; next < end; next++) {
      const element = before[next];
      if (element === undefined) continue;
      const scene = comparedScene(element, next);
      const to = movedTo.get(next);
      if (to !== undefined) entries.push({ kind: 'moved-away', before: scene, after: null, to });
      else if (!paired.has(next)) entries.push({ kind: 'removed', before: scene, after: null });
    }
    entries.push(...pending);
    pending = [];
  };
  after.forEach((element, index) => {
    const scene = comparedScene(element, index);
    const from = partners[index];
    const partner = from === undefined ? undefined : before[from];
    if (from === undefined || partner === undefined) {
      pending.push({ kind: 'added', before: null, after: scene });
      return;
    }
    const changes = changesOf(partner, element, meanings);
    if (!inOrder.has(index)) {
      pending.push({ kind: 'moved-here', before: null, after: scene, from, changes });
      return;
    }
    addUnmatched(from);
    const both = { before: comparedScene(partner, from), after: scene };
    entries.push(changes.length === 0 ? { kind: 'same', ...both } : { kind: 'changed', ...both, changes });
    next = from + 1;
  });
  addUnmatched(before.length);
  return entries;
}

function comparedScene(element: ElementNode, index: number): ComparedScene {
  return { id: element.id, index, title: titleOf(element) };
}

/** Returns all comments as a single text, without their positions. */
function commentsOf({ prolog, root, epilog }: TemplateDocument): string {
  const texts = prolog.map(({ text }) => text);
  const visit = (element: ElementNode): void => {
    for (const child of element.children) {
      if (child.kind === 'comment') texts.push(child.text);
      else if (child.kind === 'element') visit(child);
    }
  };
  visit(root);
  texts.push(...epilog.map(({ text }) => text));
  return JSON.stringify(texts);
}
