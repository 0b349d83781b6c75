import { Suspense } from 'react';
import { ProjectsScreen } from '../features/projects/projects-screen.tsx';
import { BatchScreen, EditorScreen, SettingsScreen } from './lazy-screens.tsx';
import type { Route } from './route.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { useNavigation } from './window-context.tsx';

/** What the window's place shows. Only the first screen comes with the page itself. */
export function Screen() {
  const { route } = useNavigation();
  return <Suspense fallback={<ScreenSkeleton />}>{screenOf(route)}</Suspense>;
}

function screenOf(route: Route) {
  switch (route.screen) {
    case 'projects':
      return <ProjectsScreen />;
    case 'project':
      return <EditorScreen key={route.project} project={route.project} template={route.template} />;
    case 'settings':
      return <SettingsScreen />;
    case 'batch':
      return <BatchScreen key={`${route.project} ${route.movie}`} project={route.project} movie={route.movie} />;
    default:
      return route satisfies never;
  }
}
