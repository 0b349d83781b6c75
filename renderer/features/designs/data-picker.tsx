import { useQueries } from '@tanstack/react-query';
import { Eye, RotateCcw, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { dataSetTitle } from '#renderer/editor/data-sets.ts';
import { readEditingRecord } from '#renderer/editor/saving/template-service.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { parseEditingRecord } from '#shared/editing/model/editing-record.ts';

/** A data set of a template of the project. */
export interface PickedData {
  /** The name of the template and the id of the data set, as one key. */
  readonly key: string;
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface DataPickerProps {
  readonly project: string;
  readonly picked: PickedData | null;
  readonly onPick: (data: PickedData | null) => void;
}

/** The maximum number of templates in the menu. */
const MAX_TEMPLATES = 20;

/** Selects a data set of the project's templates, whose values the designs then show. */
export function DataPicker({ project, picked, onPick }: DataPickerProps) {
  const { designs: strings, variables } = useStrings();
  const api = useApi();
  const [open, setOpen] = useState(false);
  const { data: templates = [] } = useTemplates(project);
  const shownTemplates = templates.slice(0, MAX_TEMPLATES);
  const records = useQueries({
    queries: shownTemplates.map(({ name }) => ({
      queryKey: [...queryKeys.editing(project, name), 'sets'],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        parseEditingRecord((await readEditingRecord(api, project, name, signal)).record).dataSets,
      enabled: open,
    })),
  });
  const sets = shownTemplates.flatMap(({ name }, at): readonly MenuEntry[] => {
    const filledSets = (records[at]?.data ?? []).filter(({ values }) => Object.keys(values).length > 0);
    if (filledSets.length === 0) return [];
    return [
      { kind: 'heading', id: `of ${name}`, label: name },
      ...filledSets.map((set): MenuEntry => {
        const title = dataSetTitle(set, variables);
        const key = `${name} ${set.id}`;
        return {
          kind: 'command',
          id: key,
          label: title,
          icon: Table2,
          checked: picked?.key === key,
          exclusive: true,
          run: () => onPick({ key, title: strings.dataOf(name, title), values: set.values }),
        };
      }),
    ];
  });
  const entries: readonly MenuEntry[] = [
    ...(picked === null
      ? []
      : [
          { kind: 'command', id: 'own', label: strings.ownData, icon: RotateCcw, run: () => onPick(null) } as const,
          { kind: 'separator', id: 'line' } as const,
        ]),
    ...sets,
    ...(sets.length === 0 ? [{ kind: 'heading', id: 'none', label: strings.noData } as const] : []),
  ];
  return (
    <Menu
      side="top"
      open={open}
      onOpenChange={setOpen}
      entries={entries}
      trigger={
        <Button icon={Eye} pressed={picked !== null} tooltip={picked?.title}>
          {strings.withMyData}
        </Button>
      }
    />
  );
}
