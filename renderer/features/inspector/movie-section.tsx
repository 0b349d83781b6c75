import { useMemo } from 'react';
import { formatTimecode } from '../../../shared/editing/timecode.ts';
import { elementRegistry } from '../../../shared/template/tables/elements.ts';
import { fieldText } from '../../common/edits/field-model.ts';
import { useInspectorDispatch } from '../../common/edits/use-field-edit.ts';
import { useEditor } from '../../state/editor-context.tsx';
import { selectRate, selectTotal } from '../../state/selectors.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { formatCount } from '../../ui/format/number.ts';
import fields from './controls/fields.module.css';
import { Form } from './fields/form.tsx';
import { formRows } from './fields/form-rows.ts';
import styles from './fields/inspector.module.css';
import { useField } from './model/use-field-context.ts';

const rows = formRows(elementRegistry.movie.attributes, ['version']);

const presets = {
  fullHd: [1920, 1080],
  hd: [1280, 720],
  portrait: [1080, 1920],
  square: [1080, 1080],
  ultraHd: [3840, 2160],
} as const;
type Preset = keyof typeof presets;
const names: readonly Preset[] = ['fullHd', 'hd', 'portrait', 'square', 'ultraHd'];

/** The film as a whole: its size, with the usual ones, its frame rate, how long it is. */
export function MovieSection() {
  const { inspector } = useStrings();
  const root = useEditor((state) => state.document.root.id);
  const total = useEditor(selectTotal);
  const rate = useEditor(selectRate);
  const scenes = useEditor((state) => state.movie?.scenes.length ?? 0);
  const nodes = useMemo(() => [root], [root]);
  return (
    <div className={styles.form}>
      <SizePreset />
      <Form nodes={nodes} rows={rows} />
      <div className={styles.line} />
      <div className={fields.row}>
        <span className={fields.label}>{inspector.length}</span>
        <span className={`${fields.word} tabular`}>{rate === null ? '–' : formatTimecode(total, rate)}</span>
      </div>
      <div className={fields.row}>
        <span className={fields.label}>{inspector.contents}</span>
        <span className={`${fields.word} tabular`}>{inspector.contentsText(scenes, formatCount(total))}</span>
      </div>
    </div>
  );
}

/** Width and height in one step. */
function SizePreset() {
  const { inspector } = useStrings();
  const root = useEditor((state) => state.document.root.id);
  const nodes = useMemo(() => [root], [root]);
  const { width: widthSpec, height: heightSpec } = elementRegistry.movie.attributes;
  const width = useField(nodes, 'width', widthSpec);
  const height = useField(nodes, 'height', heightSpec);
  const dispatch = useInspectorDispatch();
  const current = names.find((name) => {
    const [across, down] = presets[name];
    return width !== null && height !== null && fieldText(width) === `${across}` && fieldText(height) === `${down}`;
  });
  return (
    <fieldset aria-label={inspector.size} className={fields.row}>
      <span className={fields.label}>{inspector.size}</span>
      <div className={fields.control}>
        <Select
          value={current ?? null}
          label={inspector.sizePresets}
          placeholder={inspector.ownSize}
          size="sm"
          className={fields.grow}
          options={names.map((name) => ({
            value: name,
            label: presets[name].join(' × '),
            hint: inspector.presets[name],
          }))}
          onChange={(name) => {
            const [across, down] = presets[name];
            dispatch({ type: 'movie/set', width: across, height: down });
          }}
        />
      </div>
    </fieldset>
  );
}
