import { clsx } from 'clsx';
import { CodeXml, Columns2, MonitorPlay } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PreviewPanel } from '#renderer/features/preview/preview-panel.tsx';
import { Area } from '#renderer/shell/frame/area.tsx';
import { HeadSlotProvider } from '#renderer/shell/frame/head-slot.tsx';
import { useArrivalFocus } from '#renderer/shell/frame/use-arrival-focus.ts';
import type { EditorLayout, PreviewMode } from '#renderer/shell/window/editor-layout.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Splitter } from '#renderer/ui/layout/splitter.tsx';
import { useSplit } from '#renderer/ui/layout/use-split.ts';
import areaStyles from '../../shell/frame/area.module.css';
import styles from './editor-workspace.module.css';
import { XmlPanel } from './feature-panels.tsx';

/** The film as a picture, as XML, or both side by side; `children` lie over it. */
export function PreviewArea({ layout, children }: { readonly layout: EditorLayout; readonly children: ReactNode }) {
  const { app } = useStrings();
  const split = useSplit('xml', { min: 280, max: 1400 });
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const mode = layout.mode();
  const template = useEditor((state) => state.template);
  const main = useArrivalFocus();
  return (
    <main ref={main} tabIndex={-1} className={clsx(areaStyles.area, styles.centre)}>
      <h1 className="visually-hidden">{template}</h1>
      <div className={styles.head}>
        <Segmented<PreviewMode>
          label={app.view}
          size="sm"
          className={styles.modes}
          value={mode}
          onChange={layout.setMode}
          options={[
            { value: 'visual', label: app.viewVisual, icon: MonitorPlay },
            { value: 'split', label: app.viewSplit, icon: Columns2 },
            { value: 'xml', label: app.viewXml, icon: CodeXml },
          ]}
        />
        <div ref={setSlot} className={styles.headSlot} />
      </div>
      <HeadSlotProvider value={slot}>
        <div className={styles.centreBody}>
          {mode !== 'xml' && (
            <Area label={app.previewArea} className={styles.preview}>
              <PreviewPanel />
            </Area>
          )}
          {mode !== 'visual' && (
            <Area
              label={app.xmlArea}
              className={clsx(styles.xml, mode === 'xml' && styles.xmlAlone)}
              style={mode === 'split' ? { width: split.size ?? undefined } : undefined}
              edge={mode === 'split' && <Splitter split={split} edge="left" label={app.resizeXml} />}
            >
              <XmlPanel />
            </Area>
          )}
        </div>
      </HeadSlotProvider>
      {children}
    </main>
  );
}
