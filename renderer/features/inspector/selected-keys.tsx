import { type PointerEvent, useCallback, useRef } from 'react';
import type { DeferredEditor } from '#renderer/editor/deferred-views.ts';
import {
  choiceOf,
  curvePositionOf,
  customCurveText,
  EASING_CHOICES,
  type EasingChoice,
  easingPath,
  hasPoints,
  pointsOf,
  textOfChoice,
  valueAtCurvePosition,
  writeEasing,
} from '#renderer/editor/easing-shapes.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { keysInFrames, type SelectedKey, selectedKeys } from '#renderer/editor/keyframes.ts';
import { memoised } from '#renderer/editor/selectors.ts';
import { keyDisplayUnit } from '#renderer/editor/shown-unit.ts';
import { type DragPoint, startDrag } from '#renderer/interaction/drag.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { roundTo } from '#renderer/ui/fields/number-input.ts';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import type { KeyCommand } from '#shared/editing/model/commands.ts';
import type { Easing } from '#shared/template/values/animation.ts';
import styles from './fields/inspector.module.css';
import own from './keys.module.css';

const NO_KEYS: readonly SelectedKey[] = [];

/** Selects the selected keyframes with their content, memoized by content. */
const selectKeyframes = memoised(
  ({ document: { state }, keyframes }: DeferredEditor) =>
    [keyframes.state.selected, state.document, state.movie, state.values] as const,
  (refs, document, movie, values): readonly SelectedKey[] =>
    refs.length === 0 ? NO_KEYS : selectedKeys({ document, movie, values }, refs),
  isEqual,
);

/** The selected keyframes: their time, value, and easing. */
export function SelectedKeys() {
  const { keys: strings } = useStrings();
  const selectedKeyframes = useEditorValue(selectKeyframes);
  const [first] = selectedKeyframes;
  if (first === undefined) return null;
  const names = [...new Set(selectedKeyframes.map(({ property }) => specWords(property.attributeSpec).label))];
  return (
    <section aria-label={strings.keyframes(selectedKeyframes.length)} data-selected-keys="">
      <div className={styles.section}>
        <h2>{names.join(', ')}</h2>
        <span className={styles.count}>{strings.keyframes(selectedKeyframes.length)}</span>
      </div>
      {selectedKeyframes.length === 1 && <TimeAndValue selectedKeyframes={first} />}
      <EasingFields selectedKeyframes={selectedKeyframes} />
      <div className={styles.line} />
    </section>
  );
}

function TimeAndValue({ selectedKeyframes }: { readonly selectedKeyframes: SelectedKey }) {
  const { keys: strings } = useStrings();
  const dispatch = useInspectorDispatch();
  const editor = useEditor();
  const { keyframes: store } = useEditor();
  const { key, property } = selectedKeyframes;
  const { node, property: name } = key.ref;
  const frame = Math.round(key.frame);
  return (
    <>
      <Row label={strings.time}>
        <NumberField
          label={strings.time}
          size="sm"
          value={frame}
          min={0}
          precision={0}
          unit={strings.frames}
          onCommit={(to) => {
            const moves = [{ key: key.ref, frame: to }];
            if (dispatch({ type: 'key/move', moves, length: property.length }))
              store.set({ selected: keysInFrames(editor.document.state, [{ node, property: name, frame: to }]) });
          }}
        />
      </Row>
      <Row label={strings.value}>
        <ValueField selectedKeyframes={selectedKeyframes} />
      </Row>
    </>
  );
}

/** The value of a keyframe: a number field with its unit, or a text field for other values. */
function ValueField({ selectedKeyframes: { key, property } }: { readonly selectedKeyframes: SelectedKey }) {
  const { keys: strings } = useStrings();
  const dispatch = useInspectorDispatch();
  const { node, property: name } = key.ref;
  const frame = Math.round(key.frame);
  const setValue = (value: string) =>
    dispatch({ type: 'key/set', node, property: name, frame, length: property.length, value });
  const { type } = property.spec;
  const number = Number(key.written);
  const isNumber = type.kind === 'number' && key.written.trim() !== '' && Number.isFinite(number);
  if (!isNumber) return <TextField label={strings.value} size="sm" value={key.written} onCommit={setValue} />;
  const { unit, factor } = keyDisplayUnit(property);
  return (
    <NumberField
      label={strings.value}
      size="sm"
      value={roundTo(number * factor, PRECISION)}
      min={type.minimum === undefined ? undefined : type.minimum * factor}
      max={type.maximum === undefined ? undefined : type.maximum * factor}
      step={factor === 1 ? 0.1 : 1}
      precision={PRECISION}
      unit={unit}
      onCommit={(next) => setValue(writeNumber(next / factor, PRECISION + 2))}
    />
  );
}

/** The number of decimal places of a value. */
const PRECISION = 2;

type EasingMode = 'linear' | 'eased' | 'hold';

function EasingFields({ selectedKeyframes }: { readonly selectedKeyframes: readonly SelectedKey[] }) {
  const { keys: strings, kit } = useStrings();
  const dispatch = useInspectorDispatch();
  const editor = useEditor();
  const [first] = selectedKeyframes;
  const command = useCallback(
    (easing: string): KeyCommand => ({
      type: 'key/ease',
      keys: selectedKeyframes.map(({ key }) => key.ref),
      length: selectedKeyframes[0]?.property.length ?? 0,
      easing,
    }),
    [selectedKeyframes],
  );
  if (first === undefined) return null;
  const texts = new Set(selectedKeyframes.map(({ key }) => writeEasing(key.easing)));
  const text = texts.size === 1 ? [...texts][0] : undefined;
  const choice = text === undefined ? null : choiceOf(text);
  const mode: EasingMode | null = choice === null ? null : choice === 'linear' || choice === 'hold' ? choice : 'eased';
  const setEasing = (easing: string) => void dispatch(command(easing));
  const { easing } = first.key;
  const points = pointsOf(easing);
  return (
    <>
      <Row label={strings.between}>
        <Segmented<EasingMode>
          label={strings.between}
          size="sm"
          value={mode}
          options={[
            { value: 'linear', label: strings.linear },
            { value: 'eased', label: strings.eased },
            { value: 'hold', label: strings.hold },
          ]}
          onChange={(next) => setEasing(next === 'linear' ? 'linear' : next === 'hold' ? 'step' : 'ease-in-out')}
        />
      </Row>
      <Row label={strings.easing}>
        <Select<EasingChoice>
          label={strings.easing}
          size="sm"
          value={choice}
          placeholder={kit.mixed}
          options={EASING_CHOICES.map((value) => ({ value, label: strings.easings[value] }))}
          onChange={(next) => setEasing(textOfChoice(next, text ?? 'linear'))}
        />
      </Row>
      {text !== undefined && (
        <div className={own.curve}>
          <EasingCurve
            easing={easing}
            onPreview={(next) => editor.document.preview(command(next))}
            onCommit={() => editor.document.commit()}
            onCancel={() => editor.document.cancel()}
          />
        </div>
      )}
      {text !== undefined &&
        hasPoints(easing) &&
        ([1, 2] as const).map((number) => (
          <Row key={number} label={strings.point(number)}>
            {(['x', 'y'] as const).map((axis) => (
              <NumberField
                key={axis}
                label={`${strings.point(number)} ${axis.toUpperCase()}`}
                size="sm"
                value={points[`${axis}${number}`]}
                step={0.01}
                precision={2}
                unit={axis.toUpperCase()}
                {...(axis === 'x' && { min: 0, max: 1 })}
                onCommit={(value) => setEasing(customCurveText({ ...points, [`${axis}${number}`]: value }))}
              />
            ))}
          </Row>
        ))}
    </>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className={own.field}>
      <span className={own.name}>{label}</span>
      <div className={own.control}>{children}</div>
    </div>
  );
}

const WIDTH = 240;
const HEIGHT = 130;

interface EasingCurveProps {
  readonly easing: Easing;
  readonly onPreview: (text: string) => void;
  readonly onCommit: () => void;
  readonly onCancel: () => void;
}

/** The curve of an easing with two draggable handles. The fields below it are the accessible alternative. */
function EasingCurve({ easing, onPreview, onCommit, onCancel }: EasingCurveProps) {
  const ref = useRef<SVGSVGElement>(null);
  const points = pointsOf(easing);
  const x = (value: number) => value * WIDTH;
  const y = (value: number) => HEIGHT - curvePositionOf(value) * HEIGHT;
  const drag = (event: PointerEvent<SVGCircleElement>, which: 1 | 2) => {
    const area = ref.current;
    if (area === null || event.button !== 0) return;
    const move = ({ x: left, y: top, shift }: DragPoint) => {
      const { width, height } = area.getBoundingClientRect();
      const across = Math.min(1, Math.max(0, left / width));
      const down = shift ? which - 1 : valueAtCurvePosition(1 - top / height);
      const moved = which === 1 ? { ...points, x1: across, y1: down } : { ...points, x2: across, y2: down };
      onPreview(customCurveText(moved));
    };
    startDrag(event, { move, end: onCommit, cancel: onCancel }, { threshold: 0, relativeTo: area });
  };
  const [startY, endY] = [y(0), y(1)];
  return (
    <svg ref={ref} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={own.picture} aria-hidden={true}>
      <path className={own.frame} d={`M0 ${startY}H${WIDTH}M0 ${endY}H${WIDTH}M${WIDTH / 2} 0V${HEIGHT}`} />
      <path className={own.line} d={easingPath(easing, WIDTH, HEIGHT)} />
      {hasPoints(easing) && (
        <>
          <path
            className={own.arm}
            d={`M0 ${startY}L${x(points.x1)} ${y(points.y1)}M${WIDTH} ${endY}L${x(points.x2)} ${y(points.y2)}`}
          />
          <circle cx={x(points.x1)} cy={y(points.y1)} r={4.5} onPointerDown={(event) => drag(event, 1)} />
          <circle cx={x(points.x2)} cy={y(points.y2)} r={4.5} onPointerDown={(event) => drag(event, 2)} />
        </>
      )}
    </svg>
  );
}
