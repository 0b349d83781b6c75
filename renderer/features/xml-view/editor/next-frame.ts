import type { Schedule } from './text-link.ts';

/** Runs something before the next frame is drawn; the answer takes it back. */
export const nextFrame: Schedule = (run) => {
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
};

/** Reading a text that takes longer than this would be felt while typing. */
const FELT = 50;
/** As long as somebody types on, such a text waits: this long, or longer if reading it takes longer. */
const PAUSE = { shortest: 250, longest: 1_500 } as const;

/** With the next frame; once reading has taken so long that it would be felt, after a pause in typing. */
export function readingSchedule(): Schedule {
  let took = 0;
  return (run) => {
    const timed = () => {
      const start = performance.now();
      run();
      took = performance.now() - start;
    };
    if (took <= FELT) return nextFrame(timed);
    const id = setTimeout(timed, Math.min(PAUSE.longest, Math.max(PAUSE.shortest, took * 2)));
    return () => clearTimeout(id);
  };
}
