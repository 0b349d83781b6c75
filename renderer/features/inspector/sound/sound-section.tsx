import { Music } from 'lucide-react';
import { useMemo } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { attributeValue, childElements, type ElementNode } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { isSound } from '#shared/template/tables/roles.ts';
import { EnabledSwitch } from '../fields/enabled-switch.tsx';
import styles from '../fields/inspector.module.css';
import { Form } from '../forms/form.tsx';
import { SourceRow } from '../layers/source-row.tsx';
import { useLayerName } from '../layers/use-layer-name.ts';
import { needsList, REPEAT_NAMES, SOUND_GROUPS } from '../model/attribute-groups.ts';
import type { AttributeRow } from '../model/layer-parts.ts';
import { DuckingSection } from './ducking-section.tsx';

export interface SoundSectionProps {
  readonly sounds: readonly ElementNode[];
  /** Whether all sounds belong to the movie. Other sounds cannot duck. */
  readonly belongToMovie: boolean;
}

const { attributes } = elementRegistry.audio;
const rowsOf = (names: readonly (keyof typeof attributes)[]): readonly AttributeRow[] =>
  names.map((name) => [name, attributes[name]]);

const SOUND_REPEATS = (Object.keys(attributes) as (keyof typeof attributes)[]).filter((name) =>
  REPEAT_NAMES.includes(name),
);

/** The fields of sounds: their file, timing, level, and ducking. */
export function SoundSection({ sounds, belongToMovie }: SoundSectionProps) {
  const { inspector } = useStrings();
  const key = sounds.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists with equal ids are the same list
  const nodes = useMemo(() => sounds.map(({ id }) => id), [key]);
  const [first, ...others] = sounds;
  const canDuck = useCanDuck();
  const isRepeated = sounds.some(({ attributes: written }) => written.some(({ name }) => REPEAT_NAMES.includes(name)));
  return (
    <>
      <div className={styles.head}>
        <span className={styles.sound}>
          <Icon icon={Music} size={16} />
        </span>
        {first !== undefined && others.length === 0 ? (
          <SoundName sound={first} />
        ) : (
          <span className={styles.many}>{inspector.sounds(sounds.length)}</span>
        )}
        <EnabledSwitch nodes={nodes} spec={attributes.enabled} />
      </div>
      <SourceRow nodes={nodes} />
      <Form nodes={nodes} rows={rowsOf(SOUND_GROUPS.source)} />
      <Form nodes={nodes} rows={rowsOf(['condition', 'name'])} />
      <Form nodes={nodes} rows={rowsOf(SOUND_REPEATS.filter((name) => isRepeated || !needsList(name)))} />
      <Heading text={inspector.level} />
      <Form nodes={nodes} rows={rowsOf(SOUND_GROUPS.level)} />
      {belongToMovie ? (
        <DuckingSection nodes={nodes} />
      ) : (
        <>
          <Heading text={inspector.duck.heading} />
          <Form nodes={nodes} rows={rowsOf(['ducks'])} />
          <p className={styles.note}>{canDuck ? inspector.duck.ofScene : inspector.duck.noMusic}</p>
        </>
      )}
    </>
  );
}

/** Returns whether any music of the movie ducks. */
function useCanDuck(): boolean {
  return useEditorValue(({ document }) =>
    childElements(document.state.document.root).some(
      (child) => isSound(child) && attributeValue(child, 'duck') !== undefined,
    ),
  );
}

function SoundName({ sound }: { readonly sound: ElementNode }) {
  const { inspector } = useStrings();
  return <span className={styles.many}>{useLayerName(sound) ?? inspector.notSet}</span>;
}

function Heading({ text }: { readonly text: string }) {
  return (
    <div className={`${styles.section} ${styles.line}`}>
      <h2>{text}</h2>
    </div>
  );
}
