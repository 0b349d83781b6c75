import type { FilmEvent } from '../../jobs/records/render-worker.ts';
import { createProgressMeter, type ProgressMeter } from '../../render/make/progress-meter.ts';
import type { OrderProgress } from '../orders/orders.ts';

/** Tells of a film what workers tell of its order. */
export interface EventTeller {
  /** It is being made, and that is told once. */
  rendering(): void;
  progress(told: OrderProgress): void;
}

/**
 * Speed and time left of a film that several make are reckoned here: each of them knows only what it makes itself.
 * @param now Milliseconds of a clock that never goes back.
 */
export function createEventTeller(
  onEvent: (event: FilmEvent) => void,
  now: () => number = () => performance.now(),
): EventTeller {
  let renders = false;
  let together: { readonly total: number; readonly meter: ProgressMeter } | null = null;

  const rendering = (): void => {
    if (!renders) onEvent({ kind: 'rendering' });
    renders = true;
  };
  const reckoned = ({ done, total }: OrderProgress) => {
    if (together?.total !== total) together = { total, meter: createProgressMeter(total, done, now) };
    const { framesPerSecond, etaSeconds } = together.meter.report('rendering', done);
    return { framesPerSecond, etaSeconds };
  };
  return {
    rendering,
    progress: (told) => {
      const { done, total, scenes } = told;
      rendering();
      const isByAll = told.framesPerSecond === null && done < total;
      const { framesPerSecond, etaSeconds } = isByAll ? reckoned(told) : told;
      onEvent({ kind: 'progress', done, total, framesPerSecond, etaSeconds, ...(scenes && { scenes }) });
    },
  };
}
