import { useCallback } from 'react';
import { type FieldContext, useReading } from '#renderer/editor/fields.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { formatPaint } from '#shared/lib/srgb.ts';
import { attributeValue, type NodeId } from '#shared/template/document/document.ts';
import { paintType } from '#shared/template/value-types/color-types.ts';
import type { Paint } from '#shared/template/values/color.ts';
import type { ControlProps } from '../controls/control-props.ts';
import fields from '../controls/fields.module.css';
import styles from './compound.module.css';
import { PaintField } from './paint-control.tsx';

/** The effective fill of a shape. The default fill is white, but a shape with a stroke has no fill by default. */
export function FillControl(props: ControlProps & { readonly initial: string }) {
  const { field, edit, text, invalid, initial } = props;
  const { inspector } = useStrings();
  const { label } = specWords(field.spec);
  const hasStroke = useHasStroke(field.nodes);
  const displayed = text === null ? null : displayedFill(text, { initial, hasStroke });
  const isOn = displayed !== null && displayed.alpha > 0;
  const setOn = (next: boolean) => {
    // If the new state is the default, remove the attribute.
    if (next === !hasStroke) edit.reset();
    else edit.commit(next ? initial : NO_FILL);
  };
  return (
    <div className={styles.style}>
      <div className={styles.styleHead}>
        <Switch checked={isOn} label={label} onChange={setOn} />
        <span className={fields.word}>{text === null ? inspector.mixed : isOn ? inspector.on : inspector.off}</span>
      </div>
      {isOn && (
        <div className={styles.pair}>
          <PaintField
            value={displayed}
            label={label}
            invalid={invalid}
            onPreview={(next) => edit.preview(formatPaint(next))}
            onCommit={(next) => edit.commit(formatPaint(next))}
            onCancel={edit.cancel}
          />
        </div>
      )}
    </div>
  );
}

/** A transparent fill. */
const NO_FILL = formatPaint({ red: 255, green: 255, blue: 255, alpha: 0 });

/** Returns whether all shapes have a stroke. Shapes without a stroke are filled by default. */
function useHasStroke(nodes: readonly NodeId[]): boolean {
  return useReading(
    useCallback(
      ({ document }: FieldContext) => {
        const { elements } = indexOf(document);
        return nodes.every((id) => {
          const element = elements.get(id)?.element;
          return element !== undefined && (attributeValue(element, 'stroke') ?? '') !== '';
        });
      },
      [nodes],
    ),
  );
}

/** Returns the effective fill for a value; null for no fill or an invalid value. */
export function displayedFill(
  text: string,
  { initial, hasStroke }: { readonly initial: string; readonly hasStroke: boolean },
): Paint | null {
  if (text === '' && hasStroke) return null;
  const read = paintType().parse(text === '' ? initial : text, null);
  return read.ok ? read.value : null;
}
