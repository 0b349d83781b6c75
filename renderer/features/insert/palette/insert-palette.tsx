import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { Captions, Image, LayoutGrid, type LucideIcon, Music, Shapes, Sparkles, Type } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '#renderer/actions/runtime/use-actions.tsx';
import { fillThingDrag } from '#renderer/common/inserting/thing-drag.ts';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Kbd } from '#renderer/ui/display/kbd.tsx';
import frame from '#renderer/ui/overlays/palette.module.css';
import { PaletteField } from '#renderer/ui/overlays/palette-field.tsx';
import { PaletteKey } from '#renderer/ui/overlays/palette-key.tsx';
import { type InsertCategory, type InsertItem, type InsertSection, insertCategories } from '../model/insert-items.ts';
import styles from './insert-palette.module.css';
import { ItemFace } from './item-face.tsx';
import { useDestination } from './use-destination.ts';
import { useInsertPalette } from './use-insert-palette.ts';

/** Everything that can be added to the film, by name. The picture stays in sight, and takes what is dragged onto it. */
export function InsertPalette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { insert } = useStrings();
  const input = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  return (
    <Dialog.Root open={open} modal="trap-focus" onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          data-modal-dialog=""
          aria-label={insert.palette}
          className={clsx(frame.palette, styles.palette, dragging && styles.away)}
          initialFocus={input}
        >
          <PaletteBody
            inputRef={input}
            onClose={onClose}
            // Taken away while the event goes on, what is dragged would be gone with it.
            onDrag={() => setTimeout(() => setDragging(true))}
            onDragEnd={() => {
              setDragging(false);
              onClose();
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const listId = 'insert-list';
const optionId = (id: string) => `insert-${id}`;

interface PaletteBodyProps {
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
  readonly onDrag: () => void;
  readonly onDragEnd: () => void;
}

/** Mounted while it is open, so that it begins anew each time. */
function PaletteBody({ inputRef, onClose, onDrag, onDragEnd }: PaletteBodyProps) {
  const { insert } = useStrings();
  const palette = useInsertPalette(onClose);
  const { search, sections, active } = palette;
  return (
    <>
      <PaletteField
        inputRef={inputRef}
        label={insert.search}
        listId={listId}
        activeId={active === null ? null : optionId(active)}
        value={search}
        onChange={palette.setSearch}
        onKeyDown={palette.onKeyDown}
        className={styles.head}
      >
        <span className={clsx(styles.hint, 'tabular')}>{useDestination()}</span>
      </PaletteField>
      <div className={styles.body}>
        <Categories value={palette.category} onChange={palette.setCategory} />
        <div id={listId} role="listbox" aria-label={insert.palette} className={styles.list}>
          {sections.map((section) => (
            <Section
              key={section.id}
              section={section}
              active={active}
              onAdd={(item) => palette.add(item)}
              onDrag={onDrag}
              onDragEnd={onDragEnd}
            />
          ))}
        </div>
        {sections.length === 0 && (
          <p role="status" className={styles.nothing}>
            {search.trim() === '' ? insert.noFiles : insert.nothingFound(search.trim())}
          </p>
        )}
      </div>
      <footer className={frame.foot}>
        <PaletteKey keys={['ArrowUp', 'ArrowDown']} does={insert.choose} />
        <PaletteKey keys={['Enter']} does={insert.add} />
        <PaletteKey keys={['Shift+Enter']} does={insert.addOver} />
        <span className={styles.dragHint}>{insert.dragHint}</span>
      </footer>
    </>
  );
}

const CATEGORY_ICONS: Readonly<Record<InsertCategory, LucideIcon>> = {
  all: LayoutGrid,
  text: Type,
  shapes: Shapes,
  pictures: Image,
  sound: Music,
  captions: Captions,
  designs: Sparkles,
};

interface CategoriesProps {
  readonly value: InsertCategory;
  readonly onChange: (category: InsertCategory) => void;
}

function Categories({ value, onChange }: CategoriesProps) {
  const { insert } = useStrings();
  return (
    <nav className={styles.categories} aria-label={insert.categoriesLabel}>
      {insertCategories.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={category === value}
          className={styles.category}
          onClick={() => onChange(category)}
        >
          <Icon icon={CATEGORY_ICONS[category]} />
          {insert.categories[category]}
        </button>
      ))}
    </nav>
  );
}

interface SectionProps {
  readonly section: InsertSection;
  readonly active: string | null;
  readonly onAdd: (item: InsertItem) => void;
  readonly onDrag: () => void;
  readonly onDragEnd: () => void;
}

function Section({ section, active, ...given }: SectionProps) {
  const { insert } = useStrings();
  const heading = section.heading ?? insert.categories.all;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box, which has no element
    <div role="group" aria-label={heading}>
      {section.heading !== null && (
        <div aria-hidden={true} className={styles.heading}>
          {section.heading}
        </div>
      )}
      <div className={styles.grid} data-kind={section.id}>
        {section.items.map((item) => (
          <Item key={item.id} item={item} kind={section.id} isActive={item.id === active} {...given} />
        ))}
      </div>
    </div>
  );
}

interface ItemProps extends Omit<SectionProps, 'section' | 'active'> {
  readonly item: InsertItem;
  readonly kind: InsertSection['id'];
  readonly isActive: boolean;
}

function Item({ item, kind, isActive, onAdd, onDrag, onDragEnd }: ItemProps) {
  const project = useEditorStore().getState().project;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { thing } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled where the focus is, in the text above
    <div
      ref={element}
      id={optionId(item.id)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={item.label}
      title={kind === 'shapes' ? item.label : undefined}
      className={styles.item}
      draggable={thing !== null}
      onDragStart={(event) => {
        if (thing === null) return;
        fillThingDrag(event.dataTransfer, thing);
        onDrag();
      }}
      onDragEnd={onDragEnd}
      onClick={() => onAdd(item)}
    >
      <span className={styles.face}>
        <ItemFace item={item} project={project} />
        {kind === 'quick' && <span className={styles.label}>{item.label}</span>}
        {kind === 'quick' && thing !== null && item.action !== undefined && <ActionKeys action={item.action} />}
      </span>
      {kind !== 'quick' && kind !== 'shapes' && <span className={styles.name}>{item.label}</span>}
    </div>
  );
}

function ActionKeys({ action }: { readonly action: string }) {
  const { keys } = useAction(action);
  return keys === undefined ? null : <Kbd keys={keys} />;
}
