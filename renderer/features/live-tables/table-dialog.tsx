import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { problemCode, problemText } from '#renderer/api/client/problem-words.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { type LiveTable, type LiveTableDraft, useSaveLiveTable } from '#renderer/api/queries/use-live-tables.ts';
import { useFormats } from '#renderer/api/queries/use-renders.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { qualities } from '#renderer/project/render-form.ts';
import { HeaderField, SheetFormFields, TextFormFields } from '#renderer/project/table-form-fields.tsx';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { isTableFile } from '#shared/live-tables/reading-changes.ts';
import {
  type DraftField,
  draftOf,
  draftProblems,
  refusedField,
  settingsOf,
  type TableDraft,
} from './live-table-view.ts';
import styles from './live-tables.module.css';
import { ColumnsPart, PreviewTable, usePreview } from './table-preview.tsx';
import { useUnusedFiles } from './table-rows.tsx';

export interface TableDialogProps {
  readonly project: string;
  /** The table to change; null for a new table. */
  readonly table: LiveTable | null;
  /** The initial values of a new table. */
  readonly settings: LiveTableDraft;
  readonly onClose: () => void;
  readonly onSaved: (table: LiveTable) => void;
}

/** The form of a live table. Messages about fields appear after the first attempt to save. */
export function TableDialog({ project, table, settings, onClose, onSaved }: TableDialogProps) {
  const { liveTables } = useStrings();
  const { form: words } = liveTables;
  const [draft, setDraft] = useState(() =>
    draftOf(
      table === null && settings.form === undefined ? { ...settings, form: { language: pageLanguage() } } : settings,
    ),
  );
  const [isSubmitted, setSubmitted] = useState(false);
  const save = useSaveLiveTable(project);
  const set = (change: Partial<TableDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    save.reset();
  };
  const stored = settings.source?.kind === 'address' ? settings.source.header?.name : undefined;
  const hasSecret = table !== null && stored !== undefined && stored === draft.headerName.trim();
  const faults = draftProblems(draft, words, hasSecret);
  const refused = save.isError ? refusedField(problemCode(save.error), draft.kind) : null;
  const shown = {
    ...(isSubmitted && faults),
    ...(refused !== null && { [refused]: problemText(save.error) }),
  };
  const withdrawUnused = useUnusedFiles(table, draft.grant);
  const submit = () => {
    setSubmitted(true);
    if (Object.keys(faults).length > 0 || save.isPending) return;
    const onSuccess = (saved: LiveTable) => {
      withdrawUnused(saved);
      onSaved(saved);
    };
    save.mutate({ table, body: settingsOf(draft) }, { onSuccess });
  };
  const close = () => {
    withdrawUnused(table);
    onClose();
  };
  const preview = usePreview(project, draft, table);
  const parts = { project, draft, set, problems: shown, preview };
  return (
    <Dialog
      open={true}
      onClose={close}
      title={table === null ? words.newTitle : words.editTitle}
      size="md"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{liveTables.cancel}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {table === null ? words.create : words.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <SourcePart {...parts} hasSecret={hasSecret} />
        <FilmsPart {...parts} />
        <ChangesPart {...parts} />
        <div role="alert">
          {save.isError && refused === null && (
            <p className={styles.problem}>
              {words.notSaved}. {problemText(save.error)}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface PartProps {
  readonly project: string;
  readonly draft: TableDraft;
  readonly set: (change: Partial<TableDraft>) => void;
  readonly problems: Partial<Readonly<Record<DraftField, string>>>;
  readonly preview: ReturnType<typeof usePreview>;
}

interface SourcePartProps extends PartProps {
  readonly hasSecret: boolean;
}

/** The fields for the name, source, sheet, and header row of the table. */
function SourcePart({ project, draft, set, problems, preview, hasSecret }: SourcePartProps) {
  const { liveTables, batch } = useStrings();
  const { form: words } = liveTables;
  const { kind } = draft;
  const isOnDesktop = useDesktop() !== null;
  const table = preview.data;
  const sheets = table?.sheets.filter(({ id, hidden }) => !hidden || id === draft.sheet);
  return (
    <fieldset className={styles.part}>
      <legend>{words.parts.source}</legend>
      <Field label={words.name} layout="row" problem={problems.name}>
        <TextField value={draft.name} invalid={problems.name} onChange={(name) => set({ name })} />
      </Field>
      <Field label={words.from} layout="row">
        <Segmented
          label={words.from}
          value={kind}
          onChange={(next) => set({ kind: next, sheet: '' })}
          options={(['asset', 'address', 'file'] as const).map((value) => ({
            value,
            label: value === 'file' && (isOnDesktop || draft.grant !== '') ? words.computer : words.sources[value],
          }))}
        />
      </Field>
      {kind === 'asset' && <AssetField project={project} draft={draft} set={set} problems={problems} />}
      {kind === 'address' && <AddressFields draft={draft} set={set} problems={problems} hasSecret={hasSecret} />}
      {kind === 'file' && <FileField draft={draft} set={set} problems={problems} />}
      {sheets === undefined ? (
        <Field label={words.sheet} layout="row">
          <TextField value={draft.sheet} placeholder={words.firstSheet} onChange={(sheet) => set({ sheet })} />
        </Field>
      ) : (
        sheets.length > 0 && (
          <Field label={words.sheet} layout="row">
            <Select
              value={draft.sheet === '' ? FIRST : draft.sheet}
              onChange={(sheet) => set({ sheet: sheet === FIRST ? '' : sheet })}
              options={[
                { value: FIRST, label: words.firstSheet },
                ...sheets.map(({ id, kind: of }) => ({ value: id, label: batch.sheetForm.choice(id, of) })),
              ]}
            />
          </Field>
        )
      )}
      {table?.kind !== 'text' && table?.kind !== 'json' && <SheetFormFields form={draft} onChange={set} />}
      {table?.kind === 'text' && <HeaderField header={draft.header} rows={0} onChange={set} />}
      {table?.kind !== 'sheet' && table?.kind !== 'json' && (
        <TextFormFields form={draft} found={table ?? null} onChange={set} />
      )}
      <PreviewTable preview={preview} />
    </fieldset>
  );
}

/** The select value for the first sheet. A sheet cannot have this name. An empty value would show the placeholder. */
const FIRST = ' ';
/** The file of a live table: on the desktop a file that the user chooses, or a path in the folder of the service. */
function FileField({ draft, set, problems }: Pick<PartProps, 'draft' | 'set' | 'problems'>) {
  const { liveTables, batch } = useStrings();
  const { form: words } = liveTables;
  const desktop = useDesktop();
  const toasts = useToast();
  if (desktop === null)
    return (
      <Field
        label={words.file}
        layout="row"
        hint={draft.grant === '' ? words.fileHint : words.computerHint}
        problem={problems.file}
      >
        <TextField
          mono
          value={draft.file}
          invalid={problems.file}
          onChange={(file) => set({ file, grant: '', sheet: '' })}
        />
      </Field>
    );
  const choose = async () => {
    const [chosen] = await desktop.chooseFiles({ kind: 'table', many: false });
    const granted = chosen === undefined ? null : await desktop.watchFile(chosen.token);
    if (granted === null) return;
    const { id: grant, name: file } = granted;
    set({ file, grant, sheet: '', ...(draft.name.trim() === '' && { name: file }) });
  };
  return (
    <Field label={words.file} layout="row" hint={words.computerHint} problem={problems.file}>
      <Button
        icon={FileUp}
        onClick={() =>
          void choose().catch(() =>
            toasts.show({ message: batch.faultTitle, detail: batch.faults.unreadable, tone: 'danger' }),
          )
        }
      >
        {draft.file === '' ? words.chooseAsset : draft.file}
      </Button>
    </Field>
  );
}

function AssetField({ project, draft, set, problems }: Omit<PartProps, 'preview'>) {
  const { liveTables } = useStrings();
  const { form: words } = liveTables;
  const { data: assets = [] } = useAssets(project);
  const names = assets.map(({ name }) => name).filter(isTableFile);
  const shown = draft.asset === '' || names.includes(draft.asset) ? names : [draft.asset, ...names];
  return (
    <Field
      label={words.asset}
      layout="row"
      hint={shown.length === 0 ? words.noAssets : words.assetHint}
      problem={problems.asset}
    >
      <Select
        value={draft.asset === '' ? null : draft.asset}
        placeholder={words.chooseAsset}
        invalid={problems.asset}
        disabled={shown.length === 0}
        onChange={(asset) => set({ asset, sheet: '', ...(draft.name.trim() === '' && { name: asset }) })}
        options={shown.map((name) => ({ value: name, label: name }))}
      />
    </Field>
  );
}

interface AddressFieldsProps extends Omit<PartProps, 'project' | 'preview'> {
  /** Whether the service stores a value for this header. */
  readonly hasSecret: boolean;
}

function AddressFields({ draft, set, problems, hasSecret }: AddressFieldsProps) {
  const { liveTables } = useStrings();
  const { form: words } = liveTables;
  return (
    <>
      <Field label={words.url} layout="row" hint={words.urlHint} problem={problems.url}>
        <TextField
          type="url"
          mono
          value={draft.url}
          placeholder="https://"
          invalid={problems.url}
          onChange={(url) => set({ url })}
        />
      </Field>
      <Field label={words.every} layout="row">
        <NumberField
          value={draft.every}
          min={15}
          max={86_400}
          precision={0}
          unit={words.seconds}
          onCommit={(every) => set({ every })}
        />
      </Field>
      <Field label={words.header} layout="row" hint={words.headerHint} problem={problems.header}>
        <div className={styles.pair}>
          <TextField
            label={words.headerName}
            mono
            value={draft.headerName}
            placeholder="Authorization"
            invalid={problems.header}
            onChange={(headerName) => set({ headerName })}
          />
          <TextField
            label={words.headerValue}
            type="password"
            value={draft.headerValue}
            placeholder={hasSecret ? words.storedValue : undefined}
            onChange={(headerValue) => set({ headerValue })}
          />
        </div>
      </Field>
    </>
  );
}

/** The template and output of the films, and the column that identifies the rows. */
function FilmsPart({ project, draft, set, problems, preview }: PartProps) {
  const { liveTables, render } = useStrings();
  const { form: words } = liveTables;
  const { data: templates = [] } = useTemplates(project);
  const { data: formats = [] } = useFormats();
  const columns = preview.data?.columns;
  const isKnown = columns !== undefined && (draft.key === '' || columns.includes(draft.key));
  return (
    <fieldset className={styles.part}>
      <legend>{words.parts.films}</legend>
      <Field label={words.template} layout="row" problem={problems.movie}>
        <Select
          value={draft.movie === '' ? null : draft.movie}
          placeholder={words.chooseTemplate}
          invalid={problems.movie}
          onChange={(movie) => set({ movie })}
          options={templates.map(({ name }) => ({ value: name, label: name }))}
        />
      </Field>
      {columns !== undefined && draft.movie !== '' && (
        <ColumnsPart project={project} columns={columns} draft={draft} onChange={(next) => set({ columns: next })} />
      )}
      <Field label={words.key} layout="row" hint={words.keyHints[draft.keyMode]}>
        <Segmented
          label={words.key}
          value={draft.keyMode}
          onChange={(keyMode) => set({ keyMode })}
          options={(['auto', 'column', 'all'] as const).map((value) => ({ value, label: words.keys[value] }))}
        />
      </Field>
      {draft.keyMode === 'column' && (
        <Field label={words.keyColumn} layout="row" problem={problems.key}>
          {isKnown ? (
            <Select
              value={draft.key === '' ? null : draft.key}
              invalid={problems.key}
              onChange={(key) => set({ key })}
              options={columns.map((column) => ({ value: column, label: column }))}
            />
          ) : (
            <TextField value={draft.key} invalid={problems.key} onChange={(key) => set({ key })} />
          )}
        </Field>
      )}
      <Field label={words.format} layout="row">
        <Select
          value={draft.format}
          onChange={(format) => set({ format })}
          options={formats.map(({ name, label, available }) => ({
            value: name,
            label,
            disabled: !available,
            hint: available ? undefined : render.notHere,
          }))}
        />
      </Field>
      <Field label={words.quality} layout="row">
        <Select
          value={draft.quality}
          onChange={(quality) => set({ quality })}
          options={qualities.map((value) => ({ value, label: render.qualities[value] }))}
        />
      </Field>
      <Field label={words.filename} layout="row" hint={words.filenameHint}>
        <TextField mono value={draft.filename} onChange={(filename) => set({ filename })} />
      </Field>
      <Field label={words.check} layout="row">
        <Select
          value={draft.check}
          onChange={(check) => set({ check })}
          options={(['off', 'error', 'warning'] as const).map((value) => ({ value, label: words.checks[value] }))}
        />
      </Field>
    </fieldset>
  );
}

/** The treatment of removed rows and of large changes. */
function ChangesPart({ draft, set }: PartProps) {
  const { liveTables } = useStrings();
  const { form: words } = liveTables;
  return (
    <fieldset className={styles.part}>
      <legend>{words.parts.changes}</legend>
      <Field label={words.removed} layout="row">
        <Select
          value={draft.removed}
          onChange={(removed) => set({ removed })}
          options={(['keep', 'trash'] as const).map((value) => ({ value, label: words.removals[value] }))}
        />
      </Field>
      <Field label={words.guard} layout="row" hint={words.guardHint}>
        <Switch checked={draft.guard} onChange={(guard) => set({ guard })} />
      </Field>
    </fieldset>
  );
}
