import type { EditorStore } from '#renderer/state/editor-store.ts';

/** What can be taken back of changes of files of captions, and done again. Files are named by their sources. */
export interface CaptionSteps {
  /** Before a file is changed: what it says. */
  readonly changed: (file: string, before: string) => void;
  /** What it says after a step from what it says now; null where there is none. */
  readonly stepped: (file: string, now: string, direction: 'undo' | 'redo') => string | null;
}

interface Steps {
  readonly past: string[];
  readonly future: string[];
}

/** Steps of a file: each is the whole file as it was. */
const MOST_STEPS = 30;
/** Of all steps of a file together: a file may have two million. */
const MOST_CHARACTERS = 8 * 2 ** 20;
/** Files whose steps are kept: those that were changed last. */
const MOST_FILES = 4;

const kept = new WeakMap<EditorStore, CaptionSteps>();

/** Those of an open template: they are kept as long as it is open, whatever is selected meanwhile. */
export function captionSteps(editor: EditorStore): CaptionSteps {
  const known = kept.get(editor) ?? createCaptionSteps();
  kept.set(editor, known);
  return known;
}

export function createCaptionSteps(): CaptionSteps {
  const files = new Map<string, Steps>();
  /** The file that was changed last stands last. */
  const stepsOf = (file: string): Steps => {
    const steps = files.get(file) ?? { past: [], future: [] };
    files.delete(file);
    files.set(file, steps);
    for (const oldest of [...files.keys()].slice(0, -MOST_FILES)) files.delete(oldest);
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

/** How many of the last steps are kept. */
function stepsWithin(past: readonly string[]): number {
  let [steps, characters] = [0, 0];
  for (const text of past.toReversed()) {
    characters += text.length;
    if (steps === MOST_STEPS || characters > MOST_CHARACTERS) break;
    steps += 1;
  }
  return steps;
}
