import { Circle, Square, Trash2 } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { elementLabels } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { masksOf } from '#shared/editing/plan/layers.ts';
import type { ElementNode } from '#shared/template/document/document.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { layersOf } from '#shared/template/tables/roles.ts';
import styles from '../fields/inspector.module.css';
import { Form } from '../forms/form.tsx';
import { haveSameChildren } from '../model/layer-parts.ts';
import { LayersSection } from './layers-section.tsx';

const { attributes } = elementRegistry.mask;
const ROWS = [
  ['invert', attributes.invert],
  ['channel', attributes.channel],
] as const;

/** The masks of a layer, with buttons that add a mask. */
export const MaskSection = memo(Masks, (before, now) => haveSameChildren([before.layer], [now.layer]));

function Masks({ layer }: { readonly layer: ElementNode }) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const { label } = elementLabels('mask');
  const masks = masksOf(layer);
  const add = (shape: 'rectangle' | 'ellipse') => dispatch({ type: 'mask/add', layers: [layer.id], shape });
  return (
    <section aria-label={label}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{label}</h2>
        <span className={`${styles.count} tabular`}>{masks.length}</span>
        <span className={styles.space} />
        <IconButton
          icon={Square}
          label={inspector.maskRectangle}
          size="sm"
          iconSize={14}
          onClick={() => add('rectangle')}
        />
        <IconButton
          icon={Circle}
          label={inspector.maskEllipse}
          size="sm"
          iconSize={14}
          onClick={() => add('ellipse')}
        />
      </div>
      {masks.map((mask) => (
        <Mask key={mask.id} mask={mask} />
      ))}
    </section>
  );
}

function Mask({ mask }: { readonly mask: ElementNode }) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const nodes = useMemo(() => [mask.id], [mask.id]);
  return (
    <>
      <Form nodes={nodes} rows={ROWS} />
      <LayersSection
        parent={mask.id}
        layers={layersOf(mask)}
        unknown={[]}
        heading={inspector.maskLayers}
        extra={
          <IconButton
            icon={Trash2}
            label={inspector.removeMask}
            size="sm"
            iconSize={14}
            onClick={() => dispatch({ type: 'node/remove', nodes })}
          />
        }
      />
    </>
  );
}
