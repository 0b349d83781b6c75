import { LayoutTemplate } from 'lucide-react';
import { useEffect } from 'react';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { BrandColors } from '#renderer/project/brand-colors.tsx';
import { TemplateFailure } from '#renderer/project/template-failure.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { ScreenSkeleton } from '#renderer/shell/frame/screen-skeleton.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { BatchWorkspace } from './batch-workspace.tsx';
import { useBatchModel } from './model/use-batch-model.ts';

export interface BatchScreenProps {
  readonly project: string;
  /** The name of the template; null for the project's first template. */
  readonly movie: string | null;
}

/** The screen that renders one film of a template per table row. */
export function BatchScreen({ project, movie }: BatchScreenProps) {
  const { batch } = useStrings();
  const { replace } = useNavigation();
  const { data: templates } = useTemplates(project);
  const first = movie === null ? (templates?.[0]?.name ?? null) : null;
  useEffect(() => {
    if (first !== null) replace({ screen: 'batch', project, movie: first });
  }, [first, project, replace]);
  if (movie !== null) return <TemplateBatch project={project} name={movie} />;
  if (templates === undefined || first !== null) return <ScreenSkeleton />;
  return (
    <PageFrame heading={batch.title}>
      <EmptyState icon={LayoutTemplate} title={batch.noTemplate} hint={batch.noTemplateHint} />
    </PageFrame>
  );
}

function TemplateBatch({ project, name }: { readonly project: string; readonly name: string }) {
  const model = useBatchModel(project, name);
  const { templateError, template, saved } = model;
  if (templateError !== null && template === null) {
    return (
      <PageFrame heading={name}>
        <TemplateFailure error={templateError} onRetry={model.retryTemplate} />
      </PageFrame>
    );
  }
  if (saved === null || template === null) return <ScreenSkeleton />;
  return (
    <BrandColors project={project}>
      <BatchWorkspace model={model} />
    </BrandColors>
  );
}
