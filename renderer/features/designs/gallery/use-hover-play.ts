import { useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '#renderer/ui/browser/reduced-motion.ts';

/** So long a pointer rests before a film begins: who only passes sees no flicker. */
const REST_MILLISECONDS = 150;

/** Whether a design plays because a pointer rests on it; never for who wants nothing to move by itself. */
export function useHoverPlay() {
  const still = useReducedMotion();
  const [playing, setPlaying] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    playing: playing && !still,
    handlers: {
      onPointerEnter: () => {
        timer.current = setTimeout(() => setPlaying(true), REST_MILLISECONDS);
      },
      onPointerLeave: () => {
        clearTimeout(timer.current);
        setPlaying(false);
      },
    },
  };
}
