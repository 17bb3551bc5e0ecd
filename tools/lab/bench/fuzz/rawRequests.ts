import fc from 'fast-check';

/** What a client sends on one connection, piece by piece, and what it does afterwards. */
export type RawRequest = {
  readonly pieces: readonly string[];
  /** `leave` closes the connection during the answer. */
  readonly end: 'wait' | 'close' | 'reset' | 'leave';
  /** How long the client waits for the first byte. */
  readonly patienceMs: number;
};

// A complete request gets its answer even on a busy machine.
const PATIENCE_MS = 5000;
// Many odd requests are never answered, because they are incomplete.
const SHORT_PATIENCE_MS = 400;

/** Values that the server knows, so that requests reach its handlers. */
export type Surface = {
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  readonly bodies: fc.Arbitrary<string>;
};

const NUMBERS = [
  '0',
  '1',
  '2',
  '5',
  '63',
  '4096',
  '999999',
  '4294967296',
  '9007199254740993',
  '9'.repeat(30),
  '',
  '-1',
  'x',
];
const number = fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 600 }).map(String) }, fc.constantFrom(...NUMBERS));
// Each character is one byte of the request.
const bytes = fc.string({ unit: fc.nat({ max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 40 });
// Only characters that a header may have, so that the request is parsed.
const text = fc.string({
  unit: fc.integer({ min: 32, max: 255 }).map((code) => (code === 127 ? '~' : String.fromCharCode(code))),
  maxLength: 40,
});
const words = fc.string({ maxLength: 40 });
const long = fc.integer({ min: 1, max: 20_000 }).map((length) => 'a'.repeat(length));

const range = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(number, number).map(([first, last]) => `bytes=${first}-${last}`) },
  fc
    .array(fc.tuple(number, number), { maxLength: 5 })
    .map((pairs) => `bytes=${pairs.map((pair) => pair.join('-')).join()}`),
  fc.tuple(words, number).map(([unit, first]) => `${unit}=${first}-`),
  words,
);
const address = fc.oneof(
  fc.constantFrom('::1', '[::1]:80', '127.0.0.1', '1.2.3.4, 5.6.7.8', '::ffff:1.2.3.4', 'fe80::1%eth0'),
  words,
);

const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  range,
  'if-range': fc.constantFrom('"x"', 'Wed, 21 Oct 2015 07:28:00 GMT', ''),
  'if-none-match': fc.constantFrom('*', '"x"', 'W/"1-2"', ',,,', ''),
  'if-modified-since': fc.constantFrom('Wed, 21 Oct 2015 07:28:00 GMT', 'never'),
  'accept-encoding': fc.oneof(fc.constantFrom('br', 'gzip', 'gzip;q=x, br;q=-1', '*;q=0', ';', ',,'), words),
  'content-type': fc.constantFrom(
    'application/json',
    'application/json; charset=x',
    'text/plain',
    '',
    ';',
    '/',
    'a/b;c',
  ),
  'content-encoding': fc.constantFrom('gzip', 'identity', 'br', ''),
  origin: fc.constantFrom('null', 'https://x', '%'),
  'access-control-request-method': fc.constantFrom('POST', 'x', ''),
  'access-control-request-headers': text,
  'x-forwarded-for': address,
  forwarded: address.map((value) => `for=${value}`),
  'x-request-id': text,
  traceparent: fc.constantFrom(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, '00-', '-'),
  cookie: words,
  authorization: fc.constantFrom('Basic', 'Bearer x', 'Basic =='),
  upgrade: fc.constantFrom('websocket', 'h2c', 'TLS/1.0', ''),
};

/** Headers that decide how the bytes are parsed. Most of these values make a request unreadable. */
const FRAMING_VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'content-length': number,
  'transfer-encoding': fc.constantFrom('chunked', 'chunked, chunked', 'gzip', 'identity', ''),
  connection: fc.constantFrom('close', 'keep-alive', 'upgrade', 'close, upgrade', 'x', ''),
  expect: fc.constantFrom('100-continue', '200-ok', ''),
  host: fc.oneof(fc.constantFrom('', 'x', '[', ':', 'a b', 'x:99999'), words),
  te: fc.constantFrom('trailers', ''),
  trailer: fc.constantFrom('content-length', 'x'),
};

const headerOf = (values: Readonly<Record<string, fc.Arbitrary<string>>>) =>
  fc.oneof(...Object.entries(values).map(([name, value]) => value.map((one) => `${name}: ${one}`)));
const readableHeader = fc.oneof(
  { weight: 2, arbitrary: headerOf(VALUES) },
  { weight: 1, arbitrary: range.map((value) => `range: ${value}`) },
);
const oddHeader = fc.oneof(
  { weight: 4, arbitrary: readableHeader },
  { weight: 4, arbitrary: headerOf(FRAMING_VALUES) },
  fc.tuple(words, bytes).map((pair) => pair.join(':')),
  long.map((value) => `x: ${value}`),
  bytes,
  // Node reads at most 2000.
  fc.integer({ min: 1, max: 2500 }).map((count) => Array.from({ length: count }, (_, i) => `x${i}:`).join('\r\n')),
);

const oddMethod = fc.oneof(
  fc.constantFrom('PUT', 'DELETE', 'PATCH', 'TRACE', 'CONNECT', 'PRI', 'M-SEARCH', 'QUERY', '', 'get', 'GET\0', 'G ET'),
  bytes,
);
const oddVersion = fc.oneof(
  fc.constant('HTTP/1.1'),
  fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1x', 'ICE/1.0', 'RTSP/1.0', ''),
);

const TAILS = ['\0', ...'? ?% ?a[]=1&a=2&__proto__=x / // /. /.. /% /%ff %00 #x ;x /../../etc/passwd'.split(' ')];
const STRANGE_PATHS = [
  ...['', '/\0', '/ ', 'http://', 'http://x', 'http://x/', 'http://[', 'https://x:99999/', 'file:///etc/passwd'],
  ...'* / // //x /// /% /%c0%ae /\\ /. /..%2f.. x : @ /\xe9'.split(' '),
];

function pathsOf(known: readonly string[]): fc.Arbitrary<string> {
  const path = fc.constantFrom(...known);
  return fc.oneof(
    { weight: 14, arbitrary: path },
    { weight: 3, arbitrary: fc.tuple(path, fc.constantFrom(...TAILS)).map((parts) => parts.join('')) },
    { weight: 2, arbitrary: path.map((rest) => `http://x${rest}`) },
    { weight: 2, arbitrary: fc.constantFrom(...STRANGE_PATHS) },
    fc.tuple(path, text).map((parts) => parts.join('')),
    fc.webPath(),
  );
}

type Framing = (body: string) => readonly [header: string, body: string];

const withLength: Framing = (body) => [`content-length: ${body.length}`, body];
const inChunks: Framing = (body) => [
  'transfer-encoding: chunked',
  `${body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`,
];
const rightFraming = fc.constantFrom(withLength, withLength, inChunks);
const oddFraming = fc.constantFrom<Framing>(
  withLength,
  (body) => [`content-length: ${body.length + 10}`, body],
  (body) => ['transfer-encoding: chunked', `zz\r\n${body}`],
  (body) => ['x: y', body],
);

type Head = { readonly start: string; readonly headers: readonly string[]; readonly newline: string };
type Body = readonly [body: string, framing: Framing] | null;

function write({ start, headers, newline }: Head, body: Body): string {
  const [framing, content] = body ? body[1](body[0]) : [];
  const lines = [start, 'host: x', ...(framing === undefined ? [] : [framing]), ...headers];
  return `${lines.join(newline)}${newline}${newline}${content ?? ''}`;
}

/** Valid HTTP that reaches a handler, with one or more oddities. */
function readableRequests({ methods, paths, bodies }: Surface): fc.Arbitrary<string> {
  const end = fc.constantFrom('connection: close', 'connection: close', 'connection: keep-alive');
  return fc
    .record({
      method: fc.constantFrom(...methods),
      path: pathsOf(paths),
      headers: fc.tuple(fc.array(readableHeader, { maxLength: 3 }), end),
      body: fc.option(fc.tuple(bodies, rightFraming), { freq: 2 }),
    })
    .map(({ method, path, headers, body }) =>
      write({ start: `${method} ${path} HTTP/1.1`, headers: headers.flat(), newline: '\r\n' }, body),
    );
}

/** Mostly refused before a handler sees them. */
function oddRequests({ methods, paths, bodies }: Surface): fc.Arbitrary<string> {
  const path = fc.oneof(
    { weight: 6, arbitrary: pathsOf(paths) },
    bytes,
    long.map((rest) => `/${rest}`),
  );
  return fc
    .record({
      start: fc
        .tuple(fc.oneof(fc.constantFrom(...methods), oddMethod), path, oddVersion)
        .map((parts) => parts.join(' ')),
      headers: fc.array(oddHeader, { maxLength: 4 }),
      newline: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '\r\n\t'),
      body: fc.option(fc.tuple(bodies, oddFraming), { freq: 2 }),
    })
    .map(({ body, ...head }) => write(head, body));
}

function cut(whole: string, places: readonly number[]): readonly string[] {
  const ends = [...places.map((place) => Math.floor(place * whole.length)), whole.length].sort((a, b) => a - b);
  return ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end));
}

/** Raw bytes that no HTTP client would send: fetch and node:http refuse or repair most of them. */
export function rawRequests(surface: Surface): fc.Arbitrary<RawRequest> {
  const readable = readableRequests(surface);
  const odd = oddRequests(surface);
  const anyRequest = fc.oneof({ weight: 3, arbitrary: readable }, odd);
  const whole = readable.map((sent) => ({ sent, patienceMs: PATIENCE_MS }));
  const others = fc
    .oneof(
      { weight: 5, arbitrary: odd },
      // Pipelining: servers read the next request on a connection while they answer.
      { weight: 3, arbitrary: fc.array(anyRequest, { minLength: 2, maxLength: 6 }).map((several) => several.join('')) },
      // The start of a TLS handshake.
      fc.constant('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
      bytes,
    )
    .map((sent) => ({ sent, patienceMs: SHORT_PATIENCE_MS }));
  const bytesSent = fc.oneof({ weight: 3, arbitrary: whole }, { weight: 2, arbitrary: others });
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2 });
  const end = fc.constantFrom<RawRequest['end']>('wait', 'wait', 'wait', 'wait', 'close', 'reset', 'leave', 'leave');
  return fc.record({ bytesSent, cuts, end }).map((made) => ({
    pieces: cut(made.bytesSent.sent, made.cuts),
    end: made.end,
    patienceMs: made.bytesSent.patienceMs,
  }));
}
