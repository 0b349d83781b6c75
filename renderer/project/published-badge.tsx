import { Send } from 'lucide-react';
import type { ProjectEntry } from '#renderer/api/queries/use-projects.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { formatDate } from '#renderer/ui/format/date.ts';

type Published = ProjectEntry['published'][number];

/** Formats the date and the time of a publication. */
export function publishedWhen({ publishedAt }: Published): string {
  return formatDate(new Date(publishedAt));
}

/** The cluster and the version of the last publication. The tooltip contains the times and the other clusters. */
export function PublishedBadge({ published }: Pick<ProjectEntry, 'published'>) {
  const { publish: strings } = useStrings();
  const [last] = published;
  if (last === undefined) return null;
  const tip = published
    .map((publication) => strings.badgeTip(publication.cluster, publication.version, publishedWhen(publication)))
    .join('\n');
  return (
    <Badge icon={Send} title={tip}>
      {strings.badge(last.cluster, last.version)}
    </Badge>
  );
}
