import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DesignLook } from '#renderer/api/client/media-urls.ts';
import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useReducedMotion } from '#renderer/ui/browser/reduced-motion.ts';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatLength } from '#renderer/ui/format/duration.ts';
import type { DesignSize } from '#shared/designs/design-file.ts';
import styles from './design-card.module.css';
import { DesignPicture } from './design-picture.tsx';
import { variablesInFillOrder } from './model/fill-order.ts';
import { variantForSize } from './model/find-designs.ts';

export interface DesignOptionProps {
  readonly design: DesignEntry;
  /** The size in which the design is shown; null for its first size. */
  readonly size: DesignSize | null;
  /** The brand in which the design is shown; null for its own colors. */
  readonly brand: DesignLook['brand'];
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onSelect: () => void;
  readonly onUse: () => void;
}

/** A design in the gallery. Hovering plays it, a press selects it, and Enter or a double-click uses it. */
export function DesignOption({ design, size, brand, isSelected, isTabStop, onSelect, onUse }: DesignOptionProps) {
  const hover = useHoverPlay();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onUse();
    else if (event.key === ' ') onSelect();
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="option"
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      data-design={design.name}
      className={clsx(styles.card, isSelected && styles.selected)}
      onFocus={onSelect}
      onClick={onSelect}
      onDoubleClick={onUse}
      onKeyDown={onKeyDown}
      {...hover.handlers}
    >
      <Face design={design} size={size} brand={brand} playing={hover.playing} />
    </div>
  );
}

export interface DesignLinkProps {
  readonly design: DesignEntry;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
}

/** A link to a design, which a press opens. */
export function DesignLink({ design, isTabStop, onFocus, onOpen }: DesignLinkProps) {
  const hover = useHoverPlay();
  return (
    <button
      type="button"
      className={styles.card}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onOpen}
      {...hover.handlers}
    >
      <Face design={design} size={null} brand={null} playing={hover.playing} />
    </button>
  );
}

/** The number of bundled designs. The placeholders reserve their space while they load. */
const PLACEHOLDERS = 14;

/** Placeholders for designs that are loading. */
export function ComingCards() {
  return Array.from({ length: PLACEHOLDERS }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical.
    <span key={place} className={styles.card} aria-hidden={true}>
      <span className={styles.well}>
        <Skeleton height="100%" />
      </span>
      <span className={styles.words}>
        <Skeleton width="60%" height="var(--lh-13)" />
        <Skeleton width="90%" height="var(--lh-11)" />
      </span>
    </span>
  ));
}

function Face({
  design,
  size,
  brand,
  playing,
}: Pick<DesignOptionProps, 'design' | 'size' | 'brand'> & { readonly playing: boolean }) {
  const { designs: strings } = useStrings();
  const sized = variantForSize(design, size);
  if (sized === undefined) return null;
  return (
    <>
      <span className={styles.well}>
        <DesignPicture
          design={design}
          sized={sized}
          look={brand === null ? undefined : { values: {}, brand }}
          playing={playing}
        />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{design.title}</span>
        <span className={`${styles.facts} tabular`}>
          {design.sizes.map((each) => (
            <SizeIcon key={each.size} size={each.size} />
          ))}
          <span>{formatLength(sized.seconds)}</span>
          <span className={styles.space} />
          <span>{strings.variables(variablesInFillOrder(design).length)}</span>
        </span>
      </span>
    </>
  );
}

/**
 * The delay in milliseconds before a hovered film plays. Without a delay, moving the pointer across cards would cause
 * flicker.
 */
const REST_MILLISECONDS = 150;

/**
 * Returns the pointer handlers of a card, and whether its design plays because the pointer rests on it. With reduced
 * motion, the design never plays.
 */
function useHoverPlay() {
  const prefersReducedMotion = useReducedMotion();
  const [playing, setPlaying] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    playing: playing && !prefersReducedMotion,
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

/** The shape of a frame as a small icon. */
function SizeIcon({ size }: { readonly size: DesignSize }) {
  return <i aria-hidden={true} className={styles.shape} data-size={size} />;
}
