import { clsx } from 'clsx';
import {
  ArrowRight,
  ChevronDown,
  ChevronRight,
  CircleX,
  ClipboardList,
  Ellipsis,
  PencilLine,
  Rows3,
  TextCursorInput,
  TriangleAlert,
  Unlink,
} from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { goToNode, nextUse } from '#renderer/editor/go-to-use.ts';
import { elementOf, selectSceneIds } from '#renderer/editor/selectors.ts';
import { useSamples } from '#renderer/editor/use-samples.ts';
import { ListDialog, type ListDialogProps } from '#renderer/project/list-dialog.tsx';
import { SampleField } from '#renderer/project/sample-field.tsx';
import { variableIcons } from '#renderer/project/variable-icons.ts';
import { shownType } from '#renderer/project/variable-inputs.ts';
import { helpOf, labelOf, labelOfUse } from '#renderer/project/variable-labels.ts';
import type { VariableProblem, VariableRow } from '#renderer/project/variable-rows.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { sameSelection, sceneIds, selectionOfElement } from '#shared/editing/model/selection.ts';
import type { Message } from '#shared/messages/message.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { type Variable, variableAtFault } from '#shared/resolve/variables.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import { itemTexts } from '#shared/template/variables/item-texts.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';
import { DeclarationDialog } from './declaration-dialog.tsx';
import { RenameVariableDialog } from './rename-variable-dialog.tsx';
import styles from './variables.module.css';

/** The dialogs that a variable's menu opens. */
type ItemDialog = 'rename' | 'default' | 'declare' | 'list';

/** A variable: its name, type, uses, sample value, and errors. */
export function VariableItem({ row }: { readonly row: VariableRow }) {
  const { variables: strings } = useStrings();
  const { variable, value, origin, problems } = row;
  const { name, uses, declaration } = variable;
  const type = shownType(variable);
  const label = labelOf(variable);
  const help = helpOf(variable);
  const samples = useSamples();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<ItemDialog | null>(null);
  const isHere = useEditorValue(({ document }) => {
    const scenes = new Set(selectSceneIds(document.state));
    return scenes.size > 0 && uses.some(({ scene }) => scene !== null && scenes.has(scene.id));
  });
  const entries = useEntries(row, setDialog);
  const refusal = problems.find(({ code }) => code === 'variable/refused');
  return (
    <>
      <ContextMenu entries={() => entries}>
        <li className={styles.row} data-variable={name} data-used-here={isHere || undefined}>
          <div className={styles.head}>
            <Icon icon={variableIcons[type]} size={14} />
            <span className={styles.called} title={name}>
              <span className={clsx(styles.name, label === name && 'mono')}>
                {label}
                {declaration?.required === true && (
                  <span className={styles.required} title={strings.required}>
                    *
                  </span>
                )}
              </span>
              {label !== name && <span className={clsx(styles.also, 'mono')}>{name}</span>}
            </span>
            <span className={styles.type}>{strings.types[type]}</span>
            <button
              type="button"
              className={clsx(styles.uses, 'tabular')}
              aria-expanded={isOpen}
              aria-label={strings.showUses(name, uses.length)}
              onClick={() => setOpen(!isOpen)}
            >
              {strings.uses(uses.length)}
              <Icon icon={isOpen ? ChevronDown : ChevronRight} size={12} />
            </button>
            <Menu
              align="end"
              trigger={
                <IconButton
                  icon={Ellipsis}
                  label={strings.menu(name)}
                  size="sm"
                  iconSize={14}
                  className={styles.more}
                />
              }
              entries={entries}
            />
          </div>
          <SampleField
            variable={variable}
            value={value}
            origin={origin}
            invalid={refusal?.says == null ? undefined : say(refusal.says, { quoted: true })}
            disabled={samples.automatic !== null}
            onChange={(next) => samples.set(name, next)}
          />
          {help !== null && <p className={styles.help}>{help}</p>}
          {problems.map((problem) => (
            <ProblemLine key={`${problem.code} ${JSON.stringify(problem.says)}`} problem={problem} />
          ))}
          {problems.some(({ isInItems }) => isInItems) && (
            <Button size="sm" icon={Rows3} onClick={() => setDialog('list')}>
              {strings.editList}
            </Button>
          )}
          {isOpen && <Uses row={row} />}
        </li>
      </ContextMenu>
      {dialog === 'rename' && <RenameVariableDialog name={name} onClose={() => setDialog(null)} />}
      {dialog === 'list' && <DefaultListDialog variable={variable} onClose={() => setDialog(null)} />}
      {dialog === 'default' && <DefaultDialog variable={variable} onClose={() => setDialog(null)} />}
      {dialog === 'declare' && <DeclarationDialog variable={variable} onClose={() => setDialog(null)} />}
    </>
  );
}

function useEntries(
  { variable, value, origin, problems }: VariableRow,
  open: (dialog: ItemDialog) => void,
): readonly MenuEntry[] {
  const { variables: strings } = useStrings();
  const editor = useEditor();
  const dispatch = useInspectorDispatch();
  const { name, uses } = variable;
  return [
    {
      kind: 'command',
      id: 'next',
      label: strings.nextUse,
      icon: ArrowRight,
      run: () => {
        const { document, selection } = editor.document.state;
        const following = nextUse(document, uses, selection);
        if (following !== null) goToNode(editor, following.node);
      },
    },
    { kind: 'separator', id: 'after-next' },
    { kind: 'command', id: 'rename', label: strings.rename, icon: TextCursorInput, run: () => open('rename') },
    variable.declaration?.type === 'list'
      ? { kind: 'command', id: 'list', label: strings.editList, icon: Rows3, run: () => open('list') }
      : { kind: 'command', id: 'default', label: strings.editDefault, icon: PencilLine, run: () => open('default') },
    {
      kind: 'command',
      id: 'take-default',
      label: strings.setDefault,
      icon: PencilLine,
      // Disable the command for an invalid value, because an invalid default would make the layers that use the
      // variable disappear.
      disabled: origin !== 'sample' || value === null || problems.some(({ code }) => code === 'variable/refused'),
      run: () =>
        void dispatch(value === null ? null : { type: 'variable/set-default', variable: name, default: value }),
    },
    { kind: 'command', id: 'declare', label: strings.declare, icon: ClipboardList, run: () => open('declare') },
    { kind: 'separator', id: 'after-default' },
    {
      kind: 'command',
      id: 'remove',
      label: strings.remove,
      icon: Unlink,
      danger: true,
      disabled: value === null && uses.length > 0,
      run: () => void dispatch({ type: 'variable/remove', variable: name }),
    },
  ];
}

/** The uses of a variable. A click on a use selects it and moves the playhead there. */
function Uses({ row: { variable } }: { readonly row: VariableRow }) {
  const { variables: strings } = useStrings();
  const editor = useEditor();
  const document = useEditorValue(({ document }) => document.state.document);
  const selection = useEditorValue(({ document }) => document.state.selection);
  const scenes = sceneIds(document);
  return (
    <div className={styles.useList}>
      {variable.uses.map((use) => {
        const { label, of } = labelOfUse(use, elementOf(document, use.node));
        const useLabel = of === null ? label : `${of}, ${label.toLowerCase()}`;
        const scene = use.scene === null ? -1 : scenes.indexOf(use.scene.id);
        const isSelected = sameSelection(selection, selectionOfElement(document, use.node));
        return (
          <button
            key={placeKey(findingAt(use))}
            type="button"
            className={styles.use}
            aria-current={isSelected || undefined}
            onClick={() => goToNode(editor, use.node)}
          >
            <span>{scene < 0 ? strings.placeInMovie(useLabel) : strings.placeIn(scene + 1, useLabel)}</span>
            <Icon icon={ArrowRight} size={12} />
          </button>
        );
      })}
    </div>
  );
}

function ProblemLine({ problem: { code, says, isInItems } }: { readonly problem: VariableProblem }) {
  const { variables: strings } = useStrings();
  const isWarning = code === 'variable/conflict' || code === 'doubtful';
  return (
    <p className={clsx(styles.problem, isWarning && styles.warning)} data-code={code}>
      <Icon icon={isWarning ? TriangleAlert : CircleX} size={12} />
      <span>
        {isInItems && `${strings.defaultItems} `}
        {says === null ? strings.missing : say(says, { atField: true })}
      </span>
    </p>
  );
}

interface DefaultListDialogProps extends Pick<ListDialogProps, 'start'> {
  readonly variable: Variable;
  readonly onClose: () => void;
}

/** The dialog that changes the fields and the default items of a list. */
export function DefaultListDialog({ variable, start, onClose }: DefaultListDialogProps) {
  const { variables: strings } = useStrings();
  const dispatch = useInspectorDispatch();
  const { name, declaration } = variable;
  const items = declaration?.list == null ? null : itemTexts(declaration.list, variable.default ?? '');
  return (
    <ListDialog
      title={strings.listDefaultTitle(labelOf(variable))}
      declaration={declaration}
      items={items ?? []}
      canChangeFields
      start={start}
      onClose={onClose}
      onSave={({ fields, items: next }) =>
        void dispatch({ type: 'variable/set-list', variable: name, fields, items: next })
      }
    />
  );
}

/** The dialog that changes the default of a variable everywhere. */
function DefaultDialog({ variable, onClose }: { readonly variable: Variable; readonly onClose: () => void }) {
  const { variables: strings, kit } = useStrings();
  const dispatch = useInspectorDispatch();
  const [value, setValue] = useState(variable.default ?? '');
  const input = useRef<HTMLInputElement>(null);
  const document = useEditorValue(({ document }) => document.state.document);
  const checked = useDeferredValue(value);
  const refusal = useMemo(() => refusalOfDefault(document, variable, checked), [document, variable, checked]);
  const problem = refusal === null ? undefined : say(refusal, { quoted: true });
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.defaultTitle(variable.name)}
      size="sm"
      initialFocus={input}
      onSubmit={() => {
        if (refusalOfDefault(document, variable, value) !== null) return;
        onClose();
        dispatch({ type: 'variable/set-default', variable: variable.name, default: value });
      }}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          {/* A disabled button would ignore Enter while the problem is one of an earlier text. */}
          <Button
            type="submit"
            variant="primary"
            disabled={problem !== undefined && checked === value}
            tooltip={problem}
          >
            {strings.defaultDo}
          </Button>
        </>
      }
    >
      <Field label={strings.defaultField} hint={strings.defaultHint}>
        <TextField
          ref={input}
          value={value}
          invalid={problem}
          onChange={setValue}
          onFocus={(event) => event.target.select()}
        />
      </Field>
    </Dialog>
  );
}

/** Returns the reason why a value is not valid as the default of a variable; null if it is valid. */
export function refusalOfDefault(document: TemplateDocument, variable: Variable, value: string): Message | null {
  const { findings } = resolveTemplate(document, { values: new Map([[variable.name, value]]), missing: 'ignore' });
  const of = variableAtFault([variable], document.root);
  const refusal = findings.find((finding) => finding.code === 'variable/refused' && of(finding) === variable.name);
  return refusal?.says ?? null;
}
