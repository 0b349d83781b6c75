import { clsx } from 'clsx';
import { Check, ChevronLeft, SearchX } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { ApiSection } from './api-section.tsx';
import { FarmSection } from './farm/farm-section.tsx';
import { FfmpegSection } from './ffmpeg-section.tsx';
import { fitsSearch, wordsOf } from './find-settings.ts';
import { FontsSection } from './fonts/fonts-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { LookSection } from './look-section.tsx';
import { markWords } from './mark-words.ts';
import styles from './page/settings.module.css';
import { FoundGroups, type GroupName, groupIcons, groupId } from './page/settings-group.tsx';
import { PhotosSection } from './photos-section.tsx';
import { ClustersSection, StoresSection } from './secrets/secrets-sections.tsx';
import { SettingsNav } from './settings-nav.tsx';
import { StorageSection } from './storage/storage-section.tsx';
import { useCurrentSection } from './use-current-section.ts';
import { WorkspaceSection } from './workspace-section.tsx';

const names = Object.keys(groupIcons).filter((name): name is GroupName => name in groupIcons);

/** Everything that can be set, on one page; kept as it is changed. It begins at a section, where one is named. */
export function SettingsScreen({ section }: { readonly section?: string | undefined }) {
  const { settings: words } = useStrings();
  const page = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const found = useFoundGroups(query);
  useActionPort(
    'settings',
    useMemo(() => ({ focusSearch: () => search.current?.focus() }), []),
  );
  const sections = useMemo(() => new Map((found ?? names).map((name) => [name, groupId(name)])), [found]);
  const { current, choose } = useCurrentSection(page, sections);
  const shown = useMemo(() => (found === null ? null : new Set(found)), [found]);
  const goTo = (name: GroupName) => {
    const group = document.getElementById(groupId(name));
    group?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    group?.focus({ preventScroll: true });
    choose(name);
  };
  const wanted = names.find((name) => name === section);
  useEffect(() => {
    if (wanted !== undefined) document.getElementById(groupId(wanted))?.scrollIntoView({ block: 'start' });
  }, [wanted]);
  return (
    <PageFrame
      start={
        <>
          <IconButton icon={ChevronLeft} label={words.back} onClick={() => history.back()} />
          <Mark />
          <h1 className={styles.pageTitle}>{words.title}</h1>
        </>
      }
      end={
        <span className={styles.saved}>
          <Icon icon={Check} size={14} className={styles.good} />
          {words.savedAsYouGo}
        </span>
      }
    >
      <div ref={page} className={styles.page}>
        <SettingsNav
          query={query}
          onQuery={setQuery}
          search={search}
          found={found ?? names}
          current={current}
          onGo={goTo}
        />
        <FoundGroups value={shown}>
          <div className={clsx(styles.columns, found !== null && styles.searching)}>
            {found?.length === 0 && (
              <EmptyState icon={SearchX} title={words.nothingFound(query.trim())}>
                <Button
                  size="sm"
                  onClick={() => {
                    setQuery('');
                    search.current?.focus();
                  }}
                >
                  {words.clearSearch}
                </Button>
              </EmptyState>
            )}
            <div className={styles.column}>
              <WorkspaceSection />
              <StorageSection />
              <ApiSection />
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
        </FoundGroups>
      </div>
    </PageFrame>
  );
}

/** The sections that show what is searched for, by what stands in them; null while nothing is. */
function useFoundGroups(query: string): readonly GroupName[] | null {
  const { settings: words } = useStrings();
  const [found, setFound] = useState<readonly GroupName[] | null>(null);
  useLayoutEffect(() => {
    const isAsked = wordsOf(query).length > 0;
    setFound(isAsked ? names.filter((name) => fitsSearch(`${words[name]} ${wordsIn(name)}`, query)) : null);
  }, [query, words]);
  useEffect(() => {
    const groups = (found ?? []).flatMap((name) => document.getElementById(groupId(name)) ?? []);
    markWords(groups, found === null ? [] : wordsOf(query));
    return () => markWords([], []);
  }, [found, query]);
  return found;
}

/** What a section says, in sight or by names. */
function wordsIn(name: GroupName): string {
  const group = document.getElementById(groupId(name));
  if (group === null) return '';
  const named = [...group.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label'));
  return [group.textContent, ...named].join(' ');
}
