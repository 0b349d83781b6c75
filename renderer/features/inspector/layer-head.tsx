import { useMemo } from 'react';
import { sourceName } from '../../../shared/editing/labels.ts';
import { planningOf } from '../../../shared/editing/planning.ts';
import type { ElementNode } from '../../../shared/template/document.ts';
import { elementRegistry } from '../../../shared/template/elements.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import styles from './inspector.module.css';
import { LayerThumb } from './layer-thumb.tsx';
import { useFieldContext } from './use-field-context.ts';

/** One of several layers: what it shows, and whether it is in the film. */
export function LayerHead({ layer }: { readonly layer: ElementNode }) {
  const { inspector } = useStrings();
  const context = useFieldContext();
  const nodes = useMemo(() => [layer.id], [layer.id]);
  const planning = planningOf(context);
  const source = planning.resolved(layer, 'src') ?? planning.resolved(layer, 'url');
  return (
    <div className={styles.head}>
      <LayerThumb layer={layer.id} />
      <span className={styles.many}>{source?.kind === 'text' ? sourceName(source.text) : inspector.notSet}</span>
      <EnabledSwitch nodes={nodes} spec={elementRegistry.video.attributes.enabled} />
    </div>
  );
}
