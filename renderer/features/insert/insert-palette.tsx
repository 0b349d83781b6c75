import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { Captions, Film, Image, LayoutGrid, type LucideIcon, Music, Shapes, Sparkles, Type } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { closeDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { useAction } from '#renderer/actions/use-actions.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetPicture } from '#renderer/api/client/asset-picture.ts';
import { designPosterUrl } from '#renderer/api/client/media-urls.ts';
import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { whereAtPlayhead } from '#renderer/editor/inserting.ts';
import { fillInsertableDrag } from '#renderer/project/drag-data.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Kbd } from '#renderer/ui/display/kbd.tsx';
import { WholePicture } from '#renderer/ui/display/whole-picture.tsx';
import { focusFirst } from '#renderer/ui/overlays/first-focus.ts';
import frame from '#renderer/ui/overlays/palette.module.css';
import { PaletteField } from '#renderer/ui/overlays/palette-field.tsx';
import { PaletteKey } from '#renderer/ui/overlays/palette-key.tsx';
import { lowerToasts } from '#renderer/ui/overlays/toast-inset.ts';
import { sceneFor } from '#shared/editing/insert/insert-command.ts';
import { cornersOf, type NewFile, type ShapeStyle, type TextPreset } from '#shared/editing/insert/insertable.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { type InsertCategory, type InsertItem, type InsertSection, insertCategories } from './insert-items.ts';
import styles from './insert-palette.module.css';
import { useInsertPalette } from './use-insert-palette.ts';

/** The insert palette while its dialog is open. */
export function InsertHost() {
  const isOpen = useDialog('insert') !== undefined;
  return <InsertPalette open={isOpen} onClose={() => closeDialog('insert')} />;
}

/**
 * The palette of everything that can be added to the movie, with a search. The stage stays visible, so that items can
 * be dragged onto it.
 */
function InsertPalette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { insert } = useStrings();
  const editor = useEditor();
  const input = useRef<HTMLInputElement>(null);
  /** The element that had the focus before the palette opened. */
  const opener = useRef<Element | null>(null);
  const [dragging, setDragging] = useState(false);
  return (
    <Dialog.Root open={open} modal="trap-focus" onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={lowerToasts}
          data-modal-dialog=""
          aria-label={insert.palette}
          className={clsx(frame.palette, styles.palette, dragging && styles.away)}
          initialFocus={() => {
            opener.current = document.activeElement;
            return focusFirst(null, input.current);
          }}
          // The first layer removes the button that opened the palette. Focus the picture, where Space starts playback.
          finalFocus={() => {
            if (opener.current?.isConnected === true) return true;
            const next = focusedOutside() ?? document.querySelector<HTMLElement>('[data-stage]');
            // The first layer mounts the stage.
            if (next === null) editor.view.set({ focusesStage: true });
            return next ?? false;
          }}
        >
          <PaletteBody
            inputRef={input}
            onClose={onClose}
            // Hide the palette after the event. Removing the dragged element during the event would cancel the drag.
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

/** Returns the element that has the focus if it is not in a dialog, such as a text that the user edits; otherwise null. */
function focusedOutside(): HTMLElement | null {
  const { activeElement, body } = document;
  const isOutside = activeElement instanceof HTMLElement && activeElement !== body;
  return isOutside && activeElement.closest('[data-modal-dialog]') === null ? activeElement : null;
}

const listId = 'insert-list';
const optionId = (id: string) => `insert-${id}`;

interface PaletteBodyProps {
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
  readonly onDrag: () => void;
  readonly onDragEnd: () => void;
}

/** The content of the palette. Each opening mounts a new instance with an empty search. */
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
    // biome-ignore lint/a11y/useSemanticElements: there is no HTML element for a group of options in a list box
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
  const project = useEditor().document.state.project;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { insertable } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above has the focus and handles keys
    <div
      ref={element}
      id={optionId(item.id)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={item.label}
      title={kind === 'shapes' ? item.label : undefined}
      className={styles.item}
      draggable={insertable !== null}
      onDragStart={(event) => {
        if (insertable === null) return;
        fillInsertableDrag(event.dataTransfer, insertable);
        onDrag();
      }}
      onDragEnd={onDragEnd}
      onClick={() => onAdd(item)}
    >
      <span className={styles.face}>
        <ItemFace item={item} project={project} />
        {kind === 'quick' && <span className={styles.label}>{item.label}</span>}
        {kind === 'quick' && insertable !== null && item.action !== undefined && <ActionKeys action={item.action} />}
      </span>
      {kind !== 'quick' && kind !== 'shapes' && <span className={styles.name}>{item.label}</span>}
    </div>
  );
}

function ActionKeys({ action }: { readonly action: string }) {
  const { keys } = useAction(action);
  return keys === undefined ? null : <Kbd keys={keys} />;
}

/** Returns a text that describes where an item would be added. */
function useDestination(): string {
  const { insert, app } = useStrings();
  return useEditorValue(({ document }) => destination(document.state, insert, app));
}

function destination(
  state: EditorState,
  insert: Catalogue['insert'],
  app: Pick<Catalogue['app'], 'sceneName'>,
): string {
  const { movie, playhead } = state;
  const targetScene = movie === null ? null : sceneFor(movie, whereAtPlayhead(state));
  if (movie === null || targetScene === null) return insert.intoNew;
  const { scene, index } = targetScene;
  return insert.into(scene.name?.trim() || app.sceneName(index + 1), formatTimecode(playhead, movie.frameRate));
}

/** The icon, sample, or thumbnail of an item. */
function ItemFace({ item, project }: { readonly item: InsertItem; readonly project: string }) {
  const { insertable, icon, entry, design } = item;
  if (design !== undefined) return <DesignFace design={design} />;
  if (icon !== undefined) return <Icon icon={icon} />;
  if (insertable?.kind === 'text') return <TextFace preset={insertable.preset} words={insertable.words} />;
  if (insertable?.kind === 'shape') return <ShapeFace style={insertable.style} />;
  if (insertable === null || !('source' in insertable) || entry === undefined) return null;
  return <FileFace kind={insertable.kind} entry={entry} project={project} />;
}

function DesignFace({ design: { name, version, sizes } }: { readonly design: DesignEntry }) {
  const [size] = sizes;
  if (size === undefined) return <Icon icon={Sparkles} />;
  const src = designPosterUrl({ name, version, size: size.size });
  return <img src={src} alt="" loading="lazy" draggable={false} className={styles.poster} />;
}

function TextFace({ preset, words }: { readonly preset: TextPreset; readonly words: readonly string[] }) {
  const [first, second] = words;
  return (
    <span className={styles.text} data-preset={preset}>
      <span>{first}</span>
      {second !== undefined && <span>{second}</span>}
    </span>
  );
}

const SIDE = 22;

function ShapeFace({ style }: { readonly style: ShapeStyle }) {
  const corners = cornersOf(style, SIDE);
  return (
    <svg aria-hidden={true} width={SIDE} height={SIDE} viewBox={`0 0 ${SIDE} ${SIDE}`} className={styles.shape}>
      {corners === null ? <PlainShape style={style} /> : <polygon points={corners} />}
    </svg>
  );
}

function PlainShape({ style }: { readonly style: ShapeStyle }) {
  if (style === 'ellipse') return <circle cx={SIDE / 2} cy={SIDE / 2} r={SIDE / 2 - 1} />;
  if (style === 'line') return <rect x={0} y={SIDE / 2 - 1} width={SIDE} height={2} />;
  return <rect x={1} y={4} width={SIDE - 2} height={SIDE - 8} rx={style === 'rounded' ? 4 : 0} />;
}

/** The icons of files without a picture. */
const ICONS = { video: Film, image: Image, audio: Music, captions: Captions } as const;
const POSTER_WIDTH = 240;

interface FileFaceProps {
  readonly kind: NewFile['kind'];
  readonly entry: AssetEntry;
  readonly project: string;
}

function FileFace({ kind, entry, project }: FileFaceProps) {
  const [failed, setFailed] = useState(false);
  const picture = assetPicture(project, entry, POSTER_WIDTH);
  if (failed || picture === null) return <Icon icon={ICONS[kind]} />;
  return <WholePicture src={picture} onError={() => setFailed(true)} />;
}
