import { LayoutTemplate, Plus } from 'lucide-react';
import { useState } from 'react';
import { NewTemplateDialog } from '../features/assets/new-template-dialog.tsx';
import { useStrings } from '../strings/use-strings.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageFrame } from './page-frame.tsx';
import { ProjectCrumb, useProjectName } from './project-crumb.tsx';

/** A project before its first template. */
export function NoTemplate({ project }: { readonly project: string }) {
  const { app, projects: words } = useStrings();
  const [creating, setCreating] = useState(false);
  return (
    <PageFrame heading={useProjectName(project) || app.noTemplate} start={<ProjectCrumb project={project} />}>
      <EmptyState icon={LayoutTemplate} title={app.noTemplate} hint={app.noTemplateHint}>
        <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
          {words.templatesPanel.create}
        </Button>
      </EmptyState>
      {creating && <NewTemplateDialog project={project} taken={[]} onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}
