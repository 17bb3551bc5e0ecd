import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import type { Contacts } from '../../account/model/contacts.ts';
import { isContract } from '../../chain/model/accountCode.ts';
import { reading } from '../../lib/reading.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { ChainReads } from '../../transfer/reads/chainReads.ts';
import type { ReviewReadings } from '../model/check.ts';
import type { NameAnswer, ResolvedName } from '../model/names.ts';

/** What the checks of a recipient need beside the chains. */
export type RecipientSources = {
  readonly resolveName: (text: string, destinationId: number) => Promise<NameAnswer>;
  /** Null for an installation without a list. */
  readonly blockedAddresses: (() => Promise<ReadonlySet<Address>>) | null;
  readonly contacts: () => Promise<Contacts>;
};

type Reads = Pick<ChainReads, 'balanceOf' | 'codeOf' | 'sentBy'> & RecipientSources;

/** Looks for the recipient as a contract on the origin, and on the chain that gave its name. */
async function findElsewhere(
  reads: Reads,
  { intent, route }: VerifiedBuild,
  named: ResolvedName | null,
): Promise<{ readonly chainName: string } | null> {
  const nameChain = named ? [{ id: named.chainId, name: named.chainName }] : [];
  const others = nameChain.filter(({ id }) => id !== route.origin.id && id !== route.destination.id);
  const chains = [route.origin, ...others];
  const codes = await Promise.all(chains.map(({ id }) => reads.codeOf(id, intent.recipient)));
  const found = chains.find((_chain, index) => isContract(codes[index] ?? '0x'));
  return found ? { chainName: found.name } : null;
}

async function readGas(reads: Reads, { intent, route }: VerifiedBuild) {
  const [chainId, account] = [route.destination.id, intent.recipient];
  const [balance, nonce] = await Promise.all([
    reads.balanceOf({ chainId, token: zeroAddress, account }),
    reads.sentBy(chainId, account),
  ]);
  return { balance, nonce };
}

type RecipientReadings = Pick<
  ReviewReadings,
  'recipientCode' | 'recipientElsewhere' | 'recipientGas' | 'nameNow' | 'blocked' | 'contacts'
>;

/** Reads what the checks of the recipient need. Never throws. */
export async function readRecipientFacts(
  reads: Reads,
  build: VerifiedBuild,
  named: ResolvedName | null,
): Promise<RecipientReadings> {
  const { intent, route } = build;
  const destinationId = route.destination.id;
  const [recipientCode, recipientElsewhere, recipientGas, nameNow, blocked, contacts] = await Promise.all([
    reading(reads.codeOf(destinationId, intent.recipient)),
    reading(findElsewhere(reads, build, named)),
    reading(readGas(reads, build)),
    named && reads.resolveName(named.name, destinationId).catch(() => ({ kind: 'unanswered' }) as const),
    reads.blockedAddresses && reading(reads.blockedAddresses()),
    reading(reads.contacts()),
  ]);
  return { recipientCode, recipientElsewhere, recipientGas, nameNow, blocked, contacts };
}
