import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { waitUntil } from '../processes/waitUntil.ts';

type ValueOnWire = {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values: readonly ValueOnWire[] };
};
type AttributesOnWire = readonly { readonly key: string; readonly value: ValueOnWire }[];
type LinkOnWire = { readonly traceId: string; readonly spanId: string };
type SpanOnWire = LinkOnWire & {
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: AttributesOnWire;
  readonly links?: readonly LinkOnWire[];
  readonly events?: readonly { readonly name: string }[];
  readonly status: { readonly code?: number };
};
type RequestOnWire = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: AttributesOnWire };
    readonly scopeSpans: readonly { readonly spans: readonly SpanOnWire[] }[];
  }[];
};

type Value = string | number | undefined | readonly Value[];

/** A span as the collector has received it. */
export type CollectedSpan = Pick<SpanOnWire, 'traceId' | 'spanId' | 'name'> & {
  /** The process. */
  readonly service: Value;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly links: readonly LinkOnWire[];
  readonly events: readonly string[];
  readonly hasFailed: boolean;
};

export type CollectorMood = 'takes' | 'refuses' | 'silent';

/** A receiver of OTLP/HTTP on this machine. */
export type TraceCollector = {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** The headers of the last request. */
  readonly headers: () => IncomingMessage['headers'];
  /** The requests so far, whatever their answer. */
  readonly requests: () => number;
  setMood(mood: CollectorMood): void;
  /** Waits for spans that fit. @returns all of them so far */
  waitFor(what: string, fits: (span: CollectedSpan) => boolean): Promise<readonly CollectedSpan[]>;
  stop(): Promise<void>;
};

function readValue({ stringValue, intValue, doubleValue, arrayValue }: ValueOnWire): Value {
  return arrayValue ? arrayValue.values.map(readValue) : (stringValue ?? intValue ?? doubleValue);
}

function readAttributes(attributes: AttributesOnWire): Readonly<Record<string, Value>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]));
}

function readSpans({ resourceSpans }: RequestOnWire): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = readAttributes(resource.attributes)['service.name'];
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, attributes, links = [], events = [], status }) => ({
        ...{ service, traceId, spanId, parentSpanId, name, links },
        attributes: readAttributes(attributes),
        events: events.map((event) => event.name),
        hasFailed: status.code === 2,
      })),
    );
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  let mood: CollectorMood = 'takes';
  let headers: IncomingMessage['headers'] = {};
  let requests = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    headers = request.headers;
    requests += 1;
    if (mood === 'silent') return;
    if (mood === 'takes') spans.push(...readSpans(JSON.parse(body)));
    response.writeHead(mood === 'takes' ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers: () => headers,
    requests: () => requests,
    setMood: (next) => {
      mood = next;
    },
    waitFor: (what, fits) =>
      waitUntil(
        async () => {
          const found = spans.filter(fits);
          return found.length > 0 && found;
        },
        { timeoutMs: 120_000, what },
      ),
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
