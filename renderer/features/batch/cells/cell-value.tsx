import { CircleX, Music, Type } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { RowProblem } from '#shared/batch/check-row.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import { itemTexts } from '#shared/template/variables/item-texts.ts';
import { type CellAssets, pictureOf } from './cell-offers.ts';
import { CellPicture } from './cell-picture.tsx';
import styles from './cells.module.css';
import type { TableColumn } from './table-column.ts';

export interface CellValueProps {
  readonly project: string;
  readonly text: string;
  /** The accessible name of the cell, as in "Price of row 3". */
  readonly label: string;
  readonly column: TableColumn;
  readonly problem: RowProblem | null;
  readonly assets: CellAssets;
  /** Whether the value cannot be changed. */
  readonly isFixed: boolean;
  readonly onSet: (text: string) => void;
}

/** The maximum number of displayed characters in a cell. The browser lays out the whole text even if it is clipped. */
const MAX_DISPLAYED = 1000;

/** Truncates a text for a cell or its tooltip. */
export function textInCell(text: string): string {
  return text.length > MAX_DISPLAYED ? `${text.slice(0, MAX_DISPLAYED)}…` : text;
}

/** The display of a cell's value by type: a color, an asset, a checkbox, a count, plain text, or the default. */
export function CellValue(props: CellValueProps) {
  const { problem } = props;
  return (
    <>
      <CellContent {...props} />
      {problem !== null && <span className="visually-hidden">: {say(problem.says, { atField: true })}</span>}
    </>
  );
}

function CellContent({ project, text, label, column, problem, assets, isFixed, onSet }: CellValueProps): ReactNode {
  const { variables } = useStrings();
  const { entry, variable } = column;
  const fallback = variable?.default ?? null;
  const isEmpty = text.trim() === '';
  const value = isEmpty ? (fallback ?? '') : text.trim();
  if (entry.kind === 'switch' && (value === 'true' || value === 'false' || value === ''))
    return (
      <Checkbox
        label={label}
        labelHidden
        tabIndex={-1}
        checked={value === 'true'}
        disabled={isFixed}
        onChange={(checked) => onSet(String(checked))}
      />
    );
  if (entry.kind === 'list') {
    const items = value === '' ? null : itemTexts(entry.declaration.list, value);
    if (items !== null)
      return <span className={isEmpty ? styles.default : styles.text}>{variables.items(items.length)}</span>;
  }
  if (isEmpty && fallback !== null) return <span className={styles.default}>{displayedText(column, fallback)}</span>;
  if (column.type === 'color') return <ColorValue text={text} isBad={problem?.severity === 'error'} />;
  if (column.type === 'media') return <Media project={project} name={value} assets={assets} />;
  return <span className={styles.text}>{displayedText(column, text)}</span>;
}

/** Returns the displayed text: the label of a choice, or else the text itself. */
function displayedText({ entry }: TableColumn, text: string): string {
  if (entry.kind !== 'choice') return textInCell(text);
  return entry.choices.find(({ value }) => value === text.trim())?.label ?? textInCell(text);
}

function ColorValue({ text, isBad }: { readonly text: string; readonly isBad: boolean }) {
  const color = parseColor(text.trim());
  return (
    <>
      {isBad || !color.ok ? (
        <Icon icon={CircleX} size={14} className={styles.danger} />
      ) : (
        <i className={styles.swatch} style={{ background: formatColor(color.value) }} />
      )}
      <span className={`${styles.text} mono`}>{textInCell(text)}</span>
    </>
  );
}

interface MediaProps extends Pick<CellValueProps, 'project' | 'assets'> {
  readonly name: string;
}

function Media({ project, name, assets }: MediaProps) {
  const asset = assets?.get(name);
  const kind = asset?.media?.kind;
  return (
    <>
      {kind === 'audio' || kind === 'font' ? (
        <Icon icon={kind === 'audio' ? Music : Type} size={14} className={styles.icon} />
      ) : (
        <CellPicture url={asset === undefined ? null : pictureOf(project, asset)} />
      )}
      <FileName name={textInCell(name)} className={styles.text} />
    </>
  );
}
