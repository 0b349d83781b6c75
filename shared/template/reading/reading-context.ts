import type { ElementNode } from '../document/document.ts';
import type { FindingLog } from '../document/findings.ts';
import type { Finding } from '../document/problem.ts';
import type { CasePlace, Layer, Scene, Transition } from '../movie/movie.ts';
import type { Substitution } from '../placeholders/substitute.ts';
import type { ValueBudget } from '../placeholders/value-budget.ts';
import type { LayerKind } from '../tables/elements.ts';
import type { FrameRate } from '../values/frame-rate.ts';
import type { Paint } from '../values/paint.ts';
import type { Declaration } from '../variables/declarations.ts';

/** What reading a document's values needs, and where it says what is wrong. */
export interface ReadingContext extends Substitution {
  /** Of all values that variables are filled in to. */
  readonly budget: ValueBudget;
  readonly log: FindingLog;
  /** What the template declares of its variables, by their names; nothing if not said. */
  readonly declarations?: ReadonlyMap<string, Declaration> | undefined;
  /** Whether a variable without a value is an error, or only leaves its attribute unread. */
  readonly missing: 'error' | 'ignore';
  /** Whether a movie that shows nothing is an error, which it is unless said otherwise. */
  readonly empty?: 'error' | 'ignore' | undefined;
  /** Collects the variables that were ignored as missing. */
  readonly ignored: Set<string>;
  /** The movie's; null while it is unknown. */
  readonly rate: FrameRate | null;
  /** What the scenes stand in that are read now; nothing if not said. */
  readonly around?: Surroundings | undefined;
  /** Of scenes that were resolved before. */
  readonly memory?: ResolveMemory | undefined;
  /** How many groups and masks what is read stands in; none where nothing is said. */
  readonly within?: Within;
}

export interface Within {
  readonly groups: number;
  readonly masks: number;
}

/** Reads a layer of whatever kind; null where it cannot be read. */
export type ReadLayer = (context: ReadingContext, kind: LayerKind, element: ElementNode) => Layer | null;

/** Scenes in the order of the film, and the transitions among them, each with the number of these scenes before it. */
export interface SceneRun {
  readonly scenes: readonly Scene[];
  readonly transitions: readonly Transition[];
}

/** The sequences and choices that a scene stands in, as far as they say something of it. */
export interface Surroundings {
  /** Whether they are played, and a choice has chosen it. */
  readonly enabled: boolean;
  /** That of the innermost that has one. */
  readonly background: Paint | null;
  /** Their `id`s, from the innermost. */
  readonly refs: readonly string[];
  /** What it stands in directly; null for the movie. */
  readonly within: 'sequence' | 'choice' | null;
  readonly depth: number;
  /** The choices among them, from the outermost, each with its scene that leads here. */
  readonly choices: readonly CasePlace[];
}

/**
 * Scenes and layers that were resolved, by their elements, which are never changed: after an edit only what it touched is
 * resolved, and the rest are the same objects.
 */
export interface ResolveMemory {
  readonly scenes: WeakMap<ElementNode, Remembered<SceneRun>>;
  readonly layers: WeakMap<ElementNode, Remembered<Layer>>;
  /** The movie's, as it was last. */
  frameRate: FrameRate | null;
  /** Values of variables by a number for each, so that a long one is not written down for each scene. */
  readonly numbers: ValueNumbers;
}

export interface Remembered<Thing> {
  /** The variables that it uses. */
  readonly names: readonly string[];
  /** All that its resolution depends on beside the element. */
  readonly circumstances: string;
  /** Null where it could not be read. */
  readonly thing: Thing | null;
  readonly findings: readonly Finding[];
  readonly ignored: ReadonlySet<string>;
  /** What its values took of the budget. */
  readonly bytes: number;
}

/** Numbers texts, each with its own as long as it is remembered; no two ever have the same. */
export interface ValueNumbers {
  /** 0 for none. */
  of(text: string | undefined): number;
}
