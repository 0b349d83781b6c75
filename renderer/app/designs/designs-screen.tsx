import { ChevronLeft, FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { NewTemplateDialog } from '#renderer/features/assets/new-template-dialog.tsx';
import { DesignsGallery } from '#renderer/features/designs/designs-gallery.tsx';
import { NewProjectDialog } from '#renderer/project/new-project-dialog.tsx';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { useProjectName } from '../editor/project-crumb.tsx';
import styles from './designs-screen.module.css';

export interface DesignsScreenProps {
  /** The project that receives the new template; null for a new project. */
  readonly project: string | null;
  /** The design that is initially selected; null for none. */
  readonly design: string | null;
}

/** The screen for starting a new template from a design or from scratch. */
export function DesignsScreen({ project, design }: DesignsScreenProps) {
  const { designs: strings, app } = useStrings();
  const { go } = useNavigation();
  const [creating, setCreating] = useState(false);
  const name = useProjectName(project ?? '');
  const back = () => go(project === null ? { screen: 'projects' } : { screen: 'project', project, template: null });
  return (
    <PageFrame
      title={strings.newFromDesign}
      heading={strings.newFromDesign}
      start={
        <>
          <IconButton icon={ChevronLeft} label={project === null ? app.allProjects : strings.back} onClick={back} />
          <Mark />
          {name !== '' && <span className={styles.project}>{name} /</span>}
          <span className={styles.title}>{strings.newFromDesign}</span>
        </>
      }
      end={
        <Button icon={FilePlus2} onClick={() => setCreating(true)}>
          {project === null ? strings.emptyProject : strings.emptyTemplate}
        </Button>
      }
    >
      <DesignsGallery project={project} design={design} />
      {creating &&
        (project === null ? (
          <NewProjectDialog onClose={() => setCreating(false)} />
        ) : (
          <NewTemplate project={project} onClose={() => setCreating(false)} />
        ))}
    </PageFrame>
  );
}

function NewTemplate({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  const { data: templates = [] } = useTemplates(project);
  return <NewTemplateDialog project={project} taken={templates.map(({ name }) => name)} onClose={onClose} />;
}
