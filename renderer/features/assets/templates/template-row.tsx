import { clsx } from 'clsx';
import {
  BookMarked,
  ClipboardPen,
  CopyPlus,
  Ellipsis,
  FolderOpen,
  type LucideIcon,
  Pencil,
  Proportions,
  RectangleHorizontal,
  RectangleVertical,
  Square,
  Trash2,
} from 'lucide-react';
import type { TemplateEntry } from '#renderer/api/queries/use-templates.ts';
import { FilmPoster } from '#renderer/common/projects/film-poster.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { formatAge } from '#renderer/ui/format/age.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { type FrameShape, frameShapeNames, shapeText } from '#shared/editing/movie/frame-shapes.ts';
import styles from './template-panel.module.css';

/** As in the style sheet. */
const THUMB_WIDTH = 64;

const shapeIcons: Readonly<Record<FrameShape, LucideIcon>> = {
  wide: RectangleHorizontal,
  tall: RectangleVertical,
  portrait: RectangleVertical,
  square: Square,
};

export interface TemplateRowProps {
  readonly project: string;
  readonly template: TemplateEntry;
  /** Another text where the project has other assets. */
  readonly assets: string;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onFillIn: () => void;
  readonly onSaveAsDesign: () => void;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onDuplicateAs: (shape: FrameShape) => void;
  readonly onRemove: () => void;
}

/** A template in the list; the row opens it. */
export function TemplateRow(props: TemplateRowProps) {
  const { template, isCurrent } = props;
  const { projects: words, fillIn, designs } = useStrings();
  const panel = words.templatesPanel;
  const { name, durationFrames, updatedAt } = template;
  const age = formatAge(new Date(updatedAt), new Date(), words.justNow);
  const entries: readonly MenuEntry[] = [
    { kind: 'command', id: 'open', label: words.open, icon: FolderOpen, disabled: isCurrent, run: props.onOpen },
    { kind: 'command', id: 'fill-in', label: fillIn.title, icon: ClipboardPen, run: props.onFillIn },
    { kind: 'command', id: 'rename', label: words.rename, icon: Pencil, run: props.onRename },
    { kind: 'command', id: 'duplicate', label: words.duplicate, icon: CopyPlus, run: props.onDuplicate },
    {
      kind: 'menu',
      id: 'duplicate-as',
      label: words.duplicateAs,
      icon: Proportions,
      entries: frameShapeNames.map((shape) => ({
        kind: 'command',
        id: shape,
        label: words.shapes[shape],
        end: shapeText(shape),
        icon: shapeIcons[shape],
        run: () => props.onDuplicateAs(shape),
      })),
    },
    { kind: 'command', id: 'design', label: designs.saveAs, icon: BookMarked, run: props.onSaveAsDesign },
    { kind: 'separator', id: 'line' },
    { kind: 'command', id: 'delete', label: words.remove, icon: Trash2, danger: true, run: props.onRemove },
  ];
  return (
    <ContextMenu entries={() => entries}>
      <li
        className={clsx(styles.row, isCurrent && styles.current)}
        onKeyDown={(event) => {
          // Not what its menu has, which lies elsewhere.
          if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
          if (event.key === 'F2') props.onRename();
          else if (event.key === 'Delete') props.onRemove();
          else return;
          event.preventDefault();
        }}
      >
        <FilmPoster project={props.project} template={template} assets={props.assets} width={THUMB_WIDTH} />
        <button type="button" className={styles.open} aria-current={isCurrent || undefined} onClick={props.onOpen}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={`${styles.facts} tabular`} title={panel.changed(age)}>
            {durationFrames === null ? age : `${panel.frames(formatCount(durationFrames))} · ${age}`}
          </span>
        </button>
        <Menu
          trigger={<IconButton icon={Ellipsis} label={panel.more(name)} size="sm" className={styles.more} />}
          entries={entries}
          align="end"
        />
      </li>
    </ContextMenu>
  );
}
