import { clsx } from 'clsx';
import {
  BookMarked,
  ClipboardPen,
  CopyPlus,
  Ellipsis,
  FileX2,
  FolderOpen,
  LayoutTemplate,
  type LucideIcon,
  Pencil,
  Plus,
  Proportions,
  RectangleHorizontal,
  RectangleVertical,
  RotateCw,
  Square,
  Trash2,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { openDialog } from '#renderer/actions/dialogs.ts';
import { ActionIconButton } from '#renderer/actions/use-actions.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { type TemplateEntry, useTemplates } from '#renderer/api/queries/use-templates.ts';
import { useRovingFocus } from '#renderer/interaction/focus.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { useDeletions } from '#renderer/project/deletions.tsx';
import { FilmPoster } from '#renderer/project/posters.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { formatAge } from '#renderer/ui/format/age.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { type FrameShape, frameShapeNames, shapeText } from '#shared/editing/model/frame-shapes.ts';
import styles from './template-panel.module.css';
import { templateKey, useTemplateCommands } from './use-template-commands.ts';

export interface TemplatePanelProps {
  readonly project: string;
  /** The name of the open template. */
  readonly current: string | null;
}

/**
 * Returns a version string that changes with every change of the assets. It consists of the time of the latest change
 * and the number of assets, which detects deletions.
 */
function latestChange(assets: readonly AssetEntry[]): string {
  const latest =
    assets
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1) ?? '';
  return `${assets.length} ${latest}`;
}

const NO_TEMPLATES: readonly TemplateEntry[] = [];

/** The Templates tab of the library, with all templates of the project and a button that creates one. */
export function TemplatePanel({ project, current }: TemplatePanelProps) {
  const { projects: strings } = useStrings();
  const panel = strings.templatesPanel;
  const { data, error, refetch } = useTemplates(project);
  const { data: assets } = useAssets(project, latestChange);
  const { waiting } = useDeletions();
  const [query, setQuery] = useState('');
  const templates = useMemo(() => {
    const hidden = new Set(waiting.map(({ key }) => key));
    return data?.filter(({ name }) => !hidden.has(templateKey(project, name)));
  }, [data, waiting, project]);
  const commands = useTemplateCommands(project, templates ?? NO_TEMPLATES);
  const matching = templates?.filter(({ name }) => matchesWords(query, [name]));
  const rovingFocus = useRovingFocus();

  return (
    <>
      <div className={styles.tools}>
        <SearchField value={query} onChange={setQuery} label={panel.search} size="sm" className={styles.search} />
        <ActionIconButton action="design/new" size="sm" />
        <IconButton icon={Plus} label={panel.create} size="sm" onClick={() => openDialog('newTemplate', null)} />
      </div>
      {error !== null && templates === undefined ? (
        <EmptyState icon={FileX2} title={panel.failedRead} hint={problemText(error)}>
          <Button size="sm" icon={RotateCw} onClick={() => void refetch()}>
            {strings.retry}
          </Button>
        </EmptyState>
      ) : matching === undefined ? (
        <div className={styles.waiting} aria-busy={true}>
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      ) : matching.length === 0 ? (
        <EmptyState
          icon={LayoutTemplate}
          title={query === '' ? panel.empty : panel.nothingFound(query)}
          hint={query === '' ? panel.emptyHint : undefined}
        />
      ) : (
        <ScrollArea>
          <ul {...rovingFocus} className={styles.list} aria-label={panel.list}>
            {matching.map((template) => (
              <TemplateRow
                key={template.name}
                project={project}
                template={template}
                assets={assets ?? ''}
                isCurrent={template.name === current}
                onOpen={() => commands.open(template.name)}
                onFillIn={() => commands.fillIn(template.name)}
                onSaveAsDesign={() => openDialog('saveDesign', { template: template.name })}
                onRename={() => openDialog('renameTemplate', { template: template.name })}
                onDuplicate={() => void commands.duplicate(template.name)}
                onDuplicateAs={(shape) => void commands.duplicateAs(template.name, shape)}
                onRemove={() => commands.remove(template.name, template.name === current)}
              />
            ))}
          </ul>
        </ScrollArea>
      )}
    </>
  );
}

/** The width of a thumbnail in pixels. It must equal the value in the style sheet. */
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
  /** A version that changes with the project's assets. */
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

/** A row of the list of templates. A press on the row opens its template. */
function TemplateRow(props: TemplateRowProps) {
  const { template, isCurrent } = props;
  const { projects: strings, fillIn, designs } = useStrings();
  const panel = strings.templatesPanel;
  const { name, durationFrames, updatedAt } = template;
  const age = formatAge(new Date(updatedAt), new Date(), strings.justNow);
  const entries: readonly MenuEntry[] = [
    { kind: 'command', id: 'open', label: strings.open, icon: FolderOpen, disabled: isCurrent, run: props.onOpen },
    { kind: 'command', id: 'fill-in', label: fillIn.title, icon: ClipboardPen, run: props.onFillIn },
    { kind: 'command', id: 'rename', label: strings.rename, icon: Pencil, run: props.onRename },
    { kind: 'command', id: 'duplicate', label: strings.duplicate, icon: CopyPlus, run: props.onDuplicate },
    {
      kind: 'menu',
      id: 'duplicate-as',
      label: strings.duplicateAs,
      icon: Proportions,
      entries: frameShapeNames.map((shape) => ({
        kind: 'command',
        id: shape,
        label: strings.shapes[shape],
        end: shapeText(shape),
        icon: shapeIcons[shape],
        run: () => props.onDuplicateAs(shape),
      })),
    },
    { kind: 'command', id: 'design', label: designs.saveAs, icon: BookMarked, run: props.onSaveAsDesign },
    { kind: 'separator', id: 'line' },
    { kind: 'command', id: 'delete', label: strings.remove, icon: Trash2, danger: true, run: props.onRemove },
  ];
  return (
    <ContextMenu entries={() => entries}>
      <li
        className={clsx(styles.row, isCurrent && styles.current)}
        onKeyDown={(event) => {
          // Ignore keys in the row's menu: React bubbles them here, although the menu is elsewhere in the document.
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
