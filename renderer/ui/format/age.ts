const day = 24 * 60 * 60 * 1000;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayMonthYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** When something was, seen from now: `just now`, `12 min ago`, `yesterday`, `Tuesday`, `14 November`. */
export function formatAge(at: Date, now: Date, justNow: string): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes < 1) return justNow;
  const days = Math.round((startOfDay(now) - startOfDay(at)) / day);
  if (days < 1) {
    return minutes < 60
      ? shortRelative.format(-minutes, 'minute')
      : shortRelative.format(-Math.floor(minutes / 60), 'hour');
  }
  if (days === 1) return relative.format(-1, 'day');
  if (days < 7) return weekday.format(at);
  return at.getFullYear() === now.getFullYear() ? dayMonth.format(at) : dayMonthYear.format(at);
}

const shortRelative = {
  format(value: number, unit: 'minute' | 'hour'): string {
    // Intl writes `12 min. ago`; interface text has no such points.
    return new Intl.RelativeTimeFormat('en', { style: 'short' }).format(value, unit).replace('.', '');
  },
};

/** The time of day: `14:32`. */
export function formatClock(at: Date): string {
  return clock.format(at);
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
