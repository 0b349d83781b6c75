import { clsx } from 'clsx';
import {
  Braces,
  Images,
  LayoutTemplate,
  ListChecks,
  type LucideIcon,
  PanelLeftClose,
  PanelLeftOpen,
} from 'lucide-react';
import { Activity, type ReactNode } from 'react';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { type LibraryTab, libraryTabs, type ScreenView } from '#renderer/editor/editor-views.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import { AssetPanel } from '#renderer/features/assets/panel/asset-panel.tsx';
import { TemplatePanel } from '#renderer/features/assets/template-panel.tsx';
import { CheckPanel } from '#renderer/features/check/check-panel.tsx';
import { VariablesPanel } from '#renderer/features/variables/variables-panel.tsx';
import { Area } from '#renderer/shell/frame/area.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { TabPanel, Tabs } from '#renderer/ui/controls/tabs.tsx';
import { PanelBoundary } from '#renderer/ui/layout/panel-boundary.tsx';
import { Splitter } from '#renderer/ui/layout/splitter.tsx';
import { useSplit } from '#renderer/ui/layout/use-split.ts';
import { AfterFirstFrame } from './after-first-frame.tsx';
import styles from './editor-workspace.module.css';

const countAll = (assets: readonly unknown[]) => assets.length;

/** The library with assets, templates, and variables, or a narrow rail while collapsed. */
export function LibraryArea({ layout }: { readonly layout: ScreenView }) {
  const strings = useStrings();
  const { app } = strings;
  const project = useEditorValue(({ document }) => document.state.project);
  const template = useEditorValue(({ document }) => document.state.template);
  const split = useSplit('library', { min: 220, max: 560 });
  const counts: Readonly<Record<LibraryTab, number | undefined>> = {
    assets: useAssets(project, countAll).data,
    templates: useTemplates(project).data?.length,
    // Selects only the number of variables. The list changes with each edit and would cause all panels to render.
    variables: useEditorValue(({ document }) => selectVariables(document.state).length),
    check: useEditorValue(({ check }) => check.state.issues.length) || undefined,
  };
  const panels: Readonly<Record<LibraryTab, ReactNode>> = {
    assets: <AssetPanel />,
    templates: <TemplatePanel project={project} current={template} />,
    variables: <VariablesPanel />,
    check: <CheckPanel />,
  };
  const names = tabNames(strings);
  if (!layout.libraryShown()) return <LibraryRail layout={layout} />;
  return (
    <Area
      label={app.libraryArea}
      className={clsx(styles.library, layout.libraryFolds() && styles.folds)}
      style={{ width: split.size ?? undefined }}
      edge={<Splitter split={split} edge="right" label={app.resizeLibrary} />}
    >
      <Tabs<LibraryTab>
        label={app.library}
        value={layout.tab()}
        onChange={layout.setTab}
        tabs={libraryTabs.map((value) => ({ value, label: names[value], count: counts[value] }))}
        end={
          layout.libraryFolds() && (
            <IconButton icon={PanelLeftClose} label={app.foldLibrary} size="sm" onClick={layout.toggleLibrary} />
          )
        }
      >
        {libraryTabs.map((tab) => (
          <TabPanel key={tab} value={tab} keepMounted>
            <PanelBoundary name={names[tab]}>
              {tab === 'variables' || tab === 'check' ? (
                // React disconnects the effects of a hidden panel, so these panels ignore edits while hidden. The other
                // panels must stay connected, because their effects handle actions that work on every tab.
                <Activity mode={layout.tab() === tab ? 'visible' : 'hidden'}>{panels[tab]}</Activity>
              ) : (
                <AfterFirstFrame>{panels[tab]}</AfterFirstFrame>
              )}
            </PanelBoundary>
          </TabPanel>
        ))}
      </Tabs>
    </Area>
  );
}

const railIcons: Readonly<Record<LibraryTab, LucideIcon>> = {
  assets: Images,
  templates: LayoutTemplate,
  variables: Braces,
  check: ListChecks,
};

function tabNames({ app, check }: Catalogue): Readonly<Record<LibraryTab, string>> {
  const { tabAssets: assets, tabTemplates: templates, tabVariables: variables } = app;
  return { assets, templates, variables, check: check.tab };
}

function LibraryRail({ layout }: { readonly layout: ScreenView }) {
  const strings = useStrings();
  const { app } = strings;
  const names = tabNames(strings);
  return (
    <Area label={app.libraryArea} className={styles.rail}>
      {libraryTabs.map((tab) => (
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
