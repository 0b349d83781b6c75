import type { Translation } from '#shared/messages/message.ts';
import type { FarmFaultMessages, FarmMessages, WorkerMessages } from '#shared/messages/service/farm-messages.ts';
import { number } from './numbers.ts';

export const workerSentences: Translation<WorkerMessages> = {
  'worker/draining': () => 'Er nimmt nichts Neues an und hört auf, wenn fertig ist, was er macht.',
  'worker/other-engine': ({ there, wanted }) =>
    `Seine Engine hat Version ${there}, die dieses Dienstes ${wanted}: Ihre Filme wären nicht gleich.`,
  'worker/other-canvaskit': ({ there, wanted }) =>
    `Er zeichnet mit CanvasKit ${there}, dieser Dienst mit ${wanted}: Ihre Filme wären nicht gleich.`,
  'worker/other-svg': ({ there, wanted }) =>
    `Er zeichnet SVG mit ${there === '' ? 'einer älteren Version' : there}, dieser Dienst mit ${wanted}: Ihre Filme wären nicht gleich.`,
  'worker/other-ffmpeg': ({ there, wanted }) =>
    `Er hat FFmpeg ${there}. Arbeit bekommen Worker mit FFmpeg ${wanted}, solange einer von ihnen da ist.`,
};

export const farmSentences: Translation<FarmMessages> = {
  'farm/queue-away': () =>
    'Die Warteschlange ist nicht erreichbar. Filme warten und gehen weiter, wenn sie wieder da ist.',
  'farm/store-away': () => 'Der Speicher ist nicht erreichbar. Filme warten und gehen weiter, wenn er wieder da ist.',
  'farm/no-worker': () => 'Es ist kein Worker da.',
  'farm/only-draining': ({ count }) =>
    count === 1 ? 'Der einzige Worker nimmt nichts Neues an.' : `Alle ${count} Worker nehmen nichts Neues an.`,
  'farm/no-such-worker': ({ engine, canvasKit, svg, count }) =>
    `Es ist kein Worker mit Engine ${engine}, CanvasKit ${canvasKit} und ${svg} da; ${count === 1 ? 'der eine, der da ist, hat' : `die ${count}, die da sind, haben`} andere Versionen.`,
  'farm/not-seen': () => 'Die Farm hat nicht rechtzeitig gesagt, wie es um sie steht.',
  'farm/no-answer': ({ seconds }) => `Innerhalb von ${number(seconds)} s kam keine Antwort.`,
  'farm/not-reached': ({ reason }) => `Nicht erreicht: ${reason}.`,
  'farm/refused-connection': () => 'Unter der Adresse antwortet niemand: Die Verbindung wurde abgelehnt.',
  'farm/unknown-host': () => 'Der Name des Geräts ist nicht bekannt.',
  'farm/broke-off': () => 'Die Verbindung brach ab.',
  'farm/wrong-password': () => 'Name und Passwort werden nicht angenommen.',
  'farm/queue-full': () =>
    'Der Arbeitsspeicher ist voll: Geben Sie mehr (maxmemory), oder warten Sie, bis Filme fertig sind.',
  'farm/queue-read-only': () =>
    'Sie lässt sich nur lesen, wie eine Kopie: Nennen Sie die, in die geschrieben werden kann.',
};

export const farmFaultSentences: Translation<FarmFaultMessages> = {
  'farm/second-service': () =>
    'Ein anderer Dienst gibt Aufträge unter demselben Präfix dieser Warteschlange. Geben Sie jedem Dienst ein eigenes.',
  'farm/evicts': ({ policy }) =>
    `Die Warteschlange wirft Aufträge weg, wenn ihr Arbeitsspeicher voll ist (maxmemory-policy ${policy}). Stellen Sie noeviction ein.`,
};
