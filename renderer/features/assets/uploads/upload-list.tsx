import { useApi } from '../../../api/api-context.tsx';
import { useRestoredUploads, useUploads } from '../../../api/queries/use-uploads.ts';
import { UploadItem } from '../../../common/uploads/upload-item.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import styles from './upload-list.module.css';
import { useDoneUploads } from './use-done-uploads.ts';

/** Uploads into the project, at the panel's foot. Takes no room while there are none. */
export function UploadList({ project }: { readonly project: string }) {
  const { assets } = useStrings();
  const { uploads } = useApi();
  const rows = useUploads(project);
  useRestoredUploads(project);
  const said = useDoneUploads(project, uploads.rows);
  const clashes = rows.filter(({ phase }) => phase.type === 'conflict').length;
  return (
    <>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {rows.length > 0 && (
        <ul className={styles.list} aria-label={assets.uploads.list}>
          {rows.map((row) => (
            <UploadItem key={row.id} row={row} clashes={clashes} />
          ))}
        </ul>
      )}
    </>
  );
}
