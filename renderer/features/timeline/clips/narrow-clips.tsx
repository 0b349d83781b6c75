import { useMemo } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectSceneIds } from '#renderer/state/selectors.ts';
import { tokenColour } from '#renderer/ui/browser/shown-theme.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { type ClipBox, LEAST_CLIP } from '../layout/clips.ts';
import { HEAD_HEIGHT, SOUND_HEIGHT } from '../layout/film-height.ts';
import { heardIn, isSilent, soundUnder } from '../model/scene-sounds.ts';
import { sameItems, useOfLibrary } from '../model/use-source-facts.ts';
import { type Paint, PaintedCanvas } from './painted-canvas.tsx';

interface NarrowClipsProps extends Pick<Movie, 'sounds' | 'frameRate'> {
  readonly boxes: readonly ClipBox[];
  readonly base: number;
  readonly filmHeight: number;
  readonly linesHeight: number;
  /** Whether scenes have a band for their sound. */
  readonly hasSound: boolean;
}

/** Scenes that are too narrow to be told apart, painted in the bands that wider scenes have. */
export function NarrowClips({ boxes, ...rest }: NarrowClipsProps) {
  const narrow = boxes.filter(({ width }) => width < LEAST_CLIP);
  const [first] = narrow;
  const last = narrow.at(-1);
  if (first === undefined || last === undefined) return null;
  return <PaintedClips boxes={narrow} left={first.left} right={last.left + last.width} {...rest} />;
}

interface PaintedClipsProps extends NarrowClipsProps {
  readonly left: number;
  readonly right: number;
}

function PaintedClips(props: PaintedClipsProps) {
  const { boxes, left, right, base, filmHeight, linesHeight, hasSound, sounds, frameRate } = props;
  const selectedIds = useEditor(selectSceneIds);
  const loud = useOfLibrary(
    ({ facts }) =>
      (hasSound ? boxes : [])
        .filter((box) => !isSilent(heardIn(box.scene), facts) || soundUnder(sounds, box, frameRate, facts) !== null)
        .map(({ scene }) => scene.id),
    sameItems,
  );
  const height = HEAD_HEIGHT + filmHeight + linesHeight + (hasSound ? SOUND_HEIGHT : 0);
  const paint = useMemo<Paint>(() => {
    const selected = new Set(selectedIds);
    const heard = new Set(loud);
    return (context) => {
      for (const box of boxes) {
        const width = Math.max(0.5, box.width - (box.width > 1.5 ? 1 : 0.25));
        const band = (token: `--${string}`, top: number, tall: number) => {
          context.fillStyle = tokenColour(token);
          context.fillRect(box.left - left, top, width, tall);
        };
        band('--scene-soft', 0, HEAD_HEIGHT + filmHeight);
        if (heard.has(box.scene.id)) band('--audio-soft', height - SOUND_HEIGHT, SOUND_HEIGHT);
        if (selected.has(box.scene.id)) band('--accent', 0, height);
      }
    };
  }, [boxes, left, height, filmHeight, selectedIds, loud]);
  return (
    <PaintedCanvas
      width={Math.max(1, Math.ceil(right - left))}
      height={height}
      paint={paint}
      style={{ position: 'absolute', top: 0, left: left - base }}
    />
  );
}
