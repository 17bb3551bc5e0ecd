import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

/** Writes to the log of the process. */
export type Report = (write: (log: Logger) => void) => void;

const DOWN = 'collector of traces does not answer, spans are lost until it does';

/**
 * Says once in the log that the collector does not take the spans, and once that it takes them again. The SDK keeps no spans that
 * were refused: traces are for reading, and a queue without a limit would fill the memory.
 */
export function createQuietExporter(inner: SpanExporter, report: Report): SpanExporter {
  let lost = 0;
  return {
    export: (spans, done) => {
      inner.export(spans, ({ code, error }) => {
        if (code === ExportResultCode.SUCCESS) {
          if (lost > 0) report((log) => log.info({ lostSpans: lost }, 'collector of traces answers again'));
          lost = 0;
        } else {
          if (lost === 0) report((log) => log.warn({ err: error }, DOWN));
          lost += spans.length;
        }
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => inner.shutdown(),
    forceFlush: async () => inner.forceFlush?.(),
  };
}
