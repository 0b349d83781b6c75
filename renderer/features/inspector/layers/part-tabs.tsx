import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import type { LayerKind } from '#shared/template/tables/elements.ts';
import { type Part, partInView } from '../model/layer-parts.ts';
import styles from './layer-form.module.css';

export interface PartTabsProps {
  readonly parts: readonly Part[];
  /** Null for layers of several kinds, which have no part of their own. */
  readonly kind: LayerKind | null;
  /** Holds the parts, each with `data-part`. */
  readonly form: RefObject<HTMLDivElement | null>;
}

/** The parts of a layer's form, to go to; all of them stand one below the other. It stays at the top while they pass. */
export function PartTabs({ parts, kind, form }: PartTabsProps) {
  const { inspector } = useStrings();
  const bar = useRef<HTMLDivElement>(null);
  const [inView, setInView] = useState<Part | null>(parts[0] ?? null);
  const asked = useRef<Part | null>(null);
  useEffect(() => {
    const scroller = scrollerOf(bar.current);
    if (scroller === null) return;
    const look = () => {
      const edge = bar.current?.getBoundingClientRect().bottom ?? 0;
      const tops = sectionsIn(form.current).map(
        ({ part, element }) => [part, element.getBoundingClientRect().top] as const,
      );
      const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
      setInView(partInView(tops, edge, isAtEnd ? asked.current : null));
    };
    const forget = () => {
      asked.current = null;
    };
    scroller.addEventListener('scroll', look, { passive: true });
    scroller.addEventListener('wheel', forget, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', look);
      scroller.removeEventListener('wheel', forget);
    };
  }, [form]);
  const goTo = (part: Part) => {
    const scroller = scrollerOf(bar.current);
    const found = sectionsIn(form.current).find((each) => each.part === part);
    asked.current = part;
    setInView(part);
    if (scroller === null || found === undefined || bar.current === null) return;
    const height = bar.current.getBoundingClientRect().height;
    const by = found.element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - height;
    scroller.scrollTop += by;
  };
  return (
    <div ref={bar} className={styles.tabs}>
      <Segmented
        value={inView}
        options={parts.map((part) => ({
          value: part,
          label: part === 'own' ? inspector.ownParts[kind ?? 'layer'] : inspector.parts[part],
        }))}
        label={inspector.goToPart}
        size="sm"
        className={styles.tabList}
        onChange={goTo}
      />
    </div>
  );
}

function sectionsIn(form: HTMLElement | null): readonly { readonly part: Part; readonly element: Element }[] {
  const found = form?.querySelectorAll<HTMLElement>('[data-part]') ?? [];
  return [...found].map((element) => ({ part: element.dataset.part as Part, element }));
}

/** What scrolls around an element. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (overflowY === 'auto' || overflowY === 'scroll') return at;
  }
  return null;
}
