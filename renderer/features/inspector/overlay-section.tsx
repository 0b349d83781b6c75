import { useMemo } from 'react';
import { elementWords } from '#renderer/strings/registry-words.ts';
import type { ElementNode } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { layersOf } from '#shared/template/tables/roles.ts';
import { EnabledSwitch } from './fields/enabled-switch.tsx';
import { formRows } from './fields/form-rows.ts';
import styles from './fields/inspector.module.css';
import { Form } from './forms/form.tsx';
import { LayersSection } from './layers/layers-section.tsx';

const { attributes } = elementRegistry.overlay;
const rows = formRows(attributes, ['enabled']);

/** What lies over the whole film: its fields, and its layers to be selected and put in order. */
export function OverlaySection({ overlay }: { readonly overlay: ElementNode }) {
  const { id } = overlay;
  const { label } = elementWords('overlay');
  const nodes = useMemo(() => [id], [id]);
  return (
    <section aria-label={label}>
      <div className={styles.line} />
      <div className={styles.head}>
        <span className={styles.many}>{label}</span>
        <EnabledSwitch nodes={nodes} spec={attributes.enabled} />
      </div>
      <Form nodes={nodes} rows={rows} />
      <LayersSection parent={id} layers={layersOf(overlay)} unknown={[]} />
    </section>
  );
}
