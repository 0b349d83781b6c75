import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { shallow } from 'zustand/shallow';
import { useApi } from '#renderer/api/api-context.tsx';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { UnreachableError } from '#renderer/api/client/unreachable-error.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditorValue, useShownView } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { type AttributeField, type FieldContext, readField, sameField, useReading } from '#renderer/editor/fields.ts';
import { selectRate } from '#renderer/editor/selectors.ts';
import { damageNote, faultNotes } from '#renderer/project/asset-notes.ts';
import { sourceFactsQuery } from '#renderer/project/source-facts.ts';
import {
  type MediaKind,
  RelinkButton,
  SourcePicker,
  useIsMissing,
  useIsUploading,
} from '#renderer/project/source-picker.tsx';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { wordsOf } from '#shared/template/document/problem.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { elementRegistry, isElementName } from '#shared/template/tables/elements.ts';
import { isSound } from '#shared/template/tables/roles.ts';
import type { SourceKind } from '#shared/template/value-types/attribute-types.ts';
import { fittingDuration, shortfall } from '#shared/template/values/source-length.ts';
import fields from '../controls/fields.module.css';
import { FieldRow, Problem } from '../fields/field-row.tsx';
import styles from '../fields/inspector.module.css';
import { Form } from '../forms/form.tsx';
import { factsText, isPicture, pictureFacts } from '../model/facts-text.ts';
import type { AttributeRow } from '../model/layer-parts.ts';

/** The row for the source of layers, which is an asset or a URL. */
export function SourceRow({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const { inspector, timeline } = useStrings();
  const dispatch = useInspectorDispatch();
  const source = useReading(
    useCallback((context: FieldContext) => sourceOf(context, nodes), [nodes]),
    sameSource,
  );
  const faults = useReading(
    useCallback(({ findings }: FieldContext) => faultsOf(findings, nodes), [nodes]),
    shallow,
  );
  const isMissing = useIsMissing(source?.value ?? null);
  const isUploading = useIsUploading(source?.value ?? null);
  if (source === null) return null;
  const { field, value, shows } = source;
  return (
    <FieldRow
      field={field}
      control={() => (
        <SourcePicker
          value={value}
          shows={shows}
          label={inspector.source}
          placeholder={field.value.kind === 'mixed' ? inspector.mixed : inspector.chooseSource}
          invalid={faults[0]}
          onChange={(next) => dispatch({ type: 'layer/set', layers: nodes, source: next })}
        />
      )}
    >
      <div className={fields.below} data-source-notes>
        {faults.map((message) => (
          <Problem key={message} text={message} />
        ))}
        {isMissing && isUploading && <p className={styles.facts}>{timeline.uploading}</p>}
        {isMissing && !isUploading && value?.kind === 'asset' && (
          <>
            <Problem text={inspector.sourceMissing(value.name)} />
            <RelinkButton source={value} shows={shows} className={fields.fix} />
          </>
        )}
        {!isMissing && value !== null && (
          <SourceFacts source={value} shows={shows} layer={nodes.length === 1 ? nodes[0] : undefined} nodes={nodes} />
        )}
      </div>
    </FieldRow>
  );
}

/** Returns the problems of the layers' source as text. */
function faultsOf(findings: FieldContext['findings'], nodes: readonly NodeId[]): readonly string[] {
  return findings
    .filter(({ at, code }) => code === 'template/source' && at !== null && nodes.includes(at.node))
    .map((finding) => say(wordsOf(finding), { quoted: true }));
}

interface SourceField {
  readonly field: AttributeField;
  /** The source; null if it is unknown, or if the layers differ. */
  readonly value: MediaSource | null;
  /** The media kinds of the assets to offer. */
  readonly shows: readonly MediaKind[];
}

/** The media kinds of the assets to offer, by the type of the source. */
const KINDS_BY_SOURCE: Readonly<Partial<Record<SourceKind, readonly MediaKind[]>>> = {
  image: ['image'],
  captions: ['captions'],
};
const VIDEO_KINDS: readonly MediaKind[] = ['video'];
const SOUND_KINDS: readonly MediaKind[] = ['audio', 'video'];

function offeredKinds([first, ...others]: readonly ElementNode[]): readonly MediaKind[] {
  if (first === undefined || others.some(({ name }) => name !== first.name) || !isElementName(first.name))
    return VIDEO_KINDS;
  // The audio of a video file can also be a sound.
  if (isSound(first)) return SOUND_KINDS;
  const { attributes } = elementRegistry[first.name];
  return 'src' in attributes ? (KINDS_BY_SOURCE[attributes.src.type.source ?? 'media'] ?? VIDEO_KINDS) : VIDEO_KINDS;
}

/**
 * Returns the source field: `url` if all layers have that attribute, and `src` otherwise. Null if the field does not
 * exist.
 */
function sourceOf(context: FieldContext, nodes: readonly NodeId[]): SourceField | null {
  const { src, url } = elementRegistry.video.attributes;
  const elements = nodes.flatMap((id) => indexOf(context.document).elements.get(id)?.element ?? []);
  const isUrl = elements.length > 0 && elements.every((element) => attributeValue(element, 'url') !== undefined);
  const spec = {
    ...(isUrl ? url : src),
    label: specWords(src).label,
    description: specWords(isUrl ? url : src).description,
  };
  const field = readField(context, nodes, isUrl ? 'url' : 'src', spec);
  if (field === null) return null;
  const { value } = field;
  const text =
    value.kind === 'fixed' || value.kind === 'variable' || value.kind === 'composed' || value.kind === 'computed'
      ? value.text
      : null;
  const shows = offeredKinds(elements);
  if (text === null || text === '') return { field: { ...field, isChanged: false }, value: null, shows };
  const source: MediaSource = isUrl ? { kind: 'url', url: text } : { kind: 'asset', name: text };
  // A source has no default, so omit the reset button.
  return { field: { ...field, isChanged: false, standard: null }, value: source, shows };
}

function sameSource(one: SourceField | null, other: SourceField | null): boolean {
  if (one === null || other === null) return one === other;
  // Ignore `spec`: each read creates a new object with equal content.
  const field = { ...one.field, spec: other.field.spec };
  return shallow(one.value, other.value) && one.shows === other.shows && sameField(field, other.field);
}

interface SourceFactsProps {
  readonly source: MediaSource;
  /** The media kinds of the assets to offer. */
  readonly shows: readonly MediaKind[];
  /** The layer; undefined for several layers. The form compares its source duration with the scene. */
  readonly layer: NodeId | undefined;
  /** All layers that have this source. */
  readonly nodes: readonly NodeId[];
}

const DEINTERLACE: readonly AttributeRow[] = [['deinterlace', elementRegistry.video.attributes.deinterlace]];

/** The facts of a source, with a note if the source ends before the scene. */
function SourceFacts(props: SourceFactsProps) {
  return isPicture(props.shows) ? <PictureFacts source={props.source} /> : <MediaFacts {...props} />;
}

/** The size of an image, from the list of assets. It is unknown for an image at a URL. */
function PictureFacts({ source }: Pick<SourceFactsProps, 'source'>) {
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const text = pictureFacts(source, assets ?? []);
  return text === null ? null : <p className={`${styles.facts} tabular`}>{text}</p>;
}

function MediaFacts({ source, shows, layer, nodes }: SourceFactsProps) {
  const { inspector, assets } = useStrings();
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: facts, error } = useSourceFacts(project, source);
  const { data: entries } = useAssets(project);
  const endSeconds = facts?.video?.endSeconds ?? facts?.audio?.endSeconds ?? null;
  useShownView(
    'source',
    useMemo(() => (endSeconds === null ? null : { endSeconds, nodes }), [endSeconds, nodes]),
  );
  // Damage is often detected only during decoding, after the facts were read. The list of assets is then more recent.
  const known = (source.kind === 'asset' && assetNamed(entries, source.name)?.media?.faults) || facts?.faults;
  if (error instanceof UnreachableError) return <Problem text={inspector.serviceAway} tone="warning" />;
  if (error !== null) {
    // The service reports any unreadable source as a video. The layer needs captions.
    const isUnreadable = error instanceof ProblemError && error.problem.code === 'media/invalid';
    const says = isUnreadable && shows.includes('captions') ? inspector.noCaptions : problemText(error);
    return (
      <>
        <Problem text={`${inspector.sourceFailed}: ${says}`} />
        <RelinkButton source={source} shows={shows} className={fields.fix} />
      </>
    );
  }
  return (
    <>
      <p className={`${styles.facts} tabular`} title={facts && factsText(facts, inspector, true)}>
        {facts === undefined ? inspector.readingFacts : factsText(facts, inspector, false)}
      </p>
      {facts?.changes.slice(0, 1).map(({ of, seconds }) => (
        <p key={of} className={styles.facts}>
          {inspector.sourceChanges(of, formatNumber(seconds, 2))}
        </p>
      ))}
      {facts?.otherTracks && (
        <p className={styles.facts}>{assets.otherTracks(facts.otherTracks.video, facts.otherTracks.audio)}</p>
      )}
      {facts?.video?.fieldOrder && !shows.includes('audio') && <Form nodes={nodes} rows={DEINTERLACE} />}
      {facts?.damage && <Problem text={damageNote(facts.damage, assets.damage)} tone="warning" />}
      {faultNotes(known ?? [], assets.damage).map((note) => (
        <Problem key={note} text={note} tone="warning" />
      ))}
      {facts?.video && layer !== undefined && <Shortfall layer={layer} endSeconds={facts.video.endSeconds} />}
    </>
  );
}

function Shortfall({ layer: id, endSeconds }: { readonly layer: NodeId; readonly endSeconds: number }) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const scene = useEditorValue(({ document }) =>
    timelineOf(document.state.movie).scenes.find(({ layers }) => layers.some((layer) => layer.id === id)),
  );
  const layer = scene?.layers.find((each) => each.id === id);
  if (scene === undefined || layer?.kind !== 'video' || rate === null) return null;
  const { skip, speed, end, freeze } = layer;
  if (freeze !== null || end !== 'hold') return null;
  const use = { skip, duration: scene.duration, rate, endSeconds, speed };
  const missing = shortfall(use);
  if (missing === 0) return null;
  const fitting = fittingDuration(use);
  return (
    <>
      <Problem text={inspector.sourceEnds(missing)} tone="warning" />
      {scene.layers.length === 1 && fitting < scene.duration && (
        <Button
          size="sm"
          className={fields.fix}
          onClick={() => dispatch({ type: 'scene/set-duration', scenes: [scene.id], duration: fitting })}
        >
          {inspector.trimTo(fitting)}
        </Button>
      )}
    </>
  );
}

function useSourceFacts(project: string, source: MediaSource) {
  const { client } = useApi();
  const { data: assets } = useAssets(project);
  return useQuery(sourceFactsQuery(client, project, source, assets));
}
