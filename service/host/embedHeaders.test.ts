import { describe, expect, test } from 'vitest';
import { createSecurityHeaders, readReach } from './securityHeaders.ts';

const CONFIG = { service: { baseUrl: 'https://api.example' }, chains: [] };

function headersOf(settings: object) {
  const headers = createSecurityHeaders(readReach({ ...CONFIG, ...settings }), { scripts: [], styles: [] });
  const policy = (headers['Content-Security-Policy'] ?? '').split('; ');
  return { policy, frameOptions: headers['X-Frame-Options'] };
}

describe('the sites that may show the app in a frame', () => {
  test('are none by default', () => {
    const { policy, frameOptions } = headersOf({});
    expect(policy).toContain("frame-ancestors 'none'");
    expect(frameOptions).toBe('DENY');
  });

  test('are the configured origins, and a Safe interface', () => {
    const embed = { origins: ['https://partner.example', 'https://other.example:8443'] };
    const { policy, frameOptions } = headersOf({ embed });
    expect(policy).toContain('frame-ancestors https://partner.example https://other.example:8443');
    expect(frameOptions).toBeUndefined();
    expect(headersOf({ embed, wallets: { safe: true } }).policy).toContain(
      'frame-ancestors https://partner.example https://other.example:8443 https://app.safe.global',
    );
  });

  test('cannot add to the policy', () => {
    expect(() => headersOf({ embed: { origins: ["https://x.example; script-src 'unsafe-inline'"] } })).toThrow();
    expect(() => headersOf({ embed: { origins: ['*'] } })).toThrow(/embed\.origins\.0/);
  });
});

describe('the endpoint of the monitoring', () => {
  test('is reachable on another server, and needs nothing on its own one', () => {
    expect(headersOf({ monitoring: { url: 'https://errors.example/causeway' } }).policy).toContain(
      "connect-src 'self' https://api.example https://errors.example",
    );
    expect(headersOf({ monitoring: { url: '/errors' } }).policy).toContain("connect-src 'self' https://api.example");
  });
});
