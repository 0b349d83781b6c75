import { Braces, Images, LayoutTemplate, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { LayoutPort, LibraryTab } from '../actions/ports.ts';
import { useAssets } from '../api/use-assets.ts';
import { useTemplates } from '../api/use-templates.ts';
import { AssetPanel } from '../features/assets/asset-panel.tsx';
import { TemplatePanel } from '../features/assets/template-panel.tsx';
import { VariablesPanel } from '../features/variables/variables-panel.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { selectVariables } from '../state/selectors.ts';
import { useStrings } from '../strings/use-strings.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PanelBoundary } from '../ui/panel-boundary.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { useSplit } from '../ui/use-split.ts';
import { Area } from './area.tsx';
import styles from './editor-workspace.module.css';

const countAll = (assets: readonly unknown[]) => assets.length;

/** What a film is made of: assets, templates, variables; or the rail that it folds to. */
export function LibraryArea({ layout }: { readonly layout: LayoutPort }) {
  const { app } = useStrings();
  const project = useEditor((state) => state.project);
  const template = useEditor((state) => state.template);
  const split = useSplit('library', { min: 220, max: 560 });
  const assets = useAssets(project, countAll).data;
  const templates = useTemplates(project).data?.length;
  const variables = useEditor(selectVariables).length;
  if (!layout.libraryShown()) return <LibraryRail layout={layout} />;
  return (
    <Area
      label={app.libraryArea}
      className={styles.library}
      style={{ width: split.size ?? undefined }}
      edge={<Splitter split={split} edge="right" label={app.resizeLibrary} />}
    >
      <Tabs<LibraryTab>
        label={app.library}
        value={layout.tab()}
        onChange={layout.setTab}
        tabs={[
          { value: 'assets', label: app.tabAssets, count: assets },
          { value: 'templates', label: app.tabTemplates, count: templates },
          { value: 'variables', label: app.tabVariables, count: variables },
        ]}
        end={
          layout.mode() === 'split' && (
            <IconButton icon={PanelLeftClose} label={app.foldLibrary} size="sm" onClick={layout.toggleLibrary} />
          )
        }
      >
        <TabPanel value="assets" keepMounted>
          <PanelBoundary name={app.tabAssets}>
            <AssetPanel />
          </PanelBoundary>
        </TabPanel>
        <TabPanel value="templates" keepMounted>
          <PanelBoundary name={app.tabTemplates}>
            <TemplatePanel project={project} current={template} />
          </PanelBoundary>
        </TabPanel>
        <TabPanel value="variables" keepMounted>
          <PanelBoundary name={app.tabVariables}>
            <VariablesPanel />
          </PanelBoundary>
        </TabPanel>
      </Tabs>
    </Area>
  );
}

const railIcons = { assets: Images, templates: LayoutTemplate, variables: Braces } as const;

function LibraryRail({ layout }: { readonly layout: LayoutPort }) {
  const { app } = useStrings();
  const names = { assets: app.tabAssets, templates: app.tabTemplates, variables: app.tabVariables } as const;
  return (
    <Area label={app.libraryArea} className={styles.rail}>
      {(['assets', 'templates', 'variables'] as const).map((tab) => (
        <IconButton
          key={tab}
          icon={railIcons[tab]}
          label={names[tab]}
          tooltipSide="right"
          onClick={() => layout.setTab(tab)}
        />
      ))}
      <IconButton
        icon={PanelLeftOpen}
        label={app.unfoldLibrary}
        tooltipSide="right"
        className={styles.railEnd}
        onClick={layout.toggleLibrary}
      />
    </Area>
  );
}
