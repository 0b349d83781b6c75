import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import styles from './file-name.module.css';

/**
 * A file name that is truncated in the middle, so that its end stays visible. The full name is a single text node,
 * which screen readers, copying, and right-to-left names use. The truncated name is drawn over it.
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
 * Truncates the name while the element is too narrow. All elements share one observer, so that a long list is measured
 * after a single layout. Returns a function that stops observing the element.
 */
function cutWhereNarrow(element: HTMLElement, name: string): () => void {
  if (observer === null) {
    observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) if (target instanceof HTMLElement) cut(target, contentRect.width);
    });
    // Measure again when a font has loaded, because the old widths were measured in another font.
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
  // Compose the font from its parts, because the computed shorthand `font` is empty for text with tabular figures.
  pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  pen.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
  const measured = pen;
  const shown = cutFileName(name, (text) => measured.measureText(text).width <= width + ROUNDING);
  if (shown === null) delete element.dataset['cut'];
  else element.dataset['cut'] = shown;
}

/** The number of characters that stay at the end, including the extension. */
const endLength = 12;
const longestWord = 11;
const ELLIPSIS = '…';

/**
 * Splits a file name into a start that can be truncated and an end that stays. The end is the extension with the word
 * before it (`-graded.mp4`). If that word is long, the end has only its last characters. The end of a short name is
 * only the extension.
 */
export function splitFileName(name: string): readonly [start: string, end: string] {
  const letters = lettersOf(name);
  const dot = letters.lastIndexOf('.');
  const extension = dot > 0 && letters.length - dot <= 6 ? dot : letters.length;
  if (letters.length <= endLength) return [letters.slice(0, extension).join(''), letters.slice(extension).join('')];
  const word = letters.findLastIndex((letter, at) => at < extension && /[-_ .]/.test(letter));
  const from = word > 0 && extension - word <= longestWord ? word : letters.length - endLength;
  const cut = Math.max(1, Math.min(from, extension));
  return [letters.slice(0, cut).join(''), letters.slice(cut).join('')];
}

/**
 * Returns the longest truncated name that fits, with an ellipsis in the middle; null if the full name fits. If space is
 * scarce, the end is also shortened, to at least one character.
 */
export function cutFileName(name: string, fits: (text: string) => boolean): string | null {
  if (fits(name)) return null;
  const [start, end] = splitFileName(name);
  const first = lettersOf(start);
  const last = lettersOf(name);
  const withStart = (count: number) => `${first.slice(0, count).join('')}${ELLIPSIS}${end}`;
  const withEnd = (count: number) => `${ELLIPSIS}${last.slice(last.length - count).join('')}`;
  const length = end === '' ? 0 : most(first.length - 1, (count) => fits(withStart(count)));
  return length > 0
    ? withStart(length)
    : withEnd(
        Math.max(
          1,
          most(last.length - 1, (count) => fits(withEnd(count))),
        ),
      );
}

/** Returns the largest count from 1 to `largest` that fits, found by binary search; 0 if no count fits. */
function most(largest: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, largest];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lettersOf(text: string): readonly string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}
