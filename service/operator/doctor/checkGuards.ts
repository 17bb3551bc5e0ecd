import type { Address } from 'viem';
import { erc20Abi, parseAbi, zeroHash } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { formatAmount } from '#shared/amount.ts';
import { listMissingGuards } from '../../boot/mainnetRules.ts';
import type { BreakerBounds, Catalog, Chain, ScreeningService } from '../../boot/model/catalog.ts';
import { readPrivateFile } from '../../boot/privateFiles.ts';
import type { Database } from '../../db/database.ts';
import { totalValue } from '../../guards/model/exposure.ts';
import { supportedTokens } from '../../guards/model/supportedTokens.ts';
import { readSupportedTokens } from '../../guards/orders.ts';
import { askScreeningService, readScreeningList } from '../../guards/screening.ts';
import { PRICE_DECIMALS } from '../../quotes/model/price.ts';
import type { MachineRole } from '../apply/machine.ts';
import { connectTo } from '../setup/endpoints.ts';
import { withDatabase } from './checkDatabase.ts';
import type { Check, Finding } from './finding.ts';
import { failed, passed, warned } from './finding.ts';
import type { Copies } from './readInstallation.ts';

const FIX = 'docs/operating.md#two-operators';

/** The roles with which a person logs in and has operator rights. */
async function readOperators(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>(
    `select r.rolname::text as name from pg_roles r
     where r.rolcanlogin and not r.rolsuper and r.rolname <> 'causeway_operator'
       and pg_has_role(r.oid, 'causeway_operator', 'member') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The tokens with a value in the database. */
async function readBounded(database: Database) {
  return (await readSupportedTokens(database)).filter(({ oneOperatorMax }) => oneOperatorMax !== null);
}

async function checkBounds(catalog: Catalog, database: Database): Promise<Finding> {
  const check = 'approval: values';
  const stored = await readBounded(database);
  const missing = supportedTokens(catalog).filter(
    (bound) => !stored.some(({ chainId, token }) => chainId === bound.chainId && token === bound.token),
  );
  return missing.length === 0
    ? passed(check, `${stored.length} values are in the database`)
    : failed(
        check,
        `the database lacks those of ${missing.length} tokens`,
        'Wait a minute after systemctl start causeway-worker',
      );
}

/** Whether two operators can act, and whether the database knows the rule. */
async function checkApproval(catalog: Catalog, database: Database, isRunning: boolean): Promise<readonly Finding[]> {
  if (!catalog.approval) {
    const stored = await readBounded(database);
    return stored.length === 0
      ? []
      : [
          warned(
            'approval: values',
            'guards.approveAbove is absent, but the rule stays in force at its last values',
            FIX,
          ),
        ];
  }
  const operators = await readOperators(database);
  const check = 'approval: operators';
  return [
    operators.length >= 2
      ? passed(check, operators.join(', '))
      : failed(check, `${operators.length} roles of operators exist, but a request needs two`, FIX),
    ...(isRunning ? [await checkBounds(catalog, database)] : []),
  ];
}

/** A vault's balance of a token. */
type VaultToken = { readonly token: Address; readonly amount: bigint };

type VaultState = { readonly chain: Chain; readonly tokens: readonly VaultToken[] };

/** Reads a chain's vault at its first endpoint. */
async function readVault(catalog: Catalog, chain: Chain): Promise<VaultState> {
  const client = connectTo(chain.rpcUrls[0] ?? '');
  const { vault: address } = chain;
  const deployed = catalog.tokens.flatMap(({ deployments }) => deployments.get(chain.name)?.address ?? []);
  const tokens = await Promise.all(
    deployed.map(
      async (token): Promise<VaultToken> => ({
        token,
        amount: isNativeToken(token)
          ? await client.getBalance({ address })
          : await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
      }),
    ),
  );
  return { chain, tokens };
}

const show = (value: bigint) => formatAmount({ amount: value, decimals: PRICE_DECIMALS });

/** Compares the limit with what the vaults hold. */
function checkBreakerBound(catalog: Catalog, { maxNetOutflow }: BreakerBounds, vaults: readonly VaultState[]): Finding {
  const values = vaults.map(({ chain, tokens }) => totalValue(catalog, chain, tokens) ?? 0n);
  const held = values.reduce((total, value) => total + value, 0n);
  const check = 'breaker: maxNetOutflow';
  return maxNetOutflow < held
    ? passed(check, `${show(maxNetOutflow)} of the ${show(held)} in the vaults`)
    : warned(
        check,
        `it is ${show(maxNetOutflow)}, but the vaults hold ${show(held)}: it stops nothing in time`,
        'docs/configuration.md#when-payments-stop-by-themselves',
      );
}

const SCREENING_FIX = 'docs/runbook.md#to-repair-the-screening';

async function checkList(path: string): Promise<readonly Finding[]> {
  const { size } = await readScreeningList(path);
  return [passed('screening: list', `${path} has ${size} addresses`)];
}

async function checkToken(path: string): Promise<readonly Finding[]> {
  const token = await readPrivateFile(path);
  return [
    token.trim() === ''
      ? failed('screening: token', `${path} is empty`, `Write the token into ${path}`)
      : passed('screening: token', `${path} has a token, and only its owner reads it`),
  ];
}

/** Asks about the hot wallet, in a transfer that doesn't exist. */
async function checkService({ chains }: Catalog, service: ScreeningService): Promise<readonly Finding[]> {
  const [chain] = chains;
  if (!chain) return [];
  const address = { role: 'sender', chainId: chain.id, address: chain.hotWallet } as const;
  const matches = await askScreeningService(service, zeroHash, [address]);
  return [
    matches.length === 0
      ? passed('screening: service', 'it answers as expected')
      : failed('screening: service', 'it matches the hot wallet, so it may match everyone', 'Ask its operator'),
  ];
}

/** The checks of what the worker asks before it pays. Without a screening there are none. */
function screeningChecks(catalog: Catalog): readonly Check[] {
  const { listFile = null, service = null } = catalog.screening ?? {};
  return [
    ...(listFile === null
      ? []
      : [
          {
            name: 'screening: list',
            fix: SCREENING_FIX,
            run: () => checkList(listFile),
          },
        ]),
    ...(service === null
      ? []
      : [
          {
            name: 'screening: service',
            fix: SCREENING_FIX,
            run: () => checkService(catalog, service),
          },
        ]),
    ...(service?.tokenFile
      ? [
          {
            name: 'screening: token',
            fix: `Correct ${service.tokenFile}`,
            run: () => checkToken(service.tokenFile ?? ''),
          },
        ]
      : []),
  ];
}

const rolesAbi = parseAbi([
  'function isPayer(address account) view returns (bool)',
  'function guardian() view returns (address)',
]);

/** Whether the key of a payer or the guardian could take what is swept. */
async function checkTreasury(chain: Chain): Promise<readonly Finding[]> {
  const { treasury, vault } = chain;
  if (treasury === null) return [];
  const client = connectTo(chain.rpcUrls[0] ?? '');
  const call = { address: vault, abi: rolesAbi } as const;
  const [isPayer, guardian] = await Promise.all([
    client.readContract({ ...call, functionName: 'isPayer', args: [treasury] }),
    client.readContract({ ...call, functionName: 'guardian' }),
  ]);
  const check = `sweep: treasury of ${chain.name}`;
  const role = isPayer ? 'a payer' : isSameAddress(guardian, treasury) ? 'the guardian' : null;
  return [
    role === null
      ? passed(check, treasury)
      : failed(check, `${treasury} is ${role} of the vault: its key is in use every day`, 'Set another treasury'),
  ];
}

/** The guards that a mainnet lacks, each as a warning: docs/security.md says why none is required. */
export function checkMissingGuards(catalog: Catalog): readonly Finding[] {
  return listMissingGuards(catalog).map(({ chain, setting, consequence }) =>
    warned(
      `guards: ${setting} on ${chain}`,
      `the mainnet has none, so ${consequence}`,
      'docs/security.md#guards-that-a-mainnet-can-lack',
    ),
  );
}

async function withWorkersDatabase<T>({ databases }: Copies, work: (database: Database) => Promise<T>): Promise<T> {
  const url = databases.find(({ role }) => role === 'causeway_worker')?.url;
  if (url === undefined) throw new Error('the URL of the database as causeway_worker is not known');
  return withDatabase(url, work);
}

function breakerChecks(catalog: Catalog): readonly Check[] {
  const { breaker, chains } = catalog;
  if (!breaker) return [];
  return [
    {
      name: 'breaker: maxNetOutflow',
      fix: 'Start the nodes, or correct rpcUrls',
      run: async () => [
        checkBreakerBound(catalog, breaker, await Promise.all(chains.map((chain) => readVault(catalog, chain)))),
      ],
    },
  ];
}

function treasuryChecks({ chains }: Catalog): readonly Check[] {
  return chains
    .filter(({ treasury }) => treasury !== null)
    .map((chain) => ({
      name: `sweep: ${chain.name}`,
      fix: `Start the node of ${chain.name}, or correct its rpcUrls`,
      run: () => checkTreasury(chain),
    }));
}

/** The checks of what limits or asks before money leaves. The worker's machine has their files. */
export function guardChecks(
  copies: Copies,
  { roles, isRunning }: { readonly roles: readonly MachineRole[]; readonly isRunning: boolean },
): readonly Check[] {
  const catalog = copies.service?.config.catalog;
  if (!catalog || !roles.includes('worker')) return [];
  const approval: Check = {
    name: 'approval',
    fix: 'Start PostgreSQL, or correct "database"',
    run: () => withWorkersDatabase(copies, (database) => checkApproval(catalog, database, isRunning)),
  };
  return [...breakerChecks(catalog), ...screeningChecks(catalog), approval, ...treasuryChecks(catalog)];
}
