import { frameAt } from '../layout/view.ts';
import { endDrag, type GestureContext } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Takes the playhead along. */
export function beginScrub(context: GestureContext): Gesture {
  const { editor, view } = context;
  const before = editor.getState().playhead;
  const seek = ({ x }: PointerPosition) => editor.actions.seek(Math.max(0, Math.floor(frameAt(x, view.getState()))));
  const done = () => {
    editor.actions.setPlayback({ scrubbing: false });
    endDrag(context);
  };
  view.setState({ drag: { kind: 'scrub' } });
  editor.actions.setPlayback({ scrubbing: true });
  return {
    autoscroll: true,
    move: seek,
    end(at) {
      seek(at);
      done();
    },
    cancel() {
      done();
      editor.actions.seek(before);
    },
  };
}
