import { useMemo } from 'react';
import { useEditor } from '../../../state/editor-context.tsx';
import { selectSceneIds } from '../../../state/selectors.ts';
import { tokenColour } from '../../../ui/browser/shown-theme.ts';
import { type ClipBox, LEAST_CLIP } from '../layout/clips.ts';
import { type Paint, PaintedCanvas } from './painted-canvas.tsx';

/** Scenes that are too narrow to be told apart, painted as they lie. */
export function NarrowClips({ boxes, base }: { readonly boxes: readonly ClipBox[]; readonly base: number }) {
  const narrow = boxes.filter(({ width }) => width < LEAST_CLIP);
  const [first] = narrow;
  const last = narrow.at(-1);
  if (first === undefined || last === undefined) return null;
  return <PaintedClips boxes={narrow} left={first.left} right={last.left + last.width} base={base} />;
}

interface PaintedClipsProps {
  readonly boxes: readonly ClipBox[];
  readonly left: number;
  readonly right: number;
  readonly base: number;
}

function PaintedClips({ boxes, left, right, base }: PaintedClipsProps) {
  const selectedIds = useEditor(selectSceneIds);
  const paint = useMemo<Paint>(() => {
    const selected = new Set(selectedIds);
    return (context) => {
      for (const box of boxes) {
        const isSelected = selected.has(box.scene.id);
        context.fillStyle = tokenColour(isSelected ? '--accent' : '--scene');
        context.globalAlpha = isSelected ? 1 : 0.45;
        context.fillRect(box.left - left, 0, Math.max(0.5, box.width - (box.width > 1.5 ? 1 : 0.25)), 1);
      }
    };
  }, [boxes, left, selectedIds]);
  return (
    <PaintedCanvas
      width={Math.max(1, Math.ceil(right - left))}
      height={1}
      paint={paint}
      style={{ position: 'absolute', top: 0, left: left - base, height: '100%' }}
    />
  );
}
