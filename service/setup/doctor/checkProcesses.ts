import type { FileConfig } from '../../config/config.ts';
import type { Readiness } from '../../operator/readiness.ts';
import type { Check, Finding } from './finding.ts';
import { failed, passed } from './finding.ts';
import type { WebFile } from './readInstallation.ts';

const TIMEOUT_MS = 10_000;

/** Asks a process whether it is ready. */
export function processCheck(role: 'api' | 'worker', { operator }: FileConfig): Check {
  const unit = `causeway-${role}`;
  return {
    name: `process ${role}`,
    fix: `systemctl start ${unit}, then: journalctl -u ${unit} -n 50 -o cat`,
    run: async () => {
      if (operator === null) return [failed(`process ${role}`, 'its operator port is closed', 'Set operator.port')];
      const response = await ask(`http://${operator.host}:${operator.port}/ready`);
      const { checks } = (await response.json()) as Readiness;
      return checks.map(({ name, ok, detail }): Finding => {
        const check = `process ${role}: ${name}`;
        return ok ? passed(check, detail) : failed(check, detail, 'docs/runbook.md#causewaynotready');
      });
    },
  };
}

/** Asks the service for its pairs, at the address that browsers use. */
export function publicCheck({ service: { baseUrl } }: WebFile): Check {
  return {
    name: 'API at the address of browsers',
    fix: 'Start causeway-api and the reverse proxy, or correct service.baseUrl in web.json',
    run: async () => {
      const response = await ask(`${baseUrl}/get_all_pair_infos`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ category: '', value_include_gas_fee: false }),
      });
      const { data } = (await response.json()) as { data: { pair_infos: readonly { available?: boolean }[] } | null };
      const pairs = data?.pair_infos ?? [];
      const closed = pairs.filter(({ available }) => available === false).length;
      const check = 'API at the address of browsers';
      return pairs.length > closed
        ? [passed(check, `${pairs.length} pairs, ${closed} without funds`)]
        : [failed(check, `it offers ${pairs.length} pairs, ${closed} of them without funds`, 'operator liquidity')];
    },
  };
}

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
}
