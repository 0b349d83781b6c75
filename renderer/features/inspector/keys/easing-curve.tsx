import { type PointerEvent, useRef } from 'react';
import {
  easingPath,
  hasPoints,
  ownText,
  pointsOf,
  shareOf,
  valueOfShare,
} from '#renderer/common/keys/easing-shapes.ts';
import type { Easing } from '#shared/template/values/easing.ts';
import own from './keys.module.css';

const WIDTH = 240;
const HEIGHT = 130;

interface EasingCurveProps {
  readonly easing: Easing;
  readonly onPreview: (text: string) => void;
  readonly onCommit: () => void;
  readonly onCancel: () => void;
}

/** The curve of an easing with its two points, which are dragged; the fields below do the same. */
export function EasingCurve({ easing, onPreview, onCommit, onCancel }: EasingCurveProps) {
  const ref = useRef<SVGSVGElement>(null);
  const points = pointsOf(easing);
  const x = (value: number) => value * WIDTH;
  const y = (value: number) => HEIGHT - shareOf(value) * HEIGHT;
  const drag = (event: PointerEvent<SVGCircleElement>, which: 1 | 2) => {
    const area = ref.current?.getBoundingClientRect();
    if (area === undefined || event.button !== 0) return;
    const circle: SVGCircleElement = event.currentTarget;
    const over = new AbortController();
    circle.setPointerCapture(event.pointerId);
    circle.addEventListener(
      'pointermove',
      (next) => {
        const across = Math.min(1, Math.max(0, (next.clientX - area.left) / area.width));
        const free = valueOfShare((area.bottom - next.clientY) / area.height);
        const down = next.shiftKey ? which - 1 : free;
        const moved = which === 1 ? { ...points, x1: across, y1: down } : { ...points, x2: across, y2: down };
        onPreview(ownText(moved));
      },
      { signal: over.signal },
    );
    const end = (isKept: boolean) => {
      over.abort();
      if (isKept) onCommit();
      else onCancel();
    };
    circle.addEventListener('pointerup', () => end(true), { signal: over.signal });
    circle.addEventListener('pointercancel', () => end(false), { signal: over.signal });
  };
  const [startY, endY] = [y(0), y(1)];
  return (
    <svg ref={ref} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={own.picture} aria-hidden={true}>
      <path className={own.frame} d={`M0 ${startY}H${WIDTH}M0 ${endY}H${WIDTH}M${WIDTH / 2} 0V${HEIGHT}`} />
      <path className={own.line} d={easingPath(easing, WIDTH, HEIGHT)} />
      {hasPoints(easing) && (
        <>
          <path
            className={own.arm}
            d={`M0 ${startY}L${x(points.x1)} ${y(points.y1)}M${WIDTH} ${endY}L${x(points.x2)} ${y(points.y2)}`}
          />
          <circle cx={x(points.x1)} cy={y(points.y1)} r={4.5} onPointerDown={(event) => drag(event, 1)} />
          <circle cx={x(points.x2)} cy={y(points.y2)} r={4.5} onPointerDown={(event) => drag(event, 2)} />
        </>
      )}
    </svg>
  );
}
