import { clsx } from 'clsx';
import { ChevronDown, ChevronRight, CircleX, Clapperboard, CloudUpload, Folder, Terminal } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { closeDialog, useDialog, useIsOpen } from '#renderer/actions/dialogs.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { AtMostField } from '#renderer/project/at-most-field.tsx';
import { StoreFields } from '#renderer/project/destinations.tsx';
import { LoudnessFields, PackageFields } from '#renderer/project/film-fields.tsx';
import { bytesOfField, qualities, SOFTWARE } from '#renderer/project/render-form.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { formatLength } from '#renderer/ui/format/duration.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSizeRange } from '#renderer/ui/format/size.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { ProblemError } from '#shared/contract/client.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { formatFrameRate, frames, framesToSeconds } from '#shared/template/values/frame-rate.ts';
import { isAddress } from '../form/blockers.ts';
import { estimateBytes, filmedShare, type SizeRange } from '../form/film-estimate.ts';
import { type RenderForm, type RequestedRange, useRenderForm } from '../form/use-render-form.ts';
import { VariableFields } from '../form/variable-fields.tsx';
import { useQueue } from '../jobs/use-queue.ts';
import { BlockerList, FilmCheckField, FilmNotes, MatteNote } from './blocker-list.tsx';
import { FormatList, formatSkeleton } from './format-list.tsx';
import styles from './render-dialog.module.css';
import { useCopyCurl } from './use-copy-curl.ts';
import { useSubmitRender } from './use-submit-render.ts';

/** The dialog with the settings for a render of the open template. The render queue beside it stays interactive. */
export function RenderDialog() {
  const isOpen = useDialog('render') !== undefined;
  // Mount the form at each opening, so that it starts from the current state of the editor.
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const { render: strings } = useStrings();
  const queueShown = useIsOpen('queue');
  const template = useEditorValue(({ document }) => document.state.template);
  const form = useRenderForm();
  const submit = useSubmitRender(form);
  const copyCurl = useCopyCurl(form);
  const { choices, change, check, blockers } = form;
  const blockerId = useId();
  const isBlocked = blockers === null || blockers.length > 0;
  const body = useRef<HTMLDivElement>(null);
  const renderButton = useRef<HTMLButtonElement>(null);
  const close = () => closeDialog('render');
  return (
    <Dialog
      open
      onClose={close}
      modal="beside"
      size="lg"
      initialFocus={renderButton}
      flush
      className={queueShown ? `${styles.dialog} ${styles.queueOpen}` : styles.dialog}
      title={strings.title}
      headEnd={<span className={styles.subject}>{template}</span>}
      onSubmit={() => {
        if (!isBlocked && !submit.isPending) submit.mutate();
      }}
      footer={
        <>
          <Button variant="quiet" size="sm" icon={Terminal} className={styles.curl} onClick={() => void copyCurl()}>
            {strings.copyCurl}
          </Button>
          <span role="status" className={clsx(styles.why, blockers !== null && styles.blocked)}>
            {blockers !== null && blockers.length > 0 && <Icon icon={CircleX} size={14} />}
            <span>{statusOf(blockers, strings)}</span>
          </span>
          <Button onClick={close}>{strings.cancel}</Button>
          <Button
            ref={renderButton}
            variant="primary"
            type="submit"
            icon={Clapperboard}
            disabled={isBlocked}
            aria-describedby={isBlocked ? blockerId : undefined}
            busy={submit.isPending}
          >
            {strings.render}
          </Button>
        </>
      }
    >
      <div ref={body} className={styles.content}>
        <div className={styles.body}>
          <FormatList
            formats={form.formats.data}
            placeholder={
              <LoadFallback query={form.formats} title={strings.formatsFailed}>
                {formatSkeleton}
              </LoadFallback>
            }
            value={choices.format}
            isTransparent={check.picture?.matte !== undefined}
            onChange={(format) => change({ format })}
            isSized={form.film.choices.atMost !== ''}
            onLeave={close}
          />
          <div className={styles.side}>
            <MatteNote form={form} onLeave={close} />
            <div className={styles.row}>
              <span className={styles.label}>{strings.quality}</span>
              <div className={styles.stack}>
                <Segmented
                  label={strings.quality}
                  className={styles.wide}
                  value={choices.quality}
                  onChange={(quality) => change({ quality })}
                  options={qualities.map((value) => ({ value, label: strings.qualities[value] }))}
                />
                {choices.quality === 'draft' && <p className={styles.hint}>{strings.draftHint}</p>}
              </div>
            </div>
            <SizeField form={form} />
            <EncoderField form={form} />
            <RangeField form={form} />
            <div className={styles.field}>
              <LoudnessFields isRow value={choices} onChange={change} />
            </div>
            <FilmFacts form={form} />
            <VariableFields rows={check.rows} set={form.set} onSet={form.chooseSet} onChange={form.changeValue} />
            <div className={styles.gap} />
            <DestinationFields form={form} />
            <PackageFields
              parts={choices.parts}
              onChange={(parts) => change({ parts })}
              isInQueue={choices.destination === 'file'}
              lacking={form.lacking}
            />
            <FilmCheckField form={form} onLeave={close} />
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

/** Returns a text with the number of blockers. The blockers are listed above the disabled button. */
function statusOf(blockers: RenderForm['blockers'], strings: Catalogue['render']): string {
  if (blockers === null) return strings.blockers.checking;
  return blockers.length === 0 ? '' : strings.blockers.many(blockers.length);
}

/** The reason why the service refused the render, with the issues. */
function Refusal({ error }: { readonly error: Error }) {
  const { title, detail } = problemWords(error);
  const issues = error instanceof ProblemError ? (error.problem.issues ?? []) : [];
  return (
    <div role="alert" className={`${styles.refusal} ${styles.answer}`}>
      <p className={styles.refusalTitle}>{title}</p>
      {issues.length === 0 && <p>{detail}</p>}
      {issues.slice(0, 5).map((issue) => (
        <p key={`${issue.code} ${issue.path}`}>{say(issue, { plain: true })}</p>
      ))}
    </div>
  );
}

/** A field for the encoder: the CPU, or hardware of this machine. Hidden for formats with only one encoder. */
function EncoderField({ form }: { readonly form: RenderForm }) {
  const { render: strings } = useStrings();
  const { choices, change, encoders } = form;
  if (encoders.length === 0) return null;
  const value = encoders.some(({ name }) => name === choices.encoder) ? choices.encoder : SOFTWARE;
  return (
    <div className={styles.row} data-field="encoder">
      <span className={styles.label}>{strings.encoder}</span>
      <Select
        size="sm"
        label={strings.encoder}
        value={value}
        onChange={(encoder) => change({ encoder })}
        options={[
          { value: SOFTWARE, label: strings.software, hint: strings.softwareHint },
          ...encoders.map(({ name, label, available }) => ({
            value: name,
            label,
            hint: available ? strings.hardwareHint : strings.notAvailable,
            // Keep the option of the selected encoder enabled even if the encoder is unavailable, so that its label is
            // readable.
            disabled: !available && name !== value,
          })),
        ]}
      />
    </div>
  );
}

/** A field for the range: the whole film, or the frames between the in and out points. */
function RangeField({ form }: { readonly form: RenderForm }) {
  const { render: strings } = useStrings();
  const { marked, range, chooseRange, check } = form;
  const rate = check.picture?.frameRate;
  return (
    <div className={styles.row}>
      <span className={styles.label}>{strings.range}</span>
      <div className={styles.stack}>
        <Segmented<RequestedRange>
          label={strings.range}
          className={styles.wide}
          value={range}
          onChange={chooseRange}
          options={[
            { value: 'whole', label: strings.ranges.whole },
            { value: 'marked', label: strings.ranges.marked, disabled: marked === null },
          ]}
        />
        {marked === null || rate === undefined ? (
          <p className={styles.hint}>{strings.rangeHint}</p>
        ) : (
          <p className={`${styles.hint} tabular`}>
            {strings.rangeFromTo(formatTimecode(marked.from, rate), formatTimecode(marked.to, rate))}
          </p>
        )}
      </div>
    </div>
  );
}

/** A field for the maximum size of the film. It shows the estimated size without a maximum. */
function SizeField({ form }: { readonly form: RenderForm }) {
  const { render: strings } = useStrings();
  const size = useEstimate(form);
  const { choices, change, film, formats } = form;
  const format = formats.data?.find(({ name }) => name === choices.format) ?? null;
  return (
    <div className={styles.field}>
      <AtMostField
        choices={{ atMost: choices.atMost, encoder: film.choices.encoder }}
        format={format}
        hint={size === null ? undefined : strings.withoutLimit(formatSizeRange(size.least, size.most))}
        onChange={(atMost) => change({ atMost })}
      />
    </div>
  );
}

/** Returns the estimated size of the film without a maximum; null while it is unknown. */
function useEstimate({ choices, check, film }: RenderForm): SizeRange | null {
  const project = useEditorValue(({ document }) => document.state.project);
  const template = useEditorValue(({ document }) => document.state.template);
  const { data: renders = [] } = useQueue();
  const { picture } = check;
  const count = film.range === null ? check.frames : film.range.to - film.range.from;
  if (picture === null || count === null) return null;
  const seconds = framesToSeconds(frames(count), picture.frameRate);
  const earlier = renders.filter((each) => each.project === project && each.template === template);
  return estimateBytes({ ...choices, ...picture, frames: count, seconds, filmed: filmedShare(picture) }, earlier);
}

/** The facts about the film: size, frame rate, length, and estimated file size. */
function FilmFacts({ form }: { readonly form: RenderForm }) {
  const { render: strings } = useStrings();
  const { choices, check, film } = form;
  const estimate = useEstimate(form);
  const { picture } = check;
  const count = film.range === null ? check.frames : film.range.to - film.range.from;
  if (picture === null || count === null) return null;
  const seconds = framesToSeconds(frames(count), picture.frameRate);
  const most = bytesOfField(film.choices.atMost) ?? Number.POSITIVE_INFINITY;
  const size = estimate && { least: Math.min(most, estimate.least), most: Math.min(most, estimate.most) };
  const hasPicture = form.formats.data?.find(({ name }) => name === choices.format)?.videoCodec !== null;
  const facts = [
    ...(hasPicture
      ? [strings.pictureSize(picture.width, picture.height), strings.fps(formatFrameRate(picture.frameRate))]
      : []),
    strings.lengthOf(formatLength(seconds), formatCount(count)),
    ...(size === null ? [] : [strings.aboutSize(formatSizeRange(size.least, size.most))]),
  ];
  return (
    <div className={styles.row}>
      <span className={styles.label}>{strings.result}</span>
      {/* Use non-breaking spaces inside a fact, so that lines break only between facts. */}
      <p className={`${styles.facts} tabular`}>{facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join(' · ')}</p>
    </div>
  );
}

/** The fields for the destination of the film: a file on the user's machine, or an object store. */
function DestinationFields({ form }: { readonly form: RenderForm }) {
  const { render: strings } = useStrings();
  const desktop = useDesktop();
  const { choices, change, name, film } = form;
  return (
    <>
      <div className={styles.row}>
        <span className={styles.label}>{strings.destination}</span>
        <Segmented
          label={strings.destination}
          className={styles.wide}
          value={choices.destination}
          onChange={(destination) => change({ destination })}
          options={[
            { value: 'file', label: strings.toFile, icon: Folder },
            { value: 'store', label: strings.toStore, icon: CloudUpload },
          ]}
        />
      </div>
      {choices.destination === 'file' ? (
        <div className={styles.field}>
          <Field
            layout="row"
            label={strings.fileName}
            hint={
              name === null
                ? undefined
                : `${strings.fileNameHint(name)}. ${desktop === null ? strings.downloaded : strings.askedLater}`
            }
          >
            <TextField
              size="sm"
              data-field="fileName"
              value={choices.fileName}
              placeholder={name?.slice(0, -film.extension.length - 1)}
              onChange={(fileName) => change({ fileName })}
              end={<span className={styles.unit}>.{film.extension}</span>}
            />
          </Field>
        </div>
      ) : (
        <StoreFields
          kind="object"
          store={choices.store}
          onChange={(store) => change({ store })}
          hint={name === null ? undefined : strings.fileNameHint(name)}
        />
      )}
    </>
  );
}

/** Rarely used settings: the webhook URLs that are notified when the render ends. */
function AdvancedFields({ form }: { readonly form: RenderForm }) {
  const { render: strings } = useStrings();
  const { choices, change } = form;
  const [opened, setOpened] = useState(choices.onsuccess !== '' || choices.onerror !== '');
  return (
    <div>
      <Button
        variant="quiet"
        size="sm"
        icon={opened ? ChevronDown : ChevronRight}
        aria-expanded={opened}
        className={styles.advanced}
        onClick={() => setOpened(!opened)}
      >
        {strings.advanced}
      </Button>
      {opened && (
        <div className={styles.store}>
          {(['onsuccess', 'onerror'] as const).map((field) => (
            <Field
              key={field}
              layout="row"
              label={strings[field]}
              problem={isAddress(choices[field]) ? undefined : strings.notAnAddress}
              hint={field === 'onerror' ? strings.notifyHint : undefined}
            >
              <TextField
                size="sm"
                type="url"
                data-field={field}
                placeholder="https://"
                value={choices[field]}
                invalid={isAddress(choices[field]) ? undefined : strings.notAnAddress}
                onChange={(address) => change({ [field]: address })}
              />
            </Field>
          ))}
        </div>
      )}
    </div>
  );
}
