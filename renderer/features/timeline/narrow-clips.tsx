import { useLayoutEffect, useRef } from 'react';
import { useEditor } from '../../state/editor-context.tsx';
import { selectSceneIds } from '../../state/selectors.ts';
import { type ClipPlace, LEAST_CLIP } from './layout/clips.ts';

/** Scenes that are too narrow to be told apart, painted as they lie. */
export function NarrowClips({ places, base }: { readonly places: readonly ClipPlace[]; readonly base: number }) {
  const narrow = places.filter(({ width, tab }) => !tab && width < LEAST_CLIP);
  const [first] = narrow;
  const last = narrow.at(-1);
  if (first === undefined || last === undefined) return null;
  return <PaintedClips places={narrow} left={first.left} right={last.left + last.width} base={base} />;
}

interface PaintedClipsProps {
  readonly places: readonly ClipPlace[];
  readonly left: number;
  readonly right: number;
  readonly base: number;
}

function PaintedClips({ places, left, right, base }: PaintedClipsProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const selectedIds = useEditor(selectSceneIds);
  const width = Math.max(1, Math.ceil(right - left));
  useLayoutEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d') ?? null;
    if (canvas === null || context === null) return;
    const selected = new Set(selectedIds);
    const colours = getComputedStyle(canvas);
    context.clearRect(0, 0, width, 1);
    for (const place of places) {
      context.fillStyle = colours.getPropertyValue(selected.has(place.scene.id) ? '--accent' : '--scene');
      context.globalAlpha = selected.has(place.scene.id) ? 1 : 0.45;
      context.fillRect(place.left - left, 0, Math.max(0.5, place.width - (place.width > 1.5 ? 1 : 0.25)), 1);
    }
  }, [places, left, width, selectedIds]);
  return (
    <canvas
      ref={ref}
      width={width}
      height={1}
      style={{ position: 'absolute', left: left - base, top: 0, width, height: '100%' }}
    />
  );
}
