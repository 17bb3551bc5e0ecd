import type { Logger } from 'pino';
import type { DetailsOnWire } from '#shared/wire/details.ts';
import type { Clock } from '../../../service/boot/clock.ts';
import { createLogger } from '../../../service/boot/log.ts';
import type { Catalog } from '../../../service/boot/model/catalog.ts';
import type { Database } from '../../../service/db/database.ts';
import type { Worker } from '../../../service/engine.ts';
import type { ReportStep } from '../../../service/engineContext.ts';
import { startService } from '../../../service/service.ts';
import type { CertificateExpiry } from '../../../service/signer/client/remoteSigner.ts';
import type { Signer } from '../../../service/signer/client/signer.ts';
import { createDevelopmentSigner } from '../../../service/signer/process/developmentSigner.ts';
import type { TestBridge } from '../chains/testBridge.ts';
import { DESTINATION, ORIGIN } from '../chains/testBridge.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { LabInstallation } from './installationFile.ts';

// The account for which deposits are built.
const PERSON = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

export type AnswerBody = {
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped answers, like any other client
  readonly data: any;
  readonly status: { readonly code: number; readonly message: string; readonly details?: DetailsOnWire };
};

export type TestService = {
  readonly url: string;
  /** The origin of the operator's port; empty if none is configured. */
  readonly operatorUrl: string;
  ask(operation: string, body: unknown): Promise<AnswerBody>;
  /** Builds a deposit of 50 USDC for Southshore, with these fields of the request changed. */
  build(changes?: Readonly<Record<string, string>>): Promise<AnswerBody>;
  receipt(hash: string): Promise<AnswerBody>;
  /** Polls for a receipt until it has this code, or a message that matches. */
  waitForReceipt(hash: string, wanted: number | RegExp): Promise<AnswerBody>;
  stop(): Promise<void>;
};

export type TestServiceOptions = {
  readonly bridge: TestBridge;
  readonly database: Database;
  readonly change?: (file: LabInstallation) => void;
  readonly workers?: readonly Worker[];
  readonly clock?: Clock;
  readonly machineClock?: Clock;
  /** Signs in place of the maker's key in this process. */
  readonly signer?: Signer;
  /** The certificates for the connection to that signer. */
  readonly signerExpiries?: () => readonly CertificateExpiry[];
  readonly logger?: Logger;
  readonly reportStep?: ReportStep;
  /** Off by default, because services in parallel tests would compete for leases. */
  readonly leases?: boolean;
};

/** Calls an operation as the API's specification describes. */
export async function post(url: string, body: unknown): Promise<AnswerBody> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: AnswerBody = JSON.parse(await response.text());
  return answer;
}

/**
 * The configuration of a test's signer: the test's settings, but with the chains themselves as providers, even if the service
 * gets a faulty RPC. It keeps chains and tokens that the test removes from the service.
 */
function createSignerCatalog(original: Catalog, changed: Catalog): Catalog {
  const chains = original.chains.map(({ id, rpcUrls }, index) => {
    const chain = changed.chains.find((candidate) => candidate.id === id) ?? original.chains[index];
    if (!chain) throw new Error(`no chain ${id}`);
    return { ...chain, rpcUrls, quorum: 1 };
  });
  const lost = original.tokens.filter(({ name }) => !changed.tokens.some((token) => token.name === name));
  return { ...changed, chains, tokens: [...changed.tokens, ...lost] };
}

/** Starts the service in the test's process, on the test's bridge and database. */
export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const { bridge, database, change, workers, reportStep, leases = false, clock, machineClock } = options;
  const logger = options.logger ?? createLogger(process.env.TEST_LOG_LEVEL ?? 'silent');
  const config = bridge.catalog(change);
  const catalog = createSignerCatalog(bridge.catalog().catalog, config.catalog);
  const signer = options.signer ?? createDevelopmentSigner(bridge.hotWalletKey, { catalog, logger });
  const service = await startService(
    {
      ...config,
      signer,
      ...(options.signerExpiries && { signerExpiries: options.signerExpiries }),
      ...(clock && { clock }),
      ...(machineClock && { machineClock }),
      logger,
      leases,
      drainMs: 0,
      ...(workers && { workers }),
      ...(reportStep && { reportStep }),
    },
    database,
  );
  const { url } = service;
  if (url === null) throw new Error('the configuration has no API: the test service needs one');
  const ask = (operation: string, body: unknown) => post(`${url}/${operation}`, body);
  const receipt = (hash: string) => ask('get_receipt', { from_chain_hash: hash });
  return {
    url,
    operatorUrl: service.operatorUrl ?? '',
    ask,
    build: (changes = {}) =>
      ask('get_build_tx', {
        ...{ from_address: PERSON, from_chain_name: ORIGIN },
        ...{ to_address: PERSON, to_chain_name: DESTINATION },
        ...{ token_name: 'USDC', ui_value: '50', ...changes },
      }),
    receipt,
    waitForReceipt: async (hash, wanted) => {
      let last: AnswerBody | null = null;
      const look = async () => {
        last = await receipt(hash);
        const { code, message } = last.status;
        return (typeof wanted === 'number' ? code === wanted : wanted.test(message)) && last;
      };
      try {
        // A waiting transfer is retried at growing intervals.
        return await waitUntil(look, { timeoutMs: 120_000 });
      } catch (error) {
        throw new Error(
          `no receipt ${typeof wanted === 'number' ? 'with code' : 'that matches'} ${wanted}. The last answer: ${JSON.stringify(last)}`,
          {
            cause: error,
          },
        );
      }
    },
    stop: service.stop,
  };
}

/** A clock that runs fast, for tests of timeouts. */
export function createFastClock(factor: number): Clock {
  const start = Date.now();
  return { now: () => new Date(start + (Date.now() - start) * factor) };
}
