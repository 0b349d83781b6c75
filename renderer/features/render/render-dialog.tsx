import { CircleX, Clapperboard, Terminal } from 'lucide-react';
import { useRef } from 'react';
import { ProblemError } from '../../../shared/contract/client.ts';
import { framesToSeconds } from '../../../shared/template/frame-rate.ts';
import { problemWords } from '../../api/problem-words.ts';
import { useEditor } from '../../state/editor-context.tsx';
import { said } from '../../strings/said.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDuration } from '../../ui/format/duration.ts';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { useDesk, useDeskStore } from './desk-context.tsx';
import { DestinationFields } from './destination-fields.tsx';
import { EncoderField } from './encoder-field.tsx';
import { FormatList } from './format-list.tsx';
import { qualities } from './render-choices.ts';
import styles from './render-dialog.module.css';
import { useCopyCurl } from './use-copy-curl.ts';
import { useRenderForm } from './use-render-form.ts';
import { useSubmitRender } from './use-submit-render.ts';
import { VariableFields } from './variable-fields.tsx';

/** Asks how the open template shall be rendered. The queue stays live beside it. */
export function RenderDialog() {
  const open = useDesk((state) => state.dialogOpen);
  // Filled anew each time: from what the editor shows then.
  return open ? <OpenDialog /> : null;
}

function OpenDialog() {
  const { render: words } = useStrings();
  const desk = useDeskStore();
  const queueShown = useDesk((state) => state.queueShown);
  const template = useEditor((state) => state.template);
  const rate = useEditor((state) => state.movie?.frameRate ?? null);
  const form = useRenderForm();
  const submit = useSubmitRender(form);
  const copyCurl = useCopyCurl(form);
  const { choices, change, check, blocker } = form;
  const renderButton = useRef<HTMLButtonElement>(null);
  const close = () => desk.setState({ dialogOpen: false });
  const seconds = check.frames === null || rate === null ? null : framesToSeconds(check.frames, rate);
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
      headEnd={
        <span className={styles.subject}>
          {words.subject(template, seconds === null ? null : formatDuration(seconds))}
        </span>
      }
      onSubmit={() => {
        if (blocker === null && !submit.isPending) submit.mutate();
      }}
      footer={
        <>
          <Button variant="quiet" size="sm" icon={Terminal} className={styles.curl} onClick={() => void copyCurl()}>
            {words.copyCurl}
          </Button>
          {blocker !== null && (
            <span id="render-blocker" role="status" className={styles.blocker} title={blocker}>
              <Icon icon={CircleX} size={14} />
              <span>{blocker}</span>
            </span>
          )}
          <Button onClick={close}>{words.cancel}</Button>
          <Button
            ref={renderButton}
            variant="primary"
            type="submit"
            icon={Clapperboard}
            disabled={blocker !== null}
            aria-describedby={blocker === null ? undefined : 'render-blocker'}
            busy={submit.isPending}
          >
            {words.render}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <FormatList
          formats={form.formats}
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
          <VariableFields rows={check.rows} set={form.set} onSet={form.chooseSet} onChange={form.changeValue} />
          <div className={styles.gap} />
          <DestinationFields form={form} />
          <AdvancedFields form={form} />
          {submit.error !== null && <Refusal error={submit.error} />}
        </div>
      </div>
    </Dialog>
  );
}

/** Why the service did not take it. */
function Refusal({ error }: { readonly error: Error }) {
  const { title, detail } = problemWords(error);
  const issues = error instanceof ProblemError ? (error.problem.issues ?? []) : [];
  return (
    <div role="alert" className={styles.refusal}>
      <p className={styles.refusalTitle}>{title}</p>
      {issues.length === 0 && <p>{detail}</p>}
      {issues.slice(0, 5).map(({ code, path, message }) => (
        <p key={`${code} ${path}`}>{said(message)}</p>
      ))}
    </div>
  );
}
