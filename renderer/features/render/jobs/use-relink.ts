import { isEnabled } from '#renderer/actions/model/action.ts';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/** Asks for a file in the place of the first source that the open template misses. */
const RELINK = 'assets/relink';

/**
 * Opens the template where its sources can be relinked. Where it is open already, the first that is missing is asked
 * for at once; elsewhere that is one more press, since a page may ask for a file only while somebody presses something.
 */
export function useRelink(): (project: string, template: string) => void {
  const { render: words } = useStrings();
  const { route, go } = useNavigation();
  const actions = useActions();
  const toasts = useToast();
  return (project, template) => {
    const isOpen = route.screen === 'project' && route.project === project && route.template === template;
    if (isOpen && isEnabled(actions.find(RELINK), actions.context())) {
      actions.run(RELINK);
      return;
    }
    if (!isOpen) go({ screen: 'project', project, template });
    toasts.show({
      id: 'relink',
      message: words.relinkTitle(template),
      detail: words.relinkHint,
      tone: 'warning',
      action: { label: words.relink, run: () => void actions.run(RELINK) },
    });
  };
}
