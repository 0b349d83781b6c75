import {
  CalendarDays,
  Heart,
  LayoutGrid,
  type LucideIcon,
  Newspaper,
  Package,
  ShoppingBag,
  Star,
  UsersRound,
} from 'lucide-react';
import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { designCategories } from '#shared/designs/design-file.ts';
import { countOn, type DesignShelf } from '../model/find-designs.ts';
import styles from './gallery.module.css';

const icons: Readonly<Record<DesignShelf, LucideIcon>> = {
  all: LayoutGrid,
  people: UsersRound,
  shops: ShoppingBag,
  news: Newspaper,
  social: Heart,
  events: CalendarDays,
  products: Package,
  own: Star,
};

export interface ShelvesProps {
  /** Undefined until they are known: nothing is counted then. */
  readonly designs: readonly DesignEntry[] | undefined;
  readonly shelf: DesignShelf;
  readonly onShelf: (shelf: DesignShelf) => void;
}

/** The kinds of designs, each with how many there are. */
export function Shelves({ designs, shelf, onShelf }: ShelvesProps) {
  const { designs: words } = useStrings();
  const row = (each: DesignShelf) => (
    <button
      key={each}
      type="button"
      className={styles.shelf}
      aria-current={each === shelf || undefined}
      onClick={() => onShelf(each)}
    >
      <Icon icon={icons[each]} />
      <span className={styles.shelfName}>{words.shelves[each]}</span>
      {designs !== undefined && <span className={`${styles.count} tabular`}>{countOn(designs, each)}</span>}
    </button>
  );
  return (
    <nav aria-label={words.kinds} className={styles.shelves}>
      <h2 className={styles.shelfHeading}>{words.kind}</h2>
      {row('all')}
      {designCategories.map(row)}
      <h2 className={styles.shelfHeading}>{words.yours}</h2>
      {row('own')}
    </nav>
  );
}
