import { FileX2, LayoutTemplate, Plus, RotateCw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ActionIconButton } from '#renderer/actions/runtime/action-button.tsx';
import { useActionPort, useActions } from '#renderer/actions/runtime/use-actions.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { type TemplateEntry, useTemplates } from '#renderer/api/queries/use-templates.ts';
import { useDeletions } from '#renderer/common/projects/deletions-context.tsx';
import { NameDialog } from '#renderer/common/projects/name-dialog.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { useOneStop } from '#renderer/ui/keyboard/use-one-stop.ts';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { nameKey } from '#shared/names/asset-name.ts';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import styles from './template-panel.module.css';
import { TemplateRow } from './template-row.tsx';
import { templateKey, useTemplateCommands } from './use-template-commands.ts';

export interface TemplatePanelProps {
  readonly project: string;
  /** The one that is open. */
  readonly current: string | null;
}

/** When one of some assets was changed last, and how many there are: one may be gone. */
function latestChange(assets: readonly AssetEntry[]): string {
  const latest =
    assets
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1) ?? '';
  return `${assets.length} ${latest}`;
}

const none: readonly TemplateEntry[] = [];

/** The Templates tab of the library: every template of the project, and a new one. */
export function TemplatePanel({ project, current }: TemplatePanelProps) {
  const { projects: words } = useStrings();
  const panel = words.templatesPanel;
  const { data, error, refetch } = useTemplates(project);
  const { data: assets } = useAssets(project, latestChange);
  const { waiting } = useDeletions();
  const { parts } = useActions();
  const [query, setQuery] = useState('');
  const [creating, setCreating] = useState(false);
  const [renamed, setRenamed] = useState<string | null>(null);
  const templates = useMemo(() => {
    const hidden = new Set(waiting.map(({ key }) => key));
    return data?.filter(({ name }) => !hidden.has(templateKey(project, name)));
  }, [data, waiting, project]);
  const commands = useTemplateCommands(project, templates ?? none);
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useActionPort(
    'templates',
    useMemo(
      () => ({
        create: () => setCreating(true),
        rename: () => setRenamed(current),
        duplicate: () => {
          if (current !== null) void latest.current.duplicate(current);
        },
        duplicateAs: (shape) => {
          if (current !== null) void latest.current.duplicateAs(current, shape);
        },
      }),
      [current],
    ),
  );
  const wanted = query.trim().toLocaleLowerCase();
  const found = templates?.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const names = data?.map(({ name }) => name) ?? [];
  const oneStop = useOneStop();

  return (
    <>
      <div className={styles.tools}>
        <SearchField value={query} onChange={setQuery} label={panel.search} size="sm" className={styles.search} />
        <ActionIconButton action="design/new" size="sm" />
        <IconButton icon={Plus} label={panel.create} size="sm" onClick={() => setCreating(true)} />
      </div>
      {error !== null && templates === undefined ? (
        <EmptyState icon={FileX2} title={panel.failedRead} hint={problemText(error)}>
          <Button size="sm" icon={RotateCw} onClick={() => void refetch()}>
            {words.retry}
          </Button>
        </EmptyState>
      ) : found === undefined ? (
        <div className={styles.waiting} aria-busy={true}>
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      ) : found.length === 0 ? (
        <EmptyState
          icon={LayoutTemplate}
          title={query === '' ? panel.empty : panel.nothingFound(query)}
          hint={query === '' ? panel.emptyHint : undefined}
        />
      ) : (
        <ScrollArea>
          <ul {...oneStop} className={styles.list} aria-label={panel.list}>
            {found.map((template) => (
              <TemplateRow
                key={template.name}
                project={project}
                template={template}
                assets={assets ?? ''}
                isCurrent={template.name === current}
                onOpen={() => commands.open(template.name)}
                onFillIn={() => commands.fillIn(template.name)}
                onSaveAsDesign={() => parts.getState().ports.designs?.saveAs(template.name)}
                onRename={() => setRenamed(template.name)}
                onDuplicate={() => void commands.duplicate(template.name)}
                onDuplicateAs={(shape) => void commands.duplicateAs(template.name, shape)}
                onRemove={() => commands.remove(template.name, template.name === current)}
              />
            ))}
          </ul>
        </ScrollArea>
      )}
      {creating && <NewTemplateDialog project={project} taken={names} onClose={() => setCreating(false)} />}
      {renamed !== null && (
        <NameDialog
          title={panel.renameTitle}
          action={words.renameAction}
          initial={renamed}
          taken={{
            has: (name) => names.some((each) => nameKey(each) === nameKey(name)),
            problem: panel.taken,
          }}
          onDone={async (name) => {
            if (name !== renamed) await commands.rename(renamed, name, renamed === current);
          }}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  );
}
