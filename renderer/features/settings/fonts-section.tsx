import { CircleCheck } from 'lucide-react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { type FontPackage, useChangeFonts, useFonts } from '#renderer/api/queries/use-fonts.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Progress } from '#renderer/ui/display/progress.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatSize } from '#renderer/ui/format/size.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './fonts-section.module.css';
import shared from './settings.module.css';
import { SettingsGroup } from './settings-group.tsx';

/** The fonts that are not part of the program: available fonts, added fonts, and the progress of an addition. */
export function FontsSection() {
  const { settings: strings } = useStrings();
  const query = useFonts();
  const { data } = query;
  return (
    <SettingsGroup name="fonts" title={strings.fonts}>
      {data === undefined ? (
        <LoadFallback query={query} title={strings.fontsFailed}>
          <Skeleton height={44} />
        </LoadFallback>
      ) : (
        <>
          {data.packages.map((fontPackage) => (
            <PackageRow key={fontPackage.name} fonts={fontPackage} />
          ))}
          <p className={shared.hint}>{strings.fontsHint}</p>
        </>
      )}
    </SettingsGroup>
  );
}

function PackageRow({ fonts }: { readonly fonts: FontPackage }) {
  const { settings: strings } = useStrings();
  const toasts = useToast();
  const change = useChangeFonts();
  const { name, state, families, bytes, fetchedBytes, failure } = fonts;
  const title = strings.fontTitles[name] ?? fonts.title;
  const begin = (call: 'addFonts' | 'removeFonts') =>
    change.mutate(
      { name, call },
      {
        onError: (error) =>
          toasts.show({ message: strings.fontsNotChanged, detail: problemText(error), tone: 'danger' }),
      },
    );
  const buttons = {
    absent: { label: strings.addFonts, name: strings.addFontsOf(title), call: 'addFonts' },
    adding: { label: strings.cancelFonts, name: strings.cancelFontsOf(title), call: 'removeFonts' },
    added: { label: strings.removeFonts, name: strings.removeFontsOf(title), call: 'removeFonts' },
  } as const;
  const button = buttons[state];
  return (
    <div className={styles.package}>
      <span className={styles.what}>
        <span className={shared.itemName}>{title}</span>
        <span className={styles.families}>
          {strings.fontFamilies(families, state === 'absent' ? formatSize(bytes) : null)}
        </span>
      </span>
      <span role="status" className={shared.itemState}>
        {state === 'added' && (
          <>
            <Icon icon={CircleCheck} size={14} className={shared.good} />
            {strings.fontsAdded}
          </>
        )}
        {state === 'adding' && (
          <span className="tabular">{strings.fontsAdding(formatSize(fetchedBytes), formatSize(bytes))}</span>
        )}
      </span>
      <Button
        size="sm"
        variant="quiet"
        aria-label={button.name}
        disabled={change.isPending}
        onClick={() => begin(button.call)}
      >
        {button.label}
      </Button>
      {state === 'adding' && (
        <Progress className={styles.wide} value={fetchedBytes} max={bytes} label={strings.fontsAddingOf(title)} />
      )}
      {state === 'absent' && failure !== null && <p className={shared.itemProblem}>{failure}</p>}
    </div>
  );
}
