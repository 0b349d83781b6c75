import { clsx } from 'clsx';
import { CircleX, TriangleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { showProblem } from '#renderer/actions/show-problem.ts';
import { useActions } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { problemsOf } from '#renderer/editor/read-template.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import type { CheckSeverity } from '#shared/film-check/check-table.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { formatColor } from '#shared/template/values/color.ts';
import type { BlockerEntry, BlockerTarget } from '../form/blockers.ts';
import type { RenderForm } from '../form/use-render-form.ts';
import styles from './blocker-list.module.css';
import dialogStyles from './render-dialog.module.css';

/** The maximum number of listed blockers. The others are counted. */
const MAX_LISTED = 50;

export interface BlockerListProps {
  readonly blockers: readonly BlockerEntry[];
  /** The id of the list, for the `aria-describedby` of the disabled button. */
  readonly id: string;
  /** The element with the form's fields, which contains the field that a blocker focuses. */
  readonly form: RefObject<HTMLElement | null>;
  /** Called before a blocker opens another screen or panel. The caller closes the dialog. */
  readonly onLeave: () => void;
}

/** The list of all blockers of a render. The button of a blocker goes to the place where the user can resolve it. */
export function BlockerList({ blockers, id, form, onLeave }: BlockerListProps) {
  const { render: strings } = useStrings();
  const title = useId();
  const goTo = useGoTo(form, onLeave);
  const more = blockers.length - MAX_LISTED;
  return (
    <section aria-labelledby={title} className={styles.root}>
      <h3 id={title} className="visually-hidden">
        {strings.blockersTitle}
      </h3>
      <ul id={id} className={styles.list}>
        {blockers.slice(0, MAX_LISTED).map(({ text, place }) => (
          <li key={`${place.kind} ${text}`} className={styles.item}>
            <Icon icon={CircleX} size={14} className={styles.icon} />
            <span className={styles.text}>{text}</span>
            <button
              type="button"
              className={styles.go}
              aria-label={`${targetLabel(place, strings)}: ${text}`}
              onClick={() => goTo(place)}
            >
              {targetLabel(place, strings)}
            </button>
          </li>
        ))}
        {more > 0 && <li className={styles.more}>{strings.moreBlockers(more)}</li>}
      </ul>
    </section>
  );
}

function targetLabel(place: BlockerTarget, words: Catalogue['render']): string {
  switch (place.kind) {
    case 'value':
      return words.ways.value;
    case 'field':
      return words.ways.field;
    case 'text':
      return words.ways.text;
    case 'assets':
      return words.ways.assets;
    case 'settings':
      return words.ways.settings;
    default:
      return assertNever(place);
  }
}

function useGoTo(form: RefObject<HTMLElement | null>, onLeave: () => void): (place: BlockerTarget) => void {
  const actions = useActions();
  const editor = useEditor();
  const { go } = useNavigation();
  const focus = (selector: string) => {
    const place = form.current?.querySelector<HTMLElement>(selector);
    const control = place?.matches('input')
      ? place
      : place?.querySelector<HTMLElement>('input, button, [role=combobox]');
    control?.scrollIntoView({ block: 'nearest' });
    control?.focus();
  };
  return (place) => {
    switch (place.kind) {
      case 'value':
        return focus(`[data-value="${CSS.escape(place.name)}"]`);
      case 'field':
        return focus(`[data-field="${place.field}"]`);
      case 'text': {
        onLeave();
        const { problems, source } = editor.document.state;
        const [problem] = place.finding === null ? problems : problemsOf(source, [place.finding]);
        return showProblem(editor, problem ?? null);
      }
      case 'assets':
        onLeave();
        return void actions.run('view/assets');
      case 'settings':
        onLeave();
        return go({ screen: 'settings' });
      default:
        return assertNever(place);
    }
  };
}

/**
 * A note for formats that cannot fully store the transparency of the film: the film appears over its matte. It contains
 * a link to the matte.
 */
export function MatteNote({ form, onLeave }: { readonly form: RenderForm; readonly onLeave: () => void }) {
  const { render: strings } = useStrings();
  const editor = useEditor();
  const { matte } = form.check.picture ?? {};
  const format = form.formats.data?.find(({ name }) => name === form.choices.format);
  if (matte === undefined || format === undefined || format.videoCodec === null || format.alpha === 'kept') return null;
  const code = format.alpha === 'threshold' ? 'format/alpha-threshold' : 'format/no-alpha';
  const goToMatte = () => {
    onLeave();
    editor.selection.select([]);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-field="matte"] input')?.focus());
  };
  return (
    <div role="status" className={clsx(dialogStyles.refusal, dialogStyles.notes)}>
      <Icon icon={TriangleAlert} size={14} />
      <div>
        <p>{say(message(code, { format: format.label, matte: formatColor(matte) }))}</p>
        <Button variant="quiet" size="sm" onClick={goToMatte}>
          {strings.changeMatte}
        </Button>
      </div>
    </div>
  );
}

/** The number of findings of the film check, with a link to their list, and whether they prevent the render. */
export function FilmCheckField({ form, onLeave }: { readonly form: RenderForm; readonly onLeave: () => void }) {
  const { check: strings } = useStrings();
  const actions = useActions();
  const listed = useEditorValue(({ check }) => check.state.listed);
  const { choices, change } = form;
  const count = (severity: CheckSeverity) => listed.filter(({ finding }) => finding.severity === severity).length;
  const found = strings.findings(count('error'), count('warning'));
  return (
    <div className={dialogStyles.row}>
      <span className={dialogStyles.label}>{strings.stopOn.label}</span>
      <div className={dialogStyles.stack}>
        <Select
          size="sm"
          label={strings.stopOn.label}
          value={choices.stopOn}
          onChange={(stopOn) => change({ stopOn })}
          options={(['never', 'error', 'warning'] as const).map((value) => ({ value, label: strings.stopOn[value] }))}
        />
        {found !== '' && (
          <p className={dialogStyles.hint}>
            {found}{' '}
            <button
              type="button"
              className={styles.go}
              onClick={() => {
                onLeave();
                void actions.run('view/check');
              }}
            >
              {strings.showList}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

/** The maximum number of shown notes. The others are counted. */
const MAX_SHOWN = 3;

/** Notes about content that the user may not intend, such as the freeze frame of a source that ends too early. */
export function FilmNotes({ notes }: { readonly notes: readonly Message[] }) {
  const { render: strings } = useStrings();
  if (notes.length === 0) return null;
  return (
    <div role="status" className={clsx(dialogStyles.refusal, dialogStyles.notes)}>
      <Icon icon={TriangleAlert} size={14} />
      <div>
        {notes
          .slice(0, MAX_SHOWN)
          .map((note) => say(note))
          .map((note) => (
            <p key={note}>{note}</p>
          ))}
        {notes.length > MAX_SHOWN && <p>{strings.moreNotes(notes.length - MAX_SHOWN)}</p>}
      </div>
    </div>
  );
}
