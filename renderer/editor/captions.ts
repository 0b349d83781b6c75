import type { NodeId } from '#shared/template/document/document.ts';
import { createPart, type EditorPart } from './editor-part.ts';

/** The undo and redo steps of caption files. The key of a file is its source. */
export interface CaptionSteps {
  /** Records the content of a file as it was before a change. */
  readonly changed: (file: string, before: string) => void;
  /**
   * Returns the content after an undo or redo step; null if the file has no such step. `now` is the current content.
   */
  readonly stepped: (file: string, now: string, direction: 'undo' | 'redo') => string | null;
}

interface Steps {
  readonly past: string[];
  readonly future: string[];
}

/** The maximum number of steps per file. Each step stores the whole content. */
const MAX_STEPS = 30;
/** The maximum number of characters in all steps of a file. A single file can have two million characters. */
const MAX_CHARACTERS = 8 * 2 ** 20;
/** The maximum number of files with steps. The steps of the least recently changed file are dropped first. */
const MAX_FILES = 4;

/**
 * The captions state of an open template: the steps of caption files, and the layer whose first caption is edited next.
 */
export interface CaptionEdits extends CaptionSteps, EditorPart<CaptionState> {}

interface CaptionState {
  /** The caption layer that was just added; null if there is none. */
  readonly toWrite: NodeId | null;
}

export function createCaptions(): CaptionEdits {
  const part = createPart<CaptionState>({ toWrite: null });
  return {
    ...createCaptionSteps(),
    get state() {
      return part.state;
    },
    set: part.set,
    subscribe: part.subscribe,
  };
}

export function createCaptionSteps(): CaptionSteps {
  const files = new Map<string, Steps>();
  /** Moves the file to the end of the map, which is ordered by the last change, and drops the oldest files. */
  const stepsOf = (file: string): Steps => {
    const steps = files.get(file) ?? { past: [], future: [] };
    files.delete(file);
    files.set(file, steps);
    for (const oldest of [...files.keys()].slice(0, -MAX_FILES)) files.delete(oldest);
    return steps;
  };
  return {
    changed: (file, before) => {
      const { past, future } = stepsOf(file);
      past.push(before);
      past.splice(0, past.length - stepsWithin(past));
      future.length = 0;
    },
    stepped: (file, now, direction) => {
      const { past, future } = stepsOf(file);
      const [from, to] = direction === 'undo' ? [past, future] : [future, past];
      const text = from.pop();
      if (text === undefined) return null;
      to.push(now);
      return text;
    },
  };
}

/** Returns how many of the latest steps fit into the limits. */
function stepsWithin(past: readonly string[]): number {
  let [steps, characters] = [0, 0];
  for (const text of past.toReversed()) {
    characters += text.length;
    if (steps === MAX_STEPS || characters > MAX_CHARACTERS) break;
    steps += 1;
  }
  return steps;
}
