import { useEffect } from 'react';
import { DesignStrip } from '#renderer/features/designs/design-strip.tsx';
import { ProjectsScreen } from '#renderer/features/projects/projects-screen.tsx';
import { fetchDemuxers } from '#renderer/film/decode/fetch-demuxers.ts';
import type { Route } from '#renderer/shell/window/route.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { ShowLazy } from './lazy-screen.tsx';
import { BATCH, BRAND, DESIGNS, EDITOR, FARM, FILL_IN, GUIDE, SETTINGS } from './lazy-screens.ts';

/** Shows the screen of the window's address. Only the first screen's code comes with the page itself. */
export function CurrentScreen() {
  const { route } = useNavigation();
  useEffect(() => {
    // The editor is usually opened next. If its code cannot be fetched now, opening it reports that.
    const idle = requestIdleCallback(() =>
      EDITOR.fetch()
        .then(fetchDemuxers)
        .catch(() => undefined),
    );
    return () => cancelIdleCallback(idle);
  }, []);
  return screenOf(route);
}

function screenOf(route: Route) {
  switch (route.screen) {
    case 'projects':
      return <ProjectsScreen designs={<DesignStrip />} />;
    case 'project': {
      const { project, template } = route;
      return <ShowLazy key={project} screen={EDITOR} with={{ project, template }} shape="editor" />;
    }
    case 'settings':
      return <ShowLazy screen={SETTINGS} with={{ section: route.section }} />;
    case 'farm':
      return <ShowLazy screen={FARM} with={{}} />;
    case 'guide': {
      const { page, section } = route;
      return <ShowLazy screen={GUIDE} with={{ page, section }} />;
    }
    case 'brand': {
      const { project } = route;
      return <ShowLazy key={project} screen={BRAND} with={{ project }} />;
    }
    case 'batch': {
      const { project, movie } = route;
      return <ShowLazy key={`${project} ${movie}`} screen={BATCH} with={{ project, movie }} />;
    }
    case 'designs': {
      const { project, design } = route;
      return <ShowLazy key={`${project} ${design}`} screen={DESIGNS} with={{ project, design }} />;
    }
    case 'fill-in': {
      const { project, template } = route;
      return <ShowLazy key={`${project} ${template}`} screen={FILL_IN} with={{ project, template }} />;
    }
    default:
      return route satisfies never;
  }
}
