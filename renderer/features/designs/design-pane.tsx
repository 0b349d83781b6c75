import {
  Blend,
  Diamond,
  Ellipsis,
  Film,
  type LucideIcon,
  Music,
  PackageCheck,
  Pause,
  Play,
  Trash2,
  Type,
} from 'lucide-react';
import { useState } from 'react';
import type { DesignLook } from '#renderer/api/client/media-urls.ts';
import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import type { SampleValues } from '#renderer/editor/data-sets.ts';
import { variableIcons } from '#renderer/project/variable-icons.ts';
import { labelOf } from '#renderer/project/variable-labels.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { DesignSize } from '#shared/designs/design-file.ts';
import { isFontFile } from '#shared/template/value-types/text-types.ts';
import { itemCount } from '#shared/template/variables/item-texts.ts';
import { DataPicker, type PickedData } from './data-picker.tsx';
import styles from './design-pane.module.css';
import { DesignPicture } from './design-picture.tsx';
import { variablesInFillOrder } from './model/fill-order.ts';
import { variantForSize } from './model/find-designs.ts';
import { sizeIcons } from './size-icons.ts';

export interface DesignPaneProps {
  readonly design: DesignEntry;
  readonly size: DesignSize | null;
  readonly onSize: (size: DesignSize) => void;
  /** The project with the data sets to choose from; null without a project. */
  readonly project: string | null;
  /** The brand in which the design is shown, with its values of variables; null for the design's own values. */
  readonly brand: DesignLook['brand'];
  readonly brandValues: SampleValues | null;
  readonly data: PickedData | null;
  readonly onData: (data: PickedData | null) => void;
  readonly busy: boolean;
  readonly onUse: () => void;
  readonly onExport: () => void;
  readonly onRemove: () => void;
}

/** The details of the selected design: a large picture, its variables, and its contents. */
export function DesignPane(props: DesignPaneProps) {
  const { design, size, onSize, project, brand, brandValues, data, onData, busy, onUse } = props;
  const { designs: strings } = useStrings();
  const [playing, setPlaying] = useState(false);
  const sized = variantForSize(design, size);
  if (sized === undefined) return null;
  const values = valuesForDesign(design, { ...data?.values });
  return (
    <section aria-label={design.title} className={styles.pane}>
      <div className={styles.well}>
        <DesignPicture design={design} sized={sized} look={{ values, brand }} playing={playing}>
          <IconButton
            icon={playing ? Pause : Play}
            filled
            label={playing ? strings.stop : strings.play(design.title)}
            className={styles.play}
            onClick={() => setPlaying(!playing)}
          />
        </DesignPicture>
      </div>
      <div className={styles.head}>
        <div className={styles.line}>
          <h2 className={styles.title}>{design.title}</h2>
          <Menu
            align="end"
            trigger={<IconButton icon={Ellipsis} size="sm" label={strings.more(design.title)} />}
            entries={[
              { kind: 'command', id: 'export', label: strings.exportDesign, icon: PackageCheck, run: props.onExport },
              ...(design.own
                ? [
                    {
                      kind: 'command',
                      id: 'remove',
                      label: strings.remove,
                      icon: Trash2,
                      danger: true,
                      run: props.onRemove,
                    } as const,
                  ]
                : []),
            ]}
          />
        </div>
        <p className={styles.about}>{design.description}</p>
        <Segmented<DesignSize>
          label={strings.sizeOf}
          size="sm"
          className={styles.sizes}
          value={sized.size}
          onChange={onSize}
          options={design.sizes.map((each) => ({
            value: each.size,
            label: each.size,
            icon: sizeIcons[each.size],
          }))}
        />
      </div>
      <ScrollArea className={styles.body}>
        <DesignVariables design={design} values={{ ...brandValues, ...values }} />
        <h3 className={styles.section}>{strings.contents}</h3>
        <p className={styles.chips}>
          {contentsOf(design).map(([kind, icon, count]) => (
            <Badge key={kind} icon={icon}>
              {strings.content[kind](count)}
            </Badge>
          ))}
        </p>
      </ScrollArea>
      <div className={styles.footer}>
        {project !== null && <DataPicker project={project} picked={data} onPick={onData} />}
        <Button variant="primary" className={styles.use} busy={busy} onClick={onUse}>
          {strings.use}
        </Button>
      </div>
    </section>
  );
}

type ContentKind = keyof DesignEntry['contents'];

const contentIcons: readonly (readonly [ContentKind, LucideIcon])[] = [
  ['scenes', Film],
  ['transitions', Blend],
  ['texts', Type],
  ['keyframes', Diamond],
  ['sounds', Music],
];

function contentsOf({ contents }: DesignEntry): readonly (readonly [ContentKind, LucideIcon, number])[] {
  return contentIcons.flatMap(([kind, icon]) => (contents[kind] === 0 ? [] : [[kind, icon, contents[kind]] as const]));
}

export interface DesignVariablesProps {
  readonly design: DesignEntry;
  /** Values that replace the design's own values. */
  readonly values: Readonly<Record<string, string>>;
}

function DesignVariables({ design, values }: DesignVariablesProps) {
  const { designs: strings, variables: kinds } = useStrings();
  const orderedVariables = variablesInFillOrder(design);
  return (
    <>
      <h3 className={styles.section}>
        {strings.asksFor}
        <span className={`${styles.count} tabular`}>{orderedVariables.length}</span>
        <span className={styles.space} />
        <span className={styles.aside}>{strings.sampleValues}</span>
      </h3>
      <ul>
        {orderedVariables.map((variable) => {
          const { name, type, declaration, defaultvalue } = variable;
          const kind = declaration?.type ?? type;
          const value = values[name] ?? defaultvalue ?? '';
          const count = itemCount(value);
          return (
            <li key={name} className={styles.variable}>
              <Icon icon={variableIcons[kind]} size={14} className={styles.icon} />
              <span className={styles.name} title={name}>
                {labelOf(variable)}
              </span>
              <span className={styles.value}>{count === null ? value : kinds.items(count)}</span>
              <span className={styles.kind}>{kinds.types[kind]}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/**
 * Returns the values that can be sent for a design. Files and font files are excluded, because they belong to a
 * project.
 */
export function valuesForDesign(
  { variables }: Pick<DesignEntry, 'variables'>,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variables.flatMap(({ name, type }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined || type === 'media' || isFontFile(value) ? [] : [[name, value]];
    }),
  );
}
