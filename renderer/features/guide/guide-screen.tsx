import { guide } from 'virtual:guide';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { chooseText } from '#renderer/strings/language.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { findSections } from './find-sections.ts';
import styles from './guide.module.css';

export interface GuideScreenProps {
  /** The page to open; null for the first page. */
  readonly page: string | null;
  /** The section to scroll to; null for the beginning. */
  readonly section: string | null;
}

/** The guide to the editor and the template language. A page without a translation is shown in English. */
export function GuideScreen({ page, section }: GuideScreenProps) {
  const { guide: strings, settings } = useStrings();
  const { replace } = useNavigation();
  const [query, setQuery] = useState('');
  const text = useRef<HTMLElement>(null);
  const shownPage = guide.find((guidePage) => guidePage.page === page) ?? guide[0];
  const language = pageLanguage();
  const { language: textLanguage, text: fetch } = chooseText(shownPage.texts, language);
  const sections = useSections(fetch);
  const foundSections = useMemo(() => findSections(sections ?? [], query), [sections, query]);
  const goTo = (id: string) => {
    // For the current section, the URL does not change. Scroll directly.
    if (id === section) showSection(text.current, id);
    else replace({ screen: 'guide', page: shownPage.page, section: id });
  };
  useEffect(() => {
    if (sections === null) return;
    if (section === null) text.current?.parentElement?.scrollTo({ top: 0 });
    else showSection(text.current, section);
  }, [section, sections]);
  const [first] = foundSections;
  return (
    <PageFrame
      title={strings.title}
      start={
        <>
          <IconButton icon={ChevronLeft} label={settings.back} onClick={() => history.back()} />
          <Mark />
          <h1 className={styles.pageTitle}>{strings.title}</h1>
        </>
      }
    >
      <div className={styles.page}>
        <nav aria-label={strings.contents} className={styles.nav}>
          <Segmented
            size="sm"
            label={strings.pages}
            value={shownPage.page}
            onChange={(next) => {
              setQuery('');
              replace({ screen: 'guide', page: next, section: null });
            }}
            options={guide.map((each) => ({ value: each.page, label: strings.names[each.page] }))}
          />
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (first !== undefined) goTo(first.id);
            }}
          >
            <SearchField value={query} onChange={setQuery} label={strings.search} />
          </form>
          <div lang={textLanguage} className={styles.list}>
            {foundSections.map(({ id, level, title }) => (
              <button
                key={id}
                type="button"
                data-level={level}
                aria-current={id === section ? 'location' : undefined}
                onClick={() => goTo(id)}
              >
                {title}
              </button>
            ))}
            {sections !== null && foundSections.length === 0 && (
              <p lang={language} className={styles.none}>
                {strings.nothingFound}
              </p>
            )}
          </div>
          <p role="status" className="visually-hidden">
            {query.trim() === '' || sections === null ? '' : strings.sectionsFound(foundSections.length)}
          </p>
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the element must be scrollable by keyboard. */}
        <section className={styles.scroller} tabIndex={0} aria-label={strings.names[shownPage.page]}>
          {textLanguage !== language && <p className={styles.note}>{strings.inEnglish}</p>}
          <article ref={text} lang={textLanguage} aria-busy={sections === null} className={styles.text}>
            {sections?.map(({ id, level, title, html }) => {
              const Heading = `h${Math.min(3, level + 1)}` as 'h2' | 'h3';
              return (
                <section key={id} id={`guide-${id}`} data-level={level}>
                  <Heading tabIndex={-1}>{title}</Heading>
                  {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes this HTML from the documents of the repository. */}
                  <div dangerouslySetInnerHTML={{ __html: html }} />
                </section>
              );
            })}
          </article>
        </section>
      </div>
    </PageFrame>
  );
}

/** Scrolls to a section and moves the keyboard focus to its heading, so that Tab continues there. */
function showSection(text: HTMLElement | null, id: string): void {
  const section = text?.querySelector(`#${CSS.escape(`guide-${id}`)}`);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('h2, h3')?.focus({ preventScroll: true });
}

type Fetch = (typeof guide)[number]['texts']['en'];
type Sections = Awaited<ReturnType<Fetch>>['sections'];

type Outcome =
  | { readonly of: Fetch; readonly sections: Sections }
  | { readonly of: Fetch; readonly error: unknown }
  | { readonly of: null };

/** Returns the sections of a page; null while loading. Throws load errors during rendering. */
function useSections(fetch: Fetch): Sections | null {
  const [outcome, setOutcome] = useState<Outcome>({ of: null });
  useEffect(() => {
    let isOver = false;
    const setIfMounted = (next: Outcome) => {
      if (!isOver) setOutcome(next);
    };
    fetch().then(
      ({ sections }) => setIfMounted({ of: fetch, sections }),
      (error: unknown) => setIfMounted({ of: fetch, error }),
    );
    return () => {
      isOver = true;
    };
  }, [fetch]);
  if (outcome.of !== fetch) return null;
  if ('error' in outcome) throw outcome.error;
  return outcome.sections;
}
