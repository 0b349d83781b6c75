import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentSection } from './find-settings.ts';

/**
 * Which of some sections somebody is at: scrolled to, gone to by keys, or chosen (`choose`) until the wheel moves on.
 * @param sections Changes where other ones are shown.
 */
export function useCurrentSection<Name extends string>(
  page: RefObject<HTMLElement | null>,
  sections: ReadonlyMap<Name, string>,
): { readonly current: Name | null; readonly choose: (name: Name) => void } {
  const [current, setCurrent] = useState<Name | null>(null);
  const chosen = useRef<Name | null>(null);
  const update = useRef<(() => void) | null>(null);
  useEffect(() => {
    const element = page.current;
    const view = element?.closest('main');
    if (element === null || view === null || view === undefined) return;
    const look = () => {
      const boxes = [...sections].flatMap(([name, id]) => {
        const box = document.getElementById(id)?.getBoundingClientRect();
        return box === undefined || box.height === 0 ? [] : [{ name, top: box.top, bottom: box.bottom }];
      });
      const { top, bottom } = view.getBoundingClientRect();
      const rest = view.scrollHeight - view.clientHeight;
      const progress = rest <= 0 ? 0 : Math.min(1, view.scrollTop / rest);
      setCurrent(currentSection(boxes, { top, bottom, progress }, chosen.current));
    };
    const onFocus = ({ target }: FocusEvent) => {
      const found = [...sections].find(
        ([, id]) => target instanceof Element && document.getElementById(id)?.contains(target),
      );
      if (found === undefined) return;
      [chosen.current] = found;
      look();
    };
    const onWheel = () => {
      chosen.current = null;
    };
    update.current = look;
    const sizes = new ResizeObserver(look);
    sizes.observe(view);
    sizes.observe(element);
    view.addEventListener('scroll', look, { passive: true });
    view.addEventListener('wheel', onWheel, { passive: true });
    element.addEventListener('focusin', onFocus);
    return () => {
      sizes.disconnect();
      view.removeEventListener('scroll', look);
      view.removeEventListener('wheel', onWheel);
      element.removeEventListener('focusin', onFocus);
    };
  }, [page, sections]);
  return {
    current,
    choose: (name) => {
      chosen.current = name;
      update.current?.();
    },
  };
}
