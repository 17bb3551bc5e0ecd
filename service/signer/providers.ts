import type { PublicClient } from 'viem';
import { createPublicClient, http } from 'viem';
import type { SharedReadings } from '../chain/sharedReadings.ts';
import { createSharedReadings } from '../chain/sharedReadings.ts';
import type { DepositMemory } from './depositMemory.ts';
import { createDepositMemory } from './depositMemory.ts';
import type { ChainPolicy } from './policy.ts';

/** The signer could not verify a payment now. The worker asks again later. */
export class Unverified extends Error {
  /** Whether too few providers answered, so that other deposits of the chain cannot be verified either. */
  readonly isOutage: boolean;
  constructor(message: string, options: { readonly isOutage?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.isOutage = options.isOutage ?? false;
  }
}

/** Three requests after each other must fit into the time that the worker waits for a signature. */
const TIMEOUT_MS = 2500;

/** A chain and the signer's own providers of it, in the order of the policy. */
export type ProviderSet = {
  readonly chain: ChainPolicy;
  readonly clients: readonly PublicClient[];
  /** What a quorum of these clients has agreed on. */
  readonly deposits: DepositMemory;
  readonly readings: SharedReadings;
};

export function connectProviders(chain: ChainPolicy): ProviderSet {
  const clients = chain.rpcUrls.map((url) =>
    createPublicClient({
      transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0, batch: { batchSize: 50 } }),
      cacheTime: 0,
    }),
  );
  return { chain, clients, deposits: createDepositMemory(), readings: createSharedReadings() };
}

type Round<T> = {
  /** Decides with the answers so far; null while more are needed. */
  decide(answers: readonly T[]): { readonly value: T } | null;
};

/** Asks every provider the same, and returns as soon as the answers so far decide. */
function ask<T>(
  { chain, clients }: ProviderSet,
  question: (client: PublicClient) => Promise<T>,
  { decide }: Round<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const answers: T[] = [];
    const doubts: Unverified[] = [];
    const failures: unknown[] = [];
    const settle = () => {
      const decision = decide(answers);
      if (decision) return resolve(decision.value);
      if (answers.length + doubts.length + failures.length < clients.length) return;
      const [doubt] = doubts;
      if (doubt) return reject(doubt);
      if (failures.length === 0) return reject(new Unverified(`the providers of ${chain.name} disagree`));
      const message = `${answers.length} of ${clients.length} providers of ${chain.name} answer, and ${chain.quorum} must agree`;
      reject(new Unverified(message, { isOutage: true, cause: failures[0] }));
    };
    for (const client of clients) {
      question(client).then(
        (answer) => {
          answers.push(answer);
          settle();
        },
        (error: unknown) => {
          if (error instanceof Unverified) doubts.push(error);
          else failures.push(error);
          settle();
        },
      );
    }
  });
}

/**
 * Asks every provider of a chain the same question. The signer believes an answer only if the policy's quorum gives it.
 * @param isSame whether two providers give the same answer
 * @throws Unverified without such a quorum
 */
export function askQuorum<T>(
  set: ProviderSet,
  question: (client: PublicClient) => Promise<T>,
  isSame: (a: T, b: T) => boolean = (a, b) => a === b,
): Promise<T> {
  const { quorum } = set.chain;
  return ask(set, question, {
    decide: (answers) => {
      const value = answers.find((answer) => answers.filter((other) => isSame(answer, other)).length >= quorum);
      return value === undefined ? null : { value };
    },
  });
}

/** The lowest number of the first providers that answer, as many as the quorum: one of them alone cannot raise it. */
export function askLowest(set: ProviderSet, question: (client: PublicClient) => Promise<number>): Promise<number> {
  return ask(set, question, {
    decide: (answers) => (answers.length < set.chain.quorum ? null : { value: Math.min(...answers) }),
  });
}
