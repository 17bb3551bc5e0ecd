import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorReport, watchErrors } from './watchErrors.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const reportOf = (error: unknown) => errorReport(error, '1.2.3');

describe('a report', () => {
  it("has the error's class, its code and the version", () => {
    expect(reportOf(new TypeError('x'))).toEqual({ class: 'TypeError', code: null, version: '1.2.3' });
    expect(reportOf(Object.assign(new Error(ADDRESS), { code: 'service_unreachable' }))).toEqual({
      class: 'Error',
      code: 'service_unreachable',
      version: '1.2.3',
    });
    expect(reportOf(Object.assign(new Error(), { code: -32603 }))?.code).toBe(-32603);
  });

  it('is not made when a person rejects a request, or the app aborts one', () => {
    expect(reportOf(Object.assign(new Error(), { code: 4001 }))).toBeNull();
    expect(reportOf(new DOMException('stopped', 'AbortError'))).toBeNull();
  });

  it('never has an address, a hash, an amount or a sentence, whatever was thrown', () => {
    const secret = fc.oneof(
      fc.stringMatching(/^0x[0-9a-fA-F]{40,64}$/),
      fc.stringMatching(/^[0-9a-fA-F]{40,64}$/),
      fc.stringMatching(/^[A-F]{40,64}$/),
      fc.integer({ min: 1 }),
      fc.double(),
      fc.string(),
    );
    fc.assert(
      fc.property(secret, secret, secret, (name, code, message) => {
        const thrown = Object.assign(new Error(String(message)), { name, code, cause: message, data: message });
        for (const error of [thrown, message, { name, code }, null, undefined]) {
          const report = reportOf(error);
          if (!report) continue;
          expect(Object.keys(report)).toEqual(['class', 'code', 'version']);
          expect(report.class).toMatch(/^[A-Za-z]{3,32}$/);
          expect(String(report.code)).toMatch(/^(?:null|[A-Za-z_]{1,32}|-32\d{3}|4[129]0[0-2]|57\d\d)$/);
        }
      }),
    );
  });
});

function watch() {
  const listeners = new Map<string, (event: unknown) => void>();
  const requests: { readonly url: string; readonly init: RequestInit }[] = [];
  watchErrors({
    page: {
      addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    } as never,
    url: '/errors',
    version: '1.2.3',
    fetchFn: async (url, init = {}) => {
      requests.push({ url: String(url), init });
      throw new Error('the endpoint is down');
    },
  });
  return { requests, dispatch: (type: string, event: object) => listeners.get(type)?.(event) };
}

describe('the error watcher', () => {
  it('sends each kind of error once, without cookies, and survives a dead endpoint', () => {
    const { requests, dispatch } = watch();
    dispatch('error', { error: new TypeError('one') });
    dispatch('error', { error: new TypeError('two') });
    dispatch('unhandledrejection', { reason: new RangeError('three') });
    dispatch('causeway:caught', { detail: Object.assign(new Error('four'), { code: 'not_loaded' }) });
    expect(requests.map(({ init }) => JSON.parse(String(init.body)).class)).toEqual([
      'TypeError',
      'RangeError',
      'Error',
    ]);
    expect(requests[0]).toMatchObject({ url: '/errors', init: { credentials: 'omit', referrerPolicy: 'no-referrer' } });
  });

  it('sends at most 20 reports per page', () => {
    const { requests, dispatch } = watch();
    for (let index = 0; index < 50; index += 1) {
      const code = `kind_${String.fromCharCode(97 + (index % 26))}${index >= 26 ? 'x' : ''}`;
      dispatch('error', { error: Object.assign(new Error(), { code }) });
    }
    expect(requests).toHaveLength(20);
  });
});
