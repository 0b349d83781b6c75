import {
  CalendarDays,
  Heart,
  LayoutGrid,
  LayoutTemplate,
  type LucideIcon,
  Newspaper,
  Package,
  RotateCw,
  SearchX,
  ShoppingBag,
  Star,
  Upload,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useOpened } from '#renderer/actions/dialogs.ts';
import { problemText, problemWords } from '#renderer/api/client/problem-words.ts';
import { type StoredBrand, useBrand } from '#renderer/api/queries/use-brand.ts';
import { type DesignEntry, useCreateFromDesign, useDesigns } from '#renderer/api/queries/use-designs.ts';
import { moveTileFocus } from '#renderer/interaction/focus.ts';
import { storePendingFrame } from '#renderer/shell/window/pending-frame.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type DesignSize, designCategories } from '#shared/designs/design-file.ts';
import type { PickedData } from './data-picker.tsx';
import { ComingCards, DesignOption } from './design-card.tsx';
import { DesignPane } from './design-pane.tsx';
import styles from './gallery.module.css';
import { countInSection, type DesignSection, findDesigns, variantForSize } from './model/find-designs.ts';
import { sizeIcons } from './size-icons.ts';
import { useOwnDesigns } from './use-own-designs.ts';

export interface DesignsGalleryProps {
  /** The project for the new template; null for a new project. */
  readonly project: string | null;
  /** The initially selected design; null for the first one. */
  readonly design: string | null;
}

const none: readonly DesignEntry[] = [];
const sizes: readonly DesignSize[] = ['16:9', '9:16', '1:1'];

/** The gallery of all designs, with the details of the selected design beside it. */
export function DesignsGallery({ project, design: first }: DesignsGalleryProps) {
  const { designs: strings } = useStrings();
  const { data, error, refetch } = useDesigns();
  const [section, setSection] = useState<DesignSection>('all');
  const [filter, setFilter] = useState<DesignSize | null>(null);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(first);
  const [size, setSize] = useState<DesignSize | null>(null);
  const [picked, setPicked] = useState<PickedData | null>(null);
  const [brand, setBrand] = useState<StoredBrand | null>(null);
  const brandSource = useMemo(
    () => (brand === null || project === null ? null : { project, etag: brand.etag }),
    [brand, project],
  );
  const search = useRef<HTMLInputElement>(null);
  const list = useFocusOn(data?.some(({ name }) => name === first) === true ? first : null);
  const create = useCreateFilm(project);
  const ownDesigns = useOwnDesigns(data ?? none);
  useOpened('search', () => search.current?.focus());
  const foundDesigns = useMemo(
    () => findDesigns(data ?? none, { section, size: filter, query }, (category) => strings.categories[category]),
    [data, section, filter, query, strings],
  );
  const shownDesign = foundDesigns.find(({ name }) => name === chosen) ?? foundDesigns[0];
  const use = (design: DesignEntry) => {
    const sized = variantForSize(design, size ?? filter);
    if (sized !== undefined) create.run(design, sized.size);
  };
  const empty = section === 'own' && query === '' && filter === null;
  return (
    <div className={styles.gallery}>
      <div className={styles.rail}>
        <SectionList designs={data} section={section} onSection={setSection} />
        {project !== null && <BrandSwitch project={project} onBrand={setBrand} />}
        <Button size="sm" icon={Upload} busy={ownDesigns.isImporting} onClick={ownDesigns.choose}>
          {strings.importDesign}
        </Button>
      </div>
      <div className={styles.main}>
        <div className={styles.tools}>
          <SearchField
            ref={search}
            value={query}
            onChange={setQuery}
            label={strings.search}
            keys="/"
            onEnter={() => {
              if (query.trim() !== '' && shownDesign !== undefined) use(shownDesign);
            }}
            onArrowDown={() => list.current?.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.focus()}
            className={styles.search}
          />
          <span className={styles.space} />
          <Segmented<DesignSize | 'any'>
            label={strings.sizes}
            value={filter ?? 'any'}
            onChange={(next) => {
              setFilter(next === 'any' ? null : next);
              setSize(null);
            }}
            options={[
              { value: 'any', label: strings.anySize },
              ...sizes.map((each) => ({ value: each, label: each, icon: sizeIcons[each] })),
            ]}
          />
        </div>
        {error !== null && data === undefined ? (
          <State>
            <EmptyState icon={LayoutTemplate} title={strings.listFailed} hint={problemText(error)}>
              <Button icon={RotateCw} onClick={() => void refetch()}>
                {strings.retry}
              </Button>
            </EmptyState>
          </State>
        ) : data !== undefined && foundDesigns.length === 0 ? (
          <State>
            <NothingFound
              hasNone={empty}
              query={query.trim()}
              onClear={() => {
                setQuery('');
                setFilter(null);
                setSection('all');
                // The button disappears when it clears the search, so move the focus to the search field.
                search.current?.focus();
              }}
            />
          </State>
        ) : (
          <div
            ref={list}
            role="listbox"
            aria-label={strings.list}
            aria-busy={data === undefined}
            tabIndex={-1}
            className={styles.grid}
            data-size={filter ?? undefined}
            onKeyDown={(event) => void moveTileFocus(event, '[role=option]')}
          >
            {data === undefined && <ComingCards />}
            {foundDesigns.map((design) => (
              <DesignOption
                key={design.name}
                design={design}
                size={filter}
                brand={brandSource}
                isSelected={design === shownDesign}
                isTabStop={design === shownDesign}
                onSelect={() => {
                  if (design !== shownDesign) setSize(null);
                  setChosen(design.name);
                }}
                onUse={() => use(design)}
              />
            ))}
          </div>
        )}
      </div>
      {shownDesign === undefined ? (
        <div className={styles.noPane} />
      ) : (
        <DesignPane
          key={shownDesign.name}
          design={shownDesign}
          size={size ?? filter}
          onSize={setSize}
          project={project}
          brand={brandSource}
          brandValues={brand?.values ?? null}
          data={picked}
          onData={setPicked}
          busy={create.isPending}
          onUse={() => use(shownDesign)}
          onExport={() => ownDesigns.exportDesign(shownDesign)}
          onRemove={() => ownDesigns.remove(shownDesign)}
        />
      )}
    </div>
  );
}

/** Focuses the initially selected design as soon as it is in the list, unless another element has the focus. */
function useFocusOn(design: string | null): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (design === null || document.activeElement?.matches('body, main') === false) return;
    list.current?.querySelector<HTMLElement>(`[data-design="${CSS.escape(design)}"]`)?.focus();
  }, [design]);
  return list;
}

interface NothingFoundProps {
  /** Whether the user has no designs of their own. False if only a filter makes the list empty. */
  readonly hasNone: boolean;
  readonly query: string;
  readonly onClear: () => void;
}

function NothingFound({ hasNone, query, onClear }: NothingFoundProps) {
  const { designs: strings } = useStrings();
  if (hasNone) return <EmptyState icon={Star} title={strings.noneOwn} hint={strings.noneOwnHint} />;
  return (
    <EmptyState icon={SearchX} title={strings.nothingFound(query)} hint={strings.nothingFoundHint}>
      <Button onClick={onClear}>{query === '' ? strings.showAll : strings.clearSearch}</Button>
    </EmptyState>
  );
}

function State({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className={styles.state}>
      {children}
    </div>
  );
}

/** Returns a function that creates a film from a design and opens its form. */
function useCreateFilm(project: string | null) {
  const { go } = useNavigation();
  const toast = useToast();
  const create = useCreateFromDesign();
  return {
    isPending: create.isPending,
    run: (design: DesignEntry, size: DesignSize) => {
      if (create.isPending) return;
      create.mutate(
        { design, size, project },
        {
          onSuccess: (created) => {
            // Open the form at the poster frame, because the first frame of a film is often empty.
            const sized = design.sizes.find((each) => each.size === size);
            if (sized !== undefined) storePendingFrame(created.project, created.template, sized.posterFrame);
            go({ screen: 'fill-in', ...created });
          },
          onError: (error) => {
            const { title, detail } = problemWords(error);
            toast.show({ message: title, detail, tone: 'danger' });
          },
        },
      );
    },
  };
}

const icons: Readonly<Record<DesignSection, LucideIcon>> = {
  all: LayoutGrid,
  people: UsersRound,
  shops: ShoppingBag,
  news: Newspaper,
  social: Heart,
  events: CalendarDays,
  products: Package,
  own: Star,
};

export interface SectionListProps {
  /** The designs; undefined while loading. Counts are hidden until the designs are loaded. */
  readonly designs: readonly DesignEntry[] | undefined;
  readonly section: DesignSection;
  readonly onSection: (section: DesignSection) => void;
}

/** The sections of the gallery with their counts. */
function SectionList({ designs, section, onSection }: SectionListProps) {
  const { designs: strings } = useStrings();
  const row = (rowSection: DesignSection) => (
    <button
      key={rowSection}
      type="button"
      className={styles.section}
      aria-current={rowSection === section || undefined}
      onClick={() => onSection(rowSection)}
    >
      <Icon icon={icons[rowSection]} />
      <span className={styles.sectionName}>{strings.categories[rowSection]}</span>
      {designs !== undefined && (
        <span className={`${styles.count} tabular`}>{countInSection(designs, rowSection)}</span>
      )}
    </button>
  );
  return (
    <nav aria-label={strings.kinds} className={styles.sections}>
      <h2 className={styles.sectionHeading}>{strings.kind}</h2>
      {row('all')}
      {designCategories.map(row)}
      <h2 className={styles.sectionHeading}>{strings.yours}</h2>
      {row('own')}
    </nav>
  );
}

const KEY = 'designs/in-brand';

export interface BrandSwitchProps {
  readonly project: string;
  /** Called with the brand to apply; null for none. */
  readonly onBrand: (brand: StoredBrand | null) => void;
}

/** A switch that applies the project's brand to all designs. Hidden if the project has no brand. */
function BrandSwitch({ project, onBrand }: BrandSwitchProps) {
  const { designs: strings } = useStrings();
  const label = useId();
  const { data } = useBrand(project);
  const [on, setOn] = useState(() => readStored(KEY) === true);
  const brand = data !== undefined && Object.keys(data.values).length > 0 ? data : null;
  useEffect(() => {
    onBrand(on ? brand : null);
  }, [on, brand, onBrand]);
  if (brand === null) return null;
  return (
    <div className={styles.brand}>
      <Switch
        id={label}
        checked={on}
        onChange={(next) => {
          writeStored(KEY, next);
          setOn(next);
        }}
      />
      <label htmlFor={label}>{strings.inBrand}</label>
    </div>
  );
}
