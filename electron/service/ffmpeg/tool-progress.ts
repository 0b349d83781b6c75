import { StringDecoder } from 'node:string_decoder';

/** One report of a running FFmpeg. */
export interface ToolProgress {
  /** Frames encoded so far; 0 without a video output. */
  readonly frames: number;
  /** Time written so far in seconds; null until anything was. */
  readonly outSeconds: number | null;
  /** Bytes written so far; null where FFmpeg does not know. */
  readonly bytes: number | null;
  /** Seconds of film made in a second; null until it can be told. */
  readonly speed: number | null;
  /** The last report of a run that ended by itself. */
  readonly finished: boolean;
}

/**
 * Reads what FFmpeg's `-progress` writes: `key=value` lines in blocks that `progress=continue` or `progress=end`
 * closes. Feed it chunks as they come; it answers with the reports they complete. Anything else is passed over.
 */
export function createProgressReader(): (chunk: Uint8Array) => readonly ToolProgress[] {
  const decoder = new StringDecoder('utf8');
  let open = '';
  let fields = new Map<string, string>();

  return (chunk) => {
    const reports: ToolProgress[] = [];
    const lines = (open + decoder.write(chunk)).split('\n');
    open = (lines.pop() ?? '').slice(0, 1000);
    for (const line of lines) {
      const [, key, value] = /^\s*([a-z0-9_]{1,40})=\s*(.{0,100}?)\s*$/.exec(line) ?? [];
      if (key === undefined || value === undefined) continue;
      if (key !== 'progress') {
        if (fields.size < 200) fields.set(key, value);
        continue;
      }
      reports.push(progressFromFields(fields, value === 'end'));
      fields = new Map();
    }
    return reports;
  };
}

function progressFromFields(fields: ReadonlyMap<string, string>, finished: boolean): ToolProgress {
  const microseconds = finiteNumber(fields.get('out_time_us'));
  return {
    frames: Math.max(0, finiteNumber(fields.get('frame')) ?? 0),
    // Before the first packet FFmpeg writes N/A, or the most negative number there is.
    outSeconds: microseconds === null || microseconds < -1e15 ? null : microseconds / 1e6,
    bytes: finiteNumber(fields.get('total_size')),
    speed: finiteNumber(fields.get('speed')?.replace(/x$/, '')),
    finished,
  };
}

function finiteNumber(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Whether a later report shows that work was done since an earlier one. */
export function advanced(earlier: ToolProgress | null, later: ToolProgress): boolean {
  return (
    earlier === null ||
    later.finished ||
    later.frames > earlier.frames ||
    (later.outSeconds ?? 0) > (earlier.outSeconds ?? 0) ||
    (later.bytes ?? 0) > (earlier.bytes ?? 0)
  );
}
