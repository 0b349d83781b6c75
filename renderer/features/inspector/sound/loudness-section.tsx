import { clsx } from 'clsx';
import { Gauge, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { setFieldCommand, useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import {
  type FilmNormalization,
  isOutdated,
  type LoudnessTarget,
  type MeasuredFilm,
  type MeasuringProgress,
  soundGainOf,
} from '#renderer/editor/loudness-state.ts';
import { selectRate, selectTotal } from '#renderer/editor/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatTimeLeft } from '#renderer/ui/format/duration.ts';
import { formatPercent } from '#renderer/ui/format/number.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import fields from '../controls/fields.module.css';
import inspectorStyles from '../fields/inspector.module.css';
import { useField } from '../model/use-field-context.ts';
import {
  HIGHEST_PEAK,
  loudnessTargetNames,
  loudnessTargets,
  measureFilm,
  shownDecibels,
  stopMeasuring,
} from './loudness.ts';
import styles from './loudness-section.module.css';

/** The measured loudness of the movie, compared with the target of a platform. The user starts the measurement. */
export function LoudnessSection() {
  const strings = useStrings().inspector.loudness;
  const api = useApi();
  const editor = useEditor();
  const { measured, busy, issue, target } = useEditorValue(({ loudness }) => loudness.state);
  const isEmpty = useEditorValue(({ document }) => selectTotal(document.state)) === 0;
  const isOld = useEditorValue(({ document }) => measured !== null && isOutdated(measured, document.state));
  const isRequested = useEditorValue(({ document }) => document.state.movie?.loudness !== undefined);
  const isUnmeasured = useEditorValue(({ document, loudness }) => soundGainOf(loudness.state, document.state) === null);
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={inspectorStyles.line}>
      <div className={inspectorStyles.section}>
        <h2 id={heading}>{strings.heading}</h2>
        <span className={inspectorStyles.space} />
        {busy !== null ? (
          <Button variant="quiet" size="sm" icon={X} onClick={() => stopMeasuring(editor)}>
            {strings.stop}
          </Button>
        ) : (
          <Button
            variant="quiet"
            size="sm"
            icon={Gauge}
            disabled={isEmpty}
            tooltip={isEmpty ? strings.nothingToMeasure : strings.measureHint}
            onClick={() => void measureFilm(editor, api)}
          >
            {measured === null ? strings.measure : strings.measureAgain}
          </Button>
        )}
      </div>
      {busy !== null && <MeasuringStatus progress={busy} />}
      <div role="status" className={clsx(isOld && styles.old)}>
        {busy !== null && <p className={inspectorStyles.note}>{strings.measuring}</p>}
        {busy === null && issue !== null && <p className={clsx(inspectorStyles.note, styles.issue)}>{issue}</p>}
        {measured !== null && <Measurements measured={measured} isOld={isOld} />}
      </div>
      {isRequested && isUnmeasured && <p className={inspectorStyles.note}>{strings.unmeasured}</p>}
      {/* A comparison belongs to a current measurement. The loudness of the film is a field of the form above. */}
      {!isRequested && !isOld && measured?.integrated != null && (
        <>
          <TargetRow target={target} onTarget={(next) => editor.loudness.set({ target: next })} />
          <TargetDifference integrated={measured.integrated} target={loudnessTargets[target]} />
        </>
      )}
    </section>
  );
}

interface TargetRowProps {
  readonly target: LoudnessTarget;
  readonly onTarget: (target: LoudnessTarget) => void;
}

/** The platform whose loudness target is compared with the measurement. */
function TargetRow({ target, onTarget }: TargetRowProps) {
  const strings = useStrings().inspector.loudness;
  return (
    <Row label={strings.target}>
      <Select
        value={target}
        label={strings.target}
        size="sm"
        className={fields.grow}
        options={loudnessTargetNames.map((name) => ({
          value: name,
          label: strings.targets[name](shownDecibels(loudnessTargets[name])),
        }))}
        onChange={onTarget}
      />
    </Row>
  );
}

/** The progress of a measurement. It is outside the live region, because screen readers would announce each change. */
function MeasuringStatus({ progress: { share, etaSeconds } }: { readonly progress: MeasuringProgress }) {
  const strings = useStrings().inspector.loudness;
  return (
    <div className={`${styles.progress} tabular`}>
      <Progress value={share} label={strings.progress} className={styles.bar} />
      {share !== null && <span>{formatPercent(share)}</span>}
      {etaSeconds !== null && <span>{strings.left(formatTimeLeft(etaSeconds))}</span>}
    </div>
  );
}

function Measurements({ measured, isOld }: { readonly measured: MeasuredFilm; readonly isOld: boolean }) {
  const strings = useStrings().inspector.loudness;
  const { integrated, truePeak, range, normalization } = measured;
  const isTooHigh = truePeak !== null && truePeak > HIGHEST_PEAK;
  return (
    <>
      <Row label={strings.integrated}>
        {integrated === null ? (
          <span className={fields.word}>{strings.silent}</span>
        ) : (
          <span className={`${fields.word} tabular`}>
            <b>{strings.lufs(shownDecibels(integrated))}</b> {isOld ? strings.beforeEdit : strings.inWholeFilm}
          </span>
        )}
      </Row>
      {truePeak !== null && (
        <Row label={strings.truePeak}>
          <span className={clsx(fields.word, styles.peak, isTooHigh && styles.hot, 'tabular')}>
            {isTooHigh && <Icon icon={TriangleAlert} size={14} />}
            {isTooHigh
              ? strings.peakOver(shownDecibels(truePeak), shownDecibels(HIGHEST_PEAK))
              : strings.dbtp(shownDecibels(truePeak))}
          </span>
        </Row>
      )}
      {normalization !== null && (
        <Row label={strings.gain}>
          <span className={`${fields.word} tabular`}>{gainWords(normalization, strings)}</span>
        </Row>
      )}
      {integrated !== null && (
        <Row label={strings.range}>
          <span className={`${fields.word} tabular`}>{strings.lu(shownDecibels(range))}</span>
        </Row>
      )}
    </>
  );
}

function gainWords(
  { gain, before }: FilmNormalization,
  words: ReturnType<typeof useStrings>['inspector']['loudness'],
): string {
  return words.gainOf(shownDecibels(20 * Math.log10(gain)), before === null ? null : shownDecibels(before));
}

interface TargetDifferenceProps {
  readonly integrated: number;
  readonly target: number;
}

/** The difference from the target, and a button that changes the volume by this difference. */
function TargetDifference({ integrated, target }: TargetDifferenceProps) {
  const strings = useStrings().inspector.loudness;
  const difference = Math.round((integrated - target) * 10) / 10;
  const text =
    difference === 0
      ? strings.onTarget
      : strings.offTarget(shownDecibels(Math.abs(difference)), difference > 0 ? 'louder' : 'quieter');
  return (
    <>
      <p className={inspectorStyles.note}>{text}</p>
      {difference !== 0 && <Normalize target={target} />}
    </>
  );
}

const { loudness: loudnessSpec } = elementRegistry.movie.attributes;

/** A button that sets the loudness of the movie and measures again. The volumes of its sounds stay the same. */
function Normalize({ target }: { readonly target: number }) {
  const strings = useStrings().inspector.loudness;
  const api = useApi();
  const editor = useEditor();
  const root = useEditorValue(({ document }) => document.state.document.root.id);
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const dispatch = useInspectorDispatch();
  const nodes = useMemo(() => [root], [root]);
  const field = useField(nodes, 'loudness', loudnessSpec);
  if (field === null) return null;
  return (
    <div className={inspectorStyles.padded}>
      <Button
        size="sm"
        onClick={() => {
          if (dispatch(setFieldCommand(field, String(target), rate))) void measureFilm(editor, api);
        }}
      >
        {strings.normalize(shownDecibels(target))}
      </Button>
    </div>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={fields.row}>
      <span className={fields.label}>{label}</span>
      <div className={fields.control}>{children}</div>
    </div>
  );
}
