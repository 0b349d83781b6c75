import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { fakeTool } from './fake-tool.ts';
import { testTools } from './render-film.ts';

/** The kinds of runs that make a film. */
export type RunKind = 'part' | 'decode' | 'compose' | 'track' | 'join' | 'verify';

/**
 * Writes an FFmpeg that runs a shell script in place of runs of the given kind, and runs the real FFmpeg for all
 * others. In the script, `$kind` is the kind of the run, `$out` is the first output file, and `real` runs the real
 * FFmpeg with other arguments. A script that ends without `exit` continues with the real run.
 */
export async function faultyFfmpeg(
  folder: string,
  name: string,
  kind: RunKind | 'any',
  script: string,
): Promise<string> {
  const { ffmpeg } = await testTools();
  return fakeTool(
    folder,
    name,
    `
real() { ${realpathSync(ffmpeg)} "$@"; }
out=
for argument; do last="\${argument#file:}"; case "$argument" in *.new) out="\${out:-$last}" ;; esac; done
out="\${out:-$last}"
# What writes to its standard output must not leave a file of that name in the folder of whoever tests.
if [ "$out" = - ]; then out=/dev/stdout; fi
case "$*" in
  *framecrc*) kind=verify ;;
  *pictures.ffconcat*) kind=join ;;
  *track.sound*) kind=track ;;
  *-f*rawvideo*pipe:1*) kind=decode ;;
  *rawvideo*pipe:0*) kind=compose ;;
  *.new*) kind=part ;;
  *) kind=none ;;
esac
if [ ${kind} = any ] || [ $kind = ${kind} ]; then
${script}
fi
exec ${realpathSync(ffmpeg)} "$@"`,
  );
}

/**
 * Writes an FFmpeg that logs the kind of each run in a file beside it and then runs the real FFmpeg. A service can
 * probe sources in the background at any time; `runsOf` counts the runs of one kind.
 */
export async function countingFfmpeg(folder: string) {
  const { ffmpeg } = await testTools();
  const log = `${folder}/runs.log`;
  const script = `
case "$*" in
  *framehash*) echo look ;;
  *views/unfinished/*/view) echo view ;;
  *ebur128*) echo loudness ;;
  *framecrc*) echo verify ;;
  *pictures.ffconcat*) echo join ;;
  *track.sound*) echo track ;;
  *rawvideo*pipe:1*) echo decode ;;
  *rawvideo*pipe:0*) echo compose ;;
  *) echo part $(echo "$*" | grep -o '[.]new' | wc -l) ;;
esac >> ${log}
exec ${realpathSync(ffmpeg)} "$@"`;
  return {
    ffmpeg: await fakeTool(folder, 'counting-ffmpeg', script),
    log,
    runsOf: (kind: 'view' | 'loudness') =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((run) => run === kind).length
        : 0,
  };
}
