import { clsx } from 'clsx';
import { CircleX, Clapperboard, Terminal } from 'lucide-react';
import { useId, useRef } from 'react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { qualities } from '#renderer/common/renders/render-choices.ts';
import { useRenderSession, useRenderSessionStore } from '#renderer/common/renders/render-session-context.tsx';
import { Unread } from '#renderer/shell/frame/unread.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { sayToldPlainly } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { ProblemError } from '#shared/contract/client.ts';
import { type RenderForm, useRenderForm } from '../form/use-render-form.ts';
import { VariableFields } from '../form/variable-fields.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { BlockerList } from './blocker-list.tsx';
import { DestinationFields } from './destination-fields.tsx';
import { EncoderField } from './encoder-field.tsx';
import { FilmFacts } from './film-facts.tsx';
import { FilmNotes } from './film-notes.tsx';
import { FormatList, formatSkeleton } from './format-list.tsx';
import { RangeField } from './range-field.tsx';
import styles from './render-dialog.module.css';
import { useCopyCurl } from './use-copy-curl.ts';
import { useSubmitRender } from './use-submit-render.ts';

/** Asks how the open template shall be rendered. The queue stays live beside it. */
export function RenderDialog() {
  const open = useRenderSession((state) => state.dialogOpen);
  // Filled anew each time: from what the editor shows then.
  return open ? <OpenDialog /> : null;
}

function OpenDialog() {
  const { render: words } = useStrings();
  const session = useRenderSessionStore();
  const queueShown = useRenderSession((state) => state.queueShown);
  const template = useEditor((state) => state.template);
  const form = useRenderForm();
  const submit = useSubmitRender(form);
  const copyCurl = useCopyCurl(form);
  const { choices, change, check, blockers } = form;
  const blockerId = useId();
  const isBlocked = blockers === null || blockers.length > 0;
  const body = useRef<HTMLDivElement>(null);
  const renderButton = useRef<HTMLButtonElement>(null);
  const close = () => session.setState({ dialogOpen: false });
  return (
    <Dialog
      open
      onClose={close}
      modal="beside"
      size="lg"
      initialFocus={renderButton}
      flush
      className={queueShown ? `${styles.dialog} ${styles.besideQueue}` : styles.dialog}
      title={words.title}
      headEnd={<span className={styles.subject}>{template}</span>}
      onSubmit={() => {
        if (!isBlocked && !submit.isPending) submit.mutate();
      }}
      footer={
        <>
          <Button variant="quiet" size="sm" icon={Terminal} className={styles.curl} onClick={() => void copyCurl()}>
            {words.copyCurl}
          </Button>
          <span role="status" className={clsx(styles.why, blockers !== null && styles.blocked)}>
            {blockers !== null && blockers.length > 0 && <Icon icon={CircleX} size={14} />}
            <span>{statusOf(blockers, words)}</span>
          </span>
          <Button onClick={close}>{words.cancel}</Button>
          <Button
            ref={renderButton}
            variant="primary"
            type="submit"
            icon={Clapperboard}
            disabled={isBlocked}
            aria-describedby={isBlocked ? blockerId : undefined}
            busy={submit.isPending}
          >
            {words.render}
          </Button>
        </>
      }
    >
      <div ref={body} className={styles.content}>
        <div className={styles.body}>
          <FormatList
            formats={form.formats.data}
            unread={
              <Unread query={form.formats} title={words.formatsFailed}>
                {formatSkeleton}
              </Unread>
            }
            value={choices.format}
            onChange={(format) => change({ format })}
            onLeave={close}
          />
          <div className={styles.side}>
            <div className={styles.row}>
              <span className={styles.label}>{words.quality}</span>
              <Segmented
                label={words.quality}
                className={styles.wide}
                value={choices.quality}
                onChange={(quality) => change({ quality })}
                options={qualities.map((value) => ({ value, label: words.qualities[value] }))}
              />
            </div>
            <EncoderField form={form} />
            <RangeField form={form} />
            <FilmFacts form={form} />
            <VariableFields rows={check.rows} set={form.set} onSet={form.chooseSet} onChange={form.changeValue} />
            <div className={styles.gap} />
            <DestinationFields form={form} />
            <AdvancedFields form={form} />
            <FilmNotes notes={form.notes} />
          </div>
        </div>
        <div className={styles.under}>
          {blockers !== null && blockers.length > 0 && (
            <BlockerList blockers={blockers} id={blockerId} form={body} onLeave={close} />
          )}
          {submit.error !== null && <Refusal error={submit.error} />}
        </div>
      </div>
    </Dialog>
  );
}

/** How many problems keep the button off; the list above says which. */
function statusOf(blockers: RenderForm['blockers'], words: Catalogue['render']): string {
  if (blockers === null) return words.blockers.checking;
  return blockers.length === 0 ? '' : words.blockers.many(blockers.length);
}

/** Why the service did not take it. */
function Refusal({ error }: { readonly error: Error }) {
  const { title, detail } = problemWords(error);
  const issues = error instanceof ProblemError ? (error.problem.issues ?? []) : [];
  return (
    <div role="alert" className={`${styles.refusal} ${styles.answer}`}>
      <p className={styles.refusalTitle}>{title}</p>
      {issues.length === 0 && <p>{detail}</p>}
      {issues.slice(0, 5).map((issue) => (
        <p key={`${issue.code} ${issue.path}`}>{sayToldPlainly(issue)}</p>
      ))}
    </div>
  );
}
