import type { Address, Hex } from 'viem';
import type { RateLimit } from '../chain/model/callRate.ts';
import type { Installation } from './installation.ts';
import type { Catalog } from './model/catalog.ts';
import type { TlsIdentity } from './tls.ts';

export type HttpConfig = {
  readonly host: string;
  readonly port: number;
  readonly prefix: string;
  /** The proxies that may state a client's address in a header. */
  readonly trustProxy: false | readonly string[];
  readonly rateLimit: RateLimit;
  /** The maximum number of open connections per client. */
  readonly maxConnectionsPerClient: number;
  /** How long a stopping process still serves, while the operator's port already says that it is stopping. */
  readonly drainSeconds: number;
};

/** The operator's port, and the limits above which `/ready` reports a chain as behind. */
export type OperatorConfig = {
  /** The fingerprint of the file this process has read. `/ready` reports it. */
  readonly installation: string;
  readonly host: string;
  readonly port: number;
  readonly maxCursorLagBlocks: number;
  readonly maxLookAgeSeconds: number;
};

export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly directory: string }
  | { readonly kind: 'postgresql'; readonly url: string };

/** `api` serves requests and cannot sign. `worker` moves money and serves no requests. `all` does both. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type SignerConfig =
  | { readonly kind: 'socket'; readonly path: string; readonly hotWallet: Address }
  | { readonly kind: 'tls'; readonly origin: URL; readonly identity: TlsIdentity; readonly hotWallet: Address }
  | { readonly kind: 'key'; readonly key: Hex };

/** What a process takes from installation.json. */
export type FileConfig = {
  readonly installation: Installation;
  readonly http: HttpConfig;
  /** Null without an operator's port. */
  readonly operator: OperatorConfig | null;
  readonly catalog: Catalog;
  /** The day of the catalog's prices; null if the file doesn't state it. */
  readonly pricesAsOf: Date | null;
};

/** The settings of the file and of the environment. */
export type Config = FileConfig & {
  readonly role: Role;
  readonly database: DatabaseConfig;
  /** Null in a process that only serves requests. */
  readonly signer: SignerConfig | null;
  readonly logLevel: string;
};

/** The settings of the operator's command line, which never signs. */
export type KeylessConfig = Pick<Config, 'catalog' | 'database'>;

export type Environment = Readonly<Record<string, string | undefined>>;
