import type { RefObject } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import styles from './page/settings.module.css';
import { type GroupName, groupIcons } from './page/settings-group.tsx';

export interface SettingsNavProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly search: RefObject<HTMLInputElement | null>;
  /** Those that fit the search, in their order. */
  readonly found: readonly GroupName[];
  readonly current: GroupName | null;
  readonly onGo: (name: GroupName) => void;
}

/** A search in the settings, and their sections; Enter in the search goes to the first that was found. */
export function SettingsNav({ query, onQuery, search, found, current, onGo }: SettingsNavProps) {
  const { settings: words } = useStrings();
  const [first] = found;
  return (
    <nav aria-label={words.sections} className={styles.nav}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) onGo(first);
        }}
      >
        <SearchField ref={search} value={query} onChange={onQuery} label={words.search} keys="/" />
      </form>
      {found.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === current ? 'location' : undefined}
          onClick={() => onGo(name)}
        >
          <Icon icon={groupIcons[name]} />
          {words[name]}
        </button>
      ))}
      <p role="status" className="visually-hidden">
        {query.trim() === '' ? '' : words.sectionsFound(found.length)}
      </p>
    </nav>
  );
}
