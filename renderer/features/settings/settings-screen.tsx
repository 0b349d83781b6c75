import { clsx } from 'clsx';
import { Check, ChevronLeft, SearchX } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useOpened } from '#renderer/actions/dialogs.ts';
import { matchesWords, searchTerms } from '#renderer/interaction/word-search.ts';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { AgentsSection } from './agents-section.tsx';
import { ApiSection } from './api-section.tsx';
import { FarmSection } from './farm-section.tsx';
import { FfmpegSection } from './ffmpeg-section.tsx';
import { currentSection } from './find-settings.ts';
import { FontsSection } from './fonts-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { LookSection, PhotosSection } from './look-section.tsx';
import { ClustersSection, StoresSection } from './secrets-sections.tsx';
import styles from './settings.module.css';
import { type GroupName, groupIcons, groupId } from './settings-group.tsx';
import { StorageSection } from './storage-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';

const names = Object.keys(groupIcons).filter((name): name is GroupName => name in groupIcons);

/** All settings on one page. Each change is saved immediately. The page scrolls to `section` if it is set. */
export function SettingsScreen({ section }: { readonly section?: string | undefined }) {
  const { settings: strings } = useStrings();
  const page = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const foundGroups = useFoundGroups(query);
  useOpened('search', () => search.current?.focus());
  const sections = useMemo(() => new Map((foundGroups ?? names).map((name) => [name, groupId(name)])), [foundGroups]);
  const { current, choose } = useCurrentSection(page, sections);
  const goTo = (name: GroupName) => {
    const group = document.getElementById(groupId(name));
    group?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    group?.focus({ preventScroll: true });
    choose(name);
  };
  const requested = names.find((name) => name === section);
  // Set the section explicitly. The scroll position does not determine it, because the page may be too short to scroll
  // the section to the top.
  const showRequested = useEffectEvent((name: GroupName) => {
    document.getElementById(groupId(name))?.scrollIntoView({ block: 'start' });
    choose(name);
  });
  useEffect(() => {
    if (requested !== undefined) showRequested(requested);
  }, [requested]);
  return (
    <PageFrame
      start={
        <>
          <IconButton icon={ChevronLeft} label={strings.back} onClick={() => history.back()} />
          <Mark />
          <h1 className={styles.pageTitle}>{strings.title}</h1>
        </>
      }
      end={
        <span className={styles.saved}>
          <Icon icon={Check} size={14} className={styles.good} />
          {strings.savedAsYouGo}
        </span>
      }
    >
      <div ref={page} className={styles.page}>
        <SettingsNav
          query={query}
          onQuery={setQuery}
          search={search}
          foundGroups={foundGroups ?? names}
          current={current}
          onGo={goTo}
        />
        <div className={clsx(styles.columns, foundGroups !== null && styles.searching)}>
          {foundGroups?.length === 0 && (
            <EmptyState icon={SearchX} title={strings.nothingFound(query.trim())}>
              <Button
                size="sm"
                onClick={() => {
                  setQuery('');
                  search.current?.focus();
                }}
              >
                {strings.clearSearch}
              </Button>
            </EmptyState>
          )}
          <div className={styles.column}>
            <WorkspaceSection />
            <StorageSection />
            <ApiSection />
            <AgentsSection />
            <FarmSection />
            <ClustersSection />
            <StoresSection />
          </div>
          <div className={styles.column}>
            <FfmpegSection />
            <FontsSection />
            <LookSection />
            <PhotosSection />
            <KeysSection />
          </div>
        </div>
      </div>
    </PageFrame>
  );
}

/** Returns the sections whose text matches the search; null without a search. */
function useFoundGroups(query: string): readonly GroupName[] | null {
  const { settings: strings } = useStrings();
  const [foundGroups, setFoundGroups] = useState<readonly GroupName[] | null>(null);
  useLayoutEffect(() => {
    const isSearching = searchTerms(query).length > 0;
    setFoundGroups(isSearching ? names.filter((name) => matchesWords(query, [strings[name], wordsIn(name)])) : null);
  }, [query, strings]);
  // Hide sections instead of unmounting them, so that typed texts stay.
  useLayoutEffect(() => {
    for (const name of names) {
      const group = document.getElementById(groupId(name));
      if (group !== null) group.hidden = foundGroups !== null && !foundGroups.includes(name);
    }
  }, [foundGroups]);
  useEffect(() => {
    const groups = (foundGroups ?? []).flatMap((name) => document.getElementById(groupId(name)) ?? []);
    markWords(groups, foundGroups === null ? [] : searchTerms(query));
    return () => markWords([], []);
  }, [foundGroups, query]);
  return foundGroups;
}

/** Returns the text of a section, with its accessible names. */
function wordsIn(name: GroupName): string {
  const group = document.getElementById(groupId(name));
  if (group === null) return '';
  const accessibleNames = [...group.querySelectorAll('[aria-label]')].map((element) =>
    element.getAttribute('aria-label'),
  );
  return [group.textContent, ...accessibleNames].join(' ');
}

/**
 * Returns the current section: the section at the scroll position, or the section with the keyboard focus. A section
 * set by `choose` stays current until the user scrolls.
 * @param sections The ids of the elements of the displayed sections.
 */
function useCurrentSection<Name extends string>(
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
    const updateSection = () => {
      const boxes = [...sections].flatMap(([name, id]) => {
        const box = document.getElementById(id)?.getBoundingClientRect();
        return box === undefined || box.height === 0 ? [] : [{ name, top: box.top, bottom: box.bottom }];
      });
      const { top, bottom } = view.getBoundingClientRect();
      const scrollableHeight = view.scrollHeight - view.clientHeight;
      const progress = scrollableHeight <= 0 ? 0 : Math.min(1, view.scrollTop / scrollableHeight);
      setCurrent(currentSection(boxes, { top, bottom, progress }, chosen.current));
    };
    const onFocus = ({ target }: FocusEvent) => {
      const sectionInView = [...sections].find(
        ([, id]) => target instanceof Element && document.getElementById(id)?.contains(target),
      );
      if (sectionInView === undefined) return;
      [chosen.current] = sectionInView;
      updateSection();
    };
    const onWheel = () => {
      chosen.current = null;
    };
    update.current = updateSection;
    const sizes = new ResizeObserver(updateSection);
    sizes.observe(view);
    sizes.observe(element);
    view.addEventListener('scroll', updateSection, { passive: true });
    view.addEventListener('wheel', onWheel, { passive: true });
    element.addEventListener('focusin', onFocus);
    return () => {
      sizes.disconnect();
      view.removeEventListener('scroll', updateSection);
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

export interface SettingsNavProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly search: RefObject<HTMLInputElement | null>;
  /** The sections that match the search, in page order. */
  readonly foundGroups: readonly GroupName[];
  readonly current: GroupName | null;
  readonly onGo: (name: GroupName) => void;
}

/** The search field and the list of sections. Enter in the search field goes to the first match. */
function SettingsNav({ query, onQuery, search, foundGroups, current, onGo }: SettingsNavProps) {
  const { settings: strings } = useStrings();
  const [first] = foundGroups;
  return (
    <nav aria-label={strings.sections} className={styles.nav}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) onGo(first);
        }}
      >
        <SearchField ref={search} value={query} onChange={onQuery} label={strings.search} keys="/" />
      </form>
      {foundGroups.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === current ? 'location' : undefined}
          onClick={() => onGo(name)}
        >
          <Icon icon={groupIcons[name]} />
          {strings[name]}
        </button>
      ))}
      <p role="status" className="visually-hidden">
        {query.trim() === '' ? '' : strings.sectionsFound(foundGroups.length)}
      </p>
    </nav>
  );
}

const NAME = 'found';

/**
 * Highlights search terms in the text of elements (CSS Custom Highlight API) until the next call. The DOM does not
 * change.
 */
function markWords(elements: readonly Element[], words: readonly string[]): void {
  if (words.length === 0) {
    CSS.highlights.delete(NAME);
    return;
  }
  const ranges = elements.flatMap((element) => {
    const foundRanges: Range[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = (node.nodeValue ?? '').toLowerCase();
      for (const word of words)
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, Math.min(at + word.length, node.nodeValue?.length ?? 0));
          foundRanges.push(range);
        }
    }
    return foundRanges;
  });
  CSS.highlights.set(NAME, new Highlight(...ranges));
}
