import {
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { isScene, scenesOf } from '../../template/tables/roles.ts';
import { type Change, changesOf, comparedElement, ownChanges, titleOf } from './compare-elements.ts';
import { type Matching, Meanings, matchElements } from './compare-match.ts';

/** A scene in one of two versions. */
export interface ComparedScene {
  readonly id: NodeId;
  /** From 0, among all scenes. */
  readonly index: number;
  /** Its name, else its source's; placeholders as written. */
  readonly title: string | null;
}

/** Scenes of two versions side by side, as one list: what stands in both is one entry, what was moved is two. */
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
  /** Where it stood. */
  | { readonly kind: 'moved-away'; readonly before: ComparedScene; readonly after: null; readonly to: number }
  /** Where it stands now; it may have been changed, too. */
  | {
      readonly kind: 'moved-here';
      readonly before: null;
      readonly after: ComparedScene;
      readonly from: number;
      readonly changes: readonly Change[];
    };

export interface TemplateComparison {
  /**
   * `same`: byte for byte. `formatting`: the film is the same, only white space, comments, quotes or the order of
   * attributes differ. `film`: something that is said differs.
   */
  readonly differs: 'same' | 'formatting' | 'film';
  /** Whether comments differ. */
  readonly comments: boolean;
  /** Settings of the movie, and elements outside of all scenes. */
  readonly movie: readonly Change[];
  readonly scenes: readonly SceneComparison[];
  /** Scenes; a moved one that was changed counts as both. */
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
 * What makes one version of a template another. Ids play no part, so that versions can come from anywhere. Takes about
 * n log n steps.
 */
export function compareTemplates(before: Version, after: Version): TemplateComparison {
  const meanings = new Meanings();
  const [left, right] = [before.document.root, after.document.root];
  const [scenesBefore, scenesAfter] = [scenesOf(left), scenesOf(right)];
  const matching = matchElements(scenesBefore, scenesAfter, meanings);
  const scenes = columnsOf(scenesBefore, scenesAfter, matching, meanings);
  const movie = meanings.of(left) === meanings.of(right) ? [] : movieChanges(left, right, meanings);
  const isSameFilm = meanings.of(left) === meanings.of(right);
  return {
    differs: before.text === after.text ? 'same' : isSameFilm ? 'formatting' : 'film',
    comments: commentsOf(before.document) !== commentsOf(after.document),
    movie,
    scenes,
    counts: {
      added: countOf(scenes, (each) => each.kind === 'added'),
      removed: countOf(scenes, (each) => each.kind === 'removed'),
      changed: countOf(scenes, (each) => 'changes' in each && each.changes.length > 0),
      moved: countOf(scenes, (each) => each.kind === 'moved-here'),
    },
  };
}

function countOf(scenes: readonly SceneComparison[], counts: (scene: SceneComparison) => boolean): number {
  return scenes.reduce((sum, scene) => sum + (counts(scene) ? 1 : 0), 0);
}

/** The movie's own attributes, and what is in it beside scenes. */
function movieChanges(before: ElementNode, after: ElementNode, meanings: Meanings): readonly Change[] {
  const others = (root: ElementNode) => childElements(root).filter((child) => !isScene(child));
  const [left, right] = [others(before), others(after)];
  const { partners, inOrder } = matchElements(left, right, meanings);
  const kept = new Set(partners);
  return [
    ...ownChanges(before, after),
    ...left.flatMap((element, index): readonly Change[] =>
      kept.has(index) ? [] : [{ within: [], what: { kind: 'removed', element: comparedElement(element) } }],
    ),
    ...right.flatMap((element, index): readonly Change[] => {
      const named = comparedElement(element);
      const partner = left[partners[index] ?? -1];
      if (partner === undefined) return [{ within: [], what: { kind: 'added', element: named } }];
      return [
        ...(inOrder.has(index) ? [] : [{ within: [], what: { kind: 'moved', element: named } } as const]),
        ...changesOf(partner, element, meanings).map(({ within, what }) => ({ within: [named, ...within], what })),
      ];
    }),
  ];
}

/** What was removed stands behind what it stood behind, and before what came in its place. */
function columnsOf(
  before: readonly ElementNode[],
  after: readonly ElementNode[],
  { partners, inOrder }: Matching,
  meanings: Meanings,
): readonly SceneComparison[] {
  const movedTo = new Map<number, number>();
  partners.forEach((from, to) => {
    if (from !== undefined && !inOrder.has(to)) movedTo.set(from, to);
  });
  const kept = new Set(partners);
  const columns: SceneComparison[] = [];
  let come: SceneComparison[] = [];
  let next = 0;
  const catchUp = (end: number): void => {
    for (; next < end; next++) {
      const element = before[next];
      if (element === undefined) continue;
      const scene = comparedScene(element, next);
      const to = movedTo.get(next);
      if (to !== undefined) columns.push({ kind: 'moved-away', before: scene, after: null, to });
      else if (!kept.has(next)) columns.push({ kind: 'removed', before: scene, after: null });
    }
    columns.push(...come);
    come = [];
  };
  after.forEach((element, index) => {
    const scene = comparedScene(element, index);
    const from = partners[index];
    const partner = from === undefined ? undefined : before[from];
    if (from === undefined || partner === undefined) {
      come.push({ kind: 'added', before: null, after: scene });
      return;
    }
    const changes = changesOf(partner, element, meanings);
    if (!inOrder.has(index)) {
      come.push({ kind: 'moved-here', before: null, after: scene, from, changes });
      return;
    }
    catchUp(from);
    const both = { before: comparedScene(partner, from), after: scene };
    columns.push(changes.length === 0 ? { kind: 'same', ...both } : { kind: 'changed', ...both, changes });
    next = from + 1;
  });
  catchUp(before.length);
  return columns;
}

function comparedScene(element: ElementNode, index: number): ComparedScene {
  return { id: element.id, index, title: titleOf(element) };
}

/** All comments, as one text; where they stand is left out. */
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
