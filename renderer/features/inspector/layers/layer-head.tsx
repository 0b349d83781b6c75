import { useMemo } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { ElementNode } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { EnabledSwitch } from '../fields/enabled-switch.tsx';
import styles from '../fields/inspector.module.css';
import { LayerThumb } from './layer-thumb.tsx';
import { useLayerName } from './use-layer-name.ts';

/** One of several layers: what it shows, and whether it is in the film. */
export function LayerHead({ layer }: { readonly layer: ElementNode }) {
  const { inspector } = useStrings();
  const name = useLayerName(layer);
  const nodes = useMemo(() => [layer.id], [layer.id]);
  return (
    <div className={styles.head}>
      <LayerThumb layer={layer.id} />
      <span className={styles.many}>{name ?? inspector.notSet}</span>
      <EnabledSwitch nodes={nodes} spec={elementRegistry.video.attributes.enabled} />
    </div>
  );
}
