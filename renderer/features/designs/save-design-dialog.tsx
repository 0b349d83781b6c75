import { useId, useRef, useState } from 'react';
import { closeDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { problemCode, problemWords } from '#renderer/api/client/problem-words.ts';
import { useDesigns, useSaveDesign } from '#renderer/api/queries/use-designs.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextArea } from '#renderer/ui/fields/text-area.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type DesignCategory, designCategories, designSizes } from '#shared/designs/design-file.ts';
import { designNameOf } from './model/design-name.ts';
import styles from './save-design-dialog.module.css';

/** The dialog that saves a template as a design: the open template, or one from the list. */
export function SaveDesignHost() {
  const editor = useEditor();
  const toast = useToast();
  const { projects: strings } = useStrings();
  const { project, template: open } = editor.document.state;
  const opened = useDialog('saveDesign');
  const template = opened === undefined ? null : (opened.template ?? open);
  if (template === null) return null;
  const isOpen = template === open;
  return (
    <SaveDesignDialog
      key={template}
      project={project}
      template={template}
      frame={isOpen ? editor.document.state.playhead : null}
      onSave={async () => {
        if (!isOpen) return true;
        const { kind } = await editor.saving.save();
        if (kind !== 'saved') toast.show({ message: strings.templatesPanel.renameHeld, tone: 'warning' });
        return kind === 'saved';
      }}
      onClose={() => closeDialog('saveDesign')}
    />
  );
}

interface SaveDesignDialogProps {
  readonly project: string;
  readonly template: string;
  /** The frame at the playhead, which becomes the poster; null if the template is not open. */
  readonly frame: number | null;
  /** Saves unsaved changes. Resolves with false if that fails. */
  readonly onSave: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** A dialog that saves a template as a new design. */
function SaveDesignDialog({ project, template, frame, onSave, onClose }: SaveDesignDialogProps) {
  const { designs: strings, kit } = useStrings();
  const { go } = useNavigation();
  const toast = useToast();
  const { data: designs = [] } = useDesigns();
  const save = useSaveDesign(project);
  const [title, setTitle] = useState(template);
  const [description, setDescription] = useState('');
  const [category, setCategory] = useState<DesignCategory>('people');
  const [atPlayhead, setAtPlayhead] = useState(true);
  const [others, setOthers] = useState<readonly string[]>([]);
  const { data: templates = [] } = useTemplates(project);
  const input = useRef<HTMLInputElement>(null);
  const requested = title.trim();
  const shipped = designs.filter(({ own }) => !own).map(({ name }) => name);
  const name = designNameOf(requested, shipped);
  const replaced = designs.find((each) => each.own && each.name === name);
  const submit = async () => {
    if (requested === '' || save.isPending || !(await onSave())) return;
    save.mutate(
      {
        ...{ name, templates: [template, ...others], title: requested, description: description.trim(), category },
        posterFrame: frame !== null && atPlayhead ? frame : null,
        replace: replaced !== undefined,
      },
      {
        onSuccess: (design) => {
          onClose();
          toast.show({
            message: strings.saved(design.title),
            tone: 'success',
            action: {
              label: strings.show,
              run: () => go({ screen: 'designs', project, design: design.name }),
            },
          });
        },
      },
    );
  };
  const refusal = save.error === null || problemCode(save.error) === null ? null : problemWords(save.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.saveTitle}
      description={strings.saveHint}
      size="sm"
      initialFocus={input}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" disabled={requested === ''} busy={save.isPending}>
            {replaced === undefined ? strings.saveAction : strings.replace}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field
          label={strings.title}
          hint={replaced === undefined ? undefined : strings.replaces(replaced.title)}
          problem={requested === '' ? strings.titleMissing : undefined}
        >
          <TextField
            ref={input}
            value={title}
            maxLength={80}
            onChange={setTitle}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <Field label={strings.category}>
          <Select<DesignCategory>
            value={category}
            onChange={setCategory}
            options={designCategories.map((each) => ({ value: each, label: strings.categories[each] }))}
          />
        </Field>
        <Field label={strings.description} hint={strings.descriptionHint}>
          <TextArea value={description} onChange={(text) => setDescription(text.slice(0, 300))} />
        </Field>
        {templates.length > 1 && (
          <OtherSizes
            templates={templates.map((each) => each.name).filter((each) => each !== template)}
            chosen={others}
            onChoose={setOthers}
          />
        )}
        {frame !== null && (
          <Checkbox checked={atPlayhead} onChange={setAtPlayhead} label={strings.posterHere(formatCount(frame))} />
        )}
        {refusal !== null && (
          <p role="alert" className={styles.refusal}>
            {refusal.title}: {refusal.detail}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface OtherSizesProps {
  readonly templates: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** The maximum number of additional sizes: all sizes except the size of the template. */
const MAX_OTHER_SIZES = Object.keys(designSizes).length - 1;

/** A list of templates to add as additional sizes of the design. The service checks that their shapes differ. */
function OtherSizes({ templates, chosen, onChoose }: OtherSizesProps) {
  const { designs: strings } = useStrings();
  const hint = useId();
  return (
    <fieldset className={styles.others} aria-describedby={hint}>
      <legend>{strings.otherSizes}</legend>
      <p id={hint}>{strings.otherSizesHint}</p>
      <div className={styles.list}>
        {templates.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.includes(name)}
            disabled={!chosen.includes(name) && chosen.length >= MAX_OTHER_SIZES}
            onChange={(isChosen) => onChoose(isChosen ? [...chosen, name] : chosen.filter((each) => each !== name))}
          />
        ))}
      </div>
    </fieldset>
  );
}
