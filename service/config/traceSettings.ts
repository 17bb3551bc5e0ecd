import { PrivateFileRefused, readPrivateFile } from '../privateFile.ts';
import { locateSecret } from '../secretFolder.ts';
import type { TraceConfig, TraceSampler } from '../traces/traceConfig.ts';
import type { Environment } from './config.ts';
import { parsePairs } from './tracePairs.ts';

type Found = { readonly variable: string; readonly value: string };

// The defaults of OpenTelemetry.
const TIMEOUT_MS = 10_000;
const DELAY_MS = 5000;
const MAX_MS = 60_000;
const DELAY = 'OTEL_BSP_SCHEDULE_DELAY';
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const PARENT_BASED = 'parentbased_';
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t -~\u0080-\u00ff]*$/;

/** OpenTelemetry has each of these settings twice: for traces, and for everything. An empty variable counts as absent. */
function find(env: Environment, name: string): Found | null {
  for (const variable of [`OTEL_EXPORTER_OTLP_TRACES_${name}`, `OTEL_EXPORTER_OTLP_${name}`]) {
    const value = env[variable]?.trim();
    if (value) return { variable, value };
  }
  return null;
}

/** The URL can hold a key, so no message quotes it. */
function readUrl({ variable, value }: Found, problems: string[]): string | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    problems.push(`${variable} must be an http or https URL such as http://127.0.0.1:4318.`);
    return null;
  }
  if (url.username || url.password) {
    problems.push(`${variable} must have no user and no password. Put them into OTEL_EXPORTER_OTLP_HEADERS_FILE.`);
    return null;
  }
  if (variable === 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') return url.href;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

function readProtocol(env: Environment, problems: string[]): void {
  const found = find(env, 'PROTOCOL');
  if (!found || found.value === 'http/json') return;
  problems.push(
    `${found.variable} must be http/json, not "${found.value}": the service sends JSON over HTTP, which a collector takes at port 4318.`,
  );
}

function readCompression(env: Environment, problems: string[]): void {
  const found = find(env, 'COMPRESSION');
  if (!found || found.value === 'gzip' || found.value === 'none') return;
  problems.push(`${found.variable} must be gzip or none, not "${found.value}".`);
}

function readMs(found: Found | null, defaultMs: number, problems: string[]): number {
  if (!found) return defaultMs;
  const ms = /^\d{1,9}$/.test(found.value) ? Number(found.value) : 0;
  if (ms >= 1 && ms <= MAX_MS) return ms;
  problems.push(`${found.variable} must be milliseconds from 1 to ${MAX_MS}, not "${found.value}".`);
  return defaultMs;
}

async function readHeaderText(env: Environment, problems: string[]): Promise<Found | null> {
  const [inline, file] = [find(env, 'HEADERS'), find(env, 'HEADERS_FILE')];
  if (!file) return inline;
  if (inline) {
    problems.push(`${inline.variable} and ${file.variable} are both set. Remove one of them.`);
    return null;
  }
  try {
    return { variable: file.variable, value: (await readPrivateFile(locateSecret(file.value))).trim() };
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(`${file.variable}: ${error.message}`);
    return null;
  }
}

/** A header can hold a key, so no message quotes it. */
async function readHeaders(env: Environment, problems: string[]): Promise<TraceConfig['headers']> {
  const found = await readHeaderText(env, problems);
  if (!found) return {};
  const headers = parsePairs(found.value);
  const isValid = ([name, value]: [string, string]) => HEADER_NAME.test(name) && HEADER_VALUE.test(value);
  if (headers && Object.entries(headers).every(isValid)) return headers;
  problems.push(
    `${found.variable} must give headers as name=value with commas between them, such as authorization=Bearer%20key.`,
  );
  return {};
}

function readSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Environment, problems: string[]) {
  const text = name || `${PARENT_BASED}always_on`;
  const isParentBased = text.startsWith(PARENT_BASED);
  const kind = SAMPLERS.find((one) => text === (isParentBased ? PARENT_BASED : '') + one);
  const sampler: TraceSampler = { kind: kind ?? 'always_on', ratio: 1, isParentBased };
  if (!kind) {
    const names = SAMPLERS.flatMap((one) => [one, PARENT_BASED + one]).join(', ');
    problems.push(`OTEL_TRACES_SAMPLER must be one of ${names}, not "${text}".`);
  }
  if (kind !== 'traceidratio' || !ratio) return sampler;
  const share = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(ratio) ? Number(ratio) : -1;
  if (share >= 0 && share <= 1) return { ...sampler, ratio: share };
  problems.push(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${ratio}".`);
  return sampler;
}

function readResource({ OTEL_RESOURCE_ATTRIBUTES: text }: Environment, problems: string[]): TraceConfig['resource'] {
  if (!text) return {};
  const pairs = parsePairs(text);
  if (pairs) return pairs;
  problems.push(
    `OTEL_RESOURCE_ATTRIBUTES must be name=value with commas between them, such as deployment.environment.name=production, not "${text}".`,
  );
  return {};
}

/** Whether traces are switched off although a collector is named. */
function isDisabled({ OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER }: Environment, problems: string[]): boolean {
  const disabled = OTEL_SDK_DISABLED?.toLowerCase() || 'false';
  if (disabled !== 'true' && disabled !== 'false') {
    problems.push(`OTEL_SDK_DISABLED must be true or false, not "${OTEL_SDK_DISABLED}".`);
  }
  const exporter = OTEL_TRACES_EXPORTER || 'otlp';
  if (exporter !== 'otlp' && exporter !== 'none') {
    problems.push(`OTEL_TRACES_EXPORTER must be otlp or none, not "${OTEL_TRACES_EXPORTER}".`);
  }
  return disabled === 'true' || exporter === 'none';
}

/**
 * Reads where traces go, from the variables of OpenTelemetry.
 * @param program the name of this process where OTEL_SERVICE_NAME gives none
 * @returns null without traces: no endpoint is named, or they are switched off
 */
export async function readTraceSettings(
  env: Environment,
  program: string,
  problems: string[],
): Promise<TraceConfig | null> {
  const endpoint = find(env, 'ENDPOINT');
  if (!endpoint || isDisabled(env, problems)) return null;
  const url = readUrl(endpoint, problems);
  readProtocol(env, problems);
  readCompression(env, problems);
  const { 'service.name': named, ...resource } = readResource(env, problems);
  const delay = env[DELAY];
  const settings = {
    headers: await readHeaders(env, problems),
    timeoutMs: readMs(find(env, 'TIMEOUT'), TIMEOUT_MS, problems),
    delayMs: readMs(delay ? { variable: DELAY, value: delay } : null, DELAY_MS, problems),
    serviceName: env.OTEL_SERVICE_NAME || named || program,
    resource,
    sampler: readSampler(env, problems),
  };
  return url === null ? null : { url, ...settings };
}
