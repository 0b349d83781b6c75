import { useMemo } from 'react';
import { indexOf } from '../../../shared/editing/document-index.ts';
import { attributeValue, type NodeId } from '../../../shared/template/document.ts';
import { elementRegistry } from '../../../shared/template/elements.ts';
import type { MediaSource } from '../../../shared/template/movie.ts';
import { specWords } from '../../strings/registry-words.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { type AttributeField, readField } from './field-model.ts';
import { FieldRow, Problem, withoutTicks } from './field-row.tsx';
import fields from './fields.module.css';
import { RelinkButton } from './relink-button.tsx';
import { SourceFacts } from './source-facts-line.tsx';
import { SourcePicker, useIsMissing } from './source-picker.tsx';
import { useFieldContext } from './use-field-context.ts';
import { useInspectorDispatch } from './use-field-edit.ts';

/** Where the pictures of layers come from: an asset, or an address. */
export function SourceRow({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const { inspector } = useStrings();
  const context = useFieldContext();
  const dispatch = useInspectorDispatch();
  const source = useMemo(() => sourceOf(context, nodes), [context, nodes]);
  const isMissing = useIsMissing(source?.value ?? null);
  if (source === null) return null;
  const { field, value } = source;
  const faults = context.findings.filter(
    ({ at, code }) => code === 'template/source' && at !== null && nodes.includes(at.node),
  );
  return (
    <FieldRow
      field={field}
      control={() => (
        <SourcePicker
          value={value}
          label={inspector.source}
          placeholder={field.value.kind === 'mixed' ? inspector.mixed : inspector.chooseSource}
          invalid={faults[0] && withoutTicks(faults[0].message)}
          onChange={(next) => dispatch({ type: 'layer/set', layers: nodes, source: next })}
        />
      )}
    >
      <div className={fields.below} data-source-notes>
        {faults.map(({ message }) => (
          <Problem key={message} text={withoutTicks(message)} />
        ))}
        {isMissing && value?.kind === 'asset' && (
          <>
            <Problem text={inspector.sourceMissing(value.name)} />
            <RelinkButton source={value} className={fields.fix} />
          </>
        )}
        {!isMissing && value !== null && (
          <SourceFacts source={value} layer={nodes.length === 1 ? nodes[0] : undefined} />
        )}
      </div>
    </FieldRow>
  );
}

interface SourceField {
  readonly field: AttributeField;
  /** Null where it is not known, or not the same for all. */
  readonly value: MediaSource | null;
}

/** The one of the two attributes that the layers have; that of an address only where all have that. */
function sourceOf(context: ReturnType<typeof useFieldContext>, nodes: readonly NodeId[]): SourceField | null {
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
  if (text === null || text === '') return { field: { ...field, isChanged: false }, value: null };
  const source: MediaSource = isUrl ? { kind: 'url', url: text } : { kind: 'asset', name: text };
  // A source has nothing to go back to.
  return { field: { ...field, isChanged: false, standard: null }, value: source };
}
