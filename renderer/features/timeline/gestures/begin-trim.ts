import { say } from '#renderer/strings/say.ts';
import { snapTargets } from '#shared/editing/snapping.ts';
import type { SceneOnTimeline } from '#shared/editing/timeline.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import { runsOut } from '#shared/film/time/source-run.ts';
import { videosIn } from '#shared/template/movie/layer-sources.ts';
import { sceneTitle } from '../model/scene-words.ts';
import { edgePeek } from '../moves/edge-peek.ts';
import { planTrimDrag } from '../moves/trim.ts';
import { endDrag, filmX, type GestureContext, snapWords, toleranceOf } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Drags an edge of a scene: previews on every move, one step when it is let go. */
export function beginTrim(
  context: GestureContext,
  place: SceneOnTimeline,
  edge: 'start' | 'end',
  from: PointerPosition,
): Gesture {
  const { editor, view, record, words } = context;
  const { movie, playhead } = editor.getState();
  const { scene, start } = place;
  const origin = filmX(context, from);
  const targets = snapTargets(timelineOf(movie), {
    playhead,
    markers: record.getState().record.markers,
    sourceEnds: sourceLimits(context, place, edge),
    // All cuts behind the edge go along with it, and those before it cannot be reached.
  }).filter(({ kind }) => kind !== 'edge');
  let isChanged = false;

  const move = (at: PointerPosition) => {
    const { pixelsPerFrame } = view.getState();
    const x = filmX(context, at);
    if (Math.abs(x - origin) < 2 && !isChanged) return;
    isChanged = true;
    const tolerance = toleranceOf(context, at);
    const { command, target } = planTrimDrag({ place, edge, moved: (x - origin) / pixelsPerFrame, targets, tolerance });
    const done = editor.actions.preview(command, {
      isHasty: true,
      peek: (film) => edgePeek(film, scene.id, edge),
    });
    const now = sceneOfId(timelineOf(editor.getState().movie), scene.id)?.scene ?? scene;
    const difference = now.duration - scene.duration;
    const edgeFrame = edge === 'end' ? start + now.duration : start - difference;
    const isThere = target !== null && target.frame === edgeFrame;
    view.setState({
      drag: {
        kind: 'trim',
        scene: scene.id,
        edge,
        line: isThere ? target.frame : null,
        tip: {
          left: edgeFrame * pixelsPerFrame,
          frames: now.duration,
          difference,
          note: done.ok ? snapWords(context, isThere ? target : null) : say(done.error),
          tone: !done.ok ? 'refused' : isThere ? 'snapped' : 'plain',
        },
      },
    });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      const { movie: after } = editor.getState();
      const now = sceneOfId(timelineOf(after), scene.id);
      if (now === null || now.scene.duration === scene.duration) editor.actions.cancel();
      else if (editor.actions.commit().ok)
        view.say(words.trimmed(now.index + 1, sceneTitle(now.scene, words), now.scene.duration));
      endDrag(context);
    },
    cancel() {
      editor.actions.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** Where the sources of a scene begin or end: there is nothing more to show beyond. */
function sourceLimits({ sourceFrames }: GestureContext, { scene, start }: SceneOnTimeline, edge: 'start' | 'end') {
  return videosIn(scene.layers)
    .filter(runsOut)
    .flatMap((layer) => {
      const { skip, speed } = layer;
      const before = Math.floor(skip / speed);
      if (edge === 'start') return start >= before ? [{ scene: scene.id, frame: start - before }] : [];
      const length = sourceFrames(layer);
      if (length === null || length <= skip) return [];
      return [{ scene: scene.id, frame: start + Math.floor((length - skip) / speed) }];
    });
}
