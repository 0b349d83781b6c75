import { Braces, CircleX, ListPlus, Table2, Trash2, TriangleAlert } from 'lucide-react';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { ActionIconButton } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { goToNode } from '#renderer/editor/go-to-use.ts';
import type { ListPlace } from '#renderer/editor/movie-issues.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import { useSamples } from '#renderer/editor/use-samples.ts';
import { ListDialog } from '#renderer/project/list-dialog.tsx';
import { AutomaticBanner } from '#renderer/project/sample-field.tsx';
import { labelOf } from '#renderer/project/variable-labels.ts';
import {
  groupsOf,
  inDeclaredOrder,
  searchRows,
  type VariableRow,
  variableOverview,
} from '#renderer/project/variable-rows.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { shortened } from '#shared/messages/quoting.ts';
import { declarationsIn, type ListRules } from '#shared/template/variables/declarations.ts';
import { itemTexts, textOfItems } from '#shared/template/variables/item-texts.ts';
import { DefaultListDialog, VariableItem } from './variable-item.tsx';
import styles from './variables.module.css';

/**
 * The variables of the template with their types, uses, and sample values. A new type of variable needs a control in
 * `project/sample-field.tsx` and an icon in `project/variable-icons.ts`; the compiler reports both.
 */
export function VariablesPanel() {
  const { variables: strings } = useStrings();
  const variables = useEditorValue(({ document }) => selectVariables(document.state));
  const findings = useEditorValue(({ document }) => document.state.findings);
  const values = useEditorValue(({ document }) => document.state.given);
  const brand = useEditorValue(({ document }) => document.state.brand);
  const overview = useMemo(
    () => variableOverview(variables, findings, values, brand),
    [variables, findings, values, brand],
  );
  const root = useEditorValue(({ document }) => document.state.document.root);
  const dispatch = useInspectorDispatch();
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const editor = useEditor();
  const panel = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState<ShownFault | null>(null);
  useEffect(() => {
    const showList = (place: ListPlace, inDefault: boolean) => {
      setSearch('');
      setFault({ place, inDefault });
    };
    return editor.views.show('variables', { showList });
  }, [editor]);
  const faulty = fault && overview.rows.find(({ variable }) => shortened(variable.name) === fault.place.list);
  const faultyName = faulty?.variable.name ?? null;
  useEffect(() => {
    const rows = panel.current?.querySelectorAll('[data-variable]') ?? [];
    const row = [...rows].find((each) => each.getAttribute('data-variable') === faultyName);
    row?.scrollIntoView({ block: 'nearest' });
  }, [faultyName]);
  const shownRows = inDeclaredOrder(searchRows(overview.rows, search), declarationsIn(root).keys());
  const isEmpty = overview.rows.length === 0 && overview.malformed.length === 0 && overview.unused.length === 0;
  return (
    <div ref={panel} className={styles.panel}>
      <div className={styles.tools}>
        <SearchField value={search} onChange={setSearch} label={strings.search} size="sm" className={styles.search} />
        <IconButton icon={ListPlus} label={strings.newList} size="sm" onClick={() => setAdding(true)} />
        <ActionIconButton action="template/fill-in" size="sm" />
        <ActionIconButton action="variables/data-sets" icon={Table2} label={strings.editSets} size="sm" />
      </div>
      {isAdding && (
        <ListDialog
          title={strings.newListTitle}
          declaration={null}
          items={[]}
          taken={variables.map(({ name }) => name)}
          onClose={() => setAdding(false)}
          onSave={({ name, fields, items }) =>
            void dispatch({ type: 'variable/set-list', variable: name, fields, items })
          }
        />
      )}
      {fault && faulty && <FaultyListDialog row={faulty} fault={fault} onClose={() => setFault(null)} />}
      <AutomaticBanner />
      {isEmpty ? (
        <EmptyState icon={Braces} title={strings.emptyTitle} hint={strings.emptyHint} />
      ) : (
        <ScrollArea className={styles.body}>
          {groupsOf(shownRows).map(([heading, rows]) => (
            <Fragment key={heading ?? ''}>
              {heading !== null && <h2 className={styles.group}>{heading}</h2>}
              <ul aria-label={heading ?? strings.panel}>
                {rows.map((row) => (
                  <VariableItem key={row.variable.name} row={row} />
                ))}
              </ul>
            </Fragment>
          ))}
          {shownRows.length === 0 && overview.rows.length > 0 && (
            <p className={styles.none}>{strings.nothingFound(search)}</p>
          )}
          <Malformed findings={overview.malformed} />
          <Unused names={overview.unused} />
        </ScrollArea>
      )}
    </div>
  );
}

/** A fault in the items of a list, whose dialog is open. */
interface ShownFault {
  readonly place: ListPlace;
  /** Whether the items are the default of the list, or else the items of the data set. */
  readonly inDefault: boolean;
}

interface FaultyListDialogProps {
  readonly row: VariableRow;
  readonly fault: ShownFault;
  readonly onClose: () => void;
}

/** The dialog of a list, with the focus at a fault. An unreadable list is edited as a text in its row. */
function FaultyListDialog({ row: { variable, value }, fault, onClose }: FaultyListDialogProps) {
  const { variables: strings } = useStrings();
  const samples = useSamples();
  const { declaration, name } = variable;
  const { place, inDefault } = fault;
  const list = declaration?.list ?? null;
  const items = list && itemTexts(list, (inDefault ? variable.default : value) ?? '');
  if (declaration === null || list === null || items === null) return null;
  const start = place.item === null ? undefined : { item: place.item - 1, field: fieldOf(list, place) };
  if (inDefault) return <DefaultListDialog variable={variable} start={start} onClose={onClose} />;
  if (samples.automatic !== null) return null;
  return (
    <ListDialog
      title={strings.listTitle(labelOf(variable))}
      declaration={declaration}
      items={items}
      start={start}
      onClose={onClose}
      onSave={({ items: next }) => samples.set(name, textOfItems(list, next))}
    />
  );
}

/** Returns the name of the field at a place; null for a list without fields. */
function fieldOf({ fields }: ListRules, { field }: ListPlace): string | null {
  return fields.find(({ name }) => field !== null && shortened(name) === field)?.name ?? null;
}

function Malformed({ findings }: { readonly findings: ReturnType<typeof variableOverview>['malformed'] }) {
  const editor = useEditor();
  return findings.map(({ at, says }) => (
    <button
      key={`${at?.node} ${at?.attribute} ${JSON.stringify(says)}`}
      type="button"
      className={styles.malformed}
      onClick={() => at !== null && goToNode(editor, at.node)}
    >
      <span className={styles.problem}>
        <Icon icon={CircleX} size={12} />
        {say(says, { quoted: true })}
      </span>
    </button>
  ));
}

/**
 * The values of the data set that belong to no variable. The variable was renamed or removed, or the name contains a
 * typo.
 */
function Unused({ names }: { readonly names: readonly string[] }) {
  const { variables: strings } = useStrings();
  const samples = useSamples();
  if (names.length === 0) return null;
  return (
    <section aria-label={strings.unusedTitle}>
      <div className={styles.section}>
        <h2>{strings.unusedTitle}</h2>
        <p>{strings.unusedHint}</p>
      </div>
      {names.map((name) => (
        <div key={name} className={styles.unusedRow}>
          <Icon icon={TriangleAlert} size={14} className={styles.warning} />
          <span className={`${styles.name} mono`}>{name}</span>
          {samples.automatic === null && (
            <IconButton
              icon={Trash2}
              label={strings.removeValue(name)}
              size="sm"
              iconSize={14}
              onClick={() => samples.set(name, null)}
            />
          )}
        </div>
      ))}
    </section>
  );
}
