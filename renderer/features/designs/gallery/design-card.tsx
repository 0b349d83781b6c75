import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';
import type { DesignLook } from '#renderer/api/client/media-urls.ts';
import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatDuration } from '#renderer/ui/format/duration.ts';
import type { DesignSize } from '#shared/designs/design-file.ts';
import { askedVariables } from '../model/asked-variables.ts';
import { sizedAs } from '../model/find-designs.ts';
import styles from './design-card.module.css';
import { DesignPicture } from './design-picture.tsx';
import { SizeIcon } from './size-icon.tsx';
import { useHoverPlay } from './use-hover-play.ts';

export interface DesignOptionProps {
  readonly design: DesignEntry;
  /** The size that is looked for; null for its first. */
  readonly size: DesignSize | null;
  /** In which it is shown; null for its own. */
  readonly brand: DesignLook['brand'];
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onSelect: () => void;
  readonly onUse: () => void;
}

/** A design among others: the pointer plays it, a press shows it beside, Enter and a double click use it. */
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

/** A design that a press opens. */
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

/** So many places are shown while the list of designs is on its way; a window has no more. */
const COMING = 12;

/** Places of designs that are on their way. */
export function ComingCards() {
  return Array.from({ length: COMING }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
    <span key={place} className={styles.card} aria-hidden={true}>
      <span className={styles.well}>
        <Skeleton height="100%" />
      </span>
      <span className={styles.words}>
        <Skeleton width="60%" height={18} />
        <Skeleton width="90%" height={14} />
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
  const { designs: words } = useStrings();
  const sized = sizedAs(design, size);
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
          <span>{formatDuration(sized.seconds)}</span>
          <span className={styles.space} />
          <span>{words.variables(askedVariables(design).length)}</span>
        </span>
      </span>
    </>
  );
}
