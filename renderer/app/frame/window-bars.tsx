import type { ReactNode } from 'react';
import { ActionIconButton } from '#renderer/actions/runtime/action-button.tsx';
import { useRenderSession } from '#renderer/common/renders/render-session-context.tsx';
import { FrameBarsProvider } from '#renderer/shell/frame/frame-bars.tsx';
import { Banners } from './banners.tsx';
import { MainMenu } from './main-menu.tsx';
import { StatusBar } from './status-bar.tsx';

const buttons = (
  <>
    <ActionIconButton action="app/palette" />
    <ActionIconButton action="render/queue" />
    <ActionIconButton action="app/settings" />
    <MainMenu />
  </>
);
const status = <StatusBar />;
const banners = <Banners />;

/** Gives every page its bars: the shell knows where they stand, and the app what is in them. */
export function WindowBars({ children }: { readonly children: ReactNode }) {
  const besideQueue = useRenderSession((state) => state.queueShown);
  return <FrameBarsProvider value={{ buttons, status, banners, besideQueue }}>{children}</FrameBarsProvider>;
}
