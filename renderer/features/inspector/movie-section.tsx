import { RectangleHorizontal, Tags } from 'lucide-react';
import { useMemo } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { fieldText } from '#renderer/editor/fields.ts';
import { selectRate, selectTotal } from '#renderer/editor/selectors.ts';
import { matchCommand, useFirstClip, useShapeWords } from '#renderer/project/clip-match.ts';
import { presetNames, presetOf, sizePresets } from '#renderer/project/size-presets.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { elementNamed } from '#shared/editing/insert/insertable.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { DEFAULT_LANGUAGE, directionOf, isLanguageTag } from '#shared/formats/languages.ts';
import { childElements, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { languageSample } from './compound/language-control.tsx';
import fields from './controls/fields.module.css';
import { formRows } from './fields/form-rows.ts';
import styles from './fields/inspector.module.css';
import { Form } from './forms/form.tsx';
import { useField } from './model/use-field-context.ts';

const { attributes } = elementRegistry.movie;
const SOUND_ATTRIBUTES: readonly string[] = ['loudness', 'truepeak'];
const rows = formRows(attributes, ['version', 'poster', 'unchecked', ...SOUND_ATTRIBUTES]);
const posterRows = Object.entries(attributes).filter(([name]) => name === 'poster');
const rowsWithoutMatte = rows.filter(([name]) => name !== 'matte');
const soundRows = Object.entries(attributes).filter(([name]) => SOUND_ATTRIBUTES.includes(name));
const soundRowsWithoutPeak = soundRows.filter(([name]) => name !== 'truepeak');

/** The fields of the movie: its size with presets, its frame rate, its language, its loudness, and its duration. */
export function MovieSection() {
  const { inspector } = useStrings();
  const root = useEditorValue(({ document }) => document.state.document.root.id);
  const total = useEditorValue(({ document }) => selectTotal(document.state));
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const scenes = useEditorValue(({ document }) => document.state.movie?.scenes.length ?? 0);
  const nodes = useMemo(() => [root], [root]);
  return (
    <div className={styles.form}>
      <SizePreset />
      <MatchClip />
      <PictureForm nodes={nodes} />
      <LanguageSample nodes={nodes} />
      <SoundForm nodes={nodes} />
      <div className={styles.line} />
      <Form nodes={nodes} rows={posterRows} />
      <MetadataForm />
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

/** The size, frame rate, background, and language of the movie. The matte has an effect only in a transparent movie. */
function PictureForm({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const matte = useField(nodes, 'matte', attributes.matte);
  const isTransparent = useEditorValue(({ document }) => document.state.movie?.matte !== undefined);
  return <Form nodes={nodes} rows={isTransparent || matte?.isChanged === true ? rows : rowsWithoutMatte} />;
}

/** The loudness of the movie. The true peak has an effect only together with a loudness. */
function SoundForm({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const loudness = useField(nodes, 'loudness', attributes.loudness);
  const peak = useField(nodes, 'truepeak', attributes.truepeak);
  const hasLoudness = !['', 'none'].includes((loudness && fieldText(loudness)) ?? '');
  const showsPeak = hasLoudness || peak?.isChanged === true;
  return <Form nodes={nodes} rows={showsPeak ? soundRows : soundRowsWithoutPeak} />;
}

const metadataRows = Object.entries(elementRegistry.metadata.attributes);

/** The metadata of the film file, or a button that adds the element for it. */
function MetadataForm() {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const node = useEditorValue(({ document }) => metadataIn(document.state.document.root)?.id ?? null);
  const nodes = useMemo(() => (node === null ? [] : [node]), [node]);
  const add = () =>
    dispatch({ type: 'element/insert', element: elementNamed('metadata', {}), into: { in: 'resources' } });
  if (node !== null) return <Form nodes={nodes} rows={metadataRows} />;
  return (
    <div className={fields.row}>
      <Button size="sm" icon={Tags} className={fields.whole} tooltip={inspector.addMetadataHint} onClick={add}>
        {inspector.addMetadata}
      </Button>
    </div>
  );
}

function metadataIn(root: ElementNode): ElementNode | undefined {
  const resources = childElements(root).filter((child) => roleOf(child) === 'resources');
  return resources.flatMap(childElements).find((child) => roleOf(child) === 'metadata');
}

/** Shows how the language of the movie formats a number, a price, and a date. */
function LanguageSample({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const { inspector } = useStrings();
  const field = useField(nodes, 'language', elementRegistry.movie.attributes.language);
  const text = (field && fieldText(field)) ?? '';
  const tag = isLanguageTag(text.trim()) ? text.trim() : DEFAULT_LANGUAGE;
  return (
    <div className={fields.row}>
      <span className={fields.label}>{inspector.languageSample}</span>
      <span className={`${fields.word} tabular`} lang={tag} dir={directionOf(tag)}>
        {languageSample(tag).join(' · ')}
      </span>
    </div>
  );
}

/** A menu of common sizes. A choice sets width and height, and adapts the layers, in one step. */
function SizePreset() {
  const { inspector } = useStrings();
  const root = useEditorValue(({ document }) => document.state.document.root.id);
  const nodes = useMemo(() => [root], [root]);
  const { width: widthSpec, height: heightSpec } = elementRegistry.movie.attributes;
  const width = useField(nodes, 'width', widthSpec);
  const height = useField(nodes, 'height', heightSpec);
  const dispatch = useInspectorDispatch();
  const current = presetOf(width && fieldText(width), height && fieldText(height));
  return (
    <fieldset aria-label={inspector.size} className={fields.row}>
      <span className={fields.label}>{inspector.size}</span>
      <div className={fields.control}>
        <Select
          value={current}
          label={inspector.sizePresets}
          placeholder={inspector.ownSize}
          size="sm"
          className={fields.grow}
          options={presetNames.map((name) => ({
            value: name,
            label: sizePresets[name].join(' × '),
            hint: inspector.presets[name],
          }))}
          onChange={(name) => {
            const [across, down] = sizePresets[name];
            dispatch({ type: 'movie/reshape', to: { width: across, height: down } });
          }}
        />
      </div>
    </fieldset>
  );
}

/**
 * A button that gives the movie the size and frame rate of its first clip, and adapts the layers. Shown if they differ.
 */
function MatchClip() {
  const { assets: strings } = useStrings();
  const clip = useFirstClip();
  const inWords = useShapeWords();
  const dispatch = useInspectorDispatch();
  const match = clip?.match ?? null;
  if (clip === null || match === null) return null;
  return (
    <div className={fields.row}>
      <Button
        size="sm"
        icon={RectangleHorizontal}
        className={fields.whole}
        tooltip={strings.matchClipHint(clip.name, inWords(match))}
        onClick={() => dispatch(matchCommand(match))}
      >
        {clip.isPhoto ? strings.matchPhoto : strings.matchClip} · {match.width} × {match.height}
      </Button>
    </div>
  );
}
