import { ChevronDown, CircleX, Clapperboard } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { useOpened } from '#renderer/actions/dialogs.ts';
import { actionEntries, useAction, useActions } from '#renderer/actions/use-actions.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { patternOf } from '#renderer/project/render-form.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { ariaKeys } from '#renderer/ui/format/keys.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { BlockerList } from './dialog/blocker-list.tsx';
import type { useSubmitRender } from './dialog/use-submit-render.ts';
import type { RenderForm } from './form/use-render-form.ts';
import styles from './render-now.module.css';

export interface RenderNowProps {
  /** The element with the form's fields, used to focus a field without a value. */
  readonly fields: RefObject<HTMLElement | null>;
  readonly form: RenderForm;
  readonly submit: ReturnType<typeof useSubmitRender>;
}

/** A button that renders the current template in the format of its last render, or as MP4. */
export function RenderNow({ fields, form, submit }: RenderNowProps) {
  const { render: strings } = useStrings();
  const actions = useActions();
  const { keys, label } = useAction('fill-in/render');
  const list = useId();
  const { blockers } = form;
  // Problems of values are already shown at their fields.
  const values = (blockers ?? []).flatMap(({ place }) => (place.kind === 'value' ? [place.name] : []));
  const others = (blockers ?? []).filter(({ place }) => place.kind !== 'value');
  const [first] = values;
  const isBlocked = blockers === null || blockers.length > 0;
  useOpened('renderNow', () => {
    if (!isBlocked && !submit.isPending) submit.mutate();
    else if (first !== undefined) goToValue(fields.current, first);
    else document.getElementById(list)?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <>
      {first !== undefined && (
        <p id={list} className={styles.attention}>
          <Icon icon={CircleX} size={14} />
          <span>{strings.valuesNeed(values.length)}</span>
          <button type="button" className={styles.go} onClick={() => goToValue(fields.current, first)}>
            {strings.ways.value}
          </button>
        </p>
      )}
      {others.length > 0 && <BlockerList blockers={others} id={list} form={fields} onLeave={() => undefined} />}
      {submit.error !== null && (
        <p role="alert" className={styles.refusal}>
          {problemText(submit.error)}
        </p>
      )}
      <NameField form={form} />
      <div className={styles.split}>
        <Button
          variant="primary"
          size="lg"
          icon={Clapperboard}
          className={styles.main}
          disabled={isBlocked}
          busy={submit.isPending}
          aria-describedby={isBlocked ? list : undefined}
          aria-keyshortcuts={keys && ariaKeys(keys, isMac)}
          keys={keys}
          tooltip={label}
          onClick={() => submit.mutate()}
        >
          {strings.renderNow}
        </Button>
        <Menu
          align="end"
          side="top"
          entries={actionEntries(actions, ['render/open', 'batch/open', null, 'render/queue'])}
          trigger={<IconButton icon={ChevronDown} iconSize={14} label={strings.moreWays} className={styles.more} />}
        />
      </div>
    </>
  );
}

function goToValue(fields: HTMLElement | null, name: string): void {
  const field = fields?.querySelector(`[data-value="${CSS.escape(name)}"]`);
  const control = field?.querySelector<HTMLElement>('input, textarea, button, [role=combobox]');
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

/** The field for the file name of the film. If it is empty, the name is based on the values. */
function NameField({ form }: { readonly form: RenderForm }) {
  const { render: strings } = useStrings();
  const { choices, name } = form;
  if (choices.destination !== 'file') return null;
  return (
    <Field label={strings.filmName}>
      <TextField
        size="sm"
        value={choices.fileName}
        placeholder={name ?? undefined}
        onChange={(text) => form.change({ fileName: patternOf(text) })}
      />
    </Field>
  );
}
