import { useStrings } from '#renderer/strings/use-strings.tsx';
import { hasTag } from '#shared/names/tags.ts';
import { listedTags } from './tag-changes.ts';
import styles from './tags.module.css';

export interface TagFilterProps {
  /** The tags of all assets of the project. */
  readonly tags: readonly string[];
  /** The tag by which the assets are filtered; null for all assets. */
  readonly chosen: string | null;
  readonly onChoose: (tag: string | null) => void;
}

/** Buttons that filter the assets by a tag of the project. */
export function TagFilter({ tags, chosen, onChoose }: TagFilterProps) {
  const { tags: strings } = useStrings().assets;
  if (tags.length === 0) return null;
  const { shown: listed, others } = listedTags(tags, chosen === null ? [] : [chosen]);
  return (
    <fieldset className={styles.filter} aria-label={strings.filter}>
      {listed.map((tag) => {
        const isChosen = chosen !== null && hasTag([chosen], tag);
        return (
          <button
            key={tag}
            type="button"
            className={styles.chip}
            aria-pressed={isChosen}
            title={tag}
            onClick={() => onChoose(isChosen ? null : tag)}
          >
            {tag}
          </button>
        );
      })}
      {others > 0 && <span className={styles.hint}>{strings.others(others)}</span>}
    </fieldset>
  );
}
