import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import styles from './file-name.module.css';
import { cutFileName } from './split-file-name.ts';

/**
 * A file name that is truncated in the middle, so that its end stays visible. Screen readers, copying, and
 * right-to-left names use the whole name, which is one text node; the truncated name is drawn above it.
 */
export function FileName({ name, className }: { readonly name: string; readonly className?: string | undefined }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = place.current;
    return element === null ? undefined : cutWhereNarrow(element, name);
  }, [name]);
  return (
    <span ref={place} className={clsx(styles.name, className)} title={name}>
      <span className={styles.whole}>{name}</span>
    </span>
  );
}

/** The tolerance in pixels between the width of a box and the measured width of its text. */
const ROUNDING = 0.5;

const names = new Map<Element, string>();
let observer: ResizeObserver | null = null;
let pen: CanvasRenderingContext2D | null = null;

/**
 * Truncates the name when the element is narrow. All elements share one observer, so a long list is measured after a
 * single layout. Returns a function that ends this.
 */
function cutWhereNarrow(element: HTMLElement, name: string): () => void {
  if (observer === null) {
    observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) if (target instanceof HTMLElement) cut(target, contentRect.width);
    });
    // When a font has loaded, widths that were measured in another font are invalid.
    document.fonts.addEventListener('loadingdone', () => {
      for (const each of names.keys()) if (each instanceof HTMLElement) cut(each, each.clientWidth);
    });
  }
  names.set(element, name);
  const used = observer;
  used.observe(element);
  return () => {
    used.unobserve(element);
    names.delete(element);
  };
}

function cut(element: HTMLElement, width: number): void {
  const name = names.get(element);
  pen ??= document.createElement('canvas').getContext('2d');
  if (name === undefined || pen === null || width === 0) return;
  const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(element);
  // The parts of the font are joined here, because the shorthand `font` is empty with tabular figures.
  pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  pen.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
  const measured = pen;
  const shown = cutFileName(name, (text) => measured.measureText(text).width <= width + ROUNDING);
  if (shown === null) delete element.dataset['cut'];
  else element.dataset['cut'] = shown;
}
