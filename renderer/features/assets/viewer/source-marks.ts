import type { PlannableCommand, ScenePosition } from '#shared/editing/commands.ts';
import { type InOut, setIn, setOut } from '#shared/editing/in-out.ts';
import { elementNamed } from '#shared/editing/insert/new-element.ts';
import { frames } from '#shared/template/values/frame-rate.ts';

/** Frames from the first up to, and without, the last. */
export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** The frames that are taken: from the in point up to, and without, the out point. */
export function takenSpan({ in: first = 0, out }: InOut, length: number): FrameRange {
  const to = Math.min(out ?? length, length);
  return first < to ? { from: first, to } : { from: 0, to: length };
}

/** The frame at the playhead becomes the first that is taken. */
export function markIn(marks: InOut, playhead: number): InOut {
  return setIn(marks, playhead === 0 ? null : playhead);
}

/** The frame at the playhead becomes the last that is taken. */
export function markOut(marks: InOut, playhead: number, length: number): InOut {
  return setOut(marks, playhead + 1 >= length ? null : playhead + 1);
}

/** A scene of what is taken. */
export function takeCommand(name: string, span: FrameRange, at: ScenePosition): PlannableCommand {
  return {
    type: 'scene/add',
    at,
    source: { kind: 'asset', name },
    duration: frames(span.to - span.from),
    ...(span.from > 0 && { skip: frames(span.from) }),
  };
}

/** A sound of the film, of what is taken: it begins at that frame of the film. */
export function takeSoundCommand(name: string, span: FrameRange, length: number, offset: number): PlannableCommand {
  const isWhole = span.from === 0 && span.to === length;
  return {
    type: 'element/insert',
    element: elementNamed('audio', {
      src: name,
      skip: span.from > 0 ? span.from : null,
      offset: offset > 0 ? offset : null,
      duration: isWhole ? null : span.to - span.from,
    }),
    into: { in: 'film' },
  };
}

export type NamedKey = 'toggle' | 'take' | 'in' | 'out' | 'clear' | 'start' | 'end';

/** What a key does in the viewer. */
export type ViewerKey = NamedKey | { readonly step: number } | { readonly shuttle: -1 | 0 | 1 };

/** Null for a key that does nothing there. */
export function viewerKey(event: {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): ViewerKey | null {
  if (event.ctrlKey || event.metaKey) return null;
  if (event.altKey) return event.key.toLowerCase() === 'x' ? 'clear' : null;
  switch (event.key.toLowerCase()) {
    case ' ':
      return 'toggle';
    case 'enter':
      return 'take';
    case 'i':
      return 'in';
    case 'o':
      return 'out';
    case 'home':
      return 'start';
    case 'end':
      return 'end';
    case 'arrowleft':
      return { step: event.shiftKey ? -10 : -1 };
    case 'arrowright':
      return { step: event.shiftKey ? 10 : 1 };
    case 'j':
      return { shuttle: -1 };
    case 'k':
      return { shuttle: 0 };
    case 'l':
      return { shuttle: 1 };
    default:
      return null;
  }
}
