import { say } from '#renderer/strings/say.ts';
import type { SceneOnTimeline } from '#shared/editing/timeline.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import { videosIn } from '#shared/template/movie/layer-sources.ts';
import { edgePeek } from '../moves/edge-peek.ts';
import { slipBy } from '../moves/slip.ts';
import { endDrag, filmX, type GestureContext } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Moves the source under a scene. */
export function beginSlip(context: GestureContext, place: SceneOnTimeline, from: PointerPosition): Gesture {
  const { editor, view, words } = context;
  const { scene, start } = place;
  const origin = filmX(context, from);
  let slipped = 0;

  const move = (at: PointerPosition) => {
    const { pixelsPerFrame } = view.getState();
    const by = slipBy(scene, (filmX(context, at) - origin) / pixelsPerFrame, context.sourceFrames);
    const done = editor.actions.preview(
      { type: 'scene/slip', scene: scene.id, by },
      { isHasty: true, peek: (film) => edgePeek(film, scene.id, 'both') },
    );
    slipped = done.ok ? by : 0;
    const now = sceneOfId(timelineOf(editor.getState().movie), scene.id)?.scene ?? scene;
    const skip = Math.min(...videosIn(now.layers).map((layer) => layer.skip));
    view.setState({
      drag: {
        kind: 'slip',
        scene: scene.id,
        tip: {
          left: start * pixelsPerFrame,
          frames: scene.duration,
          difference: slipped,
          note: done.ok ? words.inPoint(skip) : say(done.error),
          tone: done.ok ? 'plain' : 'refused',
        },
      },
    });
  };
  return {
    autoscroll: false,
    move,
    end(at) {
      move(at);
      if (slipped === 0) editor.actions.cancel();
      else editor.actions.commit();
      endDrag(context);
    },
    cancel() {
      editor.actions.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}
