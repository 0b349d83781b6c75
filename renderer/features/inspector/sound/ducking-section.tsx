import { useCallback, useState } from 'react';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { type FieldEdit, setFieldCommand, useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { type AttributeField, type FieldContext, useReading } from '#renderer/editor/fields.ts';
import { selectRate } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { attributeValue, childElements, type NodeId } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { isSound } from '#shared/template/tables/roles.ts';
import { decibelsOf } from '../compound/length-parts.ts';
import fields from '../controls/fields.module.css';
import { FieldRow, Problem } from '../fields/field-row.tsx';
import styles from '../fields/inspector.module.css';
import { Form } from '../forms/form.tsx';
import { layerName } from '../model/layer-name.ts';
import { useField } from '../model/use-field-context.ts';
import {
  DEFAULT_DUCK_LEVEL,
  DUCK_GROUPS,
  type DuckGroup,
  type DuckingSound,
  duckCommand,
  duckGroupOf,
  duckingSounds,
  firstDucking,
  isInDuckGroup,
} from './ducking.ts';
import own from './ducking-section.module.css';

const { attributes } = elementRegistry.audio;

interface Ducking {
  readonly isOn: boolean;
  readonly sounds: readonly DuckingSound[];
  /** The names of other music that ducks under the same sounds. */
  readonly others: readonly string[];
}

/** The fields for ducking: the sounds under which the music ducks, the level, and the ramp. */
export function DuckingSection({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const { inspector } = useStrings();
  const words = inspector.duck;
  const dispatch = useInspectorDispatch();
  const document = useEditorValue(({ document }) => document.state.document);
  const values = useEditorValue(({ document }) => document.state.values);
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const [chosenGroup, setChosenGroup] = useState<DuckGroup | null>(null);
  const { isOn, sounds, others } = useDucking(nodes);
  const duck = useField(nodes, 'duck', attributes.duck);
  const ramp = useField(nodes, 'duckfade', attributes.duckfade);
  if (duck === null || ramp === null) return null;
  const planning = () => planningOf({ document, values: new Map(Object.entries(values)) });
  const duckTarget = duckGroupOf(sounds, chosenGroup);
  const nameOf = (sound: DuckingSound) => sound.name ?? inspector.notSet;
  const setDucks = (ducks: (sound: DuckingSound) => boolean) =>
    dispatch(duckCommand(planning(), nodes, sounds, { ducks }), `ducking of ${nodes.join(' ')}`);
  const setOn = (on: boolean) => {
    if (!on) dispatch(setFieldCommand(duck, '', rate));
    else {
      const ducks = firstDucking(planning(), sounds);
      dispatch(duckCommand(planning(), nodes, sounds, { ducks, level: DEFAULT_DUCK_LEVEL }));
    }
  };
  const choose = (next: DuckGroup) => {
    setChosenGroup(next);
    if (next !== 'chosen') setDucks((sound) => isInDuckGroup(sound, next));
  };
  const hint = (group: DuckGroup) => {
    if (group === 'chosen') return undefined;
    const names = sounds.filter((sound) => isInDuckGroup(sound, group)).map(nameOf);
    return names.length > 0 ? shortList(names) : group === 'voice' ? words.noVoice : words.noScenes;
  };
  const options = DUCK_GROUPS.map((value) => ({
    value,
    label: words.unders[value],
    hint: hint(value),
    disabled: value !== 'chosen' && !sounds.some((sound) => isInDuckGroup(sound, value)),
  }));
  return (
    <section aria-label={words.heading}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{words.heading}</h2>
        <span className={styles.space} />
        <Switch checked={isOn} label={words.heading} onChange={setOn} />
      </div>
      {isOn && (
        <>
          <fieldset className={fields.row} aria-label={words.under}>
            <span className={fields.label}>{words.under}</span>
            <div className={fields.control}>
              <Select
                value={duckTarget}
                options={options}
                label={words.under}
                size="sm"
                className={fields.grow}
                disabled={sounds.length === 0}
                onChange={choose}
              />
            </div>
          </fieldset>
          {duckTarget === 'chosen' ? (
            <fieldset className={own.sounds} aria-label={words.chosen}>
              {sounds.map((sound) => (
                <Checkbox
                  key={sound.id}
                  checked={sound.ducks}
                  disabled={sound.isBound}
                  label={sound.isBound ? words.bound(nameOf(sound)) : nameOf(sound)}
                  onChange={(ducks) => {
                    setChosenGroup('chosen');
                    setDucks((each) => (each.id === sound.id ? ducks : each.ducks));
                  }}
                />
              ))}
            </fieldset>
          ) : (
            <p className={own.names}>{shortList(sounds.filter(({ ducks }) => ducks).map(nameOf))}</p>
          )}
          {sounds.length === 0 ? (
            <p className={styles.note}>{words.noSounds}</p>
          ) : (
            !sounds.some(({ ducks }) => ducks) && (
              <div className={own.problem}>
                <Problem text={words.noneChosen} tone="warning" />
              </div>
            )
          )}
          <FieldRow field={duck} label={words.by} control={(edit) => <LevelControl field={duck} edit={edit} />} />
          <FieldRow field={ramp} label={words.ramp} />
          {others.length > 0 && <p className={styles.note}>{words.alsoUnder(shortList(others))}</p>}
          <p className={styles.note}>{words.note}</p>
        </>
      )}
      {(!isOn || sounds.length === 0) && <Form nodes={nodes} rows={[['ducks', attributes.ducks]]} />}
    </section>
  );
}

/** A control for the number of decibels by which the music is lowered; 0 leaves it unchanged. */
function LevelControl({ field, edit }: { readonly field: AttributeField; readonly edit: FieldEdit }) {
  const { inspector } = useStrings();
  const { value } = field;
  const parsed = value.kind === 'fixed' ? field.spec.type.parse(value.text, null) : null;
  const factor = parsed?.ok === true && typeof parsed.value === 'number' ? parsed.value : null;
  const decibels = factor === null ? null : decibelsOf(factor);
  const levelText = (next: number) => `${writeNumber(next, 1)}dB`;
  const events = {
    onPreview: (next: number) => edit.preview(levelText(next)),
    onCommit: (next: number) => edit.commit(levelText(next)),
    onCancel: edit.cancel,
  };
  const label = inspector.duck.by;
  return (
    <>
      <Slider
        value={Math.max(
          LOWEST_LEVEL,
          decibels ?? (factor === 0 ? LOWEST_LEVEL : Number.parseFloat(DEFAULT_DUCK_LEVEL)),
        )}
        min={LOWEST_LEVEL}
        max={0}
        step={0.5}
        defaultValue={Number.parseFloat(DEFAULT_DUCK_LEVEL)}
        label={label}
        valueText={(next) => `${formatNumber(next, 1)} dB`}
        {...events}
      />
      <NumberField
        value={decibels}
        min={-96}
        max={0}
        step={0.5}
        precision={1}
        defaultValue={Number.parseFloat(DEFAULT_DUCK_LEVEL)}
        label={label}
        placeholder={factor === 0 ? '−∞' : undefined}
        unit="dB"
        size="sm"
        align="end"
        className={own.level}
        {...events}
      />
    </>
  );
}

/** The minimum of the slider in dB. The number field accepts lower levels. */
const LOWEST_LEVEL = -36;
/** The maximum number of names, so that the list fits into two lines. */
const MAX_NAMES = 6;

function shortList(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  return distinct.length > MAX_NAMES
    ? `${distinct.slice(0, MAX_NAMES).join(', ')}, +${distinct.length - MAX_NAMES}`
    : distinct.join(', ');
}

function useDucking(nodes: readonly NodeId[]): Ducking {
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const read = useCallback(
    (context: FieldContext): Ducking => {
      const planning = planningOf(context);
      const music = childElements(context.document.root).filter(isSound);
      const isDucked = (each: (typeof music)[number]) => attributeValue(each, 'duck') !== undefined;
      return {
        isOn: music.some((sound) => nodes.includes(sound.id) && isDucked(sound)),
        sounds: duckingSounds(planning, nodes, (video) => {
          const name = attributeValue(video, 'src')?.trim();
          return name !== undefined && assetNamed(assets, name)?.media?.hasAudio === false;
        }),
        others: music.flatMap((each) =>
          isDucked(each) && !nodes.includes(each.id) ? (layerName(planning, each) ?? []) : [],
        ),
      };
    },
    [nodes, assets],
  );
  return useReading(read, isEqual);
}
