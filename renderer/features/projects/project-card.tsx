import { clsx } from 'clsx';
import {
  CopyPlus,
  Ellipsis,
  FolderOpen,
  HardDrive,
  Images,
  LayoutTemplate,
  PackageCheck,
  Pencil,
  Send,
  Sparkles,
  SwatchBook,
  TableProperties,
  Trash2,
  TriangleAlert,
  Unlink,
} from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useLiveTables } from '#renderer/api/queries/use-live-tables.ts';
import type { ProjectEntry } from '#renderer/api/queries/use-projects.ts';
import type { MissingAsset } from '#renderer/api/queries/use-publishing.ts';
import { PublishedBadge } from '#renderer/project/published-badge.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useInView } from '#renderer/ui/browser/use-in-view.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatAge } from '#renderer/ui/format/age.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import styles from './project-card.module.css';
import { ProjectPoster } from './project-poster.tsx';

export interface ProjectCardProps {
  readonly project: ProjectEntry;
  readonly isSample: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onPublish: () => void;
  readonly onExport: () => void;
  /** The assets that templates name but the project does not contain. */
  readonly missing: readonly MissingAsset[];
  readonly onShowMissing: (missing: readonly MissingAsset[]) => void;
  readonly onRemove: () => void;
}

/** The card of a project: its poster, its name, when it was opened, and its contents. */
export function ProjectCard(props: ProjectCardProps) {
  const { project, onOpen, missing } = props;
  const { projects: strings, publish, bundles, brand, liveTables: tableStrings } = useStrings();
  const { go } = useNavigation();
  const card = useRef<HTMLElement>(null);
  const { data: tables = [] } = useLiveTables(project.uid, useInView(card));
  const showTables = () => go({ screen: 'tables', project: project.uid, table: null });
  const watched = tableStrings.onCard(formatCount(tables.length), tables.length === 1);
  const attention = tables.some(({ state }) => state === 'guarded' || state === 'unreadable');
  const { name, counts, bytes, published } = project;
  const showMissing = () => props.onShowMissing(missing);
  const [last] = published;
  const entries: readonly MenuEntry[] = [
    { kind: 'command', id: 'open', label: strings.open, icon: FolderOpen, keys: 'Enter', run: onOpen },
    { kind: 'command', id: 'rename', label: strings.rename, icon: Pencil, keys: 'F2', run: props.onRename },
    {
      kind: 'command',
      id: 'duplicate',
      label: strings.duplicate,
      icon: CopyPlus,
      keys: 'Mod+D',
      run: props.onDuplicate,
    },
    {
      kind: 'command',
      id: 'brand',
      label: brand.open,
      icon: SwatchBook,
      run: () => go({ screen: 'brand', project: project.uid }),
    },
    { kind: 'command', id: 'tables', label: tableStrings.open, icon: TableProperties, run: showTables },
    { kind: 'command', id: 'publish', label: publish.menu, icon: Send, run: props.onPublish },
    { kind: 'command', id: 'export', label: bundles.export, icon: PackageCheck, run: props.onExport },
    ...(missing.length === 0
      ? []
      : [{ kind: 'command', id: 'missing', label: strings.showMissing, icon: Unlink, run: showMissing } as const]),
    { kind: 'separator', id: 'line' },
    {
      kind: 'command',
      id: 'delete',
      label: strings.remove,
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      run: props.onRemove,
    },
  ];
  const age =
    project.openedAt === null
      ? strings.neverOpened
      : strings.opened(formatAge(new Date(project.openedAt), new Date(), strings.justNow));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const act = actOf(event, props);
    if (act === null) return;
    event.preventDefault();
    act();
  };
  return (
    <ContextMenu entries={() => entries}>
      <article
        ref={card}
        tabIndex={props.isTabStop ? 0 : -1}
        aria-label={[
          name,
          age,
          strings.templates(counts.templates),
          strings.assets(counts.assets),
          ...(last === undefined ? [] : [publish.badge(last.cluster, last.version)]),
          ...(missing.length === 0 ? [] : [strings.missing(missing.length)]),
          ...(tables.length === 0 ? [] : [watched]),
          ...(attention ? [tableStrings.attention] : []),
        ].join(', ')}
        data-project={project.uid}
        className={styles.card}
        onFocus={props.onFocus}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const { target } = event;
          if (target instanceof Element && target.closest('button, [role=menu]') === null) onOpen();
        }}
      >
        <ProjectPoster
          project={project.uid}
          updatedAt={project.updatedAt}
          hasContent={counts.assets + counts.templates > 0}
        />
        {missing.length > 0 && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.missing}
            title={strings.missingTip(missing.map((each) => each.name))}
            onClick={showMissing}
          >
            <Badge tone="warning" icon={Unlink}>
              {strings.missing(missing.length)}
            </Badge>
          </button>
        )}
        {props.isSample && missing.length === 0 && (
          <Badge tone="picture" icon={Sparkles} className={styles.badge}>
            {strings.sampleBadge}
          </Badge>
        )}
        <div className={styles.tools}>
          <Button size="sm" icon={FolderOpen} tabIndex={-1} onClick={onOpen}>
            {strings.open}
          </Button>
          <Menu
            trigger={<IconButton icon={Ellipsis} label={strings.more(name)} size="sm" variant="plain" tabIndex={-1} />}
            entries={entries}
            align="end"
          />
        </div>
        <div className={styles.body}>
          <div className={styles.line}>
            <h2 className={styles.name} title={name}>
              {name}
            </h2>
            <PublishedBadge published={published} />
          </div>
          <div className={`${styles.facts} tabular`}>
            <span className={styles.age}>{age}</span>
            <span className={styles.fact} title={strings.templates(counts.templates)}>
              <Icon icon={LayoutTemplate} size={12} />
              {formatCount(counts.templates)}
            </span>
            <span className={styles.fact} title={strings.assets(counts.assets)}>
              <Icon icon={Images} size={12} />
              {formatCount(counts.assets)}
            </span>
            <span className={styles.fact} title={strings.sizeTip(formatSize(bytes))}>
              <Icon icon={HardDrive} size={12} />
              {formatSize(bytes)}
            </span>
            {tables.length > 0 && (
              <span
                className={clsx(styles.fact, attention && styles.attention)}
                title={attention ? tableStrings.attention : watched}
              >
                <Icon icon={attention ? TriangleAlert : TableProperties} size={12} />
                {formatCount(tables.length)}
              </span>
            )}
          </div>
        </div>
      </article>
    </ContextMenu>
  );
}

function actOf(event: KeyboardEvent, props: ProjectCardProps): (() => void) | null {
  if (event.key === 'Enter' || event.key === ' ') return props.onOpen;
  if (event.key === 'F2') return props.onRename;
  if (event.key === 'Delete' || event.key === 'Backspace') return props.onRemove;
  if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) return props.onDuplicate;
  return null;
}
