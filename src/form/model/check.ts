import type { Address, Hex } from 'viem';
import type { Contacts } from '../../account/model/contacts.ts';
import type { Reading } from '../../lib/reading.ts';
import type { TransactionPlan } from '../../transfer/model/transactionPlan.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import type { NameAnswer, ResolvedName } from './names.ts';

/** Values read just before the review shows its checks. */
export type ReviewReadings = {
  /** Made from the allowance that was read, and simulated. */
  readonly plan: TransactionPlan;
  readonly recipientCode: Reading<Hex>;
  readonly accountCode: Reading<Hex>;
  /** Another chain on which the recipient is a contract; null where it is none. */
  readonly recipientElsewhere: Reading<{ readonly chainName: string } | null>;
  /** The recipient's native tokens on the destination, and how many transactions it has sent there. */
  readonly recipientGas: Reading<{ readonly balance: bigint; readonly nonce: number }>;
  /** The answer to the recipient's name at this moment; null for a recipient without a name. */
  readonly nameNow: NameAnswer | null;
  /** The addresses that the installation refuses; null for an installation without such a list. */
  readonly blocked: Reading<ReadonlySet<Address>> | null;
  /** The address book of this browser. */
  readonly contacts: Reading<Contacts>;
  readonly nativeBalance: Reading<bigint>;
  /** The most that all transactions of the transfer may cost in gas, in wei. */
  readonly gasCost: Reading<bigint>;
  /** `reverted` is the reason of the first call that reverts, or null. */
  readonly simulation: Reading<{ readonly reverted: string | null }>;
};

type Result<K extends string, S extends 'fine' | 'warning' | 'unknown', D extends 'none' | 'confirm' | 'stop'> = {
  readonly kind: K;
  readonly state: S;
  /** What the person must do: nothing, confirm that they have checked it, or stop. */
  readonly demand: D;
};

/** The result of one review check, with the details that its text needs. */
export type Check =
  | Result<'bytes', 'fine', 'none'>
  | Result<'simulation', 'fine' | 'unknown', 'none'>
  | (Result<'simulation', 'warning', 'stop'> & { readonly reason: string })
  | Result<'gas', 'fine' | 'warning' | 'unknown', 'none'>
  | RecipientCheck
  | Result<'unpinnedToken', 'warning', 'confirm'>
  | (Result<'feeShare', 'fine' | 'warning', 'none' | 'confirm'> & { readonly bps: bigint })
  | Result<'sameTransfer', 'fine', 'none'>
  | (Result<'sameTransfer', 'warning', 'confirm'> & {
      readonly duplicateIds: readonly string[];
      /** Where the nearest of them is: open in the wallet, sent, or perhaps still to come after it failed or was given up. */
      readonly nearest: 'open' | 'sent' | 'late';
    });

export type RecipientCheck =
  | Result<'screening', 'fine', 'none'>
  | (Result<'screening', 'warning', 'stop'> & { readonly blocked: 'sender' | 'recipient' })
  | Result<'screening', 'unknown', 'stop'>
  | (Result<'recipientName', 'fine', 'none'> & { readonly named: ResolvedName })
  /** One provider alone, or an address that the name has on Ethereum only. */
  | (Result<'recipientName', 'warning', 'confirm'> & { readonly named: ResolvedName; readonly because: NameDoubt })
  | (Result<'recipientName', 'warning' | 'unknown', 'stop'> & { readonly named: ResolvedName })
  | Result<'recipientCode', 'fine' | 'unknown', 'none'>
  | (Result<'recipientCode', 'warning', 'none' | 'confirm'> & { readonly code: 'contract' | 'delegated' })
  | Result<'ownAccountElsewhere', 'fine' | 'unknown', 'none'>
  | Result<'ownAccountElsewhere', 'warning', 'confirm'>
  | Result<'recipientElsewhere', 'fine' | 'unknown', 'none'>
  | (Result<'recipientElsewhere', 'warning', 'confirm'> & { readonly chainName: string })
  | Result<'recipientGas', 'fine' | 'warning' | 'unknown', 'none'>
  | Result<'lookAlike', 'fine' | 'unknown', 'none'>
  | (Result<'lookAlike', 'warning', 'confirm'> & { readonly resembles: Address })
  | Result<'recipientFromLink', 'warning', 'confirm'>;

export type NameDoubt = 'oneSource' | 'otherChain';

export type FormContext = {
  readonly transfers: readonly Transfer[];
  readonly now: number;
  /** Ids of the transfers that were delivered when the review opened. Sending the same again is then a new transfer. */
  readonly deliveredBefore: readonly string[];
  readonly isRecipientFromLink: boolean;
  /** The name that the person typed, with the address of the build; null for a typed address. */
  readonly named: ResolvedName | null;
};
