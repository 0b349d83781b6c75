import { useCallback } from 'react';
import { shallow } from 'zustand/shallow';
import { type AttributeField, type FieldContext, readField, sameField } from '#renderer/common/edits/field-model.ts';
import { useInspectorDispatch } from '#renderer/common/edits/use-field-edit.ts';
import { useReading } from '#renderer/common/edits/use-reading.ts';
import { RelinkButton } from '#renderer/common/sources/relink-button.tsx';
import type { ShownKind } from '#renderer/common/sources/source-list.tsx';
import { SourcePicker, useIsMissing, useIsUploading } from '#renderer/common/sources/source-picker.tsx';
import { specWords } from '#renderer/strings/registry-words.ts';
import { inQuotes, say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { indexOf } from '#shared/editing/document-index.ts';
import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { elementRegistry, isElementName } from '#shared/template/tables/elements.ts';
import { isSound } from '#shared/template/tables/roles.ts';
import type { SourceKind } from '#shared/template/value-types/attribute-types.ts';
import fields from '../controls/fields.module.css';
import { FieldRow, Problem } from '../fields/field-row.tsx';
import styles from '../fields/inspector.module.css';
import { SourceFacts } from './source-facts-line.tsx';

/** Where the pictures of layers come from: an asset, or an address. */
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

/** What is wrong with the source of layers, in sentences. */
function faultsOf(findings: FieldContext['findings'], nodes: readonly NodeId[]): readonly string[] {
  return findings
    .filter(({ at, code }) => code === 'template/source' && at !== null && nodes.includes(at.node))
    .map(({ says }) => inQuotes(say(says)));
}

interface SourceField {
  readonly field: AttributeField;
  /** Null where it is not known, or not the same for all. */
  readonly value: MediaSource | null;
  /** What is offered for it. */
  readonly shows: readonly ShownKind[];
}

/** What is offered for layers of a kind, by what their source is to be. */
const SHOWN: Readonly<Partial<Record<SourceKind, readonly ShownKind[]>>> = { image: ['image'], captions: ['captions'] };
const VIDEOS: readonly ShownKind[] = ['video'];
const HEARD: readonly ShownKind[] = ['audio', 'video'];

function shownFor([first, ...others]: readonly ElementNode[]): readonly ShownKind[] {
  if (first === undefined || others.some(({ name }) => name !== first.name) || !isElementName(first.name))
    return VIDEOS;
  // The sound of a video is one too.
  if (isSound(first)) return HEARD;
  const { attributes } = elementRegistry[first.name];
  return 'src' in attributes ? (SHOWN[attributes.src.type.source ?? 'media'] ?? VIDEOS) : VIDEOS;
}

/** The one of the two attributes that the layers have; that of an address only where all have that. */
function sourceOf(context: FieldContext, nodes: readonly NodeId[]): SourceField | null {
  const { src, url } = elementRegistry.video.attributes;
  const elements = nodes.flatMap((id) => indexOf(context.document).elements.get(id)?.element ?? []);
  const isUrl = elements.length > 0 && elements.every((each) => attributeValue(each, 'url') !== undefined);
  const spec = {
    ...(isUrl ? url : src),
    label: specWords(src).label,
    description: specWords(isUrl ? url : src).description,
  };
  const field = readField(context, nodes, isUrl ? 'url' : 'src', spec);
  if (field === null) return null;
  const { value } = field;
  const text = value.kind === 'fixed' || value.kind === 'variable' || value.kind === 'composed' ? value.text : null;
  const shows = shownFor(elements);
  if (text === null || text === '') return { field: { ...field, isChanged: false }, value: null, shows };
  const source: MediaSource = isUrl ? { kind: 'url', url: text } : { kind: 'asset', name: text };
  // A source has nothing to go back to.
  return { field: { ...field, isChanged: false, standard: null }, value: source, shows };
}

function sameSource(one: SourceField | null, other: SourceField | null): boolean {
  if (one === null || other === null) return one === other;
  // Its specification is put together at each reading; which of the two it is, is its name.
  const field = { ...one.field, spec: other.field.spec };
  return shallow(one.value, other.value) && one.shows === other.shows && sameField(field, other.field);
}
