import { CircleX } from 'lucide-react';
import type { RowProblem } from '../../../../shared/batch/check-row.ts';
import { formatColor, parseColor } from '../../../../shared/template/values/color.ts';
import { posterUrl } from '../../../api/client/media-urls.ts';
import { sayPlainly } from '../../../strings/say.ts';
import { FileName } from '../../../ui/display/file-name.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import styles from './row-table.module.css';
import type { TableColumn } from './table-layout.ts';

export interface CellValueProps {
  readonly project: string;
  readonly text: string;
  readonly column: TableColumn;
  readonly problem: RowProblem | null;
  /** Of the project's assets; undefined until they are known. */
  readonly etags: ReadonlyMap<string, string> | undefined;
}

/** A cell's text, drawn as what it means: a colour, a piece of media, the default in its place. */
export function CellValue({ project, text, column, problem, etags }: CellValueProps) {
  const fallback = column.variable?.default ?? null;
  const note = problem !== null && <span className="visually-hidden">: {sayPlainly(problem.says)}</span>;
  if (text.trim() === '' && fallback !== null) {
    return (
      <>
        <span className={styles.default}>{fallback}</span>
        {note}
      </>
    );
  }
  const isBad = problem?.severity === 'error';
  switch (column.type) {
    case 'color': {
      const colour = parseColor(text.trim());
      return (
        <>
          {isBad || !colour.ok ? (
            <Icon icon={CircleX} size={14} className={styles.danger} />
          ) : (
            <i className={styles.swatch} style={{ background: formatColor(colour.value) }} />
          )}
          <span className={`${styles.text} mono`}>{text}</span>
          {note}
        </>
      );
    }
    case 'media': {
      const name = text.trim();
      const etag = etags?.get(name);
      return (
        <>
          {etag === undefined ? (
            <i className={styles.noPicture} />
          ) : (
            <img
              alt=""
              loading="lazy"
              decoding="async"
              className={styles.picture}
              src={posterUrl(project, { kind: 'asset', name, etag }, { width: 64 })}
            />
          )}
          <FileName name={name} className={styles.text} />
          {note}
        </>
      );
    }
    case 'number':
    case 'time':
    case 'boolean':
    case 'text':
      return (
        <>
          <span className={styles.text}>{text}</span>
          {note}
        </>
      );
    default:
      return column.type satisfies never;
  }
}
